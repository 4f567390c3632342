/** What a candidate may not know is planted in keys, questions to come and the answers of others, then looked for in everything he gets through a whole exam (checks E9, B2, B6). */
import { unknownParams } from '#tests/support/unknownParams.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { api } from '#src/contract/api.ts'
import type { ExamBody } from '#src/contract/exam/exam.schema.ts'
import { splitKey } from '#src/contract/lib/route.ts'
import { settleDue } from '../support/exam.ts'
import { type As, testServer, type TestServer, userId } from './support/server.ts'

let s: TestServer
let paper_id = ''
let questions: string[] = []
const key = 'CANARY-KEY'
const other = 'CANARY-OTHER'
const future = (n: number) => `CANARY-FUTURE-${n}`
const writer = 'page-of-canaries'

beforeAll(async () => {
  s = await testServer({ cheapPasswords: true })
  const set_id = (await s.ok('POST /theory-sets', { body: { name: 'Canaries' } }, 'super')).id
  const bodies = [
    {
      type: 'single',
      options: [
        { id: 'a', text: 'One', correct: true, feedback: `${key} feedback` },
        { id: 'b', text: 'Two', feedback: `${key} feedback` },
      ],
    },
    { type: 'short', reference: `${key} reference`, rubric: [{ text: `${key} rubric`, points: 2 }] },
    { type: 'completion', stem: `{{1}} ${future(3)}`, blanks: [{ id: 'b1', accepted: [`${key} accepted`] }] },
  ]
  const made: { id: string; version: number }[] = []
  for (const [n, body] of bodies.entries()) {
    const whole = {
      title: `Question ${n + 1}`,
      stem: future(n + 1),
      set_id,
      explanation: `${key} explanation`,
      ...body,
    }
    made.push(await s.ok('POST /theory-questions', { body: whole as never }, 'super'))
  }
  questions = made.map((m) => m.id)
  const items = made.map((m, n) => ({
    id: `i${n}`,
    bank: 'theory' as const,
    question_id: m.id,
    question_version: m.version,
    score: 2,
  }))
  const set = await s.ok('POST /paper-sets', { body: { name: 'Canaries' } }, 'super')
  const paper = {
    name: 'Canaries',
    set_id: set.id,
    variants: [{ id: 'v', sections: [{ id: 's', title: 'All', items }] }],
  }
  paper_id = (await s.ok('POST /papers', { body: paper }, 'super')).id
})
afterAll(() => s.close())

let n = 0
async function examOf(more: Partial<ExamBody>): Promise<string> {
  const at = (minutes: number) => new Date(s.clock.now().getTime() + minutes * 60_000).toISOString()
  const body = { name: `Canaries ${++n}`, paper_id, starts_at: at(0), ends_at: at(60), ...more }
  const { id } = await s.ok('POST /exams', { body }, 'super')
  const audience = { all: true, orgs: [], roles: [], users: [], version: 1 }
  await s.ok('PUT /exams/:id/audience', { params: { id }, body: audience }, 'super')
  return id
}
const answers = (mark: string) => [
  { item: 'i0', answer: { type: 'single' as const, chosen: ['b'] }, marked: false },
  { item: 'i1', answer: { type: 'short' as const, text: `mine ${mark}` }, marked: false },
  { item: 'i2', answer: { type: 'completion' as const, blanks: [`blank ${mark}`] }, marked: false },
]
/** @returns the attempt, handed in */
async function sit(exam: string, as: As, mark: string): Promise<string> {
  const { attempt: id } = await s.ok('POST /my-exams/:id/begin', { params: { id: exam }, body: { writer } }, as)
  await s.ok(
    'POST /exam-attempts/:id/save',
    { params: { id }, body: { epoch: 1, seq: 1, writer, answers: answers(mark) } },
    as,
  )
  await s.ok('POST /exam-attempts/:id/hand-in', { params: { id }, body: { epoch: 1, writer } }, as)
  return id
}
/** Everything the student can read about these ids, and everything without an id. */
async function everything(ids: readonly string[]): Promise<string> {
  const out: string[] = []
  for (const route of Object.keys(api).filter((k) => k.startsWith('GET')))
    for (const id of splitKey(route)[1].includes(':id') ? ids : ['']) {
      const { raw } = await s.send(route, { params: { ...unknownParams(route), id }, query: {} }, 'student')
      expect(raw.statusCode, route).toBeLessThan(500)
      out.push(raw.body)
    }
  return out.join('\n')
}
async function markAll(attempts: readonly string[]): Promise<void> {
  for (const id of attempts)
    for (const item of ['i1', 'i2'])
      await s.ok(
        'POST /exam-sheets/:id/marks',
        { params: { id }, body: { item, points: 1, round: 1, comment: 'seen' } },
        'super',
      )
}
/** Keys come when nobody may write any more. */
async function publish(id: string): Promise<void> {
  s.clock.advance(3601)
  await settleDue(s)
  await s.ok('POST /exams/:id/publish', { params: { id }, body: {} }, 'super')
}
const review = (id: string) => s.call('GET /exam-attempts/:id/review', { params: { id } }, 'student')
const printed = (exam: string, of?: string) =>
  s.call('GET /exams/:id/print', { params: { id: exam }, query: of === undefined ? {} : { of } }, 'student')

