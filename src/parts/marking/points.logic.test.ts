import { expect, test } from 'vitest'
import { addComment, emptyDraft, typedPointsOf, toggleLine, typeKey, worthOfLines } from './points.logic.ts'

const typed = (keys: string, score: number) =>
  [...keys].reduce((d, k) => typeKey(d, k === '<' ? 'Backspace' : k, score), emptyDraft).typed

test.each([
  ['3', 5, '3'],
  ['10', 10, '10'],
  // what is too much is refused, and what stood there stays
  ['12', 5, '1'],
  ['25', 20, '2'],
  ['25<<19', 20, '19'],
  ['7', 5, ''],
  ['2.', 5, '2.5'],
  ['2..', 5, '2'],
  ['.', 5, '0.5'],
  ['5.', 5, '5'],
  ['05', 5, '5'],
  ['2.3', 5, '3'],
  ['10<', 10, '1'],
])('typing %j where %d points are to be had stands as %j', (keys, score, wanted) =>
  expect(typed(keys, score)).toBe(wanted),
)
test.each([
  ['', undefined],
  ['6', undefined],
  ['1.25', 1.25],
  ['1,5', 1.5],
  ['1.', undefined],
  ['-1', undefined],
])('%j is worth %j of 5', (text, wanted) => expect(typedPointsOf({ ...emptyDraft, typed: text }, 5)).toBe(wanted))

const rubric = [{ points: 2 }, { points: 2 }, { points: 1.5 }]
test('lines of the rubric add up to no more than there is, and a number typed afterwards takes their place', () => {
  const give = (...lines: number[]) => lines.reduce((d, n) => toggleLine(d, n, rubric, 5), emptyDraft)
  expect(give(0, 2)).toMatchObject({ typed: '3.5', lines: [0, 2] })
  expect(give(0, 1, 2)).toMatchObject({ typed: '5' })
  expect(give(0, 0)).toEqual(emptyDraft)
  expect(give(9)).toEqual(emptyDraft)
  expect(typeKey(give(0, 1), 'Backspace', 5)).toMatchObject({ typed: '', lines: [] })
})
test('what keys are refused is said, until another key is pressed', () => {
  const refused = typeKey(typeKey(emptyDraft, '2', 20), '5', 20)
  expect(refused).toMatchObject({ typed: '2', refused: '25' })
  expect(typeKey(refused, '0', 20)).toEqual({ ...emptyDraft, typed: '20' })
})
test('points that the marker typed stay when a line is given or taken', () => {
  const typed = { ...emptyDraft, typed: '1.25' }
  const given = toggleLine(typed, 0, rubric, 5)
  expect(given).toMatchObject({ typed: '1.25', lines: [0] })
  expect(worthOfLines(given, rubric, 5)).toBe(2)
  expect(toggleLine(given, 0, rubric, 5)).toMatchObject({ typed: '1.25', lines: [] })
})
test('a remark of the bank is added once', () => {
  const once = addComment({ ...emptyDraft, comment: 'Own words' }, 'Too short')
  expect(once.comment).toBe('Own words\nToo short')
  expect(addComment(once, 'Too short')).toBe(once)
})
