import { expect, test } from 'vitest'
import type { Answer } from '../../contract/bank/answer.schema.ts'
import { chooseOption, emptyAnswer, readableStem } from './answer.logic.ts'

const options = ['a', 'b', 'c'].map((id) => ({ id, text: id }))
const of = (type: 'true-false' | 'single' | 'multiple' | 'short') => ({ type, options, blanks: 0 })

test.each<[Parameters<typeof emptyAnswer>[0], number[], Answer | undefined]>([
  [of('true-false'), [1], { type: 'true-false', truth: false }],
  [of('true-false'), [2], undefined],
  [of('single'), [0, 2], { type: 'single', chosen: ['c'] }],
  [of('single'), [3], undefined],
  [of('multiple'), [0, 2, 0], { type: 'multiple', chosen: ['c'] }],
  [of('short'), [0], undefined],
])('%j, after %j was chosen, is %j', (question, places, wanted) => {
  let answer: Answer | undefined = emptyAnswer(question)
  for (const at of places) answer = answer && chooseOption(question, answer, at)
  expect(answer).toEqual(wanted)
})
test('blanks begin empty, as many as there are, and are marked in the text', () => {
  expect(emptyAnswer({ type: 'completion', options: [], blanks: 2 })).toEqual({ type: 'completion', blanks: ['', ''] })
  expect(readableStem('TCP is {{1}}.')).toBe('TCP is ＿＿(1)＿＿.')
})
