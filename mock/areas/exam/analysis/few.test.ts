import { expect, it } from 'vitest'
import { tellable } from './few.ts'

it.each<[sizes: number[], shown: number[]]>([
  [
    [5, 6],
    [5, 6],
  ],
  [[4, 20], []],
  [[4, 20, 7], [20]],
  [[2, 3, 20], [20]],
  [[1, 1, 1, 1, 1, 5], [5]],
  [[3, 5], []],
  [[], []],
])('of groups of %j candidates those of %j have figures of their own', (sizes, shown) => {
  const by = new Map(sizes.map((n, at) => [`org-${at}`, n]))
  expect([...tellable(by)].map((key) => by.get(key))).toEqual(shown)
})
