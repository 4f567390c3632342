/** An attempt is begun by who accepts the declaration of its exam; who only looks for an open one begins nothing. */
import { afterAll, beforeAll, expect, it } from 'vitest'
import { testServer, type TestServer } from '#tests/contract/support/server.ts'
import { layExam, layPaper, minute } from '#tests/support/exam.ts'

let s: TestServer
let paper = ''
beforeAll(async () => {
  s = await testServer({ cheapPasswords: true })
  paper = await layPaper(s, 1)
})
afterAll(() => s.close())

const begin = (id: string, accepted?: boolean) =>
  s.call(
    'POST /my-exams/:id/begin',
    {
      params: { id },
      body: { writer: 'page-number-one', ...(accepted === undefined ? {} : { accepted }) },
    },
    'student',
  )
const used = async (id: string) => (await s.ok('GET /my-exams/:id', { params: { id } }, 'student')).mine.length

it('begins an exam with a declaration for nobody who has not accepted it', async () => {
  const exam = await layExam(s, paper, { declaration: 'I work alone.' })
  expect((await s.ok('GET /my-exams/:id', { params: { id: exam } }, 'student')).declaration).toBe('I work alone.')
  for (const said of [undefined, false])
    expect(await begin(exam, said)).toMatchObject({ status: 409, body: { code: 'exam_not_accepted' } })
  expect(await used(exam)).toBe(0)
  expect((await begin(exam, true)).status).toBe(200)
  // what runs already goes on without
  expect((await begin(exam)).status).toBe(200)
  expect((await begin(exam, false)).status).toBe(200)
  expect(await used(exam)).toBe(1)
})

it('begins nothing for a page that asks for an open attempt only', async () => {
  const exam = await layExam(s, paper)
  expect(await begin(exam, false)).toMatchObject({ status: 409, body: { code: 'exam_not_accepted' } })
  expect(await used(exam)).toBe(0)
})

it('keeps the declaration as it was once somebody accepted it', async () => {
  const exam = await layExam(s, paper, { declaration: 'I work alone.' })
  await begin(exam, true)
  const { version } = await s.ok('GET /exams/:id', { params: { id: exam } }, 'super')
  const changed = await s.call(
    'PUT /exams/:id' as never,
    { params: { id: exam }, body: { declaration: 'Anything goes.', version } } as never,
    'super',
  )
  expect(changed.status).not.toBe(200)
})

it('lists what can be sat, then what is next, then what is over', async () => {
  const from = s.clock.now().getTime()
  const at = (minutes: number) => new Date(from + minutes * minute).toISOString()
  const over = await layExam(s, paper, { starts_at: at(-120), ends_at: at(1) })
  s.clock.advance(120)
  const later = await layExam(s, paper, { starts_at: at(600), ends_at: at(660) })
  const next = await layExam(s, paper, { starts_at: at(60), ends_at: at(120) })
  const now = await layExam(s, paper)
  const all = (await s.ok('GET /my-exams', { query: { page_size: 100 } }, 'student')).items.map((e) => e.id)
  expect(all.filter((id) => [over, later, next, now].includes(id))).toEqual([now, next, later, over])
})

it('is called what it is called, whatever its paper is', async () => {
  const exam = await layExam(s, paper, { name: 'Midterm of the north class' })
  const listed = (await s.ok('GET /my-exams', { query: { page_size: 100 } }, 'student')).items.find(
    (e) => e.id === exam,
  )
  expect(listed?.name).toBe('Midterm of the north class')
  expect((await s.ok('GET /my-exams/:id', { params: { id: exam } }, 'student')).name).toBe('Midterm of the north class')
})
