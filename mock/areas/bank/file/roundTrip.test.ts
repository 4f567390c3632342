/** What is written reads back the same, as far as the format has words for it. */
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { FlagChallenge, TheoryQuestion } from '#src/contract/bank/question.schema.ts'
import { theoryTypes } from '#src/contract/bank/question.ts'
import { env } from '#config/env.ts'
import { findInTexts } from '#tests/support/found.ts'
import { maybe, set, tag, text, unit, word } from '#tests/support/questionTexts.ts'
import { ctfcliFiles } from './ctfcli.ts'
import { giftOf } from './gift.ts'
import { moodleOf } from './moodle.ts'
import { tableOf } from './table.ts'

const runs = { numRuns: env.ci ? 40 : 120 }

const question: fc.Arbitrary<TheoryQuestion> = fc
  .record({
    type: fc.constantFrom(...theoryTypes),
    title: word,
    stem: maybe,
    set_name: set,
    truth: fc.boolean(),
    texts: fc.uniqueArray(text, { minLength: 2, maxLength: 5, selector: (t) => t.trim() }),
    right: fc.nat(30),
    feedback: maybe,
    accepted: fc.uniqueArray(word, { minLength: 1, maxLength: 3 }),
    placed: fc.boolean(),
    explanation: maybe,
    keywords: fc.uniqueArray(tag, { maxLength: 2 }),
    hints: fc.array(text, { maxLength: 2 }),
    score: fc.nat(9999).map((n) => n / 100),
    shuffle: fc.boolean(),
    reference: maybe,
  })
  .map((q) => {
    const chosen = q.type === 'single' || q.type === 'multiple'
    const options = chosen
      ? q.texts.map((t, n) => ({
          id: String.fromCharCode(97 + n),
          text: t,
          correct: q.type === 'single' ? n === q.right % q.texts.length : n === 0 || (q.right & (1 << n)) > 0,
          feedback: n === 1 ? q.feedback : '',
        }))
      : []
    const blanks = q.type === 'completion' ? [{ id: 'b1', accepted: q.accepted }] : []
    const stem = q.type === 'completion' && q.placed ? `${q.stem || 'x'} {{1}} y` : q.stem
    return {
      difficulty: 'primary',
      language: '',
      knowledge: [],
      skills: [],
      cve_ids: [],
      rubric: [],
      writeup: '',
      partial: 'share',
      ...q,
      stem,
      options,
      blanks,
      hints: q.hints.map((t) => ({ text: t, cost: 0 })),
      reference: q.type === 'short' ? q.reference : '',
    } as unknown as TheoryQuestion
  })

type Said = Record<string, unknown>
/** What all formats say of a question; what the reader left out is its default. */
const told = (q: Said, more: readonly string[] = []): Said => {
  const type = q['type']
  const fields = [
    'type',
    'title',
    'stem',
    'explanation',
    ...(type === 'true-false' ? ['truth'] : []),
    ...(type === 'single' || type === 'multiple' ? ['options'] : []),
    ...(type === 'completion' ? ['blanks'] : []),
    ...more,
  ]
  const empty: Said = { explanation: '', hints: [], keywords: [], reference: '' }
  return Object.fromEntries(fields.map((f) => [f, q[f] ?? empty[f]]))
}

async function back(name: string, written: string, q: TheoryQuestion, more: readonly string[]): Promise<void> {
  const { rows, bad, files } = await findInTexts({ [name]: written })
  expect([bad.map((b) => b.reasons), files.map((f) => f.problem)], written).toEqual([[], []])
  expect(rows, written).toHaveLength(1)
  const said = rows[0]?.data ?? {}
  expect(told(said, more), written).toEqual(told(q as unknown as Said, more))
  expect(said['set']).toBe(q.set_name)
}

describe('a question that is written', () => {
  it('as GIFT reads back the same', async () => {
    await fc.assert(
      fc.asyncProperty(question, (q) => back('a.gift', giftOf([q]).text, q, ['keywords'])),
      runs,
    )
  })
  it('as Moodle XML reads back the same', async () => {
    await fc.assert(
      fc.asyncProperty(question, (q) => {
        const more = ['keywords', 'hints', 'score', ...(q.type === 'short' ? ['reference'] : [])]
        return back('a.xml', moodleOf([q]).text, q, more)
      }),
      runs,
    )
  })
  it('as a row of our table reads back the same', async () => {
    await fc.assert(
      fc.asyncProperty(question, async (q) => {
        let csv = ''
        for await (const piece of tableOf([q])) csv += piece
        await back('a.csv', csv, q, [
          'keywords',
          'hints',
          'score',
          'difficulty',
          ...(q.type === 'short' ? ['reference'] : []),
        ])
      }),
      runs,
    )
  })
  it('in a format without words for it is named, and the others are written', () => {
    const blanks = [1, 2].map((n) => ({ id: `b${n}`, accepted: ['x'] }))
    const q = {
      type: 'completion',
      title: 'Two',
      blanks,
      set_name: 'A',
      keywords: [],
      stem: '',
      options: [],
      explanation: '',
      hints: [],
    }
    expect(giftOf([q as unknown as TheoryQuestion]).left).toEqual(['Two'])
    expect(moodleOf([q as unknown as TheoryQuestion]).left).toEqual(['Two'])
  })
})

describe('a flag challenge that is written', () => {
  const content = fc.string({ unit, minLength: 1, maxLength: 20 })
  const rule = fc.oneof(
    fc.record({ kind: fc.constant('static'), value: content, ignore_case: fc.boolean() }),
    fc.record({ kind: fc.constant('regex'), pattern: content, ignore_case: fc.boolean() }),
    fc.record({
      kind: fc.constant('list'),
      values: fc.array(fc.record({ value: content, ignore_case: fc.boolean() }), { minLength: 2, maxLength: 3 }),
      need: fc.constantFrom('any', 'all'),
    }),
  )
  it('as a folder of ctfcli reads back the same', async () => {
    const challenge = fc.record({
      title: word,
      stem: text.filter((t) => !/[<!]/.test(t)),
      set_name: fc.constantFrom('Web', 'Pwn', 'My own / set'),
      score: fc.nat(1000),
      flag: rule,
      author: word,
      connection: word,
      keywords: fc.uniqueArray(word, { maxLength: 2 }),
      knowledge: fc.uniqueArray(word, { maxLength: 2 }),
      hints: fc.array(fc.record({ text: text.filter((t) => !/[<!]/.test(t)), cost: fc.nat(50) }), { maxLength: 2 }),
      writeup: fc.oneof(fc.constant(''), text),
    })
    await fc.assert(
      fc.asyncProperty(challenge, async (c) => {
        const { files, left } = ctfcliFiles([c as unknown as FlagChallenge])
        expect(left).toEqual([])
        const { rows, bad, files: unread } = await findInTexts(files)
        expect([bad.map((b) => b.reasons), unread.map((f) => f.problem)], JSON.stringify(files)).toEqual([[], []])
        const { set: named, ...said } = rows[0]?.data ?? {}
        const { set_name, writeup, ...wanted } = c
        expect(said).toMatchObject({ ...wanted, ...(writeup ? { writeup } : {}) })
        expect(named).toBe(set_name)
      }),
      runs,
    )
  })
})
