/** Exercises that are written read back the same, as far as the format has words for them. */
import fc from 'fast-check'
import { unzipSync } from 'fflate'
import { describe, expect, it } from 'vitest'
import { env } from '#config/env.ts'
import type { Exercise } from '#src/contract/bank/question.schema.ts'
import { formatsOfExercises, readFound } from '#mock/import/formats/registry.ts'
import { workbookOf } from '#mock/import/formats/question/formats.ts'
import { bytesSource } from '#mock/import/formats/source.ts'
import type { ImportedRow } from '#mock/import/formats/found.ts'
import { findInTexts } from '#tests/support/found.ts'
import { png } from '#tests/support/pictures.ts'
import { keptPicture } from '#mock/import/formats/question/pictures.ts'
import { maybe, set, tag, text, word } from '#tests/support/questionTexts.ts'
import { exercisePackage } from './exercisePackage.ts'
import { exerciseBookOf, exerciseTableOf } from './exerciseTable.ts'
import { moodleOf } from './moodle.ts'

const runs = { numRuns: Number(process.env.RUNS ?? (env.whole ? 60 : 8)) }
const picture = await keptPicture(png(8, 8))
const pictures = new Map(picture ? [[picture.id, picture.bytes]] : [])
const shown = maybe.map((t) => (picture && t.length % 3 === 1 ? `${t}\n\n![sign](/pictures/${picture.id})` : t))

const end = fc.constantFrom('pdf', 'zip', 'tar.gz', '7z')
const file = fc
  .record({ file: fc.uuid(), name: fc.constantFrom('a.pcap', '报告-1.pdf', 'x_y.tar.gz'), size: fc.constant(3) })
  .map((f) => ({ ...f }))
const exercise: fc.Arbitrary<Exercise> = fc
  .record({
    title: word,
    set_name: set,
    topology_name: fc.constantFrom('', 'Two subnets', '企业内网'),
    stem: shown,
    report: fc.boolean(),
    wanted: fc.boolean(),
    files: fc.integer({ min: 1, max: 3 }),
    ends: fc.uniqueArray(end, { maxLength: 3 }),
    score: fc.nat(9999).map((n) => n / 100),
    difficulty: fc.constantFrom('primary', 'intermediate', 'advanced'),
    reference: shown,
    rubric: fc.array(fc.record({ text, points: fc.nat(40) }), { maxLength: 3 }),
    knowledge: fc.uniqueArray(word, { maxLength: 2 }),
    skills: fc.uniqueArray(word, { maxLength: 2 }),
    keywords: fc.uniqueArray(tag, { maxLength: 2 }),
    cve_ids: fc.uniqueArray(fc.constantFrom('CVE-2021-44228', 'CVE-2014-0160'), { maxLength: 2 }),
    explanation: shown,
    hints: fc.array(fc.record({ text, cost: fc.nat(50) }), { maxLength: 2 }),
    language: fc.constantFrom('', 'en-US', 'zh-CN'),
    writeup: shown,
    attachments: fc.uniqueArray(file, { maxLength: 2, selector: (f) => f.name }),
    writeup_file: fc.option(file),
  })
  .map(({ wanted, files, ends, report, ...e }) => ({
    ...e,
    type: 'operation',
    translation: null,
    report: report || !wanted,
    upload: wanted ? { wanted, files, ends } : { wanted, files: 1, ends: [] },
  })) as unknown as fc.Arbitrary<Exercise>

const plain = ['title', 'stem', 'report', 'upload', 'score', 'reference', 'explanation', 'keywords'] as const
const table = [...plain, 'difficulty', 'rubric', 'knowledge', 'skills', 'cve_ids', 'hints', 'writeup'] as const
const empty = { upload: { wanted: false, files: 1, ends: [] }, report: true, keywords: [], language: '' }

function same(e: Exercise, row: ImportedRow | undefined, fields: readonly (keyof Exercise)[]): void {
  const said: Record<string, unknown> = { ...empty, ...row?.data }
  for (const field of fields) expect(said[field] ?? '', field).toEqual(e[field])
  expect(said['set']).toBe(e.set_name)
}

