import { expect, it } from 'vitest'
import { branchesOf } from './directions.logic.ts'

const all = [
  { id: 'a', name: 'A', parent_id: null, n: 3 },
  { id: 'b', name: 'B', parent_id: 'a', n: 2 },
  { id: 'c', name: 'C', parent_id: 'b', n: 1 },
  { id: 'd', name: 'D', parent_id: null, n: 1 },
]
const rows = (chosen?: string) =>
  branchesOf(all, chosen).map((r) => [r.above?.id, r.chosen, r.directions.map((d) => d.id).join('')])

it('stand level by level, each with what is chosen in it', () => {
  expect(rows()).toEqual([[undefined, undefined, 'ad']])
  expect(rows('a')).toEqual([
    [undefined, 'a', 'ad'],
    ['a', undefined, 'b'],
  ])
  expect(rows('c')).toEqual([
    [undefined, 'a', 'ad'],
    ['a', 'b', 'b'],
    ['b', 'c', 'c'],
  ])
})
it('one that is gone narrows nothing', () => expect(rows('gone')).toEqual([[undefined, undefined, 'ad']]))
