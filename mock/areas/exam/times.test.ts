/** The last moment of everything that ends: who still writes, what is still taken, and what is shown no more. */
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { testServer, type TestServer, userId } from '#tests/contract/support/server.ts'
import { chosen, layExam, layPaper, nobodyWrites, saveOf, settleDue, storedOf } from '#tests/support/exam.ts'

let s: TestServer
let paper = ''
const [writer, other] = ['page-number-one', 'page-number-two'] as const
beforeAll(async () => {
  s = await testServer({ cheapPasswords: true })
  paper = await layPaper(s, 2, 'Times')
})
afterAll(() => s.close())

const minute = 60
const begin = async (exam: string) =>
  (await s.ok('POST /my-exams/:id/begin', { params: { id: exam }, body: { writer } }, 'student')).attempt
const handIn = (id: string, by: string = writer, epoch = 1) =>
  s.call('POST /exam-attempts/:id/hand-in', { params: { id }, body: { epoch, writer: by } }, 'student')
const next = (id: string, by: string, from: number) =>
  s.call('POST /exam-attempts/:id/next', { params: { id }, body: { epoch: 1, writer: by, from } }, 'student')
const codeOf = async (call: Promise<{ status: number; problem: { code: string } }>) => {
  const { status, problem } = await call
  return status === 200 ? 'ok' : problem.code
}
const save = (id: string, seq: number, option: string) =>
  codeOf(saveOf(s, id, { seq, answers: [chosen('i0', option)] }))
const extra = (exam: string, minutes: number) =>
  s.ok(
    'POST /exams/:id/extra',
    { params: { id: exam }, body: { user_ids: [userId('student')], minutes, reason: 'Fire alarm' } },
    'super',
  )

describe('who has not taken over', () => {
  it('does not hand in, though he knows the epoch', async () => {
    const id = await begin(await layExam(s, paper))
    expect((await s.ok('GET /exam-attempts/:id/state', { params: { id } }, 'student')).epoch).toBe(1)
    expect(await codeOf(handIn(id, other))).toBe('attempt_taken_over')
    expect(await save(id, 1, 'a')).toBe('ok')
    expect(await codeOf(handIn(id))).toBe('ok')
  })

  it('does not go on to the next question, nor learns by it who writes', async () => {
    const id = await begin(await layExam(s, paper, { navigation: 'sequential' }))
    for (const from of [1, 9]) {
      const r = await next(id, other, from)
      expect(r.problem.code).toBe('attempt_taken_over')
      expect(r.raw.body).not.toContain(writer)
    }
    expect((await next(id, writer, 1)).body).toMatchObject({ position: 2, writer })
  })

  it('hands in nothing that somebody opened again', async () => {
    const id = await begin(await layExam(s, paper))
    await handIn(id)
    const body = { minutes: 10, reason: 'By mistake' }
    await s.ok('POST /exam-attempts/:id/reopen', { params: { id }, body }, 'super')
    expect(await codeOf(handIn(id, writer, 2))).toBe('attempt_taken_over')
    await s.ok('POST /exam-attempts/:id/take-over', { params: { id }, body: { writer: other } }, 'student')
    expect(await codeOf(handIn(id, other, 3))).toBe('ok')
  })
})

describe('an attempt', () => {
  it('takes what arrives before its last instant, and nothing at it', async () => {
    const id = await begin(await layExam(s, paper))
    s.clock.advance(60 * minute - 0.001)
    expect(await save(id, 1, 'a')).toBe('ok')
    s.clock.advance(0.001)
    expect(await save(id, 2, 'b')).toBe('exam_over')
    s.clock.advance(2)
    await settleDue(s)
    expect(await save(id, 3, 'b')).toBe('attempt_handed_in')
    expect(await storedOf(s, id)).toEqual({ i0: 'a' })
  })

  it('whose time is taken back ends at that moment: what was written in it stays, and what was on its way is taken', async () => {
    const exam = await layExam(s, paper)
    const id = await begin(exam)
    await extra(exam, 30)
    s.clock.advance(70 * minute)
    expect(await save(id, 1, 'a')).toBe('ok')
    await extra(exam, 0)
    const { deadline_at } = await s.ok('GET /exam-attempts/:id/state', { params: { id } }, 'student')
    expect(deadline_at).toBe(s.clock.now().toISOString())
    const at = s.clock.now()
    // it arrived a moment before and stood in line
    s.clock.advance(-0.5)
    expect(await save(id, 2, 'b')).toBe('ok')
    s.clock.advance(0.5)
    expect(await save(id, 3, 'c')).toBe('exam_over')
    s.clock.advance(2)
    await settleDue(s)
    const receipt = await s.ok('GET /exam-attempts/:id/receipt', { params: { id } }, 'student')
    expect(receipt).toMatchObject({ handed_by: 'time', handed_at: at.toISOString() })
    expect(await storedOf(s, id)).toEqual({ i0: 'b' })
  })

  it('that was over before a pause is not open in it', async () => {
    const exam = await layExam(s, paper, { duration: 30, start_mode: 'go' })
    await s.ok('POST /exams/:id/start', { params: { id: exam }, body: {} }, 'super')
    const id = await begin(exam)
    s.clock.advance(30 * minute)
    // the clock has not closed it yet
    await s.db.query('delete from due where ref = $1', [exam])
    s.clock.advance(0.2)
    await s.ok('POST /exams/:id/pause', { params: { id: exam }, body: {} }, 'super')
    s.clock.advance(0.3)
    expect(await save(id, 1, 'a')).toBe('exam_over')
    s.clock.advance(3)
    await settleDue(s)
    const { handed_by } = await s.ok('GET /exam-attempts/:id/receipt', { params: { id } }, 'student')
    expect(handed_by).toBe('time')
  })
})

