/** Rules of completion that are written anew: who gains by them is said before, and comes true with the edition. */
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { Answer } from '#src/contract/bank/answer.schema.ts'
import { meetsRule } from '#src/contract/course/learn.ts'
import { type As, testServer, type TestServer, userId } from '#tests/contract/support/server.ts'
import { layCourse, layQuestion, publishCourse, quizOf, text, writeLessons } from '#tests/support/course.ts'

let s: TestServer
beforeAll(async () => {
  s = await testServer({ cheapPasswords: true })
})
afterAll(() => s.close())

const choose = (option: string): Answer => ({ type: 'single', chosen: [option] })
const preview = (id: string, as: As = 'super') => s.ok('GET /courses/:id/publication', { params: { id } }, as)
const seen = (id: string, as: As) => s.ok('GET /learning/courses/:id', { params: { id } }, as)
const join = (id: string, as: As) => s.ok('POST /learning/courses/:id/join', { params: { id }, body: {} }, as)
const hand = (id: string, answers: Record<string, Answer>, as: As) =>
  s.ok(
    'POST /learning/courses/:id/sections/:section/tries',
    { params: { id, section: 'q' }, body: { answers, revision: 1 } },
    as,
  )

/** A quiz of two questions that wants all of its points. */
async function ground(more: object = {}) {
  const quiz = quizOf([await layQuestion(s), await layQuestion(s)])
  const lessons = (share: number, extra: { id: string; content: ReturnType<typeof text> }[] = []) => [
    { id: 'l1', sections: [{ id: 'q', content: quiz, rule: 'score' as const, share }, ...extra] },
  ]
  const id = await layCourse(s, { lessons: lessons(1), ...more })
  for (const as of ['student', 'second-student'] as const) await join(id, as)
  // half of the points, and all of them
  await hand(id, { i0: choose('a'), i1: choose('b') }, 'student')
  await hand(id, { i0: choose('a'), i1: choose('a') }, 'second-student')
  return { id, lessons }
}

it('a rule that is enough now is said to whom before it is published, and then is done and completes the course', async () => {
  const { id, lessons } = await ground({ course: { certificate: { months: null } } })
  expect((await seen(id, 'student')).member?.state).toBe('learning')
  await writeLessons(s, id, lessons(0.5))
  const before = await preview(id)
  expect(before).toMatchObject({ gains: 1, completes: 1, reopens: 0, ruled: [{ id: 'q' }] })
  expect(before.names.gains.length).toBe(1)
  expect((await seen(id, 'student')).member?.state, 'nothing happens before').toBe('learning')
  await publishCourse(s, id)
  const { member } = await seen(id, 'student')
  expect([member?.state, member?.progress.done]).toEqual(['completed', 1])
  const certificates = await s.ok('GET /learning/certificates', { query: {} }, 'student')
  expect(certificates.items.filter((c) => c.course_id === id).length).toBe(1)
  expect(await preview(id)).toMatchObject({ gains: 0, completes: 0, reopens: 0 })
})

it('a stricter rule takes nothing away, and something new is to be done by those who were through, whose completion stays', async () => {
  const { id, lessons } = await ground()
  await writeLessons(s, id, lessons(1, [{ id: 'new', content: text('More') }]))
  expect(await preview(id)).toMatchObject({ gains: 0, completes: 0, reopens: 1 })
  await publishCourse(s, id)
  const { member } = await seen(id, 'second-student')
  expect([member?.state, member?.progress.done, member?.progress.sections]).toEqual(['completed', 1, 2])
})

it('names of learners are told to nobody who may not change the course', async () => {
  const { id, lessons } = await ground()
  await writeLessons(s, id, lessons(0.5))
  const { version } = await s.ok('GET /courses/:id/sharing', { params: { id } }, 'super')
  const share = { scope: 'everybody' as const, level: 'use' as const, people: [], version }
  await s.ok('PUT /courses/:id/sharing', { params: { id }, body: share }, 'super')
  expect((await preview(id, 'teacher')).names).toEqual({ gains: [], completes: [], reopens: [] })
  expect((await preview(id)).names.gains).not.toEqual([])
})

it('whoever left the course gains nothing', async () => {
  const { id, lessons } = await ground()
  await s.ok('POST /learning/courses/:id/leave', { params: { id }, body: {} }, 'student')
  await writeLessons(s, id, lessons(0.5))
  expect(await preview(id)).toMatchObject({ gains: 0, completes: 0 })
  await publishCourse(s, id)
  const { rows } = await s.db.query(
    'select 1 from course_record where course_id = $1 and user_id = $2 and done_at is not null',
    [id, userId('student')],
  )
  expect(rows).toEqual([])
})

it('a rule is met by what was reached: more of it never meets less', () => {
  const rules = ['answered', 'score', 'report', 'watched', 'checks', 'read', 'ticked'] as const
  for (const rule of rules)
    for (const share of [0, 0.5, 1])
      for (const low of [null, 0, 0.49, 0.5])
        for (const tries of [0, 1]) {
          const less = meetsRule({ rule, share }, { tries, share: low, passed: false })
          const more = meetsRule({ rule, share }, { tries: tries + 1, share: (low ?? 0) + 0.5, passed: true })
          expect(!less || more, `${rule} ${share} ${low} ${tries}`).toBe(true)
        }
  expect(meetsRule({ rule: 'score', share: 0.5 }, { tries: 9, share: null, passed: true })).toBe(false)
  expect(meetsRule({ rule: 'read', share: 0 }, { tries: 9, share: 1, passed: true })).toBe(false)
})