describe('a candidate', () => {
  it('learns no key, nothing of others and no question before its time, from the list to the day results are out', async () => {
    const exam = await examOf({ navigation: 'sequential', review_depth: 'keys' })
    const theirs = await sit(await examOf({}), 'second-student', other)
    const { attempt: id } = await s.ok(
      'POST /my-exams/:id/begin',
      { params: { id: exam }, body: { writer } },
      'student',
    )
    const ids = [exam, id, theirs, ...questions.slice(0, 1)]
    for (const at of [1, 2, 3]) {
      const { raw } = await s.call('GET /exam-attempts/:id', { params: { id }, query: { writer } }, 'student')
      expect(raw.body).toContain(future(at))
      const got = at === 1 ? await everything(ids) : raw.body
      for (const to of [1, 2, 3].filter((x) => x > at)) expect(got).not.toContain(future(to))
      expect(got).not.toMatch(/CANARY-KEY|CANARY-OTHER/)
      const save = await s.call(
        'POST /exam-attempts/:id/save',
        { params: { id }, body: { epoch: 1, seq: at, writer, answers: answers('x').slice(at - 1, at) } },
        'student',
      )
      const next =
        at < 3 &&
        (await s.call(
          'POST /exam-attempts/:id/next',
          { params: { id }, body: { epoch: 1, from: at, writer } },
          'student',
        ))
      expect(save.raw.body + (next ? next.raw.body : '')).not.toMatch(/CANARY-KEY|CANARY-OTHER/)
    }
    const handed = await s.call(
      'POST /exam-attempts/:id/hand-in',
      { params: { id }, body: { epoch: 1, writer } },
      'student',
    )
    expect(handed.status).toBe(200)
    expect(handed.raw.body + (await everything(ids))).not.toMatch(/CANARY-KEY|CANARY-OTHER/)
    await markAll([id])
    // marked, but not out
    expect((await review(id)).problem.code).toBe('not_allowed_in_state')
    expect((await printed(exam)).problem.code).toBe('not_allowed_in_state')
    await publish(exam)
    expect((await review(id)).raw.body).toContain(key)
  })

  it.each(['nothing', 'points', 'answers', 'keys'] as const)(
    'sees exactly what an exam that shows %s allows, on the screen and on paper',
    async (depth) => {
      const exam = await examOf({ review_depth: depth })
      const mine = await sit(exam, 'student', 'OWN-words')
      const theirs = await sit(exam, 'second-student', other)
      await markAll([mine, theirs])
      await publish(exam)
      for (const r of [
        await review(mine),
        await printed(exam),
        await printed(exam, mine),
        await printed(exam, userId('student')),
      ]) {
        expect(r.status).toBe(depth === 'nothing' ? 409 : 200)
        expect(r.raw.body.includes('OWN-words')).toBe(depth === 'answers' || depth === 'keys')
        expect(r.raw.body.includes(key)).toBe(depth === 'keys')
        // what markers have before them is nobody else's
        expect(r.raw.body).not.toContain('rubric')
        expect(r.raw.body).not.toContain(other)
      }
      for (const of of [theirs, userId('second-student')]) {
        const r = await printed(exam, of)
        expect(r.status).toBe(404)
        expect(r.raw.body).not.toContain('CANARY')
      }
      expect((await s.call('GET /exam-attempts/:id/review', { params: { id: theirs } }, 'student')).status).toBe(404)
    },
  )
})
