/**
 * E8, E10: an exam and its attempts against a model that counts down what is left instead of reckoning with instants. Random walks of what the
 * clock, candidates and invigilators do: every answer, status and remaining time is the model's. `RUNS=10000` for the long run.
 */
import fc from 'fast-check'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { chosen, layExam, layPaper, minute, saveOf, settleDue, storedOf } from '#tests/support/exam.ts'
import { userId } from './support/people.ts'
import { testServer, type TestServer } from './support/server.ts'
import { some } from '../support/some.ts'

const numRuns = Number(process.env.RUNS ?? some(6))
let s: TestServer
let paper_id = ''
beforeAll(async () => {
  s = await testServer({ cheapPasswords: true })
  paper_id = await layPaper(s, 2)
})
afterAll(() => s.close())

const walks = fc.oneof(
  { weight: 5, arbitrary: fc.record({ do: fc.constant('tick' as const), by: fc.integer({ min: 1, max: 900 }) }) },
  {
    weight: 5,
    arbitrary: fc.record({
      do: fc.constant('save' as const),
      epoch: fc.integer({ min: 1, max: 3 }),
      seq: fc.integer({ min: 1, max: 6 }),
      item: fc.constantFrom('i0', 'i1'),
      option: fc.constantFrom('a', 'b', null),
    }),
  },
  { weight: 3, arbitrary: fc.record({ do: fc.constant('begin' as const) }) },
  {
    weight: 1,
    arbitrary: fc.record({ do: fc.constant('hand-in' as const), epoch: fc.integer({ min: 1, max: 3 }) }),
  },
  { weight: 2, arbitrary: fc.record({ do: fc.constantFrom('pause' as const, 'recover' as const, 'start' as const) }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constantFrom('end' as const, 'force' as const) }) },
  {
    weight: 1,
    arbitrary: fc.record({
      do: fc.constantFrom('extra' as const, 'reopen' as const),
      minutes: fc.integer({ min: 1, max: 40 }),
    }),
  },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('take-over' as const) }) },
)
type Step = typeof walks extends fc.Arbitrary<infer T> ? T : never

const plan = fc
  .record({
    start_mode: fc.constantFrom('clock' as const, 'go' as const),
    length: fc.integer({ min: 10, max: 60 }),
    share: fc.option(fc.double({ min: 0.3, max: 1, noNaN: true })),
    late: fc.option(fc.integer({ min: 1, max: 9 })),
    early: fc.constantFrom(0, 0, 3),
    steps: fc.array(walks, { minLength: 5, maxLength: 60 }),
  })
  .map(({ share, ...p }) => ({ ...p, duration: share === null ? null : Math.max(5, Math.floor(p.length * share)) }))

/** What is left, in milliseconds; every figure only ever counts down, and stands still while a pause lasts. */
interface Sheet {
  id: string
  open: boolean
  by: string | null
  /** Of the candidate's own duration, without what he has more. */
  left: number | null
  own: number
  sinceBegun: number
  epoch: number
  writer: string
  saves: Map<string, string>
  answers: Map<string, { rank: number; option: string | null }>
}
class Model {
  started = false
  called = false
  paused = false
  until = 2 * minute
  exam: number
  late: number | null
  extra = 0
  sheets: Sheet[] = []
  constructor(
    readonly id: string,
    readonly p: {
      start_mode: 'clock' | 'go'
      length: number
      duration: number | null
      late: number | null
      early: number
    },
  ) {
    this.exam = p.length * minute
    this.late = p.late === null ? null : p.late * minute
  }
  get status() {
    if (this.called) return 'ended'
    if (!this.started) return 'not-started'
    if (this.paused) return 'pause'
    return this.exam <= 0 ? 'ended' : 'ongoing'
  }
  get last() {
    return this.sheets.at(-1)
  }
  left(a: Sheet): number {
    const more = (this.extra + a.own) * minute
    return Math.min(this.exam + more, a.left === null ? Infinity : a.left + more)
  }
  tick(ms: number): void {
    if (!this.started && this.p.start_mode === 'clock') {
      const wait = Math.min(ms, this.until)
      this.until -= wait
      if (this.until > 0) return
      this.started = true
      this.tick(ms - wait)
      return
    }
    if (!this.started) return
    const a = this.last
    if (a?.open) a.sinceBegun += ms
    if (this.paused) {
      return
    }
    this.exam -= ms
    if (this.late !== null) this.late -= ms
    if (a) a.left = a.left === null ? null : a.left - ms
    if (a?.open && this.left(a) <= 0) Object.assign(a, { open: false, by: 'time' })
  }
}

