/** A changed row in words: part by part, and without JSON. */
import { expect, it } from 'vitest'
import { readableChangesOf, valueInWords } from './difference.ts'

const words = { empty: 'empty', yes: 'yes', no: 'no', name: (part: string) => part }
const options = (right: string, ...more: object[]) => [
  ...['a', 'b'].map((id) => ({ id, text: `Answer ${id}`, correct: id === right })),
  ...more,
]

it('tells the parts of a list that differ by their place, and no other', () => {
  expect(readableChangesOf({ field: 'options', before: options('a'), after: options('b') })).toEqual([
    { path: ['options', 0, 'correct'], before: true, after: false },
    { path: ['options', 1, 'correct'], before: false, after: true },
  ])
})

it('tells a part that is new or gone whole, in words', () => {
  const more = { id: 'c', text: 'Answer c', correct: false }
  const [change] = readableChangesOf({ field: 'options', before: options('a'), after: options('a', more) })
  expect(change).toEqual({ path: ['options', 2], before: undefined, after: more })
  expect([change?.before, change?.after].map((v) => valueInWords(v, words))).toEqual([
    'empty',
    'text: Answer c; correct: no',
  ])
})

it('keeps plain values and lists of words as one change', () => {
  expect(readableChangesOf({ field: 'tags', before: ['a'], after: ['a', 'b'] })).toEqual([
    { path: ['tags'], before: ['a'], after: ['a', 'b'] },
  ])
  expect(readableChangesOf({ field: 'summary', before: null, after: '' })).toEqual([])
})

it.each([{ a: { b: [1, { c: true }] } }, [{ x: 1 }, { y: [] }], { flag: { kind: 'static', value: '••••' } }])(
  'says %j without a brace or a quotation mark',
  (value) => expect(valueInWords(value, words)).not.toMatch(/[{}[\]"]/),
)
