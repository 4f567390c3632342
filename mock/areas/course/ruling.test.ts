/** Rules of completion that are written anew: who gains by them is said before, and comes true with the edition. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Answer } from '#src/contract/bank/answer.schema.ts'
import { meetsRule } from '#src/contract/course/learn.ts'
import { type As, testServer, type TestServer, userId } from '#tests/contract/support/server.ts'
import { homeworkOf, layCourse, layQuestion, publishCourse, quizOf, text, writeLessons } from '#tests/support/course.ts'
import { labContent, layTopology } from '#tests/support/lab.ts'

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
  const rules = ['answered', 'score', 'exhausted', 'report', 'watched', 'checks', 'read', 'ticked'] as const
  for (const rule of rules)
    for (const share of [0, 0.5, 1])
      for (const low of [null, 0, 0.49, 0.5])
        for (const tries of [0, 1]) {
          const less = meetsRule({ rule, share }, { tries, share: low, passed: false, spent: false })
          const more = meetsRule(
            { rule, share },
            { tries: tries + 1, share: (low ?? 0) + 0.5, passed: true, spent: true },
          )
          expect(!less || more, `${rule} ${share} ${low} ${tries}`).toBe(true)
        }
  expect(meetsRule({ rule: 'score', share: 0.5 }, { tries: 9, share: null, passed: true, spent: true })).toBe(false)
  expect(meetsRule({ rule: 'read', share: 0 }, { tries: 9, share: 1, passed: true, spent: true })).toBe(false)
  const none = { tries: 2, share: 0.2, passed: false }
  expect(meetsRule({ rule: 'exhausted', share: 0.5 }, { ...none, spent: false })).toBe(false)
  expect(meetsRule({ rule: 'exhausted', share: 0.5 }, { ...none, spent: true })).toBe(true)
  expect(meetsRule({ rule: 'exhausted', share: 0.2 }, { ...none, spent: false })).toBe(true)
})

describe('a quiz or a homework that is done when its attempts are used up', () => {
  const again = (id: string, as: As) => hand(id, { i0: choose('b') }, as)

  it('is done by the last attempt that failed, and opens what waits for it; by a score that is enough, before', async () => {
    const quiz = quizOf([await layQuestion(s)], { attempts: 2 })
    const id = await layCourse(s, {
      lessons: [
        { id: 'l1', sections: [{ id: 'q', content: quiz, rule: 'exhausted', share: 1 }] },
        { id: 'l2', after: 'l1', sections: [{ id: 't', content: text('More') }] },
      ],
    })
    for (const as of ['student', 'second-student'] as const) await join(id, as)
    const next = (as: As) => s.call('GET /learning/courses/:id/lessons/:lesson', { params: { id, lesson: 'l2' } }, as)
    await again(id, 'student')
    expect([(await seen(id, 'student')).member?.progress.done, (await next('student')).status]).toEqual([0, 409])
    await again(id, 'student')
    expect([(await seen(id, 'student')).member?.progress.done, (await next('student')).status]).toEqual([1, 200])
    await hand(id, { i0: choose('a') }, 'second-student')
    expect((await seen(id, 'second-student')).member?.progress.done).toBe(1)
  })

  it('is said before and done for those whose attempts are used up already, also when fewer are given', async () => {
    const question = await layQuestion(s)
    const lessons = (rule: 'score' | 'exhausted', attempts: number) => [
      { id: 'l1', sections: [{ id: 'q', content: quizOf([question], { attempts }), rule, share: 1 }] },
    ]
    const id = await layCourse(s, { lessons: lessons('score', 2) })
    for (const as of ['student', 'second-student'] as const) await join(id, as)
    for (const as of ['student', 'student', 'second-student'] as const) await again(id, as)
    await writeLessons(s, id, lessons('exhausted', 2))
    expect(await preview(id)).toMatchObject({ gains: 1, completes: 1 })
    await publishCourse(s, id)
    expect((await seen(id, 'student')).member?.state).toBe('completed')
    expect((await seen(id, 'second-student')).member?.state).toBe('learning')
    await writeLessons(s, id, lessons('exhausted', 1))
    expect(await preview(id)).toMatchObject({ gains: 1, completes: 1 })
    await publishCourse(s, id)
    expect((await seen(id, 'second-student')).member?.state).toBe('completed')
  })

  it('of homework waits for the marker of the last hand-in, and for what was given back', async () => {
    const essay = await layQuestion(s, { type: 'short', options: [], stem: 'Why?', reference: 'So', score: 4 })
    const content = homeworkOf([{ id: essay, score: 4 }], { attempts: 1 })
    const id = await layCourse(s, {
      lessons: [{ id: 'l1', sections: [{ id: 'h', content, rule: 'exhausted', share: 1 }] }],
    })
    await join(id, 'student')
    const give = async (n: number) => {
      const answers = [{ item: 'i0', answer: { type: 'short' as const, text: `try ${n}` }, marked: false }]
      const body = { writer: 'page-number-one', epoch: 1, revision: 1, n, answers }
      const at = { params: { id, section: 'h' }, query: {}, body }
      return (await s.ok('POST /learning/courses/:id/homework/:section/hand-in', at, 'student')).hand_in.id
    }
    const state = async () => (await seen(id, 'student')).member?.state
    const first = await give(1)
    expect(await state()).toBe('learning')
    const back = { comment: 'Again.', until: null, version: 1 }
    await s.ok('POST /courses/:id/hand-ins/:hand_in/return', { params: { id, hand_in: first }, body: back }, 'super')
    expect(await state()).toBe('learning')
    const second = await give(2)
    const body = { item: 'i0', points: 1, version: 1 }
    await s.ok('POST /courses/:id/hand-ins/:hand_in/marks', { params: { id, hand_in: second }, body }, 'super')
    expect(await state()).toBe('completed')
  })
})

describe('a lab that is done by its checks', () => {
  it('is done by those that are checked, also where a rule is written anew or a step is left out', async () => {
    const topology = await layTopology(s)
    const { steps } = labContent(topology)
    const lessons = (rule: 'report' | 'checks', names: readonly string[]) => [
      {
        id: 'l1',
        sections: [
          {
            id: 'lab',
            rule,
            share: 0.6,
            content: labContent(topology, {
              steps: steps.filter((one) => names.includes(one.id)),
              report: { template: '', template_other: '', rubric: [{ id: 'a', text: 'A', points: 1 }] },
            }),
          },
        ],
      },
    ]
    const pass = (id: string, step: string, as: 'student' | 'second-student') =>
      s.db.query(
        `insert into course_step (course_id, user_id, section_id, step_id, passed_at, tries, updated_at) values ($1, $2, 'lab', $3, now(), 1, now())`,
        [id, userId(as), step],
      )
    // `own` is looked at by nobody
    const id = await layCourse(s, { lessons: lessons('report', ['text', 'own']) })
    for (const as of ['student', 'second-student'] as const) await join(id, as)
    await pass(id, 'text', 'student')
    await writeLessons(s, id, lessons('checks', ['text', 'own']))
    expect(await preview(id)).toMatchObject({ gains: 1, completes: 1 })
    await publishCourse(s, id)
    expect((await seen(id, 'student')).member?.state).toBe('completed')

    const other = await layCourse(s, { lessons: lessons('checks', ['text', 'made', 'own']) })
    for (const as of ['student', 'second-student'] as const) await join(other, as)
    await pass(other, 'text', 'student')
    await pass(other, 'made', 'second-student')
    await writeLessons(s, other, lessons('checks', ['text', 'own']))
    expect(await preview(other)).toMatchObject({ gains: 1, completes: 1, ruled: [] })
    await publishCourse(s, other)
    expect((await seen(other, 'student')).member?.state).toBe('completed')
    expect((await seen(other, 'second-student')).member?.state).toBe('learning')
  })
})
