import { describe, expect, test } from 'vitest'
import { type Readable, itemFindingsOf, thirds, thresholds, reliableFigure } from './reading.ts'

const choice = (id: string, right: boolean, low: number, middle: number, high: number) => ({
  id,
  right,
  low,
  middle,
  high,
})
const good = [choice('a', true, 3, 6, 9), choice('b', false, 4, 2, 1), choice('c', false, 3, 2, 0)]
const item = (more: Partial<Readable> = {}): Readable => ({
  sheets: 30,
  score: 2,
  facility: 60,
  discrimination: 45,
  choices: good,
  ...more,
})
const says = (more: Partial<Readable>) => itemFindingsOf(item(more)).map((f) => f.says)

test.each<[string, Partial<Readable>, string[]]>([
  ['a question that separates and whose options work', {}, ['sound']],
  ['fewer candidates than ten', { sheets: 9 }, ['few']],
  ['a question that was left out', { score: 0, facility: null }, ['dropped']],
  [
    'one that nearly everybody has right, whose other options nobody needs',
    { facility: 95, choices: [choice('a', true, 10, 9, 10), choice('b', false, 0, 1, 0)] },
    ['too_easy'],
  ],
  ['one that nearly nobody has right', { facility: 5, choices: [] }, ['too_hard']],
  ['one that goes against the others', { discrimination: -1 }, ['against']],
  ['one that hardly goes with the others', { discrimination: 19.9 }, ['weak']],
  ['one at the boundary of weak', { discrimination: 20 }, ['sound']],
  ['one without a figure', { discrimination: null }, ['sound']],
])('reads %s', (_, more, wanted) => expect(says(more)).toEqual(wanted))

describe('options', () => {
  test('the key is doubted where more of the best chose another, and that option is named', () => {
    const choices = [choice('a', true, 5, 4, 2), choice('b', false, 2, 4, 8), choice('c', false, 3, 2, 0)]
    expect(itemFindingsOf(item({ choices, discrimination: -20 }))).toEqual([
      { says: 'wrong_key', options: ['b'] },
      { says: 'against' },
    ])
  })
  test('the key is not doubted where the weak chose the other as often', () => {
    const choices = [choice('a', true, 2, 4, 4), choice('b', false, 8, 6, 6)]
    expect(says({ choices })).toEqual(['sound'])
  })
  test('an option that hardly anybody chose is named', () => {
    expect(itemFindingsOf(item({ choices: [...good, choice('d', false, 1, 0, 0)] }))).toEqual([
      { says: 'dead', options: ['d'] },
    ])
  })
})

test('thirds are of one size, and the rest is in the middle', () => {
  expect(thirds([])).toEqual([])
  expect(thirds([7, 7])).toEqual([1, 1])
  expect(thirds([5, 1, 9, 3])).toEqual([1, 0, 2, 1])
  expect(thirds([4, 4, 4])).toEqual([0, 1, 2])
})

test('a figure that compares candidates is told of enough of them only', () => {
  expect(reliableFigure(100, 2)).toBeNull()
  expect(reliableFigure(100, thresholds.few - 1)).toBeNull()
  expect(reliableFigure(100, thresholds.few)).toBe(100)
  expect(reliableFigure(null, 50)).toBeNull()
})
