import { expect, it } from 'vitest'
import { cents, countedTotal, gradeOf, ranksOf } from './score.ts'

it.each([
  [0.9, 'A'],
  [0.8999, 'B'],
  [0.75, 'B'],
  [0.7499, 'C'],
  [0.6, 'C'],
  [0.5999, 'D'],
  [0, 'D'],
  [1, 'A'],
  // 0.1 + 0.2 + 0.3 is not 0.6 to a machine
  [0.1 + 0.2 + 0.3, 'C'],
  [(9 * 0.1 * 10) / 10, 'A'],
] as const)('a share of %f is %s', (share, grade) => {
  expect(gradeOf(share)).toBe(grade)
})
it('takes other boundaries', () => {
  expect(gradeOf(0.82, { A: 0.8, B: 0.6, C: 0.4 })).toBe('A')
})
it('equal totals share a rank and the next one skips', () => {
  expect(ranksOf([80, 90, 80, 70, 90])).toEqual([3, 1, 3, 5, 1])
  expect(ranksOf([])).toEqual([])
})
it('rounds to the hundredth, half up', () => {
  expect([1.005, 2.675, 0.1 + 0.2].map(cents)).toEqual([1.01, 2.68, 0.3])
})
it.each([
  ['highest', 9],
  ['last', 5],
  ['first', 7],
  ['average', 7],
] as const)('%s of several attempts', (rule, is) => {
  expect(countedTotal(rule, [7, 9, 5])).toBe(is)
})
