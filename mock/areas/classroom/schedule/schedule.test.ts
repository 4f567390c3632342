/** Homework and exams in the schedule, and what is said before them. */
import { afterAll, beforeAll, expect, it } from 'vitest'
import { dueHandlers } from '#mock/due.ts'
import { sweep } from '#mock/db/due.ts'
import { type As, testServer, type TestServer, userId } from '#tests/contract/support/server.ts'
import { layExam, layPaper } from '#tests/support/exam.ts'
import { homeworkOf, layCourse, layQuestion, text } from '#tests/support/course.ts'

let s: TestServer
beforeAll(async () => {
  s = await testServer({ cheapPasswords: true })
})
afterAll(() => s.close())

const hour = 3600
const at = (hours: number) => new Date(s.clock.now().getTime() + hours * hour * 1000).toISOString()
const jobs = () => sweep(s.db, dueHandlers(s.platform), () => s.clock.now())
const signedIn = async (name: 'student' | 'second-student'): Promise<As> => ({
  token: (await s.signIn(name)).body.token,
})
const schedule = async (as: As = 'student', days = 30) =>
  (await s.ok('GET /schedule', { query: { from: s.clock.now().toISOString(), to: at(days * 24) } }, as)).items
const told = async (kind: string, user: 'student' | 'second-student' = 'student') =>
  (
    await s.db.query<{ params: Record<string, string> }>(
      'select params from message where user_id = $1 and kind = $2 order by at, id',
      [userId(user), kind],
    )
  ).rows.map((r) => r.params)

async function ground(dates: object, lessons: object = {}) {
  const question = await layQuestion(s)
  const id = await layCourse(s, {
    lessons: [
      { id: 'l0', sections: [{ id: 's0', content: text('First') }] },
      {
        id: 'l1',
        ...lessons,
        sections: [{ id: 'h1', title: 'Read the capture', content: homeworkOf([question], dates) }],
      },
    ],
  })
  for (const as of ['student', 'second-student'] as const)
    await s.ok('POST /learning/courses/:id/join', { params: { id }, body: {} }, as)
  return id
}
const hand = async (id: string, as: As = 'student') => {
  const write = { params: { id, section: 'h1' }, query: {} }
  const writer = 'page-number-one'
  await s.ok('POST /learning/courses/:id/homework/:section/take-over', { ...write, body: { writer } } as never, as)
  await s.ok(
    'POST /learning/courses/:id/homework/:section/hand-in',
    {
      ...write,
      body: {
        writer,
        epoch: 1,
        n: 1,
        revision: 1,
        answers: [{ item: 'i0', answer: { type: 'single', chosen: ['a'] }, marked: false }],
      },
    } as never,
    as,
  )
}

it('homework stands in the schedule of its learners when it opens, is due and is taken late, as one event each for ever', async () => {
  const id = await ground({ opens_at: at(1), due_at: at(48), late_until: at(72) })
  const own = (await schedule()).filter((i) => i.kind === 'homework')
  expect(own.map((i) => [i.id, i.moment, i.title, i.link?.screen])).toEqual([
    [`${id}.h1.opens`, 'opens', 'Read the capture', 'homework-exercise'],
    [`${id}.h1.due`, 'due', 'Read the capture', 'homework-exercise'],
    [`${id}.h1.late-until`, 'late-until', 'Read the capture', 'homework-exercise'],
  ])
  expect((await schedule('teacher')).filter((i) => i.kind === 'homework')).toEqual([])
  const file = async () =>
    (await s.call('GET /schedule/file', { query: {} }, 'student')).raw.body.replaceAll('\r\n ', '')
  const uids = (text: string) => text.match(/^UID:homework[^\r\n]*/gm)
  const first = await file()
  expect(uids(first)).toEqual(['opens', 'due', 'late-until'].map((m) => `UID:homework-${id}.h1.${m}@range`))
  expect(first).toContain('SUMMARY:Homework due: Read the capture')
  // a moment has no end
  expect(first.match(/^DTEND/gm) ?? []).toEqual([])
  s.clock.advance(60)
  expect(uids(await file())).toEqual(uids(first))
  await s.ok('POST /learning/courses/:id/leave', { params: { id }, body: {} }, 'student')
  expect((await schedule()).filter((i) => i.id.startsWith(id))).toEqual([])
})

it('what is closed still is in nobody’s schedule, and nobody is reminded of it', async () => {
  const id = await ground({ due_at: at(30) }, { after: 'l0' })
  expect((await schedule()).filter((i) => i.id.startsWith(id))).toEqual([])
  const before = (await told('homework_soon')).length
  s.clock.advance(29.5 * hour)
  await jobs()
  expect((await told('homework_soon')).slice(before)).toEqual([])
})

it('a homework is said a day and an hour before it is due, once each, to whoever has not handed it in and wants to hear it', async () => {
  const student = await signedIn('student')
  const second = await signedIn('second-student')
  await s.ok('PUT /schedule/reminders', { body: { day: false, hour: true } }, second)
  expect(await s.ok('GET /schedule/reminders', {}, second)).toEqual({ day: false, hour: true })
  expect(await s.ok('GET /schedule/reminders', {}, student)).toEqual({ day: true, hour: true })
  const due_at = at(50)
  await ground({ due_at })
  const had = { one: (await told('homework_soon')).length, two: (await told('homework_soon', 'second-student')).length }
  const more = async () => [
    (await told('homework_soon')).length - had.one,
    (await told('homework_soon', 'second-student')).length - had.two,
  ]
  s.clock.advance(25 * hour)
  await jobs()
  expect(await more()).toEqual([0, 0])
  s.clock.advance(1.5 * hour)
  await jobs()
  await jobs()
  expect(await more()).toEqual([1, 0])
  expect((await told('homework_soon')).at(-1)).toMatchObject({ homework: 'Read the capture', at: due_at })
  s.clock.advance(23 * hour)
  await jobs()
  await jobs()
  expect(await more()).toEqual([2, 1])
})

it('whoever has handed it in is not reminded, and sees it as handed in', async () => {
  const due_at = at(10)
  const id = await ground({ due_at })
  const student = await signedIn('student')
  await hand(id, student)
  expect((await schedule(student)).find((i) => i.id === `${id}.h1.due`)?.status).toBe('handed')
  const had = [(await told('homework_soon')).length, (await told('homework_soon', 'second-student')).length]
  s.clock.advance(9.5 * hour)
  await jobs()
  expect([(await told('homework_soon')).length, (await told('homework_soon', 'second-student')).length]).toEqual([
    had[0],
    (had[1] ?? 0) + 1,
  ])
})

it('an exam is said a day and an hour before it begins, to whom it is set for; one that is moved is said again', async () => {
  const paper = await layPaper(s, 1)
  const exam = await layExam(s, paper, { name: 'Midterm', starts_at: at(30), ends_at: at(31) })
  const only = { all: false, orgs: [], roles: [], users: [userId('student')], version: 2 }
  await s.ok('PUT /exams/:id/audience', { params: { id: exam }, body: only as never }, 'super')
  s.clock.advance(130)
  await jobs()
  expect(await told('exam_soon')).toEqual([])
  s.clock.advance(7 * hour)
  await jobs()
  await jobs()
  expect((await told('exam_soon')).map((p) => p['exam'])).toEqual(['Midterm'])
  s.clock.advance(22.5 * hour)
  await jobs()
  expect((await told('exam_soon')).length).toBe(2)
  expect(await told('exam_soon', 'second-student')).toEqual([])
})
