/** Who can be named to mark an exam, and who is none of its candidates. */
import { afterAll, beforeAll, expect, it } from 'vitest'
import { ExamBody } from '#src/contract/exam/exam.schema.ts'
import { makeKeepers } from '#tests/contract/support/keepers.ts'
import { type AccountName, testServer, type TestServer, userId } from '#tests/contract/support/server.ts'
import { layExam, layPaper, settleDue } from '#tests/support/exam.ts'

let s: TestServer
let paper = ''
beforeAll(async () => {
  s = await testServer({ cheapPasswords: true })
  paper = await layPaper(s, 1)
  await makeKeepers(s, 'normal')
})
afterAll(() => s.close())

const choose = async (id: string, ...people: AccountName[]) => {
  const { version } = await s.ok('GET /exams/:id/audience', { params: { id } }, 'super')
  const body = { all: false, orgs: [], roles: [], teams: [], users: people.map(userId), version }
  await s.ok('PUT /exams/:id/audience', { params: { id }, body }, 'super')
}
/** What is wrong with naming these, by rule and name. */
async function refused(id: string, ...markers: AccountName[]): Promise<unknown> {
  const now = await s.ok('GET /exams/:id', { params: { id } }, 'super')
  const body = Object.fromEntries(
    Object.keys(ExamBody.shape).map((k) => [k, (now as unknown as Record<string, unknown>)[k]]),
  )
  const whole = { ...body, markers: markers.map(userId), version: now.version }
  const { status, problem } = await s.call('PUT /exams/:id', { params: { id }, body: whole as never }, 'super')
  return status === 200
    ? 'saved'
    : problem.details?.fields?.map((f) => [f.path, f.rule, String(f.params?.['name']).replace(/ @.*/, '')])
}

it('only people who can mark are offered and named, and whoever is named already stands', async () => {
  const offered = await s.ok('GET /exams/markers/options', { query: { page_size: 100 } }, 'super')
  const ids = offered.items.map((i) => i.id)
  expect([ids.includes(userId('teacher')), ids.includes(userId('student')), ids.includes(userId('disabled'))]).toEqual([
    true,
    false,
    false,
  ])
  const named = await s.ok('GET /exams/markers/options', { query: { ids: [userId('student')] } }, 'super')
  expect(named.items.map((i) => i.id)).toEqual([userId('student')])
  const id = await layExam(s, paper)
  expect(await refused(id, 'teacher', 'student')).toEqual([['markers.1', 'cannot_mark', 'User student']])
  await expect(layExam(s, paper, { markers: [userId('student')] })).rejects.toThrow('cannot_mark')
  await s.db.query(
    `update r_exam set k_markers = array[$2::text], data = data || jsonb_build_object('markers', jsonb_build_array($2::text)) where id = $1`,
    [id, userId('student')],
  )
  expect(await refused(id, 'student')).toBe('saved')
  const { items } = await s.ok('GET /exams/:id/checklist', { params: { id } }, 'super')
  expect(items.find((c) => c.what === 'markers')).toMatchObject({ ok: false, params: { n: 0, named: 1 } })
})

it('a candidate is no marker: neither one who has begun nor one it is for', async () => {
  const id = await layExam(s, await layPaper(s, 1, 'Seconds'), { markers: [userId('teacher')] })
  await s.db.query(`update r_exam set share_scope = 'private' where id = $1`, [id])
  // of one for everybody they are who has begun
  await s.ok('POST /my-exams/:id/begin', { params: { id }, body: { writer: 'page-number-one' } }, 'normal')
  expect(await refused(id, 'teacher', 'normal')).toEqual([['markers.1', 'sits_exam', 'User normal']])
  const other = await layExam(s, await layPaper(s, 1, 'Others'), { markers: [userId('teacher')] })
  await s.db.query(`update r_exam set share_scope = 'private' where id = $1`, [other])
  await choose(other, 'student', 'normal')
  expect(await refused(other, 'teacher', 'normal')).toEqual([['markers.1', 'sits_exam', 'User normal']])
  await choose(other, 'student')
  expect(await refused(other, 'teacher', 'normal')).toBe('saved')
})

it('a marker among those it is for is no candidate: in no count, in no list, not called and not absent', async () => {
  const id = await layExam(s, await layPaper(s, 1, 'Thirds'), { markers: [userId('teacher')], anonymous: false })
  const { name } = await s.ok('GET /exams/:id', { params: { id } }, 'super')
  await choose(id, 'student', 'second-student', 'teacher')
  s.clock.advance(200)
  await settleDue(s)
  const called = async (as: AccountName) =>
    (await s.ok('GET /messages', {}, as)).items.some((m) => m.kind === 'exam_set' && m.params['exam'] === name)
  expect([await called('student'), await called('teacher')]).toEqual([true, false])
  const list = await s.ok('GET /exams/:id/checklist', { params: { id } }, 'super')
  expect(list.candidates).toBe(2)
  expect(list.items.find((c) => c.what === 'candidates')?.params).toEqual({ n: 2 })
  expect((await s.ok('GET /exams/:id/turnout', { params: { id } }, 'super')).not_begun).toBe(2)
  const hall = await s.ok('GET /exams/:id/candidates', { params: { id } }, 'super')
  expect([hall.total, hall.items.map((c) => c.user_id)]).toEqual([
    2,
    expect.not.arrayContaining([userId('teacher')]) as unknown,
  ])
  s.clock.advance(3600)
  const results = await s.ok('GET /exams/:id/results', { params: { id } }, 'super')
  expect([results.absent, results.items.map((r) => r.user_id).includes(userId('teacher'))]).toEqual([2, false])
  const { raw } = await s.call('GET /exams/:id/results/file', { params: { id }, query: { format: 'csv' } }, 'super')
  expect([raw.body.includes('student'), raw.body.includes('teacher')]).toEqual([true, false])
})
