/** The course score on certificates, and certificates that ask for one. */
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { Answer } from '#src/contract/bank/answer.schema.ts'
import { type As, testServer, type TestServer } from '#tests/contract/support/server.ts'
import { layCourse, layQuestion, quizOf, text } from '#tests/support/course.ts'

let s: TestServer
beforeAll(async () => {
  s = await testServer({ cheapPasswords: true })
})
afterAll(() => s.close())

const choose = (option: string): Answer => ({ type: 'single', chosen: [option] })
async function ground(min_score: number | null, quiz = true) {
  const sections = quiz
    ? [{ id: 'q', content: quizOf([await layQuestion(s), await layQuestion(s)]), rule: 'answered' as const }]
    : [{ id: 't', content: text('One') }]
  const id = await layCourse(s, {
    course: { certificate: { months: null, min_score } } as never,
    lessons: [{ id: 'l1', sections }],
  })
  await s.ok('POST /learning/courses/:id/join', { params: { id }, body: {} }, 'student')
  return id
}
const hand = (id: string, right: boolean) =>
  s.ok(
    'POST /learning/courses/:id/sections/:section/tries',
    {
      params: { id, section: 'q' },
      body: { answers: { i0: choose('a'), i1: choose(right ? 'a' : 'b') }, revision: 1 },
    },
    'student',
  )
const own = async (id: string, as: As = 'student') =>
  (await s.ok('GET /learning/certificates', { query: { page_size: 200 } }, as)).items.filter((c) => c.course_id === id)

it('the score is printed and signed, and checking shows it; where nothing counts there is none', async () => {
  const id = await ground(null)
  await hand(id, false)
  const [certificate] = await own(id)
  expect(certificate).toMatchObject({ score: 0.5, grade: 'D' })
  const number = certificate?.number ?? ''
  const checked = await s.ok('POST /certificates/verify', { body: { number } })
  expect(checked).toMatchObject({ verdict: 'genuine', certificate: { score: 0.5, grade: 'D' } })
  const { raw } = await s.call('GET /learning/certificates/:number/file', { params: { number } }, 'student')
  expect((await s.ok('POST /certificates/verify', { body: { file: raw.body } })).verdict).toBe('genuine')
  const better = raw.body.replace('"score": 0.5', '"score": 0.9')
  expect(better).not.toBe(raw.body)
  expect(await s.ok('POST /certificates/verify', { body: { file: better } })).toMatchObject({
    verdict: 'changed',
    differs: ['score'],
  })
  const plain = await ground(null, false)
  const done = { params: { id: plain, section: 't' }, body: { revision: 1 } }
  await s.ok('POST /learning/courses/:id/sections/:section/done', done, 'student')
  expect(Object.keys((await own(plain))[0] ?? {})).not.toContain('score')
})

it('whoever completes the course below the score that is asked for gets none until they reach it, once', async () => {
  const id = await ground(0.8)
  await hand(id, false)
  expect((await s.ok('GET /learning/courses/:id', { params: { id } }, 'student')).member?.state).toBe('completed')
  expect(await own(id)).toEqual([])
  // a keeper cannot issue it either
  const issued = await s.ok('POST /courses/:id/certificates', { params: { id }, body: { user_id: null } }, 'super')
  expect(issued.issued).toBe(0)
  await hand(id, true)
  expect((await own(id)).map((c) => [c.score, c.grade])).toEqual([[1, 'A']])
  await hand(id, true)
  expect((await own(id)).length).toBe(1)
})

it('a score that is none is refused in the form of the course', async () => {
  for (const min_score of [-0.1, 1.1, 'x'])
    await expect(
      layCourse(s, { course: { certificate: { months: null, min_score } } as never, lessons: [] }),
    ).rejects.toThrow('422')
})
