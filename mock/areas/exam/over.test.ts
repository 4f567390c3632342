/** When an exam is over for everybody, what is said to who has not begun, and what no longer changes of one that was ended. */
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { liveChannel } from '#mock/live/publish.ts'
import { type As, testServer, type TestServer, userId } from '#tests/contract/support/server.ts'
import { layExam, layPaper, saveOf, settleDue } from '#tests/support/exam.ts'

let s: TestServer
let paper = ''
const writer = 'page-number-one'
beforeAll(async () => {
  s = await testServer({ cheapPasswords: true })
  paper = await layPaper(s, 2, 'Over')
})
afterAll(() => s.close())

const begin = (id: string, as: As = 'student') =>
  s.call('POST /my-exams/:id/begin', { params: { id }, body: { writer } }, as)
const extra = (id: string, minutes: number, of: 'student' | 'second-student' = 'student') =>
  s.ok(
    'POST /exams/:id/extra',
    { params: { id }, body: { user_ids: [userId(of)], minutes, reason: 'Slow network' } },
    'super',
  )
const end = (id: string) => s.ok('POST /exams/:id/end', { params: { id }, body: { reason: 'Fire alarm' } }, 'super')
const row = (id: string) => s.ok('GET /exams/:id', { params: { id } }, 'super')
const guide = (id: string, as: As = 'student') => s.ok('GET /my-exams/:id', { params: { id } }, as)
const after = async (seconds: number) => {
  s.clock.advance(seconds)
  await settleDue(s)
}
/** Whether somebody may write, by the row, and whether this candidate may begin, by his guide and by the call itself. */
const still = async (id: string, as: As = 'student') => [
  (await row(id)).running,
  ['begin', 'resume'].includes((await guide(id, as)).may),
  (await begin(id, as)).status === 200,
]

it('an exam that somebody ended is over for all, whatever more time one of them had, begun or not', async () => {
  const begun = await layExam(s, paper)
  await begin(begun)
  await extra(begun, 10)
  await end(begun)
  // collected in a moment
  expect((await row(begun)).running).toBe(true)
  await after(3)
  expect(await still(begun)).toEqual([false, false, false])

  const absent = await layExam(s, paper)
  await extra(absent, 10)
  await end(absent)
  expect(await still(absent)).toEqual([false, false, false])

  const off = await layExam(s, paper, { start_mode: 'go' })
  await extra(off, 10)
  await end(off)
  expect(await still(off)).toEqual([false, false, false])
})

it('extra time opens an exam that ended by its plan to who has it and has not used it up or come too late', async () => {
  const id = await layExam(s, paper)
  await extra(id, 10)
  await after(3600 + 60)
  expect([(await row(id)).running, (await guide(id)).may, (await guide(id, 'second-student')).may]).toEqual([
    true,
    'begin',
    'over',
  ])
  const { attempt } = (await begin(id)).body
  await s.ok('POST /exam-attempts/:id/hand-in', { params: { id: attempt }, body: { epoch: 1, writer } }, 'student')
  expect(await still(id)).toEqual([false, false, false])

  const late = await layExam(s, paper, { late: 20 })
  await extra(late, 10)
  await after(3600 + 60)
  expect(await still(late)).toEqual([false, false, false])
})

it('a sheet that is opened again may be written on after the end', async () => {
  const id = await layExam(s, paper)
  const { attempt } = (await begin(id)).body
  await end(id)
  await after(3)
  await s.ok(
    'POST /exam-attempts/:id/reopen',
    { params: { id: attempt }, body: { minutes: 5, reason: 'Mistake' } },
    'super',
  )
  expect((await row(id)).running).toBe(true)
  await after(7 * 60)
  expect((await row(id)).running).toBe(false)
})

it('results that the clock shows wait until nobody writes or may begin', async () => {
  const results_at = new Date(s.clock.now().getTime() + 3600_000).toISOString()
  const id = await layExam(s, paper, { results_at })
  const { attempt } = (await begin(id)).body
  await s.ok('POST /exam-attempts/:id/hand-in', { params: { id: attempt }, body: { epoch: 1, writer } }, 'student')
  await extra(id, 10, 'second-student')
  const review = async () =>
    (await s.call('GET /exam-attempts/:id/review', { params: { id: attempt } }, 'student')).status
  const shown = async () => [
    await review(),
    (await guide(id)).result !== null,
    (await row(id)).can.includes('withdraw'),
    (await s.ok('GET /messages', { query: {} }, 'student')).items.some(
      (m) => m.link?.params?.['exam_id'] === id && m.kind === 'exam_published',
    ),
  ]
  await after(3600 + 60)
  expect(await shown()).toEqual([409, false, false, false])
  const second = (await begin(id, 'second-student')).body.attempt
  await after(300)
  expect(await shown()).toEqual([409, false, false, false])
  await s.ok(
    'POST /exam-attempts/:id/hand-in',
    { params: { id: second }, body: { epoch: 1, writer } },
    'second-student',
  )
  await after(60)
  expect(await shown()).toEqual([200, true, true, true])
})

