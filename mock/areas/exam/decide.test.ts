/** Answers that none of the named markers is left for: whoever keeps the exam decides, hears of it, and is told before it comes to that. */
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { ExamBody } from '#src/contract/exam/exam.schema.ts'
import { makeKeepers } from '#tests/contract/support/keepers.ts'
import { type As, testServer, type TestServer, userId } from '#tests/contract/support/server.ts'
import { layExam, layPractical } from '#tests/support/exam.ts'

let s: TestServer
let paper = ''
const writer = 'page-number-one'
const [owner, a, b, c] = ['teacher', 'normal', 'second-student', 'referee'] as const
beforeAll(async () => {
  s = await testServer({ cheapPasswords: true })
  paper = await layPractical(s, { title: 'Harden it', rubric: [{ text: 'Done', points: 10 }] })
  await makeKeepers(s, owner, a, b, c)
})
afterAll(() => s.close())

/** An exam of the owner's that others see and do not change. */
async function lay(more: Partial<ExamBody>): Promise<string> {
  const id = await layExam(s, paper, { double: true, markers: [a, b].map(userId), ...more })
  await s.db.query('update r_exam set owner_id = $2 where id = $1', [id, userId(owner)])
  return id
}
async function sat(id: string, as: As = 'student'): Promise<string> {
  const { attempt } = await s.ok('POST /my-exams/:id/begin', { params: { id }, body: { writer } }, as)
  const answers = [{ item: 'i0', marked: false, answer: { type: 'operation' as const, text: 'Closed it', files: [] } }]
  const params = { id: attempt }
  await s.ok('POST /exam-attempts/:id/save', { params, body: { epoch: 1, seq: 1, writer, answers } }, as)
  await s.ok('POST /exam-attempts/:id/hand-in', { params, body: { epoch: 1, writer } }, as)
  const { rows } = await s.db.query<{ id: string }>('select marking_id as id from exam_attempt where id = $1', [
    attempt,
  ])
  return rows[0]?.id ?? ''
}
const mark = (id: string, round: number, points: number, as: As) =>
  s.call('POST /exam-sheets/:id/marks', { params: { id }, body: { item: 'i0', round, points, lines: [] } }, as)
const can = async (id: string, as: As) => (await s.ok('GET /exams/:id', { params: { id } }, as)).can
const waiting = async (id: string, as: As) => [
  (await s.ok('GET /dashboard/work', {}, as)).marking?.items.find((e) => e.id === id)?.n ?? 0,
  (await s.ok('GET /exams/:id', { params: { id } }, as)).for_me,
]
const heard = async (id: string, as: As) =>
  (await s.ok('GET /messages', { query: { page_size: 50 } }, as)).items.filter(
    (m) => m.kind === 'exam_undecided' && JSON.stringify(m.link).includes(id),
  ).length
const checks = async (id: string) =>
  Object.fromEntries(
    (await s.ok('GET /exams/:id/checklist', { params: { id } }, owner)).items.map((l) => [l.what, l.ok]),
  )

it('two markers who differ leave the answer to whoever keeps the exam, who hears of it once and decides', async () => {
  const id = await lay({ attempts: 2 })
  expect(await checks(id)).toMatchObject({ two_markers: true, third_marker: false })
  const sheet = await sat(id)
  const another = await sat(id)
  // nothing of it is theirs before
  expect([(await can(id, owner)).includes('give'), await waiting(id, owner)]).toEqual([false, [0, 0]])
  expect((await mark(sheet, 1, 9, owner)).problem.code).toBe('marked_by_others')
  for (const one of [sheet, another]) {
    await mark(one, 1, 2, a)
    expect((await mark(one, 2, 9, b)).status).toBe(200)
  }
  expect(await waiting(id, a)).toEqual([0, 0])
  expect([await waiting(id, owner), await heard(id, owner), (await can(id, owner)).includes('give')]).toEqual([
    [2, 2],
    1,
    true,
  ])
  const state = (as: As) => s.ok('GET /exams/:id/marking', { params: { id } }, as)
  // who waits for it reads who decides
  expect((await state(a)).undecided).toEqual({ sheets: 2, deciders: [expect.stringContaining('eacher')] })
  expect((await state(owner)).items[0]?.mine).toBe(2)
  const next = await s.ok('GET /exams/:id/marking/next', { params: { id }, query: { item: 'i0' } }, owner)
  expect(next.items.map((n) => [n.candidate.startsWith('#'), n.item.may])).toEqual([
    [true, 3],
    [true, 3],
  ])
  // nobody else with the same pages
  expect((await mark(sheet, 3, 6, c)).problem.code).toBe('marked_by_others')
  expect((await mark(sheet, 3, 6, a)).status).not.toBe(200)
  expect((await mark(sheet, 3, 6, owner)).body).toMatchObject({ points: 6, open: 0 })
  // what they decided they may change until it is out
  expect((await mark(sheet, 3, 7, owner)).body).toMatchObject({ points: 7 })
  expect((await mark(another, 3, 6, 'admin')).status).toBe(200)
  expect([await waiting(id, owner), (await state(a)).undecided.sheets]).toEqual([[0, 0], 0])
})

it('whoever keeps the exam and marked the answer is not named as the one who decides', async () => {
  const id = await lay({ markers: [owner, b].map(userId) })
  const sheet = await sat(id)
  await mark(sheet, 1, 2, owner)
  await mark(sheet, 2, 9, b)
  const { undecided } = await s.ok('GET /exams/:id/marking', { params: { id } }, owner)
  expect(undecided).toEqual({ sheets: 1, deciders: [] })
  expect((await mark(sheet, 3, 6, owner)).status).not.toBe(200)
  expect((await mark(sheet, 3, 6, 'admin')).status).toBe(200)
})

it('a third marker who is left decides, and the owner does not', async () => {
  const id = await lay({ markers: [a, b, c].map(userId) })
  expect(await checks(id)).toMatchObject({ third_marker: true, objections: false })
  const sheet = await sat(id)
  await mark(sheet, 1, 2, a)
  await mark(sheet, 2, 9, b)
  expect((await mark(sheet, 3, 6, owner)).problem.code).toBe('marked_by_others')
  expect([await waiting(id, owner), await waiting(id, c), await heard(id, owner)]).toEqual([[0, 0], [1, 1], 0])
  // whose account is closed is left for nothing
  await s.db.query(`update r_user set k_status = 'disabled', data = data || '{"status":"disabled"}' where id = $1`, [
    userId(c),
  ])
  expect(await checks(id)).toMatchObject({ two_markers: true, third_marker: false })
  expect(await waiting(id, owner)).toEqual([1, 1])
  expect((await mark(sheet, 3, 6, owner)).status).toBe(200)
  await s.db.query(`update r_user set k_status = 'normal', data = data || '{"status":"normal"}' where id = $1`, [
    userId(c),
  ])
})

it('says that a marker can answer objections where one is left for every answer', async () => {
  const id = await lay({ double: false, anonymous: false })
  expect((await checks(id))['objections']).toBe(true)
  expect((await checks(await lay({ double: false, markers: [userId(a)] })))['objections']).toBe(false)
  // marked by two as long as it was marked by two
  const two = await lay({ anonymous: false })
  const sheet = await sat(two)
  const { rows } = await s.db.query<{ id: string }>('select id from exam_attempt where marking_id = $1', [sheet])
  await mark(rows[0]?.id ?? '', 1, 5, a)
  await mark(rows[0]?.id ?? '', 2, 5, b)
  await s.db.query(`update r_exam set data = data || '{"double":false}' where id = $1`, [two])
  expect((await checks(two))['objections']).toBe(false)
})