async function joined(pieces: AsyncIterable<Uint8Array | string>): Promise<Buffer> {
  const parts: Buffer[] = []
  for await (const piece of pieces) parts.push(Buffer.from(piece))
  return Buffer.concat(parts)
}
const open = async function* () {
  yield Buffer.from('abc')
}
async function read(files: Record<string, string | Uint8Array>): Promise<ImportedRow[]> {
  const { rows, bad, files: unread } = await findInTexts(files, formatsOfExercises)
  expect([bad.map((b) => b.reasons), unread.map((f) => f.problem)]).toEqual([[], []])
  return rows
}

describe('an exercise that is written', () => {
  it('as a row of our table reads back the same, as CSV and as a workbook', async () => {
    await fc.assert(
      fc.asyncProperty(exercise, async (e) => {
        const csv = await joined(exerciseTableOf([e]))
        const [row] = await read({ 'a.csv': csv })
        same(e, row, [...table, 'language'])
        expect(row?.data['topology']).toBe(e.topology_name)
        const parts = Object.entries(unzipSync(await joined(exerciseBookOf([e])))).map(([n, b]) => bytesSource(n, b))
        const [book] = workbookOf('a.xlsx', parts, true)
        for await (const found of readFound(book as never, parts)) expect(found).toMatchObject({ data: row?.data })
      }),
      runs,
    )
  })

  it('as an essay of Moodle reads back the same', async () => {
    await fc.assert(
      fc.asyncProperty(exercise, async (e) => {
        const [row] = await read({ 'a.xml': await joined(moodleOf([e], { pictures, open })) })
        same(e, row, plain)
        expect(row?.files?.map((f) => f.name) ?? []).toEqual(e.attachments.map((f) => f.name))
      }),
      runs,
    )
  })

  it('as a package reads back the same, with its files and pictures', async () => {
    await fc.assert(
      fc.asyncProperty(exercise, async (e) => {
        const zip = unzipSync(await joined(exercisePackage([e], new Date(0), { pictures, open })))
        const [row] = await read(zip)
        same(e, row, [...table, 'language'])
        const named = (files: unknown) => (files as { name: string }[]).map((f) => f.name)
        expect(named(row?.data['attachments'])).toEqual(named(e.attachments))
        expect(row?.files ?? []).toHaveLength(e.attachments.length + (e.writeup_file ? 1 : 0))
        const uses = JSON.stringify(e).includes('/pictures/')
        expect(row?.pictures?.length ?? 0).toBe(uses ? 1 : 0)
      }),
      runs,
    )
  })

  it('refuses what belongs into another bank, and a package whose file is not what the manifest says', async () => {
    const { bad } = await findInTexts({ 'a.gift': '::One::1?{T}\n' }, formatsOfExercises)
    expect(bad.map((b) => [b.resource, b.reasons])).toEqual([['exercise', [{ path: '', rule: 'no_exercise' }]]])
    const e = { ...empty, title: 'A', set_name: 'S', topology_name: '', stem: '', attachments: [] } as never
    const one = { file: 'x', name: 'a.txt', size: 3 }
    const blank = { rubric: [], knowledge: [], skills: [], cve_ids: [], hints: [], translation: null }
    const whole = { ...(e as object), ...blank, reference: '', explanation: '', writeup: '', score: 1 }
    const made = { ...whole, difficulty: 'primary', attachments: [one], writeup_file: null } as unknown as Exercise
    const zip = unzipSync(await joined(exercisePackage([made], new Date(0), { pictures, open })))
    const broken = await findInTexts({ ...zip, 'files/x/a.txt': 'abd' }, formatsOfExercises)
    expect(broken.files.map((f) => [f.place.file, f.problem.code])).toEqual([['files/x/a.txt', 'package_checksum']])
    const { 'files/x/a.txt': _gone, ...less } = zip
    const missing = await findInTexts(less, formatsOfExercises)
    expect(missing.bad.map((b) => b.reasons[0])).toMatchObject([
      { rule: 'file_missing', params: { name: 'files/x/a.txt' } },
    ])
  })
})
