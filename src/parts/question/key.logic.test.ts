import { expect, test } from 'vitest'
import { markOf } from './key.logic.ts'

test.each([
  ['a', true, { correct: ['a'] }, 'right'],
  ['b', true, { correct: ['a'] }, 'wrong'],
  ['a', false, { correct: ['a'] }, 'missed'],
  ['b', false, { correct: ['a'] }, undefined],
  ['true', true, { truth: false }, 'wrong'],
  ['false', false, { truth: false }, 'missed'],
  // chosen alone says nothing
  ['a', true, null, undefined],
  ['a', true, {}, undefined],
])('option %s, chosen %s, beside %j is %s', (option, chosen, key, wanted) =>
  expect(markOf(option, chosen, key)).toBe(wanted),
)
