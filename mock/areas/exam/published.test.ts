/** Whoever sat an exam hears of its results where he hears of everything else. */
import { afterAll, beforeAll, expect, it } from 'vitest'
import { testServer, type TestServer } from '#tests/contract/support/server.ts'
import { layExam, layPaper } from '#tests/support/exam.ts'

let s: TestServer
beforeAll(async () => {
  s = await testServer({ cheapPasswords: true })
})
afterAll(() => s.close())

it('results that are published are a message to each who sat the exam, and to nobody else', async () => {
  const exam = await layExam(s, await layPaper(s, 1), { name: 'Networks I' })
  const writer = 'page-number-one'
  const { attempt: id } = await s.ok('POST /my-exams/:id/begin', { params: { id: exam }, body: { writer } }, 'student')
  await s.ok('POST /exam-attempts/:id/hand-in', { params: { id }, body: { epoch: 1 } }, 'student')
  await s.ok('POST /exams/:id/publish', { params: { id: exam }, body: {} }, 'super')
  const told = async (as: 'student' | 'second-student') =>
    (await s.ok('GET /messages', { query: {} }, as)).items.filter((m) => m.kind === 'exam_published')
  expect(await told('student')).toMatchObject([
    { params: { exam: 'Networks I' }, link: { screen: 'exam-guide', params: { exam_id: exam } } },
  ])
  expect(await told('second-student')).toEqual([])
})
