/** What an answer is worth, and what a theory question has to be. */
import fc from 'fast-check'
import { describe, expect, it, test } from 'vitest'
import {
  blanksFit,
  fillsKey,
  isAnswered,
  isBlankAnswer,
  judgeAnswer,
  type JudgedQuestion,
  pointsOfShare,
} from './answer.ts'
import type { Answer } from './answer.schema.ts'
import { theoryBreaks } from './question.schema.ts'
import { sameText } from './question.ts'

const options = ['a', 'b', 'c', 'd'].map((id) => ({ id, correct: id === 'a' || id === 'c' }))
const one = options.map((o) => ({ ...o, correct: o.id === 'b' }))
const several = (chosen: string[]): Answer => ({ type: 'multiple', chosen })

test.each<[JudgedQuestion, Answer | null, ReturnType<typeof judgeAnswer>]>([
  [
    { type: 'true-false', truth: true },
    { type: 'true-false', truth: true },
    { share: 1, rule: 'key' },
  ],
  [
    { type: 'true-false', truth: true },
    { type: 'true-false', truth: false },
    { share: 0, rule: 'key' },
  ],
  [
    { type: 'true-false', truth: false },
    { type: 'true-false', truth: null },
    { share: 0, rule: 'empty' },
  ],
  [
    { type: 'single', options: one },
    { type: 'single', chosen: ['b'] },
    { share: 1, rule: 'key' },
  ],
  [
    { type: 'single', options: one },
    { type: 'single', chosen: ['a'] },
    { share: 0, rule: 'key' },
  ],
  [
    { type: 'single', options: one },
    { type: 'single', chosen: ['gone'] },
    { share: 0, rule: 'key' },
  ],
  [{ type: 'single', options: one }, null, { share: 0, rule: 'empty' }],
  [{ type: 'multiple', options }, several(['a', 'c']), { share: 1, rule: 'key' }],
  [{ type: 'multiple', options }, several(['c', 'a', 'a']), { share: 1, rule: 'key' }],
  [{ type: 'multiple', options }, several(['a']), { share: 0, rule: 'key' }],
  [{ type: 'multiple', options, partial: 'share' }, several(['a']), { share: 0.5, rule: 'share' }],
  [{ type: 'multiple', options, partial: 'share' }, several(['a', 'b']), { share: 0, rule: 'share' }],
  [{ type: 'multiple', options, partial: 'share' }, several([]), { share: 0, rule: 'empty' }],
  [{ type: 'completion' }, { type: 'completion', blanks: ['', ' '] }, { share: 0, rule: 'empty' }],
  [{ type: 'completion' }, { type: 'completion', blanks: ['', 'x'] }, undefined],
  [{ type: 'short' }, { type: 'short', text: 'because' }, undefined],
  [{ type: 'flag' }, { type: 'flag', text: 'flag{x}' }, undefined],
  [{ type: 'operation' }, { type: 'operation', text: '', files: [] }, { share: 0, rule: 'empty' }],
  // an answer of another type than the question's is nobody's to judge by rule
  [{ type: 'single', options: one }, several(['b']), undefined],
])('%j answered %j is %j', (question, answer, wanted) => expect(judgeAnswer(question, answer)).toEqual(wanted))

const key = fc.uniqueArray(fc.constantFrom(...'abcdefgh'), { minLength: 1, maxLength: 8 })
describe('an answer of several', () => {
  it('earns between nothing and all; all exactly for the key; never more for one more wrong', () => {
    fc.assert(
      fc.property(key, key, fc.constantFrom('none' as const, 'share' as const), (right, chosen, partial) => {
        const question: JudgedQuestion = {
          type: 'multiple',
          partial,
          options: [...'abcdefgh'].map((id) => ({ id, correct: right.includes(id) })),
        }
        const share = judgeAnswer(question, several(chosen))?.share ?? -1
        const same = right.length === chosen.length && right.every((id) => chosen.includes(id))
        expect(share).toBeGreaterThanOrEqual(0)
        expect(share === 1).toBe(same)
        const wrong = [...'abcdefgh'].find((id) => !right.includes(id))
        if (wrong) expect(judgeAnswer(question, several([...chosen, wrong]))?.share).toBe(0)
        if (partial === 'none') expect([0, 1]).toContain(share)
        expect(judgeAnswer(question, several(chosen.toReversed()))?.share).toBe(share)
      }),
    )
  })

  it('is worth its share to the hundredth', () => {
    expect([pointsOfShare(1 / 3, 1), pointsOfShare(2 / 3, 10), pointsOfShare(1, 2.5), pointsOfShare(0, 5)]).toEqual([
      0.33, 6.67, 2.5, 0,
    ])
  })
})