/** The clock leaves answers that came in time a second to be written before it hands in. */
async function settled(m: Model, open: boolean | undefined): Promise<void> {
  if (open && !m.last?.open) {
    s.clock.advance(1)
    m.tick(1000)
  }
  await settleDue(s)
}

const student = userId('student')
const reason = 'Because it has to be'
let page = 0

async function walk(o: { steps: Step[] } & ConstructorParameters<typeof Model>[1]) {
  const from = s.clock.now().getTime() + 2 * minute
  const iso = (t: number) => new Date(t).toISOString()
  const { steps, length, ...rest } = o
  const id = await layExam(s, paper_id, {
    ...rest,
    starts_at: iso(from),
    ends_at: iso(from + length * minute),
    attempts: 2,
  })
  const m = new Model(id, o)
  const params = { id }
  for (const step of steps) {
    const a = m.last
    const open = a?.open
    const codeOf = async (call: Promise<{ status: number; problem: { code: string } }>) => {
      const r = await call
      return r.status === 200 ? 'ok' : r.problem.code
    }
    const said = JSON.stringify(step)
    switch (step.do) {
      case 'tick':
        s.clock.advance(step.by)
        m.tick(step.by * 1000)
        await settled(m, open)
        break
      case 'begin': {
        const writer = `page-of-model-${++page}`
        const r = await s.call('POST /my-exams/:id/begin', { params, body: { writer } }, 'student')
        const wanted = a?.open
          ? 'ok'
          : m.called
            ? 'exam_over'
            : m.status === 'not-started'
              ? 'exam_early'
              : m.exam + m.extra * minute <= 0
                ? 'exam_over'
                : m.paused
                  ? 'exam_paused'
                  : m.late !== null && m.late < 0
                    ? 'exam_late'
                    : m.sheets.length >= 2
                      ? 'attempts_used_up'
                      : 'ok'
        expect(r.status === 200 ? 'ok' : r.problem.code, said).toBe(wanted)
        if (r.status !== 200) break
        if (a?.open) {
          expect(r.body.attempt).toBe(a.id)
          // reopened, it waits for the page that goes on with it
          if (a.writer === '') a.writer = writer
        } else
          m.sheets.push({
            id: r.body.attempt,
            open: true,
            by: null,
            left: o.duration === null ? null : o.duration * minute,
            own: 0,
            sinceBegun: 0,
            epoch: 1,
            writer,
            saves: new Map(),
            answers: new Map(),
          })
        break
      }
      case 'save': {
        if (!a) break
        const key = `${step.epoch} ${step.seq}`
        const what = `${step.item} ${step.option}`
        const before = a.saves.get(key)
        const answers = [chosen(step.item, step.option)]
        const body = { epoch: step.epoch, seq: step.seq, writer: a.writer || 'page-of-nobody', answers }
        const wanted =
          before !== undefined
            ? before === what
              ? 'ok'
              : 'idempotency_conflict'
            : step.epoch !== a.epoch || a.writer === ''
              ? 'attempt_taken_over'
              : !a.open
                ? 'attempt_handed_in'
                : 'ok'
        // for ten seconds of a pause what is on its way is taken, which is a test of its own
        if (wanted === 'ok' && m.paused && before === undefined) {
          s.clock.advance(11)
          m.tick(11_000)
          expect(await codeOf(saveOf(s, a.id, body)), said).toBe('exam_paused')
          break
        }
        expect(await codeOf(saveOf(s, a.id, body)), said).toBe(wanted)
        if (wanted !== 'ok' || before !== undefined) break
        a.saves.set(key, what)
        const rank = step.epoch * 1000 + step.seq
        if (rank > (a.answers.get(step.item)?.rank ?? 0)) a.answers.set(step.item, { rank, option: step.option })
        break
      }
      case 'hand-in': {
        if (!a) break
        const wanted = !a.open
          ? 'ok'
          : step.epoch !== a.epoch || a.writer === ''
            ? 'attempt_taken_over'
            : m.paused
              ? 'exam_paused'
              : a.sinceBegun < o.early * minute
                ? 'too_early_to_hand_in'
                : 'ok'
        const call = s.call(
          'POST /exam-attempts/:id/hand-in',
          { params: { id: a.id }, body: { epoch: step.epoch, writer: a.writer || 'page-of-nobody' } },
          'student',
        )
        expect(await codeOf(call), said).toBe(wanted)
        if (wanted === 'ok' && a.open) Object.assign(a, { open: false, by: 'candidate' })
        break
      }
      case 'take-over': {
        if (!a) break
        const writer = `page-of-model-${++page}`
        const call = s.call('POST /exam-attempts/:id/take-over', { params: { id: a.id }, body: { writer } }, 'student')
        expect(await codeOf(call), said).toBe(a.open ? 'ok' : 'attempt_handed_in')
        if (a.open) Object.assign(a, { epoch: a.epoch + 1, writer })
        break
      }
      case 'start':
      case 'pause':
      case 'recover': {
        const may =
          step.do === 'start'
            ? m.status === 'not-started' && o.start_mode === 'go'
            : step.do === 'pause'
              ? m.status === 'ongoing'
              : m.status === 'pause'
        expect(await codeOf(s.call(`POST /exams/:id/${step.do}`, { params, body: {} }, 'super')), said).toBe(
          may ? 'ok' : 'not_allowed_in_state',
        )
        if (!may) break
        if (step.do === 'start') m.started = true
        else m.paused = step.do === 'pause'
        break
      }
      case 'end': {
        const may = m.status !== 'ended'
        expect(await codeOf(s.call('POST /exams/:id/end', { params, body: { reason } }, 'super')), said).toBe(
          may ? 'ok' : 'not_allowed_in_state',
        )
        if (!may) break
        Object.assign(m, { called: true, paused: false, exam: 0 })
        if (a?.open) Object.assign(a, { open: false, by: 'invigilator' })
        await settled(m, open)
        break
      }
      case 'force': {
        if (!a) break
        const call = s.call('POST /exam-attempts/:id/hand-in-for', { params: { id: a.id }, body: { reason } }, 'super')
        expect(await codeOf(call), said).toBe(a.open ? 'ok' : 'not_allowed_in_state')
        if (a.open) Object.assign(a, { open: false, by: 'invigilator' })
        break
      }
      case 'extra': {
        const body = { user_ids: [student], minutes: step.minutes, reason }
        expect(await codeOf(s.call('POST /exams/:id/extra', { params, body }, 'super')), said).toBe('ok')
        m.extra = step.minutes
        // who was given more may have less than he had
        if (a?.open && !m.paused && m.left(a) <= 0) Object.assign(a, { open: false, by: 'time' })
        await settled(m, open)
        break
      }
      case 'reopen': {
        if (!a) break
        const call = s.call(
          'POST /exam-attempts/:id/reopen',
          { params: { id: a.id }, body: { minutes: step.minutes, reason } },
          'super',
        )
        expect(await codeOf(call), said).toBe(a.open ? 'not_allowed_in_state' : 'ok')
        if (a.open) break
        Object.assign(a, { open: true, by: null, epoch: a.epoch + 1, writer: '' })
        // he has what he was promised, and may have more where his time was not over
        const promised = step.minutes * minute
        const before = m.left(a)
        a.own += Math.max(0, Math.ceil((promised - before) / minute))
        expect(m.left(a)).toBeGreaterThanOrEqual(promised)
        break
      }
    }
    await agree(m)
  }
}

