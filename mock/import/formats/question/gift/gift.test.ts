import { existsSync, readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, it } from 'vitest'
import { findInTexts } from '#tests/support/found.ts'
import { giftItems } from './parse.ts'

const examples = path.resolve(
  import.meta.dirname,
  '../../../../../../shared/data/theory_banks/gift-peg/tests/questions',
)
const there = existsSync(examples)
const names = there ? readdirSync(examples).filter((f) => f.endsWith('.gift')) : []
const plain = (value: unknown): unknown => JSON.parse(JSON.stringify(value))

describe(`the examples of the public grammar${there ? '' : ' (skipped: ../shared/data is not there)'}`, () => {
  it.skipIf(!there)('are 24, and each is read as its expected parse says', () => {
    expect(names).toHaveLength(24)
    for (const name of names) {
      const found = [...giftItems(readFileSync(path.join(examples, name), 'utf8').replace(/^\ufeff/, ''))]
      const expected: unknown = JSON.parse(readFileSync(path.join(examples, name.replace('.gift', '.json')), 'utf8'))
      expect(plain(found.map((i) => (i.at === 'question' ? i.question : i))), name).toEqual([expected].flat())
    }
  })
})

describe('a GIFT file', () => {
  const one = async (text: string) => {
    const { rows, bad } = await findInTexts({ 'a.gift': text })
    return rows[0] ? { ...rows[0].data, notes: rows[0].notes?.map((n) => n.rule) } : bad[0]?.reasons[0]?.rule
  }

  it.each([
    ['1?{=a ~b}', { type: 'single', title: '1?' }],
    ['1?{~%50%a ~%50%b ~c}', { type: 'multiple', partial: 'share', notes: ['note_weights'] }],
    ['1?{=a =b ~c}', 'any_of_several'],
    ['1?{~a ~b}', 'no_right_answer'],
    ['1 is {=one =One} of many.', { type: 'completion', stem: '1 is {{1}} of many.' }],
    ['1?{#3:2}', { type: 'completion', blanks: [{ id: 'b1', accepted: ['3 ± 2'] }], notes: ['note_number'] }],
    ['1?{#x}', 'gift_number'],
    ['1?{=a -> b =c -> d}', 'question_type'],
    ['1?{=a', 'gift_unclosed'],
    ['1?{=a} ::B:: 2?{=b}', 'gift_two'],
    ['1 is {=a} of std::vector::size.', { type: 'completion', stem: '1 is {{1}} of std::vector::size.' }],
    ['Only words', 'no_question'],
    ['::T::1?{T#no#yes}', { type: 'true-false', title: 'T', stem: '1?', notes: ['note_feedback', 'note_feedback'] }],
  ])('%s', async (text, expected) => {
    const found = await one(text)
    if (typeof expected === 'string') expect(found).toBe(expected)
    else expect(found).toMatchObject(expected)
  })

  it('begins a question at each title, with no empty line before it, and with its own comments', async () => {
    const text = '::A::1?{=a ~b}\n// [tag:x]\n::B::2?{\n=c\n~d\n}\n::C::\n3?{T}\n::D::4?{=x} ::E::5?{=y}\n'
    const { rows, bad } = await findInTexts({ 'a.gift': text })
    expect(rows.map((r) => [r.label, r.data['stem'], r.data['keywords'], r.place.line])).toEqual([
      ['A', '1?', undefined, 1],
      ['B', '2?', ['x'], 3],
      ['C', '3?', undefined, 7],
    ])
    expect(bad.map((b) => [b.reasons[0]?.rule, b.place.line])).toEqual([['gift_two', 9]])
  })

  it('names the place of what is refused, and goes on behind it', async () => {
    const { rows, bad } = await findInTexts({ 'a.gift': '$CATEGORY: $course$/top/Web\n\n::A::1?{=a\n\n::B::2?{T}\n' })
    expect(bad.map((b) => b.place)).toEqual([{ file: 'a.gift', line: 3, index: 1 }])
    expect(rows.map((r) => [r.label, r.data['set'], r.place.line])).toEqual([['B', 'Web', 5]])
  })
})
