/** E1, E10: times against a clock that is counted second by second. */
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { deadlineOf, examEndOf, entryDeadlineOf, type ExamTimes, mayBegin, pausedBetween, type Pause } from './time.ts'

const s = 1000
const exam = (more: Partial<ExamTimes> = {}): ExamTimes => ({
  start: 0,
  end: 3600 * s,
  duration: 1800 * s,
  late: null,
  early: 0,
  pauses: [],
  ...more,
})

/** Pauses that do not overlap, in whole seconds; the last may still last. */
const pauses: fc.Arbitrary<Pause[]> = fc
  .tuple(
    fc.array(fc.tuple(fc.integer({ min: 1, max: 60 }), fc.integer({ min: 1, max: 60 })), { maxLength: 5 }),
    fc.boolean(),
  )
  .map(([gaps, open]) => {
    let at = 0
    const all = gaps.map(([gap, long]): Pause => {
      const from = at + gap
      at = from + long
      return { from: from * s, to: at * s }
    })
    const last = all.at(-1)
    if (open && last) last.to = null
    return all
  })
const stands = (ps: readonly Pause[], t: number) => ps.some((p) => p.from <= t && (p.to === null || t < p.to))

/** First second at which the clock, which stands in pauses, has run `whole` since `from`; undefined when it stands for good. */
function run(ps: readonly Pause[], from: number, whole: number): number | undefined {
  let ran = 0
  for (let t = from; t < 10_000 * s; t += s) {
    if (ran >= whole) return t
    if (!stands(ps, t)) ran += s
  }
  return undefined
}

it('ends when the clock that stands in pauses has run its time, for everybody and for each', () => {
  fc.assert(
    fc.property(
      pauses,
      fc.integer({ min: 1, max: 400 }),
      fc.integer({ min: 1, max: 300 }),
      fc.integer({ min: 0, max: 100 }),
      fc.integer({ min: 0, max: 120 }),
      (ps, end, duration, extra, begun) => {
        const t = exam({ end: end * s, duration: duration * s, pauses: ps })
        fc.pre(!stands(ps, begun * s) && begun < end)
        const now = 9000 * s
        const ofExam = run(ps, 0, end * s)
        // while a pause lasts the end moves with the clock
        if (ofExam === undefined) expect(examEndOf(t, now)).toBeGreaterThan(now - 2000 * s)
        else expect(examEndOf(t, now)).toBe(ofExam)
        const [own, whole] = [run(ps, begun * s, (duration + extra) * s), run(ps, 0, (end + extra) * s)]
        if (own !== undefined && whole !== undefined)
          expect(deadlineOf(t, begun * s, extra * s, now)).toBe(Math.min(own, whole))
      },
    ),
  )
})
it('remaining time stands still while a pause lasts', () => {
  const t = exam({ pauses: [{ from: 600 * s, to: null }] })
  for (const now of [600, 900, 5000]) expect(deadlineOf(t, 0, 0, now * s) - now * s).toBe(1200 * s)
})
it('nobody begins before it starts, after it is over, in a pause, or too late', () => {
  const t = exam({ late: 300 * s, pauses: [{ from: 100 * s, to: 200 * s }] })
  const at = (now: number, extra = 0) => mayBegin(t, extra, now * s)
  expect([at(-1), at(0), at(150), at(200), at(400), at(401), at(3700)]).toEqual([
    'early',
    'yes',
    'paused',
    'yes',
    'yes',
    'late',
    'over',
  ])
  // a pause moves the last entry with it
  const open = exam({ late: 300 * s, pauses: [{ from: 100 * s, to: null }] })
  expect([entryDeadlineOf(open, 150 * s), entryDeadlineOf(t, 300 * s)]).toEqual([350 * s, 400 * s])
  expect(entryDeadlineOf(exam(), 0)).toBeNull()
  expect(mayBegin(exam(), 60 * s, 3630 * s)).toBe('yes')
  expect(mayBegin(exam(), 0, 3600 * s)).toBe('over')
})
it('counts what of pauses lies between two instants', () => {
  expect(
    pausedBetween(
      [
        { from: 10, to: 20 },
        { from: 30, to: null },
      ],
      15,
      40,
    ),
  ).toBe(15)
})
