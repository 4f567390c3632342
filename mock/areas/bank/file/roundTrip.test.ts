/** What is written reads back the same, as far as the format has words for it. */
import fc from 'fast-check'
import { unzipSync } from 'fflate'
import { describe, expect, it } from 'vitest'
import type { z } from 'zod'
import type { Attached, FlagChallenge, TheoryQuestion } from '#src/contract/bank/question.schema.ts'
import { countNotWritten } from '#src/contract/bank/notWritten.ts'
import { theoryTypes } from '#src/contract/bank/question.ts'
import { env } from '#config/env.ts'
import { zipOf } from '#mock/crud/zipped.ts'
import { keptPicture } from '#mock/import/formats/question/pictures.ts'
import type { ImportedRow } from '#mock/import/formats/found.ts'
import { readWhole } from '#mock/import/formats/source.ts'
import { findInTexts } from '#tests/support/found.ts'
import { png } from '#tests/support/pictures.ts'
import { maybe, set, tag, text, unit, word } from '#tests/support/questionTexts.ts'
import { ctfcliFiles } from './ctfcli.ts'
import { giftOf } from './gift.ts'
import { moodleOf } from './moodle.ts'
import { questionCsv } from './table.ts'

const picture = await keptPicture(png(8, 8))
const pictures = new Map(picture ? [[picture.id, picture.bytes]] : [])
const shown = maybe.map((t) => (picture && t.length % 3 === 1 ? `${t}\n\n![sign](/pictures/${picture.id})` : t || 'go'))

const bytesOf = (name: string) => Buffer.from(`bytes of ${name}`)
const open = async function* (name: string) {
  for (const byte of bytesOf(name)) yield Buffer.from([byte])
}
const attachment = fc
  .constantFrom('a.pcap', '报告-1.pdf', 'x_y.tar.gz', 'screen.png', 'challenge.yml')
  .map((name) => ({ file: name, name, size: bytesOf(name).length }))

const runs = { numRuns: env.whole ? 120 : 16 }

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
    attachments: fc.uniqueArray(attachment, { maxLength: 3, selector: (f) => f.name }),
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
type Attachment = Pick<z.output<typeof Attached>, 'file' | 'name' | 'size'>
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

async function back(name: string, written: string, q: TheoryQuestion, more: readonly string[]): Promise<ImportedRow> {
  const { rows, bad, files } = await findInTexts({ [name]: written })
  expect([bad.map((b) => b.reasons), files.map((f) => f.problem)], written).toEqual([[], []])
  expect(rows, written).toHaveLength(1)
  const [row] = rows as [ImportedRow]
  const said = row.data
  expect(told(said, more), written).toEqual(told(q as unknown as Said, more))
  expect(said['set']).toBe(q.set_name)
  return row
}

/** The files of a row are those that were written, byte for byte. */
async function holds(row: ImportedRow | undefined, written: readonly Attachment[]): Promise<void> {
  const told = ({ name, size }: Attachment) => ({ name, size })
  const read = (row?.data['attachments'] ?? []) as Attachment[]
  expect(read.map(told)).toEqual(written.map(told))
  expect(row?.files ?? []).toHaveLength(written.length)
  for (const { name, source } of row?.files ?? []) expect(await readWhole(source, 100)).toEqual(bytesOf(name))
}
async function joined(pieces: AsyncIterable<string>): Promise<string> {
  let whole = ''
  for await (const piece of pieces) whole += piece
  return whole
}
const moodle = (questions: readonly unknown[]) => joined(moodleOf(questions as TheoryQuestion[], { pictures, open }))

