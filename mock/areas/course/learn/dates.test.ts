/** What has a time in a course: homework that is due and class hours to come, told to whoever learns in it; and what of it is left and joined. */
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type As, testServer, type TestServer, userId } from '#tests/contract/support/server.ts'
import { layClass, layHour } from '#tests/support/class.ts'
import { homeworkOf, layCourse, layQuestion, text } from '#tests/support/course.ts'

let s: TestServer
beforeAll(async () => {
  s = await testServer({ cheapPasswords: true })
})
afterAll(() => s.close())

const hour = 3600
const at = (hours: number) => new Date(s.clock.now().getTime() + hours * hour * 1000).toISOString()
const seen = async (id: string, as: As = 'student') => s.ok('GET /learning/courses/:id', { params: { id } }, as)
const join = (id: string, as: As = 'student') =>
  s.call('POST /learning/courses/:id/join', { params: { id }, body: {} }, as)
const leave = (id: string, as: As = 'student') =>
  s.call('POST /learning/courses/:id/leave', { params: { id }, body: {} }, as)

it('says when homework is due and how it stands, of lessons that are open and to whoever learns in it', async () => {
  const question = await layQuestion(s)
  const [due_at, late_until] = [at(10), at(20)]
  const id = await layCourse(s, {
    lessons: [
      { id: 'l1', sections: [{ id: 'h1', title: 'Read it', content: homeworkOf([question], { due_at, late_until }) }] },
      {
        id: 'l2',
        after: 'l1',
        sections: [{ id: 'h2', title: 'CANARY-LATER', content: homeworkOf([question], { due_at: at(30) }) }],
      },
      { id: 'l3', sections: [{ id: 'h3', content: homeworkOf([question]) }] },
    ],
  })
  expect((await seen(id)).dates).toEqual({ homework: [], hours: [] })
  for (const as of ['student', 'second-student'] as const) await join(id, as)
  const told = { id: 'h1', lesson: 'l1', title: 'Read it', title_other: '', due_at, late_until }
  expect((await seen(id)).dates.homework).toEqual([{ ...told, phase: 'open', handed: false }])
  const writer = 'page-number-one'
  const hand = { params: { id, section: 'h1' }, query: {} }
  await s.ok(
    'POST /learning/courses/:id/homework/:section/take-over',
    { ...hand, body: { writer } } as never,
    'student',
  )
  const answers = [{ item: 'i0', answer: { type: 'single', chosen: ['a'] }, marked: false }]
  const sent = { ...hand, body: { writer, epoch: 1, n: 1, revision: 1, answers } }
  await s.ok('POST /learning/courses/:id/homework/:section/hand-in', sent as never, 'student')
  expect((await seen(id)).dates.homework[0]).toMatchObject({ phase: 'open', handed: true })
  s.clock.advance(11 * hour)
  expect((await seen(id, 'second-student')).dates.homework).toEqual([{ ...told, phase: 'late', handed: false }])
  s.clock.advance(10 * hour)
  expect((await seen(id, 'second-student')).dates.homework[0]).toMatchObject({ phase: 'over', handed: false })
  await leave(id)
  expect((await seen(id)).dates.homework).toEqual([])
})

