/** Entries over all contests, lists of teams that come in, and teams that learners found (on a whole server). */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type As, testServer, type TestServer, userId } from '#tests/contract/support/server.ts'
import { enter, layContest } from '#tests/support/contest.ts'

let s: TestServer
beforeAll(async () => {
  s = await testServer({ cheapPasswords: true })
})
afterAll(() => s.close())

const minutes = (n: number) => new Date(s.clock.now().getTime() + n * 60_000).toISOString()
let made = 0
const named = (word: string) => `${word} ${++made}`
const ofTeams = (more: Parameters<typeof layContest>[2] = {}) =>
  layContest(s, [], {
    mode: 'team',
    team_least: 1,
    team_most: 2,
    starts_at: minutes(60),
    ends_at: minutes(120),
    register_until: null,
    ...more,
  })
const found = (id: string, name: string, as: As) =>
  s.call('POST /contests/:id/team', { params: { id }, body: { name } }, as)
const joinTeam = (code: string, as: As) => s.call('POST /contest-teams/join', { body: { code } }, as)
const entries = async (as: As, query: object = {}) =>
  (await s.ok('GET /contest-entries', { query: query as never }, as)).items
const rules = (reply: { problem: { details?: { fields?: { rule: string }[] } } }) =>
  reply.problem.details?.fields?.map((f) => f.rule)
const username = async (as: Parameters<typeof userId>[0]) =>
  (await s.db.query<{ name: string }>(`select data->>'username' as name from r_user where id = $1`, [userId(as)]))
    .rows[0]?.name ?? ''

describe('a team that a learner founds', () => {
  it('is led by them, joined by its code, registered on the contest, and fixed there once it starts', async () => {
    const id = await ofTeams()
    const name = named('Night herons')
    const team = (await found(id, name, 'student')).body
    expect(team).toMatchObject({ name, leads: true, members: [{ captain: true, me: true }] })
    expect((await enter(s, id, 'student', { team_id: team.id })).status).toBe(200)
    expect(
      (await joinTeam(` ${team.code.toLowerCase().slice(0, 6)}-${team.code.slice(6)} `, 'second-student')).status,
    ).toBe(200)
    const [entry] = await entries('super', { contest: id })
    expect(entry?.members.map((m) => [m.id, m.captain])).toEqual([
      [userId('student'), true],
      [userId('second-student'), false],
    ])
    expect((await joinTeam(team.code, 'teacher')).status).toBe(422)
    const handed = await s.ok(
      'POST /contest-teams/:id/captain',
      { params: { id: team.id }, body: { user_id: userId('second-student') } },
      'student',
    )
    expect(handed.leads).toBe(false)
    expect((await entries('super', { contest: id }))[0]?.members[0]?.id).toBe(userId('second-student'))
    s.clock.advance(3600)
    const left = await s.ok('POST /contest-teams/:id/leave', { params: { id: team.id }, body: {} }, 'student')
    expect(left.items.some((t) => t.id === team.id)).toBe(false)
    expect((await entries('super', { contest: id }))[0]?.members).toHaveLength(2)
  })

  it('passes for no other team and for nobody of the staff, in whatever letters', async () => {
    const id = await ofTeams()
    const name = named('Silent otters')
    await found(id, name, 'student')
    for (const like of [name, name.toUpperCase(), name.replace('o', 'о'), name.replace(' ', '-')])
      expect([like, rules(await found(id, like, 'second-student'))]).toEqual([like, ['name_like_team']])
    for (const like of ['Referee', 'аdmin'])
      expect([like, rules(await found(id, like, 'second-student'))]).toEqual([like, ['name_like_staff']])
  })

  it('is founded only where the contest lets learners do so and still takes entries', async () => {
    expect((await found(await ofTeams({ founding: false }), named('Grey seals'), 'student')).status).toBe(409)
    expect((await found(await ofTeams({ registration: 'closed' }), named('Grey seals'), 'student')).problem.code).toBe(
      'contest_entry_closed',
    )
  })

  it('is not joined by who judges what it is entered in, or is in it with another', async () => {
    const id = await ofTeams({ referees: [userId('teacher')], team_most: 3 })
    const team = (await found(id, named('Tall pines'), 'student')).body
    await enter(s, id, 'student', { team_id: team.id })
    expect(rules(await joinTeam(team.code, 'teacher'))).toEqual(['team_staff'])
    const other = (await found(id, named('Low reeds'), 'second-student')).body
    await enter(s, id, 'second-student', { team_id: other.id })
    expect((await joinTeam(team.code, 'second-student')).problem.code).toBe('contest_entered')
    expect(rules(await joinTeam('NO-SUCH-CODE', 'student'))).toEqual(['team_code'])
  })

  it('is handed on before its captain leaves, and dissolved with the last one', async () => {
    const id = await ofTeams()
    const team = (await found(id, named('Brave newts'), 'student')).body
    await enter(s, id, 'student', { team_id: team.id })
    await joinTeam(team.code, 'second-student')
    const leave = (as: As) => s.call('POST /contest-teams/:id/leave', { params: { id: team.id }, body: {} }, as)
    expect((await leave('student')).status).toBe(409)
    const code = (as: As) => s.call('POST /contest-teams/:id/code', { params: { id: team.id }, body: {} }, as)
    expect((await code('second-student')).status).toBe(403)
    expect((await code('student')).body.code).not.toBe(team.code)
    expect((await joinTeam(team.code, 'teacher')).status).toBe(422)
    await s.ok(
      'POST /contest-teams/:id/remove',
      { params: { id: team.id }, body: { user_id: userId('second-student') } },
      'student',
    )
    expect((await leave('student')).status).toBe(200)
    expect((await entries('super', { contest: id })).map((e) => e.status)).toEqual(['withdrawn'])
    expect((await leave('teacher')).status).toBe(404)
  })
})