/** The server says of everything what the model says. */
async function agree(m: Model) {
  const exam = await s.ok('GET /exams/:id', { params: { id: m.id } }, 'super')
  expect(exam.status).toBe(m.status)
  const a = m.last
  if (!a) return
  expect(await storedOf(s, a.id)).toEqual(
    Object.fromEntries([...a.answers].sort(([x], [y]) => (x < y ? -1 : 1)).map(([item, { option }]) => [item, option])),
  )
  const state = await s.ok('GET /exam-attempts/:id/state', { params: { id: a.id } }, 'student')
  if (!a.open) {
    expect(state.status).toBe('scored')
    const { rows } = await s.db.query<{ handed_by: string }>('select handed_by from exam_attempt where id = $1', [a.id])
    expect(rows[0]?.handed_by).toBe(a.by)
    return
  }
  expect([state.status, state.epoch]).toEqual([m.paused ? 'pause' : 'ongoing', a.epoch])
  // while a pause lasts the plan stands as it was; what is left counts when it is over
  if (m.paused) return
  const left = Date.parse(state.deadline_at) - s.clock.now().getTime()
  expect(Math.abs(left - m.left(a)), `left ${left}, by the model ${m.left(a)}`).toBeLessThanOrEqual(1000)
}

it(
  'is what a model says that counts down, through pauses, extra time, reopening and the end',
  () => fc.assert(fc.asyncProperty(plan, walk), { numRuns, endOnFailure: numRuns > 100 }),
  60_000 + numRuns * 5000,
)
