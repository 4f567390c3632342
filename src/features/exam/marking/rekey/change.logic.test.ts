import { expect, test } from 'vitest'
import { changeOf, kindsFor } from './change.logic.ts'

type Question = Parameters<typeof kindsFor>[0]
const question = (type: string, more: Partial<Question> = {}): Question =>
  ({ question: { type }, key: { explanation: '', correct: ['a'] }, change: null, ...more }) as Question

test('the paper’s key is offered back only where it was left', () => {
  expect(kindsFor(question('single'))).toEqual(['options', 'everybody', 'left_out'])
  expect(kindsFor(question('short', { change: { kind: 'everybody' } }))).toEqual(['everybody', 'left_out', 'as_was'])
  expect(kindsFor(question('true-false', { change: { kind: 'as_was' } }))).toEqual(['truth', 'everybody', 'left_out'])
})
test('a choice that leaves all as it is is no change', () => {
  expect(changeOf(question('single'), undefined, ['b'])).toBeUndefined()
  expect(changeOf(question('single'), 'options', ['a'])).toBeUndefined()
  expect(changeOf(question('single'), 'options', [])).toBeUndefined()
  expect(changeOf(question('single'), 'options', ['a', 'b'])).toEqual({ kind: 'options', correct: ['a', 'b'] })
  // given to all it is not judged by its key: the same key is a change then
  expect(changeOf(question('single', { change: { kind: 'everybody' } }), 'options', ['a'])).toBeDefined()
  expect(changeOf(question('single', { change: { kind: 'everybody' } }), 'everybody', [])).toBeUndefined()
  expect(changeOf(question('true-false', { key: { explanation: '', truth: false } }), 'truth', [])).toEqual({
    kind: 'truth',
    truth: true,
  })
})