describe('entries over all contests', () => {
  it('are those of contests one looks after: all for administrators, where named for a referee, none for learners', async () => {
    const [mine, other] = [await ofTeams({ referees: [userId('referee')] }), await ofTeams()]
    for (const id of [mine, other]) {
      const team = (await found(id, named('Wild geese'), 'student')).body
      await enter(s, id, 'student', { team_id: team.id })
    }
    const seen = async (as: As) => new Set((await entries(as, { page_size: 200 })).map((e) => e.contest_id))
    const all = await seen('super')
    expect([all.has(mine), all.has(other)]).toEqual([true, true])
    expect([...(await seen('referee'))]).toEqual([mine])
    expect((await s.call('GET /contest-entries', { query: {} as never }, 'student')).status).toBe(403)
    const [theirs] = await entries('super', { contest: other })
    const one = (await s.call('GET /contest-entries/:id', { params: { id: theirs?.id ?? '' } }, 'referee')).status
    const ban = await s.call(
      'POST /contest-entries/:id/ban',
      { params: { id: theirs?.id ?? '' }, body: { reason: 'No' } },
      'referee',
    )
    expect([one, ban.status]).toEqual([404, 403])
    const [named_] = await entries('referee', { contest: mine })
    expect(named_?.judges).toBe(true)
  })

  it('are told by name, status and contest, with what became of each', async () => {
    const id = await ofTeams({ registration: 'approval' })
    const team = (await found(id, named('Calm elks'), 'student')).body
    await enter(s, id, 'student', { team_id: team.id })
    const [entry] = await entries('super', { contest: id, status: 'registered', q: team.name.toUpperCase() })
    expect(entry?.name).toBe(team.name)
    await s.ok('POST /contest-entries/:id/accept', { params: { id: entry?.id ?? '' }, body: {} }, 'super')
    await s.ok(
      'POST /contest-entries/:id/ban',
      { params: { id: entry?.id ?? '' }, body: { reason: 'Shared' } },
      'super',
    )
    const one = await s.ok('GET /contest-entries/:id', { params: { id: entry?.id ?? '' } }, 'super')
    expect(one.history.map((h) => h.what).toSorted()).toEqual(['accept', 'ban', 'register'])
    expect(one.history.find((h) => h.what === 'ban')?.reason).toBe('Shared')
    expect([one.code, one.people.map((p) => p.id)]).toEqual([team.code, [userId('student')]])
    expect(await entries('super', { contest: id, status: 'registered' })).toEqual([])
  })

  it('have a roster that staff change with a reason, after the start too, within the rules', async () => {
    const id = await ofTeams({ referees: [userId('referee')] })
    const team = (await found(id, named('Deep wells'), 'student')).body
    await enter(s, id, 'student', { team_id: team.id })
    const [entry] = await entries('super', { contest: id })
    s.clock.advance(3600)
    const roster = (member_ids: string[], as: As = 'referee') =>
      s.call(
        'POST /contest-entries/:id/roster',
        { params: { id: entry?.id ?? '' }, body: { member_ids, reason: 'Ill' } },
        as,
      )
    const changed = await roster([userId('second-student'), userId('student')])
    expect(changed.body.people.map((p) => [p.id, p.captain])).toEqual([
      [userId('second-student'), true],
      [userId('student'), false],
    ])
    expect(changed.body.history[0]).toMatchObject({ what: 'roster', reason: 'Ill' })
    expect(rules(await roster([userId('student'), userId('second-student'), userId('teacher')]))).toEqual(['team_size'])
    expect(rules(await roster([userId('referee')]))).toEqual(['team_staff'])
    expect(rules(await roster(['nobody']))).toEqual(['unknown_reference'])
    expect((await roster([userId('student')], 'student')).status).toBe(403)
  })
})