it('says the next class hour of each lesson to the members of the class, until it is over or called off', async () => {
  const lessons = ['l1', 'l2'].map((l) => ({ id: l, sections: [{ id: `${l}-s`, content: text('One') }] }))
  const id = await layCourse(s, { lessons })
  await join(id, 'second-student')
  const of = await layClass(s, { courses: [id], body: { room: 'Hall' } })
  const second = await layHour(s, of, { from: 300, course_id: id, lesson_id: 'l1' })
  const first = await layHour(s, of, { from: 60, course_id: id, lesson_id: 'l1', room: 'Lab 2' })
  const other = await layHour(s, of, { from: 120, course_id: id, lesson_id: 'l2' })
  const hours = async (as: As = 'student') => (await seen(id, as)).dates.hours.map((h) => [h.id, h.lesson, h.room])
  expect(await hours()).toEqual([
    [first, 'l1', 'Lab 2'],
    [other, 'l2', 'Hall'],
  ])
  expect(await hours('second-student'), 'of no class').toEqual([])
  s.clock.advance(100 * 60)
  expect((await hours())[0], 'one that goes on').toEqual([first, 'l1', 'Lab 2'])
  s.clock.advance(60 * 60)
  expect(await hours()).toEqual([
    [other, 'l2', 'Hall'],
    [second, 'l1', 'Hall'],
  ])
  await s.ok('POST /class-hours/:id/cancel', { params: { id: other }, body: { reason: 'Ill' } }, 'teacher')
  expect(await hours()).toEqual([[second, 'l1', 'Hall']])
})

it('one that is compulsory is not left by whoever joined it, and says so; what may be done is said before', async () => {
  const lessons = [{ id: 'l1', sections: [{ id: 's1', content: text('One') }] }]
  const free = await layCourse(s, { lessons })
  const bound = await layCourse(s, { course: { kind: 'compulsory' }, lessons })
  for (const id of [free, bound]) {
    expect((await seen(id)).can).toEqual(['join'])
    await join(id)
  }
  expect((await seen(free)).can).toEqual(['leave'])
  expect((await leave(free)).body.can).toEqual(['join'])
  expect((await seen(bound)).can).toEqual([])
  const refused = await leave(bound)
  expect([refused.status, refused.problem.code]).toEqual([409, 'course_compulsory'])
  expect((await seen(bound)).member?.state).toBe('learning')
  // a class has put them there: leaving is not theirs at all
  const assigned = await layCourse(s, { lessons })
  await layClass(s, { courses: [assigned], members: { users: [userId('student')] } })
  expect((await seen(assigned)).can).toEqual([])
})

it('whoever looks after it sees the lessons in which members stop, those of most first, and nobody else’s', async () => {
  const id = await layCourse(s, {
    as: 'teacher',
    lessons: [
      { id: 'l1', sections: [{ id: 'a', content: text('One') }] },
      {
        id: 'l2',
        sections: [
          { id: 'b', content: text('Two') },
          { id: 'c', content: text('Three') },
          { id: 'd', optional: true, content: text('Beside') },
        ],
      },
      { id: 'l3', sections: [{ id: 'e', content: text('Four') }] },
    ],
  })
  const done = (section: string, as: As) =>
    s.ok('POST /learning/courses/:id/sections/:section/done', { params: { id, section }, body: { revision: 1 } }, as)
  for (const as of ['student', 'second-student', 'normal'] as const) await join(id, as)
  for (const [section, as] of [
    ['a', 'student'],
    ['b', 'student'],
    ['c', 'student'],
    ['a', 'second-student'],
    ['b', 'second-student'],
    ['b', 'normal'],
    ['d', 'second-student'],
  ] as const)
    await done(section, as)
  await s.ok(
    'POST /learning/courses/:id/sections/:section/place',
    { params: { id, section: 'e' }, body: { place: 0.5 } },
    'student',
  )
  await leave(id, 'normal')
  const figures = async (as: As, query: object = { course_id: id }) =>
    (await s.ok('GET /course-monitor/lessons', { query }, as)).items
      .filter((x) => x.course.id === id)
      .map((x) => [x.lesson.id, x.done, x.came, x.members])
  // nobody stops in the first, and whoever left is not counted
  const all = [
    ['l2', 1, 2, 2],
    ['l3', 0, 1, 2],
  ]
  expect(await figures('teacher')).toEqual(all)
  expect(await figures('super', {})).toEqual(all)
  await s.db.query(`update r_course set owner_id = $2, share_scope = 'private' where id = $1`, [id, userId('super')])
  expect(await figures('teacher')).toEqual([])
})
