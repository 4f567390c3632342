/** All is marked and nothing is out: whoever marks without names still learns none, and nothing joins a number to one. */
import { afterAll, beforeAll, expect, it } from 'vitest'
import { api } from '#src/contract/api.ts'
import { splitKey } from '#src/contract/lib/route.ts'
import { makeKeepers } from '#tests/contract/support/keepers.ts'
import { type As, testServer, type TestServer, userId } from '#tests/contract/support/server.ts'
import { layExam, layPractical } from '#tests/support/exam.ts'

let s: TestServer
let id = ''
const attempts: string[] = []
const sheets: string[] = []
const writer = 'page-number-one'
const whose = 'WHOSE'
/** The owner marks beside another, and an administrator decided where they differed. */
const [owner, marker, decider] = ['teacher', 'normal', 'admin'] as const
const points = [2, 9, 7]
const sat = ['student', 'second-student', 'referee'] as const

const mark = (sheet: string, round: number, given: number, as: As) =>
  s.ok(
    'POST /exam-sheets/:id/marks',
    { params: { id: sheet }, body: { item: 'i0', round, points: given, lines: [] } },
    as,
  )
beforeAll(async () => {
  s = await testServer({ cheapPasswords: true })
  await makeKeepers(s, owner, marker)
  for (const who of sat)
    await s.db.query(`update r_user set data = jsonb_set(data, '{name}', to_jsonb($2::text)) where id = $1`, [
      userId(who),
      `${whose} ${who}`,
    ])
  const paper = await layPractical(s, { title: 'Harden it', rubric: [{ text: 'Done', points: 10 }] })
  id = await layExam(s, paper, { double: true, markers: [owner, marker].map(userId), review_depth: 'keys' })
  await s.db.query('update r_exam set owner_id = $2 where id = $1', [id, userId(owner)])
  for (const as of sat) {
    const { attempt } = await s.ok('POST /my-exams/:id/begin', { params: { id }, body: { writer } }, as)
    const params = { id: attempt }
    const answers = [
      { item: 'i0', marked: false, answer: { type: 'operation' as const, text: 'Closed it', files: [] } },
    ]
    await s.ok('POST /exam-attempts/:id/save', { params, body: { epoch: 1, seq: 1, writer, answers } }, as)
    s.clock.advance(7)
    await s.ok('POST /exam-attempts/:id/hand-in', { params, body: { epoch: 1, writer } }, as)
    const { rows } = await s.db.query<{ id: string }>('select marking_id as id from exam_attempt where id = $1', [
      attempt,
    ])
    const sheet = rows[0]?.id ?? ''
    attempts.push(attempt)
    sheets.push(sheet)
  }
  // hours that are hand-ins' alone
  s.clock.advance(60)
  for (const [n, sheet] of sheets.entries()) {
    await mark(sheet, 1, n === 0 ? 9 : (points[n] ?? 0), owner)
    await mark(sheet, 2, n === 0 ? 1 : (points[n] ?? 0), marker)
  }
  await mark(sheets[0] ?? '', 3, points[0] ?? 0, decider)
  s.clock.advance(60)
})
afterAll(() => s.close())

/** Routes about exams by which this reader is sent one of these. */
async function sent(as: As, words: readonly string[], ids: readonly string[]): Promise<string[]> {
  const out = new Set<string>()
  // who can be named to mark is no matter of this exam
  const routes = Object.keys(api).filter(
    (k) => /^GET \/(exam|my-exam|dashboard\/work|messages)/.test(k) && !k.endsWith('/options'),
  )
  for (const route of routes)
    for (const at of splitKey(route)[1].includes(':id') ? ids : [''])
      for (const query of [{}, { item: 'i0' }, { format: 'csv', language: 'en-US' }, { of: [userId('student')] }]) {
        const { raw } = await s.send(route, { params: { id: at }, query }, as)
        if (words.some((word) => raw.body.includes(word))) out.add(route)
      }
  return [...out]
}
const names = [whose, ...sat.map((who) => `"${userId(who)}"`)]
const handed = async () =>
  (await s.db.query<{ at: string }>('select handed_at as at from exam_attempt order by id')).rows.map((r) =>
    new Date(r.at).toISOString(),
  )
const results = (as: As) => s.ok('GET /exams/:id/results', { params: { id } }, as)

it.each([owner, marker, decider])(
  '%s learns no name and no time of a hand-in, and no sheet by its own id',
  async (as) => {
    expect(await sent(as, [...names, ...(await handed())], [id, ...attempts, ...sheets])).toEqual([])
    const { items, opens } = await results(as)
    expect(items.map((r) => [r.name.startsWith('#'), r.user_id, r.points])).toEqual([
      [true, '', 9],
      [true, '', 7],
      [true, '', 2],
    ])
    // numbers lead to the sheets they stand for
    expect([opens, new Set(items.map((r) => r.attempt))]).toEqual([true, new Set(sheets)])
    for (const attempt of attempts)
      expect((await s.call('GET /exam-sheets/:id', { params: { id: attempt } }, as)).status).toBe(404)
  },
)

it('who does not mark reads names, and neither number nor sheet beside them', async () => {
  const { items, opens } = await results('super')
  expect([opens, items.map((r) => r.user_id)]).toEqual([
    false,
    ['second-student', 'referee', 'student'].map((n) => `user-${n}`),
  ])
  const raw = JSON.stringify(items)
  expect(sheets.filter((sheet) => raw.includes(sheet))).toEqual([])
})

it('once results are out names stand on both and lead to the sheets, and numbers are back when they are withdrawn', async () => {
  const look = async (as: As) => {
    const { items, opens } = await results(as)
    const person = items.find((r) => r.points === 2)
    const { items: found } = await s.ok(
      'GET /exams/:id/sheets',
      { params: { id }, query: { of: person?.user_id || (person?.attempt ?? '') } },
      as,
    )
    return [opens, person?.name, found.map((f) => f.candidate)]
  }
  const code = (await results(marker)).items.find((r) => r.points === 2)?.name
  s.clock.advance(3601)
  await s.ok('POST /exams/:id/publish', { params: { id }, body: {} }, owner)
  for (const as of [owner, decider]) expect(await look(as)).toEqual([true, `${whose} student`, [`${whose} student`]])
  // pages that were opened by the number stay
  expect((await s.ok('GET /exam-sheets/:id', { params: { id: sheets[0] ?? '' } }, marker)).candidate).toBe(
    `${whose} student`,
  )
  await s.ok('POST /exams/:id/withdraw', { params: { id }, body: {} }, owner)
  for (const as of [owner, marker, decider]) expect(await look(as)).toEqual([true, code, [code]])
  for (const as of [owner, marker, decider]) expect(await sent(as, names, [id])).toEqual([])
})
