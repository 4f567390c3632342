/** What a table to begin with says is taken as it stands, in either language and either format. */
import { unzipSync } from 'fflate'
import { describe, expect, it } from 'vitest'
import { chineseHeadings, exerciseColumns, tableColumns } from '#src/contract/bank/table.ts'
import { theoryTypes } from '#src/contract/bank/question.ts'
import { ExerciseBody, TheoryBody } from '#src/contract/bank/question.schema.ts'
import { workbookOf } from '#mock/import/formats/question/formats.ts'
import type { FoundRow } from '#mock/import/formats/found.ts'
import { formatsOfExercises, readFound } from '#mock/import/formats/registry.ts'
import { bytesSource } from '#mock/import/formats/source.ts'
import { findInTexts } from '#tests/support/found.ts'
import { exerciseBookOf, exerciseTableOf } from './exerciseTable.ts'
import { bookOf, questionCsv } from './table.ts'
import { exerciseSamples, theorySamples } from './template.ts'

const whole = async (pieces: AsyncIterable<string | Uint8Array>): Promise<Buffer> => {
  const parts: Buffer[] = []
  for await (const p of pieces) parts.push(Buffer.from(p))
  return Buffer.concat(parts)
}
async function inBook(bytes: Buffer, exercises: boolean): Promise<FoundRow[]> {
  const parts = Object.entries(unzipSync(bytes)).map(([part, b]) => bytesSource(part, b))
  const [book] = workbookOf('a.xlsx', parts, exercises)
  const out: FoundRow[] = []
  for await (const row of readFound(book as never, parts)) out.push(row)
  return out
}

const exampleOf = (row: FoundRow): boolean => 'example' in row && row.example === true

describe.each(['en-US', 'zh-CN'] as const)('a table to begin with in %s', (language) => {
  const headed = (columns: readonly (keyof typeof chineseHeadings)[]) =>
    language === 'zh-CN' ? columns.map((c) => chineseHeadings[c]) : columns
  it('has every type of theory question, and its own are told from what is written beside them', async () => {
    const samples = theorySamples(language)
    expect(samples.map((q) => q.type)).toEqual([...theoryTypes])
    const filled = [...samples, ...samples.map((q) => ({ ...q, title: `${q.title} 2` }))]
    const csv = await whole(questionCsv(filled, headed(tableColumns)))
    const { rows, bad, files } = await findInTexts({ 'a.csv': csv })
    expect([bad, files]).toEqual([[], []])
    for (const all of [rows, await inBook(await whole(bookOf(filled, headed(tableColumns))), false)]) {
      expect(all.map(exampleOf)).toEqual(filled.map((_, n) => n < samples.length))
      for (const row of all) {
        if (!('data' in row)) throw new Error(JSON.stringify(row))
        expect(row.notes).toEqual([])
        const { set, ...data } = row.data
        expect(set).toBe(samples[0]?.set_name)
        expect(TheoryBody.safeParse({ ...data, set_id: 'x'.repeat(36) }).error?.issues ?? []).toEqual([])
      }
    }
  })
  it('has an exercise, and its own is told from what is written beside it', async () => {
    const filled = exerciseSamples(language).flatMap((e) => [e, { ...e, score: 20 }])
    const csv = await whole(exerciseTableOf(filled, headed(exerciseColumns)))
    const { rows, bad, files } = await findInTexts({ 'a.csv': csv }, formatsOfExercises)
    expect([bad, files]).toEqual([[], []])
    const book = await whole(exerciseBookOf(filled, headed(exerciseColumns)))
    for (const all of [rows, await inBook(book, true)]) {
      expect(all.map(exampleOf)).toEqual([true, false])
      for (const row of all) {
        if (!('data' in row)) throw new Error(JSON.stringify(row))
        expect(row.notes).toEqual([])
        const { set: _, topology: __, ...data } = row.data
        expect(ExerciseBody.safeParse({ ...data, set_id: 'x'.repeat(36) }).error?.issues ?? []).toEqual([])
      }
    }
  })
  it('gives nothing as it is handed out, also after a spreadsheet has written its words anew', async () => {
    const csv = (await whole(questionCsv(theorySamples(language), headed(tableColumns)))).toString('utf8')
    const tasks = (await whole(exerciseTableOf(exerciseSamples(language), headed(exerciseColumns)))).toString('utf8')
    const found = [
      await findInTexts({ 'a.csv': csv.replaceAll(/\b(true|false)\b(?!-)/g, (w) => w.toUpperCase()) }),
      await findInTexts({ 'a.csv': tasks }, formatsOfExercises),
    ]
    for (const { files } of found) expect(files.map((f) => f.problem.code)).toEqual(['only_example'])
  })
})

it('says how options stand apart and how the right ones are named', async () => {
  const read = async (options: string, answer: string) => {
    const { bad } = await findInTexts({ 'a.csv': `type,title,options,answer\nsingle,Ports,"${options}",${answer}\n` })
    return bad.flatMap((b) => b.reasons)
  }
  expect(await read('a|b|c', '1')).toEqual([{ path: 'options', rule: 'table_options', params: { n: 1 } }])
  expect(await read('a\nb\nc', '1')).toEqual([{ path: 'options', rule: 'table_key', params: { answer: '1', n: 3 } }])
  expect(await read('a\nb\nc', 'B')).toEqual([])
})