describe('results', () => {
  /** Handed in, marked, and nobody writes any more. */
  async function scored(more: object = {}) {
    const exam = await layExam(s, paper, { objections: true, review_depth: 'keys', ...more })
    const id = await begin(exam)
    await save(id, 1, 'a')
    await handIn(id)
    await nobodyWrites(s)
    return { exam, id }
  }
  const object = (id: string, item = 'i0') =>
    codeOf(
      s.call('POST /exam-attempts/:id/objections', { params: { id }, body: { item, text: 'It is both.' } }, 'student'),
    )
  const review = (id: string) => codeOf(s.call('GET /exam-attempts/:id/review', { params: { id } }, 'student'))
  const publish = (exam: string, what: 'publish' | 'withdraw') =>
    codeOf(s.call(`POST /exams/:id/${what}`, { params: { id: exam }, body: {} }, 'super'))
  const at = (seconds: number) => new Date(s.clock.now().getTime() + seconds * 1000).toISOString()
  const can = async (exam: string) => (await s.ok('GET /exams/:id', { params: { id: exam } }, 'super')).can

  it('that are taken back are objected to no more, and again once they are out', async () => {
    const { exam, id } = await scored()
    expect(await publish(exam, 'publish')).toBe('ok')
    expect(await publish(exam, 'withdraw')).toBe('ok')
    expect([await review(id), await object(id)]).toEqual(['not_allowed_in_state', 'not_allowed_in_state'])
    expect(await publish(exam, 'publish')).toBe('ok')
    expect([await review(id), await object(id)]).toEqual(['ok', 'ok'])
  })

  it.each([-1, 3600 * 10])(
    'that are taken back stay so, whatever the clock was to show (%i s from now)',
    async (seconds) => {
      const { exam, id } = await scored()
      await s.db.query(`update r_exam set data = jsonb_set(data, '{results_at}', to_jsonb($2::text)) where id = $1`, [
        exam,
        at(seconds),
      ])
      if (seconds > 0) await publish(exam, 'publish')
      expect(await review(id)).toBe('ok')
      expect(await can(exam)).toContain('withdraw')
      expect(await publish(exam, 'withdraw')).toBe('ok')
      s.clock.advance(3600 * 11)
      await settleDue(s)
      expect([await review(id), await object(id)]).toEqual(['not_allowed_in_state', 'not_allowed_in_state'])
      expect(await can(exam)).not.toContain('withdraw')
      expect(await publish(exam, 'publish')).toBe('ok')
      expect(await review(id)).toBe('ok')
    },
  )

  it('that the clock has shown keep the sheet closed: who knows the keys writes no more', async () => {
    const { exam, id } = await scored()
    await s.db.query(`update r_exam set data = jsonb_set(data, '{results_at}', to_jsonb($2::text)) where id = $1`, [
      exam,
      at(-1),
    ])
    const body = { minutes: 10, reason: 'By mistake' }
    expect(await codeOf(s.call('POST /exam-attempts/:id/reopen', { params: { id }, body }, 'super'))).toBe(
      'not_allowed_in_state',
    )
  })

  it('are objected to until the last instant of the review, by when it was sent', async () => {
    const { exam, id } = await scored()
    await publish(exam, 'publish')
    const end = at(600)
    await s.db.query(`update r_exam set data = jsonb_set(data, '{review_to}', to_jsonb($2::text)) where id = $1`, [
      exam,
      end,
    ])
    s.clock.set(new Date(Date.parse(end) - 1))
    expect(await review(id)).toBe('ok')
    // somebody holds the sheet meanwhile
    let go = () => {}
    const hold = s.db.tx(async (q) => {
      await q.query('select 1 from exam_attempt where id = $1 for update', [id])
      await new Promise<void>((done) => (go = done))
    })
    const looked = vi.spyOn(s.platform, 'now')
    const sent = object(id)
    // the server has looked at its clock: the call has arrived
    await expect.poll(() => looked.mock.calls.length).toBeGreaterThan(0)
    looked.mockRestore()
    s.clock.set(end)
    go()
    await hold
    expect(await sent).toBe('ok')
    expect(await object(id, 'i1')).toBe('not_allowed_in_state')
  })
})
