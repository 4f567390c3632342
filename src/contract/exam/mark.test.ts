import fc from 'fast-check'
import { expect, test } from 'vitest'
import { cents } from './score.ts'
import { scaledRubric } from './mark.ts'

const points = (rubric: readonly number[], score: number) =>
  scaledRubric(
    rubric.map((p) => ({ points: p })),
    score,
  ).map((l) => l.points)

test.each([
  [[5, 5], 5, [2.5, 2.5]],
  [[6, 4], 5, [3, 2]],
  [[1, 1, 1], 10, [3.34, 3.33, 3.33]],
  [[2, 1], 1, [0.67, 0.33]],
  [[3, 7], 10, [3, 7]],
  [[0.1, 0.2], 0.3, [0.1, 0.2]],
  // nothing to share by
  [[0, 0], 5, [0, 0]],
  [[4, 6], 0, [0, 0]],
  [[], 5, []],
])('a rubric of %j for an item of %d is %j', (rubric, score, wanted) => expect(points(rubric, score)).toEqual(wanted))

test('all lines of a rubric are always worth the whole item, and a greater line never less than a smaller one', () => {
  const lines = fc.array(fc.integer({ min: 1, max: 100_000 }), { minLength: 1, maxLength: 30 })
  fc.assert(
    fc.property(lines, fc.integer({ min: 0, max: 100_000 }), (rubric, hundredths) => {
      const out = points(
        rubric.map((p) => p / 100),
        hundredths / 100,
      )
      expect(cents(out.reduce((all, p) => all + p, 0))).toBe(hundredths / 100)
      for (const [n, p] of rubric.entries())
        for (const [m, other] of rubric.entries())
          if (p > other) expect(out[n]).toBeGreaterThanOrEqual(out[m] as number)
    }),
  )
})
