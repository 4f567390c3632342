/** Training statistics of a learner: heard, counted once, by their own days; and the goal of a week. */
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
const statistics = async (query: object = {}, as: As = 'student') =>
  (await s.ok('GET /learning/statistics', { query }, as)).periods
const today = async (query: object = {}, as: As = 'student') => (await statistics(query, as)).at(-1)
const aim = (query: object = {}, as: As = 'student') => s.ok('GET /learning/aim', { query }, as)

async function course() {
  const id = await layCourse(s, {
    lessons: [
      { id: 'l1', sections: [{ id: 's1', content: text('One') }] },
      { id: 'l2', sections: [{ id: 's2', content: quizOf([await layQuestion(s), await layQuestion(s)]) }] },
    ],
  })
  await s.ok('POST /learning/courses/:id/join', { params: { id }, body: {} }, 'student')
  const place = () =>
    s.ok(
      'POST /learning/courses/:id/sections/:section/place',
      {
        params: { id, section: 's1' },
        body: { place: 0.5 },
      } as never,
      'student',
    )
  return { id, place }
}

it('the time between two things somebody does is theirs, a pause is nobody’s, and saying it twice adds nothing', async () => {
  const { id, place } = await course()
  await place()
  s.clock.advance(120)
  await place()
  await place()
  s.clock.advance(240)
  await Promise.all([place(), place(), place()])
  // six minutes; then somebody went away
  s.clock.advance(301)
  await place()
  expect((await today())?.minutes).toEqual({ lesson: 6, lab: 0, homework: 0, practice: 0, exam: 0 })
  expect((await today({}, 'second-student'))?.minutes.lesson).toBe(0)
  await s.ok(
    'POST /learning/courses/:id/sections/:section/done',
    { params: { id, section: 's1' }, body: { revision: 1 } },
    'student',
  )
  expect(await today()).toMatchObject({ lessons: 1, questions: { quiz: 0 } })
  await s.ok(
    'POST /learning/courses/:id/sections/:section/tries',
    { params: { id, section: 's2' }, body: { answers: { i0: choose('a'), i1: choose('b') }, revision: 1 } },
    'student',
  )
  expect(await today()).toMatchObject({ lessons: 2, labs: 0, questions: { quiz: 2, practice: 0 } })
})

it('is by days, weeks and months of the zone that is asked for, and of none that there is not', async () => {
  expect((await statistics()).length).toBe(30)
  expect((await statistics({ by: 'week' })).length).toBe(12)
  expect((await statistics({ by: 'month' })).at(-1)?.lessons).toBe(2)
  for (const zone of ['Mars/Olympus', "UTC'; drop table learning_time", '', 'x'.repeat(65)])
    expect((await s.call('GET /learning/statistics', { query: { zone } }, 'student')).status, zone).toBe(422)
  // half past eleven in the evening in London is another day in Shanghai
  const now = s.clock.now()
  s.clock.advance((Date.parse(`${now.toISOString().slice(0, 10)}T23:30:00Z`) - now.getTime()) / 1000 + 86_400)
  const as: As = { token: (await s.signIn('student')).body.token }
  expect((await today({ zone: 'Asia/Shanghai' }, as))?.from).not.toBe((await today({ zone: 'UTC' }, as))?.from)
})

it('a goal is the learner’s own, can be switched off, and the week says how far they are', async () => {
  const as: As = { token: (await s.signIn('student')).body.token }
  expect(await aim({}, as)).toMatchObject({ shown: true, minutes: null })
  const set = (body: object, who: As = as) => s.call('PUT /learning/aim', { body } as never, who)
  expect((await set({ shown: true, minutes: 120 })).body).toMatchObject({ shown: true, minutes: 120 })
  expect((await set({ shown: true, minutes: 5 })).status).toBe(422)
  expect((await set({ shown: true, minutes: 10.5 })).status).toBe(422)
  expect((await set({ shown: false, minutes: 120 })).body).toMatchObject({ shown: false, minutes: 120 })
  const { week, streak } = await aim({}, as)
  expect(week.length).toBe(7)
  // what was learnt the day before keeps it, while today is young
  expect(streak).toBe(1)
  s.clock.advance(2 * 86_400)
  const later: As = { token: (await s.signIn('student')).body.token }
  expect((await aim({}, later)).streak).toBe(0)
  const other: As = { token: (await s.signIn('second-student')).body.token }
  expect(await aim({}, other)).toMatchObject({ shown: true, minutes: null, streak: 0 })
})
