import { expect, test } from 'vitest'
import { Answer as AnswerSchema, type Answer } from '../../contract/bank/answer.schema.ts'
import { chooseOption, emptyAnswer, withBlankFilled, readableStem } from './answer.logic.ts'

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
test('a blank takes what the server takes: a Chinese character counts two', () => {
  const blank = { type: 'completion' as const, blanks: ['', 'kept'] }
  for (const [typed, kept] of [
    ['汉'.repeat(127), '汉'.repeat(127)],
    ['汉'.repeat(128), '汉'.repeat(127)],
    ['a'.repeat(256), 'a'.repeat(255)],
  ] as const) {
    const answer = withBlankFilled(blank, 0, typed)
    expect(answer.blanks).toEqual([kept, 'kept'])
    expect(AnswerSchema.safeParse(answer).success).toBe(true)
    expect(AnswerSchema.safeParse({ ...answer, blanks: [typed] }).success).toBe(typed === kept)
  }
})
