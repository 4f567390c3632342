import { expect, test } from 'vitest'
import { answerText, keyText, optionMarkOf } from './key.logic.ts'

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
  expect(optionMarkOf(option, chosen, key)).toBe(wanted),
)

test('a key and an answer call options by the letters that stand beside them', () => {
  const question = { options: ['UDP', 'TCP', 'ICMP'].map((text, n) => ({ id: `o${n}`, text })) }
  expect(keyText(question, { correct: ['o2', 'o1'] } as never)).toBe('B TCP; C ICMP')
  expect(answerText(question, { type: 'multiple', chosen: ['o0', 'o2'] })).toBe('A UDP; C ICMP')
})