it('what was said to all, to one, or of his time is read by who waits and by who begins afterwards', async () => {
  const id = await layExam(s, paper, { attempts: 2 })
  const tell = (text: string, ...user_ids: string[]) =>
    s.ok('POST /exams/:id/message', { params: { id }, body: { text, user_ids } }, 'super')
  await tell('The room is open')
  await tell('Only you', userId('student'))
  await tell('Only another', userId('second-student'))
  await extra(id, 10)
  const waiting = (await guide(id)).messages
  expect(waiting.map((m) => [m.text, m.minutes])).toEqual([
    ['The room is open', null],
    ['Only you', null],
    ['', 10],
  ])
  s.clock.advance(60)
  const { attempt } = (await begin(id)).body
  const state = () => s.ok('GET /exam-attempts/:id/state', { params: { id: attempt } }, 'student')
  expect((await state()).messages).toEqual(waiting)
  expect((await s.ok('GET /messages/unread', {}, 'student')).exam?.message).toEqual(waiting.at(-1))
  await tell('Ten minutes left')
  expect((await state()).messages.at(-1)?.text).toBe('Ten minutes left')
  // heard with the first attempt, and no news to the second
  s.clock.advance(60)
  await s.ok('POST /exam-attempts/:id/hand-in', { params: { id: attempt }, body: { epoch: 1, writer } }, 'student')
  s.clock.advance(60)
  await tell('Second round')
  const second = (await begin(id)).body.attempt
  const { messages } = await s.ok('GET /exam-attempts/:id/state', { params: { id: second } }, 'student')
  expect(messages.map((m) => m.text)).toEqual(['Second round'])
})

it('who watches is told when sheets are collected, by the clock or by the page that asks for its receipt', async () => {
  const told: string[] = []
  const stop = await s.db.listen(liveChannel, (text) => void told.push(text))
  const watching = JSON.stringify(['exams', { screens: ['exam-manage'] }])
  for (const collect of [
    () => after(3),
    (attempt: string) =>
      s.ok('POST /exam-attempts/:id/hand-in', { params: { id: attempt }, body: { epoch: 1, writer } }, 'student'),
  ]) {
    const id = await layExam(s, paper)
    const { attempt } = (await begin(id)).body
    await end(id)
    await vi.waitFor(() => expect(told).toContain(watching))
    told.length = 0
    await collect(attempt)
    expect((await row(id)).handed_in).toBe(1)
    await vi.waitFor(() => expect(told).toContain(watching))
    told.length = 0
    await after(3)
  }
  await stop()
})

it('other pages of a candidate are told when he hands in', async () => {
  const told: string[] = []
  const stop = await s.db.listen(liveChannel, (text) => void told.push(text))
  const { attempt } = (await begin(await layExam(s, paper))).body
  await s.ok('POST /exam-attempts/:id/hand-in', { params: { id: attempt }, body: { epoch: 1, writer } }, 'student')
  await vi.waitFor(() => expect(told).toContain(JSON.stringify(['exams', { users: [userId('student')] }])))
  await stop()
})

it('keeps its times once it was ended, and says when that was', async () => {
  const id = await layExam(s, paper)
  s.clock.advance(60)
  await end(id)
  const { ended_at, end_at, name, paper_id, starts_at, ends_at, version } = await row(id)
  expect(ended_at).toBe(s.clock.now().toISOString())
  expect([end_at, ends_at === end_at]).toEqual([ended_at, false])
  const set = { name, paper_id, starts_at, ends_at, anonymous: true, version }
  const change = (body: object) => s.call('PUT /exams/:id', { params: { id }, body: { ...set, ...body } }, 'super')
  const later = new Date(s.clock.now().getTime() + 7_200_000).toISOString()
  const refused = await change({ ends_at: later, late: 5 })
  expect(refused.problem.details?.fields).toEqual([
    { path: 'ends_at', rule: 'ended_already' },
    { path: 'late', rule: 'ended_already' },
  ])
  expect((await change({ name: 'Ended and renamed' })).status).toBe(200)
})

it('counts what was answered in the figures of a question, and nothing for one that was left empty', async () => {
  const fresh = await layPaper(s, 2, 'Untouched')
  const id = await layExam(s, fresh, { kind: 'practice' })
  const { attempt } = (await begin(id)).body
  const answer = { type: 'single' as const, chosen: ['b'] }
  await saveOf(s, attempt, { seq: 1, answers: [{ item: 'i0', marked: false, answer }] as never })
  await s.ok('POST /exam-attempts/:id/hand-in', { params: { id: attempt }, body: { epoch: 1, writer } }, 'student')
  const { items } = await s.ok('GET /theory-questions', { query: { q: 'Untouched' } as never }, 'super')
  const of = (n: number) => items.find((i) => i.title === `Untouched ${n}`)
  expect([of(0), of(1)].map((i) => [i?.answers, i?.correct_rate])).toEqual([
    [1, 0],
    [0, null],
  ])
})