test('nothing at all is blank, and so are spaces', () => {
  expect(isBlankAnswer(null)).toBe(true)
  expect(isBlankAnswer({ type: 'short', text: ' \n' })).toBe(true)
  expect(isBlankAnswer({ type: 'true-false', truth: false })).toBe(false)
})

const o = (text: string, correct = false, id = text) => ({ id, text, correct, feedback: '' })
test.each([
  ['true-false', [], '', [], []],
  ['single', [o('x', true)], '', [], ['two_options']],
  ['single', [o('x'), o('y')], '', [], ['one_right_option']],
  ['single', [o('x', true), o('y', true)], '', [], ['one_right_option']],
  ['single', [o('x', true), o('y')], '', [], []],
  ['multiple', [o('x'), o('y')], '', [], ['a_right_option']],
  ['multiple', [o('x', true), o('x ', false, 'z')], '', [], ['distinct']],
  ['completion', [], 'Nothing', [], ['a_blank']],
  ['completion', [], '{{1}} and {{2}}', ['a'], ['blanks_of_stem']],
  ['completion', [], '{{1}} and {{3}}', ['a', 'b'], ['blanks_of_stem']],
  ['completion', [], '{{2}} and {{1}} and {{1}}', ['a', 'b'], []],
  ['completion', [], 'None marked', ['a', 'b'], []],
] as const)('a %s with %j, “%s” and blanks %j breaks %j', (type, given, stem, blanks, wanted) =>
  expect(
    theoryBreaks({ type, options: [...given], stem, blanks: blanks.map((id) => ({ id, accepted: [] })) }).map(
      (b) => b.rule,
    ),
  ).toEqual(wanted),
)

describe('the text that tells duplicates', () => {
  const stem = 'Which protocol translates names into addresses?'
  it('passes over case, marks, widths, spaces and the order of options', () => {
    expect(sameText('A', `<p>${stem.toUpperCase()}</p>`, ['DNS', 'ARP'])).toBe(sameText('B', stem, ['arp', 'ＤＮＳ']))
  })
  it('tells other options and other short stems apart', () => {
    expect(sameText('', stem, ['DNS', 'ARP'])).not.toBe(sameText('', stem, ['DNS', 'RIP']))
    expect(sameText('Easy RSA', 'Decrypt it')).not.toBe(sameText('Easy XOR', 'Decrypt it'))
    expect(sameText('', '1+1', ['+', '-'])).not.toBe(sameText('', '1+1', ['*', '-']))
  })
})

test('blanks left empty are not answered, though what is written in the others is judged', () => {
  const blanks = (...texts: string[]) => ({ type: 'completion' as const, blanks: texts })
  expect([blanks('a', 'b'), blanks('a', ' '), blanks('', ''), null].map(isAnswered)).toEqual([
    true,
    false,
    false,
    false,
  ])
  expect(isBlankAnswer(blanks('a', ' '))).toBe(false)
  expect(isAnswered({ type: 'true-false', truth: false })).toBe(true)
})

test.each<[string[][], string[], boolean]>([
  [[['DNS'], ['53']], [' dns ', '５３'], true],
  [[['name server', 'DNS']], ['Name  Server'], true],
  [[['DNS'], ['53']], ['DNS', ''], false],
  [[['DNS'], []], ['DNS', 'anything'], false],
  [[['DNS']], ['DNS', 'more'], false],
  [[], [], false],
])('a fill-in of %j said as %j equals the key: %s', (accepted, blanks, equal) =>
  expect(fillsKey(accepted, { type: 'completion', blanks })).toBe(equal),
)

it.each([
  [[['a', 'b'], ['c']], ['B ', 'c'], 1],
  [[['a', 'b'], ['c']], ['a', 'x'], 0.5],
  [[['a']], ['x'], 0],
  [[['a'], []], ['a', 'x'], undefined],
  [[], ['a'], undefined],
])('of blanks that accept %j, %j says as many as the key does: %s', (accepted, blanks, share) => {
  expect(blanksFit(accepted, { type: 'completion', blanks })).toBe(share)
})