describe('a question that is written', () => {
  it('as GIFT reads back the same', async () => {
    await fc.assert(
      fc.asyncProperty(question, async (q) => void (await back('a.gift', giftOf([q]).text, q, ['keywords']))),
      runs,
    )
  })
  it('as Moodle XML reads back the same, with its files and pictures', async () => {
    await fc.assert(
      fc.asyncProperty(question, shown, async (q, stem) => {
        const more = ['keywords', 'hints', 'score', ...(q.type === 'short' ? ['reference'] : [])]
        const asked = q.type === 'completion' ? q : { ...q, stem }
        const row = await back('a.xml', await moodle([asked]), asked, more)
        await holds(row, q.attachments)
        expect(row.notes).toEqual([])
        expect(row.pictures ?? []).toHaveLength(asked.stem.includes('/pictures/') ? 1 : 0)
      }),
      runs,
    )
  })
  it('as a row of our table reads back the same', async () => {
    await fc.assert(
      fc.asyncProperty(question, async (q) => {
        await back('a.csv', await joined(questionCsv([q])), q, [
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
  it('of several right answers marks in Moodle as here, and what Moodle cannot say is named and read back', async () => {
    // what Moodle gives for what is ticked: the sum of its fractions, and nothing for less than nothing
    const mark = (xml: string, ticked: readonly number[]) => {
      const fractions = [...xml.matchAll(/<answer fraction="([-\d.]+)"/g)].map((m) => Number(m[1]))
      return (
        Math.max(
          0,
          ticked.reduce((sum, n) => sum + (fractions[n] ?? 0), 0),
        ) / 100
      )
    }
    for (const partial of ['none', 'share'] as const) {
      const options = ['a', 'b', 'c', 'd'].map((id, n) => ({ id, text: id, correct: n < 3, feedback: '' }))
      const q = { type: 'multiple', title: 'Which', partial, options, shuffle: true, set_name: 'A', score: 1 }
      const whole = { ...q, keywords: [], attachments: [], hints: [], stem: '', explanation: '' }
      const [xml, said] = [await moodle([whole]), giftOf([whole as unknown as TheoryQuestion]).text]
      expect([[0, 1, 2], [0, 1, 2, 3], [3], [0, 3]].map((t) => Math.round(mark(xml, t) * 1000) / 1000)).toEqual([
        1, 0, 0, 0,
      ])
      for (const text of [xml, said]) expect(text.includes('Which: partial none')).toBe(partial === 'none')
      for (const [name, text] of [
        ['a.xml', xml],
        ['a.gift', said],
      ] as const) {
        const { rows } = await findInTexts({ [name]: text })
        expect(rows.map((r) => [r.data['partial'], r.notes])).toEqual([[partial, []]])
      }
    }
  })
  it('in a format without words for it is named, and the others are written', async () => {
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
    expect(giftOf([q as unknown as TheoryQuestion]).left).toEqual([{ what: 'question', name: 'Two' }])
    const one = { ...q, title: 'One', blanks: blanks.slice(1), attachments: [] }
    const huge = { file: 'h', name: 'huge.bin', size: 41 * 2 ** 20 }
    const xml = await moodle([q, { ...one, attachments: [huge] }])
    expect(xml.match(/<!-- .*? -->/g)).toEqual([
      '<!-- Question not written: Two -->',
      '<!-- Property not written: One: huge.bin -->',
    ])
    expect(countNotWritten(xml)).toEqual({ questions: 1, properties: 1 })
    expect(xml).toContain('<name><text>One</text></name>')
    expect(xml).not.toContain('<file')
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
  const challenge = fc.record({
    title: word,
    stem: shown.filter((t) => !/[<]/.test(t)),
    set_name: fc.constantFrom('Web', 'Pwn', 'My own / set'),
    score: fc.nat(1000),
    flag: rule,
    author: word,
    connection: word,
    keywords: fc.uniqueArray(word, { maxLength: 2 }),
    knowledge: fc.uniqueArray(word, { maxLength: 2 }),
    hints: fc.array(fc.record({ text: shown.filter((t) => !/[<]/.test(t)), cost: fc.nat(50) }), { maxLength: 2 }),
    writeup: fc.oneof(fc.constant(''), shown),
    attachments: fc.uniqueArray(attachment, { maxLength: 3, selector: (f) => f.name }),
  })
  const written = async (c: FlagChallenge): Promise<Record<string, Uint8Array>> => {
    const parts: Uint8Array[] = []
    for await (const part of zipOf(ctfcliFiles([c], { pictures, open }))) parts.push(part)
    return unzipSync(Buffer.concat(parts))
  }

  it('as a folder of ctfcli reads back the same, with its files and pictures', async () => {
    await fc.assert(
      fc.asyncProperty(challenge, async ({ attachments, ...c }) => {
        const files = await written({ ...c, attachments, writeup_file: null } as unknown as FlagChallenge)
        const { rows, bad, files: unread } = await findInTexts(files)
        expect([bad.map((b) => b.reasons), unread.map((f) => f.problem)], JSON.stringify(files)).toEqual([[], []])
        expect(rows).toHaveLength(1)
        const [row] = rows
        const { set: own, ...said } = row?.data ?? {}
        const { set_name, writeup, ...wanted } = c
        expect(said).toMatchObject({ ...wanted, ...(writeup ? { writeup } : {}) })
        expect(own).toBe(set_name)
        expect(row?.notes).toEqual([])
        await holds(row, attachments)
        expect(row?.pictures ?? []).toHaveLength(JSON.stringify(c).includes('/pictures/') ? 1 : 0)
      }),
      runs,
    )
  })

  it('is named where the format has no form for it', async () => {
    const made = { kind: 'dynamic', template: 'flag{{random}}', length: 32, per: 'user' }
    const files = await written({ title: 'Made', set_name: 'Web', flag: made } as unknown as FlagChallenge)
    expect(Object.keys(files)).toEqual(['NOT-WRITTEN.txt'])
    expect(Buffer.from(files['NOT-WRITTEN.txt'] ?? []).toString()).toBe('Question not written: Made\n')
  })
})
