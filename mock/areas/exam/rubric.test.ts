/** A rubric adds up to its question's own points; a paper asks the question for others, and markers and candidates see it in those. */
import { afterAll, beforeAll, expect, it } from 'vitest'
import { testServer, type TestServer } from '#tests/contract/support/server.ts'
import { layExam, layPractical } from '#tests/support/exam.ts'

let s: TestServer
const writer = 'page-number-one'
beforeAll(async () => {
  s = await testServer({ cheapPasswords: true })
})
afterAll(() => s.close())

it('shows lines of a rubric in the points of the paper to who marks and to who reads it afterwards', async () => {
  const rubric = [
    { text: 'Closed the port', points: 10 },
    { text: 'Said why', points: 10 },
    { text: 'Wrote it down', points: 10 },
  ]
  const exam = await layExam(s, await layPractical(s, { title: 'Harden it', rubric }), {
    review_depth: 'keys',
    anonymous: false,
  })
  const { attempt: id } = await s.ok('POST /my-exams/:id/begin', { params: { id: exam }, body: { writer } }, 'student')
  const answers = [{ item: 'i0', marked: false, answer: { type: 'operation' as const, text: 'Closed it', files: [] } }]
  await s.ok('POST /exam-attempts/:id/save', { params: { id }, body: { epoch: 1, seq: 1, writer, answers } }, 'student')
  await s.ok('POST /exam-attempts/:id/hand-in', { params: { id }, body: { epoch: 1, writer } }, 'student')
  const sheet = await s.ok('GET /exam-sheets/:id', { params: { id } }, 'super')
  const item = sheet.sections[0]?.items[0]
  // one line of three is a third of the ten points, not all of them
  expect([item?.score, item?.rubric.map((l) => l.points)]).toEqual([10, [3.34, 3.33, 3.33]])
  const body = { item: 'i0', round: 1, points: 6.67, comment: '', lines: [0, 1] }
  await s.ok('POST /exam-sheets/:id/marks', { params: { id }, body }, 'super')
  s.clock.advance(3601)
  await s.ok('POST /exams/:id/publish', { params: { id: exam }, body: {} }, 'super')
  const review = await s.ok('GET /exam-attempts/:id/review', { params: { id } }, 'student')
  const why = review.sections[0]?.items[0]?.why[0]
  expect([why?.points, why?.rule, why?.lines.map((l) => l.points)]).toEqual([6.67, 'rubric', [3.34, 3.33]])
})
