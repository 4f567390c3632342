import { expect, it } from 'vitest'
import { nextInMenu } from './menuKeys.ts'

const labels = ['Edit', 'Delete', 'Export', 'Duplicate']

it.each([
  ['ArrowDown', -1, 0],
  ['ArrowDown', 3, 0],
  ['ArrowUp', 0, 3],
  ['ArrowUp', -1, 3],
  ['ArrowUp', 2, 1],
  ['Home', 2, 0],
  ['End', 0, 3],
  ['e', -1, 0],
  ['e', 0, 2],
  ['E', 2, 0],
  ['d', 1, 3],
  ['x', 0, undefined],
  [' ', 0, undefined],
  ['Enter', 0, undefined],
] as const)('%s at %i leads to %s', (key, at, to) => {
  expect(nextInMenu(key, at, labels)).toBe(to)
})

it('leads nowhere in an empty menu', () => {
  expect(nextInMenu('ArrowDown', -1, [])).toBeUndefined()
})
