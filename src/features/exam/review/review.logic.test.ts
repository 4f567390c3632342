import { expect, test } from 'vitest'
import { boundsOf, cameBy, closedIn, gotOf, reviewTotals, isAllHeld } from './review.logic.ts'

const mark = (round: number, points: number) => ({ round, points }) as never
const rules = { double: true, threshold: 0.2 }

test.each([
  [5, 5, 'all'],
  [0.5, 5, 'some'],
  [0, 5, 'none'],
  [null, 5, 'none'],
  [0, 0, 'all'],
] as const)('%s of %s points is %s', (points, score, got) => expect(gotOf({ points, score })).toBe(got))

test('sums are free of what binary fractions add', () =>
  expect(
    reviewTotals([
      { points: 0.1, score: 1 },
      { points: 0.2, score: 1 },
      { points: null, score: 1 },
    ]),
  ).toEqual({
    points: 0.3,
    score: 3,
    waiting: 0,
  }))

test('a part of which nothing is told yet has no points of all it is worth', () =>
  expect(
    reviewTotals([
      { points: null, score: 40, closed: true },
      { points: null, score: 20, closed: true },
    ]),
  ).toEqual({ points: null, score: 60, waiting: 60 }))

test('a part is worth all of its questions, those that are not told yet among them', () =>
  expect(
    reviewTotals([
      { points: 0, score: 2 },
      { points: null, score: 6, closed: true },
    ]),
  ).toEqual({ points: 0, score: 8, waiting: 6 }))

test('questions that are closed are counted over all sections', () =>
  expect(
    closedIn({ sections: [{ items: [{ closed: true }, { closed: false }] }, { items: [{ closed: true }] }] }),
  ).toBe(2))

test('several judgements say how they became one figure', () => {
  expect(cameBy({ score: 10, why: [mark(1, 5)] }, { ...rules, double: false })).toBeNull()
  expect(cameBy({ score: 10, why: [mark(1, 5), mark(2, 7)] }, rules)).toBe('mean')
  expect(cameBy({ score: 10, why: [mark(1, 1), mark(2, 7), mark(3, 6)] }, rules)).toBe('third')
  expect(cameBy({ score: 10, why: [mark(0, 0), mark(4, 7)] }, rules)).toBe('objection')
})

test('a grade says from where it is given and where the better one begins', () => {
  const r = { grade_a: 0.9, grade_b: 0.75, grade_c: 0.6 }
  expect((['A', 'B', 'C', 'D'] as const).map((g) => boundsOf(g, r))).toEqual([
    { from: 0.9, below: null },
    { from: 0.75, below: 0.9 },
    { from: 0.6, below: 0.75 },
    { from: null, below: 0.6 },
  ])
})

test('knows a sheet of which nothing is told from one that has no points', () => {
  expect(isAllHeld({ waiting: 48, score: 48 })).toBe(true)
  expect(isAllHeld({ waiting: 47, score: 48 })).toBe(false)
  expect(isAllHeld({ waiting: 0, score: 0 })).toBe(false)
})
