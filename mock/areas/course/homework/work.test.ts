/** Quizzes and reports with a due time: in the list of what is due, in the schedule, in reminders, and zero in the score once it is over. */
import { afterAll, beforeAll, expect, it } from 'vitest'
import { dueHandlers } from '#mock/due.ts'
import { sweep } from '#mock/db/due.ts'
import { layCourse, layQuestion, quizOf } from '#tests/support/course.ts'
import { labContent, layTopology } from '#tests/support/lab.ts'
import { type As, testServer, type TestServer, userId } from '#tests/contract/support/server.ts'

let s: TestServer
beforeAll(async () => {
  s = await testServer({ cheapPasswords: true })
})
afterAll(() => s.close())

const hour = 3600
const at = (hours: number) => new Date(s.clock.now().getTime() + hours * hour * 1000).toISOString()
const jobs = () => sweep(s.db, dueHandlers(s.platform), s.clock.now)
const due = async (id: string, as: As = 'student') =>
  (await s.ok('GET /learning/due', { query: { page_size: 200 } }, as)).items.filter((w) => w.course.id === id)
const scheduled = async (id: string, as: As = 'student') =>
  (await s.ok('GET /schedule', { query: { from: at(-48), to: at(48) } }, as)).items.filter((i) => i.id.startsWith(id))
const told = async (as: 'student' | 'second-student') =>
  (
    await s.db.query<{ params: { homework: string } }>(
      `select params from message where user_id = $1 and kind = 'work_soon' order by id`,
      [userId(as)],
    )
  ).rows.map((r) => r.params.homework)
const score = (id: string, as: As = 'student') => s.ok('GET /learning/courses/:id/score', { params: { id } }, as)

async function ground(due_at: string | null): Promise<string> {
  const [topology, question] = [await layTopology(s), await layQuestion(s)]
  const report = { template: '', template_other: '', rubric: [{ id: 'a', text: 'A', points: 10 }], due_at }
  const id = await layCourse(s, {
    lessons: [
      {
        id: 'l1',
        sections: [
          { id: 'q1', title: 'The quiz', content: { ...quizOf([question]), due_at } as ReturnType<typeof quizOf> },
          { id: 'r1', title: 'The report', rule: 'report', content: labContent(topology, { report }) },
        ],
      },
      {
        id: 'l2',
        after: 'l1',
        sections: [{ id: 'q2', content: { ...quizOf([question]), due_at } as ReturnType<typeof quizOf> }],
      },
    ],
  })
  for (const as of ['student', 'second-student'] as const)
    await s.ok('POST /learning/courses/:id/join', { params: { id }, body: {} }, as)
  return id
}
const answer = (id: string, as: As) =>
  s.ok(
    'POST /learning/courses/:id/sections/:section/tries',
    { params: { id, section: 'q1' }, body: { answers: { i0: { type: 'single', chosen: ['a'] } }, revision: 1 } },
    as,
  )

it('counts zero in the course score once it is due, until it is done', async () => {
  const id = await ground(at(2))
  await answer(id, 'second-student')
  expect((await score(id)).share).toBeNull()
  expect((await score(id, 'second-student')).share).toBe(1)
  s.clock.advance(3 * hour)
  const late = await score(id)
  expect([late.share, late.parts.map((p) => [p.id, p.state])]).toEqual([
    0,
    [
      ['q1', 'missing'],
      ['r1', 'missing'],
      ['q2', 'missing'],
    ],
  ])
  // the report counts as much as the quizzes, of which one is missing
  expect((await score(id, 'second-student')).share).toBeCloseTo(0.25)
  await answer(id, 'student')
  expect((await score(id)).share).toBeCloseTo(0.25)
  const never = await ground(null)
  s.clock.advance(3 * hour)
  expect((await score(never)).share).toBeNull()
})

it('stands in the list of what is due and in the schedule, as far as it is open, until it is handed in', async () => {
  const id = await ground(at(2))
  expect((await due(id)).map((w) => [w.id, w.kind, w.state, w.late])).toEqual([
    ['q1', 'quiz', 'none', false],
    ['r1', 'report', 'none', false],
  ])
  expect((await scheduled(id)).map((i) => [i.kind, i.title, i.status])).toEqual([
    ['work', 'The quiz', 'due'],
    ['work', 'The report', 'due'],
  ])
  await answer(id, 'student')
  expect((await due(id)).map((w) => w.id)).toEqual(['r1'])
  expect((await scheduled(id)).map((i) => i.status)).toEqual(['handed', 'due'])
  s.clock.advance(3 * hour)
  expect((await due(id)).map((w) => [w.id, w.late])).toEqual([['r1', true]])
  expect(await due(id, 'referee')).toEqual([])
})

it('is said a day and an hour before to whoever has it open and has not handed it in', async () => {
  const had = [(await told('student')).length, (await told('second-student')).length]
  const id = await ground(at(30))
  await answer(id, 'second-student')
  s.clock.advance(6.5 * hour)
  await jobs()
  await jobs()
  expect((await told('student')).slice(had[0])).toEqual(['The quiz', 'The report'])
  expect((await told('second-student')).slice(had[1])).toEqual(['The report'])
  s.clock.advance(23 * hour)
  await jobs()
  expect((await told('second-student')).slice(had[1])).toEqual(['The report', 'The report'])
})
