/** Figures worked out by hand from four candidates and three items, and what they are where nothing can be said. */
import { expect, it } from 'vitest'
import { analyse, covariance, distribution, median, variance } from './analysis.ts'

const rows = [
  [1, 1, 0],
  [1, 0, 0],
  [1, 1, 1],
  [0, 0, 0],
]
const all = analyse(rows, [1, 1, 1])

it('counts samples: divided by n - 1', () => {
  expect(variance([0, 1, 2, 3])).toBeCloseTo(5 / 3)
  expect(covariance([1, 2, 3], [2, 4, 6])).toBeCloseTo(2)
  expect(median([3, 1, 2])).toBe(2)
  expect(median([4, 1, 2, 3])).toBe(2.5)
})
it('says how the whole exam did', () => {
  expect(all).toMatchObject({ candidates: 4, mean: 1.5, median: 1.5 })
  expect(all.deviation).toBeCloseTo(1.290994)
  expect(all.skewness).toBeCloseTo(0)
  expect(all.kurtosis).toBeCloseTo(-1.2)
  // 3/2 · (1 − (1/4 + 1/3 + 1/4) / (5/3)) = 3/4
  expect(all.consistency).toBeCloseTo(75)
  expect(all.error_ratio).toBeCloseTo(50)
  expect(all.standard_error).toBeCloseTo(0.645497)
})
it('says how each item did', () => {
  expect(all.items.map((i) => i.facility)).toEqual([75, 50, 25])
  const [first, second] = all.items
  expect(first?.discrimination).toBeCloseTo(52.2233)
  expect(first?.efficiency).toBeCloseTo(100)
  expect(first?.effective_weight).toBeCloseTo(31.6987)
  expect(second?.effective_weight).toBeCloseTo(36.6025)
  expect(all.items.every((i) => Math.abs(i.intended_weight - 100 / 3) < 1e-9)).toBe(true)
})
it('gives no weight to an item that works against the others', () => {
  const { items } = analyse(
    [
      [3, 0],
      [2, 0],
      [0, 1],
    ],
    [3, 1],
  )
  expect(items[1]?.effective_weight).toBeNull()
  expect(items[1]?.discrimination).toBeLessThan(0)
})
it('says nothing where there is nothing to say', () => {
  expect(analyse([], [1])).toMatchObject({
    candidates: 0,
    mean: null,
    median: null,
    deviation: null,
    consistency: null,
  })
  const one = analyse([[1, 2]], [1, 2])
  expect(one).toMatchObject({ mean: 3, deviation: null, skewness: null, error_ratio: null })
  expect(one.items[0]).toMatchObject({ facility: 100, discrimination: null, efficiency: null, effective_weight: null })
  const same = analyse(
    [
      [1, 1],
      [1, 1],
      [1, 1],
      [1, 1],
    ],
    [1, 1],
  )
  expect(same).toMatchObject({ deviation: 0, skewness: null, kurtosis: null, consistency: null })
})
it('sorts shares into equal parts, the whole into the last', () => {
  expect(distribution([0, 0.05, 0.1, 0.3, 0.95, 1])).toEqual([2, 1, 0, 1, 0, 0, 0, 0, 0, 2])
})
