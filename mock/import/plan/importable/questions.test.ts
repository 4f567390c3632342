import { describe, expect, it } from 'vitest'
import { theoryQuestion } from './questions.ts'

const key = (over: object) =>
  theoryQuestion.identity({ type: 'single', title: 'Which is true?', stem: '', ...over }, 's').key
const options = (...texts: string[]) => ({ options: texts.map((text, n) => ({ id: text, text, correct: n === 0 })) })

describe('what tells questions of a package apart', () => {
  it('is the answer where they ask the same words', () => {
    expect(key(options('TCP is reliable', 'UDP is'))).not.toBe(key(options('A port has 16 bits', 'UDP is')))
    expect(key({ type: 'completion', blanks: [{ accepted: ['22'] }] })).not.toBe(
      key({ type: 'completion', blanks: [{ accepted: ['23'] }] }),
    )
    expect(key({ type: 'true-false', truth: true })).not.toBe(key({ type: 'true-false', truth: false }))
    expect(key({ ...options('a', 'b'), stem: 'x' })).not.toBe(key({ ...options('a', 'b'), stem: 'y' }))
  })
  it('is neither the order of what is right, nor what is wrong, nor how it is written', () => {
    const both = (texts: string[]) => ({
      type: 'multiple',
      options: texts.map((text) => ({ text, correct: text !== 'no' })),
    })
    expect(key(both(['A', 'B', 'no']))).toBe(key(both(['b', 'no', 'a'])))
    expect(key(options('a', 'b'))).toBe(key(options('a', 'other')))
    expect(key({ type: 'completion', blanks: [{ accepted: ['x', 'Y'] }] })).toBe(
      key({ type: 'completion', blanks: [{ accepted: ['y', 'X'] }] }),
    )
    expect(key({ type: 'true-false' })).toBe(key({ type: 'true-false', truth: true }))
    expect(key({ type: 'short', reference: 'a' })).toBe(key({ type: 'short', reference: 'b' }))
  })
})