describe('a list of teams', () => {
  it('comes in line by line, with a reason for each that does not, and codes for those without people', async () => {
    const id = await ofTeams({ referees: [userId('referee')] })
    const [good, empty] = [named('Listed lynxes'), named('Empty nests')]
    const text = [
      'team,captain,members',
      `${good}, ${await username('student')}`,
      empty,
      `${named('Ghost crew')}, nobody-at-all`,
      good,
      `${named('Judges too')}, ${await username('referee')}`,
      `${named('Twice in')}, ${await username('student')}`,
      'abc',
      'Rеferee',
    ].join('\n')
    const { rows } = await s.ok('POST /contest-entries/check', { body: { contest_id: id, text } }, 'super')
    expect(rows.map((r) => r.problem)).toEqual([
      null,
      null,
      'unknown_people',
      'twice',
      'staff',
      'in_another',
      'name_length',
      'like_another',
    ])
    expect(await entries('super', { contest: id })).toEqual([])
    const done = await s.ok('POST /contest-entries/import', { body: { contest_id: id, text } }, 'super')
    expect(done.entered).toBe(2)
    const all = await entries('super', { contest: id })
    expect(all.map((e) => [e.name, e.status, e.members.length]).toSorted()).toEqual(
      [
        [good, 'accepted', 1],
        [empty, 'accepted', 0],
      ].toSorted(),
    )
    const open = all.find((e) => e.name === empty)
    const { code } = await s.ok('GET /contest-entries/:id', { params: { id: open?.id ?? '' } }, 'super')
    expect((await joinTeam(code ?? '', 'second-student')).status).toBe(200)
    expect((await entries('super', { contest: id })).find((e) => e.name === empty)?.members).toMatchObject([
      { id: userId('second-student'), captain: true },
    ])
    // the same list again: they are in already
    const again = await s.ok('POST /contest-entries/import', { body: { contest_id: id, text } }, 'super')
    expect([again.entered, again.rows[0]?.problem]).toEqual([0, 'on_board'])
    expect(
      (await s.call('POST /contest-entries/import', { body: { contest_id: await ofTeams(), text } }, 'referee')).status,
    ).toBe(403)
  })

  it('goes out with real names, a line for each person, and no formula in it', async () => {
    const id = await layContest(s, [], { names: 'alias' })
    await enter(s, id, 'student', { alias: '=1+1 alias' })
    const { raw } = await s.send(
      'GET /contest-entries/file',
      { query: { contest: id, format: 'csv', language: 'en-US' } } as never,
      'super',
    )
    const text = raw.body
    expect(text).toContain(await username('student'))
    expect(text).toContain("'=1+1 alias")
    expect(text.split(/\r?\n/).filter(Boolean)).toHaveLength(2)
    expect((await s.call('GET /contest-entries/file', { query: { contest: id } as never }, 'student')).status).toBe(403)
  })
})
