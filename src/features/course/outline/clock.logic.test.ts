import { expect, it } from 'vitest'
import { secondAt } from './clock.logic.ts'

it.each([
  ['65', 65],
  ['1:05', 65],
  ['1:02:03', 3723],
  ['0:00.5', 0.5],
  [' 2:00 ', 120],
  ['1:75', undefined],
  ['1:60:00', undefined],
  ['-1', undefined],
  ['', undefined],
  ['99:00:00', undefined],
])('a clock that says %j means %s', (text, second) => {
  expect(secondAt(text)).toBe(second)
})
