/** What a marker calls a question is the same on every sheet; who was absent is in the file of results; a candidate reads until when they look back. */
import { afterAll, beforeAll, expect, it } from 'vitest'
import { testServer, type TestServer, userId, username } from '#tests/contract/support/server.ts'
import { layExam, layPaper, minute, settleDue } from '#tests/support/exam.ts'

let s: TestServer
let exam = ''
const until = () => new Date(s.clock.now().getTime() + 9 * 24 * 60 * minute).toISOString()
let reviewTo = ''
const sheets: string[] = []
const who = ['student', 'second-student'] as const

beforeAll(async () => {
  s = await testServer({ cheapPasswords: true })
  const paper = await layPaper(s, 8)
  const { version } = await s.ok('GET /papers/:id', { params: { id: paper } }, 'super')
  await s.db.query(`update r_paper set data = data || '{"shuffle_items": true}' where id = $1`, [paper])
  expect(version).toBe(1)
  reviewTo = until()
  exam = await layExam(s, paper, {
    name: 'Midterm: north/south',
    anonymous: false,
    review_depth: 'keys',
    review_to: reviewTo,
  })
  for (const as of who) {
    const attempt = await s.ok(
      'POST /my-exams/:id/begin',
      { params: { id: exam }, body: { writer: 'page-number-one' } },
      as,
    )
    sheets.push(attempt.attempt)
    await s.ok(
      'POST /exam-attempts/:id/hand-in',
      { params: { id: attempt.attempt }, body: { epoch: 1, writer: 'page-number-one' } },
      as,
    )
  }
})
afterAll(() => s.close())

it('numbers questions for markers as the paper does, and says where they stand on the sheet', async () => {
  const seen = await Promise.all(
    sheets.map((id) => s.ok('GET /exam-sheets/:id', { params: { id }, query: { language: 'en-US' } }, 'super')),
  )
  const items = seen.map((sheet) => sheet.sections.flatMap((x) => x.items))
  for (const of of items) expect(of.map((i) => [i.id, i.n])).toEqual(of.map((_, n) => [`i${n}`, n + 1]))
  const orders = items.map((of) => of.map((i) => i.sheet_n))
  expect(orders.map((o) => o.toSorted((a, b) => a - b))).toEqual([1, 2].map(() => [1, 2, 3, 4, 5, 6, 7, 8]))
  expect(orders[0]).not.toEqual(orders[1])
})

it('lists who was absent in the file of results, which is named by the exam', async () => {
  s.clock.advance(61 * 60)
  await settleDue(s)
  const people = [...who, 'normal' as const].map(userId)
  const { version } = await s.ok('GET /exams/:id/audience', { params: { id: exam } }, 'super')
  await s.ok(
    'PUT /exams/:id/audience',
    { params: { id: exam }, body: { all: false, orgs: [], roles: [], users: people, version } as never },
    'super',
  )
  const file = await s.call('GET /exams/:id/results/file', { params: { id: exam }, query: { format: 'csv' } }, 'super')
  const [head = '', ...lines] = file.raw.body.trim().split('\r\n')
  const sat = head.split(',').indexOf('Attendance')
  const of = (as: Parameters<typeof username>[0]) => lines.find((l) => l.split(',')[2] === username(as))?.split(',')
  expect(of('student')?.[sat]).toBe('sat')
  expect(of('normal')).toEqual(expect.arrayContaining(['absent']))
  expect(of('normal')?.slice(4, 8)).toEqual(['', '', '', ''])
  expect(lines).toHaveLength(3)
  expect(decodeURIComponent(String(file.raw.headers['content-disposition']))).toContain(
    'Midterm north south results.csv',
  )
})

it('tells the candidate until when they look back', async () => {
  await s.ok('POST /exams/:id/publish', { params: { id: exam }, body: {} }, 'super')
  const params = { id: sheets[0] ?? '' }
  expect(await s.ok('GET /exam-attempts/:id/review', { params }, 'student')).toMatchObject({ until: reviewTo })
})
