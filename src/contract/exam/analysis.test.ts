/** Figures worked out by hand from four candidates and three items, and what they are where nothing can be said. */
import { expect, it } from 'vitest'
import { analyseExam, covariance, distribution, median, variance } from './analysis.ts'

const rows = [
  [1, 1, 0],
  [1, 0, 0],
  [1, 1, 1],
  [0, 0, 0],
]
const all = analyseExam(rows, [1, 1, 1])

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
  const { items } = analyseExam(
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
  expect(analyseExam([], [1])).toMatchObject({
    candidates: 0,
    mean: null,
    median: null,
    deviation: null,
    consistency: null,
  })
  const one = analyseExam([[1, 2]], [1, 2])
  expect(one).toMatchObject({ mean: 3, deviation: null, skewness: null, error_ratio: null })
  expect(one.items[0]).toMatchObject({ facility: 100, discrimination: null, efficiency: null, effective_weight: null })
  const same = analyseExam(
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

/** The same worked out by NumPy 2.4 and SciPy 1.17: std and cov with ddof = 1, corrcoef, kstat for the k-statistics; 12 candidates, 5 items. */
const vectors = {
  most: [2, 4, 3, 10, 1],
  points: [
    [1.5, 3.5, 2.5, 3.5, 0.5],
    [0, 1.5, 1, 5.5, 0],
    [1.5, 1.5, 1, 9, 1],
    [1, 2, 1.5, 5, 0.5],
    [0, 2, 2, 4, 0.5],
    [1.5, 1.5, 1, 6, 0.5],
    [1, 2.5, 1, 3.5, 0.5],
    [1, 3.5, 1.5, 8, 1],
    [2, 4, 0.5, 9, 1],
    [1.5, 3, 1.5, 9.5, 0.5],
    [0, 0, 2.5, 2.5, 0],
    [0, 2.5, 2.5, 7.5, 0.5],
  ],
  whole: {
    mean: 11.375,
    median: 11,
    deviation: 3.587383,
    skewness: -0.105779,
    kurtosis: -0.896667,
    consistency: 43.3039,
    error_ratio: 75.296813,
    standard_error: 2.701185,
  },
  // facility, deviation, intended and effective weight, discrimination, efficiency
  items: [
    [45.833333, 0.733402, 10, 19.332601, 53.061522, 58.62069],
    [57.291667, 1.117187, 20, 25.397229, 56.566687, 58.90411],
    [51.388889, 0.689477, 15, null, -48.277924, -50],
    [60.833333, 2.45721, 50, 40.995938, 43.752594, 46.318733],
    [54.166667, 0.334279, 5, 14.274233, 76.321269, 88.188976],
  ],
} as const
const found = analyseExam(vectors.points, vectors.most)

it.each(Object.entries(vectors.whole))('gives the %s that NumPy and SciPy give', (name, wanted) =>
  expect(found[name as keyof typeof vectors.whole]).toBeCloseTo(wanted, 5),
)
it.each(vectors.items.map((wanted, n) => [n, wanted] as const))(
  'gives the figures of item %i that NumPy gives',
  (n, wanted) => {
    const i = found.items[n]
    const own = [i?.facility, i?.deviation, i?.intended_weight, i?.effective_weight, i?.discrimination, i?.efficiency]
    own.forEach((x, at) => {
      const w = wanted[at] ?? null
      if (w === null) expect(x).toBeNull()
      else expect(x).toBeCloseTo(w, 5)
    })
  },
)
it('lets a question that was left out count nowhere', () => {
  const dropped = analyseExam(
    vectors.points.map((row) => [...row, 0]),
    [...vectors.most, 0],
  )
  expect({ ...dropped, items: dropped.items.slice(0, -1) }).toEqual(found)
  expect(dropped.items.at(-1)).toMatchObject({
    facility: null,
    discrimination: null,
    intended_weight: 0,
    effective_weight: null,
  })
})
it('gives an item that everybody answered alike no discrimination', () => {
  const { items } = analyseExam(
    [
      [0.1, 1],
      [0.1, 2],
      [0.1, 4],
    ],
    [1, 4],
  )
  expect(items[0]).toMatchObject({ discrimination: null, efficiency: null })
})
