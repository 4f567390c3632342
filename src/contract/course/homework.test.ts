/** When homework may be handed in, what lateness costs, and which hand-in counts. */
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  afterDeduction,
  contradictingDates,
  countedHandIn,
  daysLate,
  handInsLeft,
  type HandInLine,
  homeworkPhase,
  lateDeduction,
  mayHandIn,
  tellsMarks,
} from './homework.ts'

const at = (text: string) => new Date(text)
const h = {
  opens_at: '2026-03-01T08:00:00.000Z',
  due_at: '2026-03-10T08:00:00.000Z',
  late_until: '2026-03-12T08:00:00.000Z',
  late_permille: 150,
  attempts: null,
}
const line = (n: number, more: Partial<HandInLine> = {}): HandInLine => ({
  n,
  state: 'marked',
  points: 0,
  until: null,
  ...more,
})

describe('homework at a moment', () => {
  it.each([
    ['2026-03-01T07:59:59.999Z', 'before'],
    ['2026-03-01T08:00:00.000Z', 'open'],
    ['2026-03-10T08:00:00.000Z', 'open'],
    ['2026-03-10T08:00:00.001Z', 'late'],
    ['2026-03-12T08:00:00.000Z', 'late'],
    ['2026-03-12T08:00:00.001Z', 'over'],
  ])('at %s is %s', (moment, phase) => {
    expect(homeworkPhase(h, at(moment))).toBe(phase)
  })
  it('is over at its due time where nothing is taken late, and never without one', () => {
    expect(homeworkPhase({ ...h, late_until: null }, at('2026-03-10T08:00:00.001Z'))).toBe('over')
    expect(homeworkPhase({ ...h, due_at: null, late_until: null }, at('2036-01-01T00:00:00Z'))).toBe('open')
  })
})

describe('lateness', () => {
  it('costs each day that has begun, and never more than all', () => {
    expect(daysLate(h.due_at, at('2026-03-10T08:00:00.000Z'))).toBe(0)
    expect(daysLate(h.due_at, at('2026-03-10T08:00:00.001Z'))).toBe(1)
    expect(daysLate(h.due_at, at('2026-03-11T08:00:00.000Z'))).toBe(1)
    expect(daysLate(h.due_at, at('2026-03-11T08:00:00.001Z'))).toBe(2)
    expect(daysLate(null, at('2030-01-01T00:00:00Z'))).toBe(0)
    expect(lateDeduction(2, 150)).toBe(300)
    expect(lateDeduction(9, 150)).toBe(1000)
    expect(afterDeduction(7.5, 300)).toBe(5.25)
  })
  it('never gives points, and never costs less for being later', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 0, max: 100_000 }).map((n) => n / 100),
        fc.integer({ min: 0, max: 1000 }),
        fc.nat({ max: 40 }),
        (points, permille, days) => {
          const one = afterDeduction(points, lateDeduction(days, permille))
          expect(one).toBeLessThanOrEqual(points)
          expect(one).toBeGreaterThanOrEqual(0)
          expect(afterDeduction(points, lateDeduction(days + 1, permille))).toBeLessThanOrEqual(one)
        },
      ),
    )
  })
})

describe('dates contradict', () => {
  it.each([
    [{}, []],
    [{ due_at: h.opens_at }, ['due_at']],
    [{ due_at: null }, ['late_until']],
    [{ late_until: h.due_at }, ['late_until']],
    [{ opens_at: null, due_at: null, late_until: null }, []],
  ])('%j: %j', (more, wrong) => {
    expect(contradictingDates({ ...h, ...more })).toEqual(wrong)
  })
})

describe('of several hand-ins', () => {
  it('the last counts, or the best, of equal ones the later; none that was given back', () => {
    const all = [line(1, { points: 4 }), line(2, { points: 7 }), line(3, { points: 7 }), line(4, { points: 2 })]
    expect(countedHandIn('last', all)?.n).toBe(4)
    expect(countedHandIn('best', all)?.n).toBe(3)
    expect(countedHandIn('last', [...all, line(5, { state: 'returned', points: 9 })])?.n).toBe(4)
    expect(countedHandIn('best', [line(1, { state: 'returned' })])).toBeUndefined()
  })
  it('as many are taken as may be; one that was given back is done again, until its own end', () => {
    const open = at('2026-03-05T00:00:00Z')
    const over = at('2026-03-13T00:00:00Z')
    expect(mayHandIn({ ...h, attempts: 1 }, [], open)).toBe(true)
    expect(mayHandIn({ ...h, attempts: 1 }, [line(1)], open)).toBe(false)
    expect(mayHandIn({ ...h, attempts: 1 }, [line(1, { state: 'returned' })], open)).toBe(true)
    expect(mayHandIn(h, [line(1, { state: 'returned' })], over)).toBe(false)
    const until = '2026-03-14T00:00:00.000Z'
    expect(mayHandIn(h, [line(1, { state: 'returned', until })], over)).toBe(true)
    expect(mayHandIn(h, [line(1, { state: 'returned', until })], at('2026-03-14T00:00:00.001Z'))).toBe(false)
    expect(mayHandIn(h, [line(1, { state: 'returned', until }), line(2)], over), 'once').toBe(false)
    expect(handInsLeft(3, [line(1, { state: 'returned' }), line(2)])).toBe(2)
  })
})

describe('marks are told', () => {
  const [open, over] = [at('2026-03-05T00:00:00Z'), at('2026-03-13T00:00:00Z')]
  it.each([
    ['marked', 'submitted', open, false],
    ['marked', 'marked', open, true],
    ['due', 'marked', open, false],
    ['due', 'marked', at(h.late_until), false],
    ['due', 'marked', over, true],
    ['due', 'submitted', over, false],
  ] as const)('%s, of one that is %s', (tells, state, now, told) => {
    expect(tellsMarks({ ...h, tells }, state, now)).toBe(told)
  })
})
