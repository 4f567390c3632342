/** Certificates of contests: the same numbers, signatures and register as those of courses, of a place that is no longer in question. */
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type As, testServer, type TestServer, userId } from '#tests/contract/support/server.ts'
import { enter, handInFlag, itemsFor, layChallenges, layContest, rightFlag } from '#tests/support/contest.ts'

let s: TestServer
let id = ''
beforeAll(async () => {
  s = await testServer({ cheapPasswords: true })
  const teams = await Promise.all(
    [
      ['Red pandas', 'student', 'second-student'],
      ['Otters', 'teacher'],
    ].map(([name = '', ...members]) =>
      s.ok('POST /teams', { body: { name, member_ids: members.map((m) => userId(m as 'student')) } }, 'super'),
    ),
  )
  const at = (minutes: number) => new Date(s.clock.now().getTime() + minutes * 60_000).toISOString()
  id = await layContest(s, await layChallenges(s, 1), {
    name: 'Harbour cup',
    mode: 'team',
    team_most: 3,
    freeze_at: at(30),
    referees: [userId('referee')],
  })
  for (const [n, as] of (['student', 'teacher'] as const).entries()) await enter(s, id, as, { team_id: teams[n]?.id })
  const [item] = await itemsFor(s, id, 'student')
  await handInFlag(s, item?.id ?? '', rightFlag, 'second-student')
})
afterAll(() => s.close())

const issue = (user: string | null = null, as: As = 'super') =>
  s.call('POST /flag-contests/:id/certificates', { params: { id }, body: { user_id: user } }, as)
const kept = (as: As = 'super') => s.ok('GET /flag-contests/:id/certificates', { params: { id } }, as)
const mine = async (as: As) =>
  (await s.ok('GET /learning/certificates', { query: { page: 1, page_size: 20 } }, as)).items.filter(
    (c) => c.course_id === id,
  )
const verdict = (number: string) => s.ok('POST /certificates/verify', { body: { number } })

it('are given out by its staff once it is over and its board is open, not before', async () => {
  expect((await issue()).status).toBe(409)
  s.clock.advance(40 * 60)
  await s.ok('POST /flag-contests/:id/finish', { params: { id }, body: {} }, 'super')
  expect(await kept()).toMatchObject({ gives: false, waiting: 3 })
  expect((await issue()).problem.code).toBe('not_allowed_in_state')
  await s.ok('POST /flag-contests/:id/thaw', { params: { id }, body: {} }, 'super')
  expect((await issue()).problem.code, 'its result may still be corrected').toBe('not_allowed_in_state')
  await s.ok('POST /flag-contests/:id/finalise', { params: { id }, body: {} }, 'super')
  expect((await issue(null, 'student')).status).toBe(403)
  expect((await s.call('GET /flag-contests/:id/certificates', { params: { id } }, 'student')).status).toBe(403)
  expect((await issue(null, 'referee')).body).toEqual({ issued: 3, left: 0 })
  expect((await issue()).body).toEqual({ issued: 0, left: 0 })
})

it('say contest, place and team to each of the roster, and are genuine by number and by file', async () => {
  const [first] = await mine('second-student')
  expect(first).toMatchObject({
    course: 'Harbour cup',
    contest: { rank: 1, of: 2, team: 'Red pandas' },
    state: 'valid',
  })
  expect((await mine('teacher'))[0]?.contest).toEqual({ rank: 2, of: 2, team: 'Otters' })
  const number = first?.number ?? ''
  expect(await verdict(number)).toMatchObject({ verdict: 'genuine', certificate: { contest: { rank: 1 } } })
  const { raw } = await s.call('GET /learning/certificates/:number/file', { params: { number } }, 'second-student')
  expect(await s.ok('POST /certificates/verify', { body: { file: raw.body } })).toMatchObject({ verdict: 'genuine' })
  const better = raw.body.replace('"of": 2', '"of": 200')
  expect(better).not.toBe(raw.body)
  expect(await s.ok('POST /certificates/verify', { body: { file: better } })).toMatchObject({
    verdict: 'changed',
    differs: ['contest'],
  })
  const { rows } = await s.db.query(
    `select kind, params->>'contest' as contest from message where user_id = $1 and kind like '%certificate%'`,
    [userId('second-student')],
  )
  expect(rows).toEqual([{ kind: 'contest_certificate_issued', contest: 'Harbour cup' }])
})

it('are revoked with a reason that the holder is told, and given anew', async () => {
  const [one] = await mine('student')
  const number = one?.number ?? ''
  const revoke = (of: string) =>
    s.call(
      'POST /flag-contests/:id/certificates/:number/revoke',
      { params: { id: of, number }, body: { reason: 'Did not take part' } },
      'super',
    )
  expect((await revoke(await layContest(s, []))).status).toBe(404)
  expect((await revoke(id)).body).toMatchObject({ state: 'revoked', can: ['reinstate'] })
  expect((await revoke(id)).status).toBe(409)
  expect(await verdict(number)).toMatchObject({ state: 'revoked' })
  expect((await issue(userId('student'))).body).toEqual({ issued: 1, left: 0 })
  expect((await mine('student')).map((c) => c.state).toSorted()).toEqual(['revoked', 'valid'])
  expect((await issue(userId('normal'))).status).toBe(409)
  const { rows } = await s.db.query<{ params: object }>(
    `select params from message where kind = 'contest_certificate_revoked'`,
  )
  expect(rows).toMatchObject([{ params: { contest: 'Harbour cup', reason: 'Did not take part' } }])
})
