/** C8: What a field is in a table of texts: back as it was, and never a formula. */
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { env } from '#config/env.ts'
import { field } from '#src/contract/lib/resource.ts'
import { dork } from '#src/contract/library/dork.ts'
import { tool } from '#src/contract/library/tool.ts'
import { cellOf, guard, unguard, cellValue } from './cells.ts'
import { csv } from './csv.ts'
import { columnLetters, longestCell, xlsx } from './xlsx.ts'
import { readCsv, readXlsx } from '#tests/support/crud/readBack.ts'
import { some } from '../../tests/support/some.ts'

const starts = fc.constantFrom('', '=', '+', '-', '@', '\t', '\r', '\n', '＝', "'", "'=", "''@", ' =')
const nasty = fc.tuple(starts, fc.string({ unit: 'grapheme', maxLength: 12 })).map(([a, b]) => a + b)
const batches = async function* (rows: (string | number | null)[][]) {
  for (const row of rows) yield [row]
}
const file = async (format: 'csv' | 'xlsx', header: string[], rows: (string | number | null)[][]) => {
  const parts: Buffer[] = []
  for await (const piece of (format === 'csv' ? csv : xlsx)(header, batches(rows))) parts.push(Buffer.from(piece))
  return Buffer.concat(parts)
}

test('a guarded text never begins with what a spreadsheet runs, and taking the guard away gives back the text', () => {
  fc.assert(
    fc.property(nasty, (text) => {
      expect(guard(text)).not.toMatch(/^[=+\-@\t\r\n＝＋－＠]/)
      expect(unguard(guard(text))).toBe(text)
    }),
    { numRuns: env.whole ? 5000 : 600 },
  )
})

test('a text that needs no guard stays as it is', () => {
  for (const text of ['nmap', "'tis", '1-2', 'a=b', '']) expect(guard(text)).toBe(text)
})

test('every kind of field reads back from its cell what was written to it', () => {
  const word = fc.string({ unit: 'grapheme', minLength: 1, maxLength: 8 })
  const cases = [
    [field.text, nasty],
    [field.words, fc.array(fc.oneof(word, fc.constantFrom(' a', 'a;b', '[', '["x"]', '', ';')), { maxLength: 5 })],
    [field.number, fc.option(fc.integer())],
    [field.number, fc.option(fc.double({ noNaN: true, noDefaultInfinity: true }).map((n) => (n === 0 ? 0 : n)))],
    [field.flag, fc.option(fc.boolean())],
    [field.date, fc.constantFrom(null, '2026-11-05')],
    [field.list, fc.array(fc.record({ command: word, os: fc.string() }), { maxLength: 3 })],
    [field.one(['free', 'paid']), fc.constantFrom('free', 'paid')],
  ] as const
  for (const [f, values] of cases)
    fc.assert(
      fc.property(values as fc.Arbitrary<unknown>, (value) => {
        const cell = cellOf(f, value)
        expect(cellValue(f, cell === null ? '' : String(cell))).toEqual(value)
      }),
    )
})

test('a cell that is no number, no flag and no list comes back as its text for the schema to refuse', () => {
  expect(cellValue(field.number, '1e')).toBe('1e')
  expect(cellValue(field.number, '0x10')).toBe('0x10')
  expect(cellValue(field.flag, 'yes')).toBe('yes')
  expect(cellValue(field.list, '[1')).toBe('[1')
  expect(cellValue(tool.fields.price, '')).toBeNull()
  expect(cellValue(dork.fields.category, 'footholds')).toBe('footholds')
})

test.each(['csv', 'xlsx'] as const)('a %s file reads back cell for cell whatever the texts hold', async (format) => {
  const cell = fc.oneof(
    nasty,
    fc.constantFrom('a,b', '"', 'a\r\nb', ' x ', '_x0041_', '<&>', '\u0001', '中文', '😀'),
    fc.integer(),
    fc.constant(null),
  )
  await fc.assert(
    fc.asyncProperty(fc.array(fc.array(cell, { minLength: 3, maxLength: 3 }), { maxLength: 4 }), async (rows) => {
      const bytes = await file(format, ['a', 'b', 'c'], rows)
      const read = format === 'csv' ? readCsv(bytes) : readXlsx(bytes)
      expect(read[0]).toEqual(['a', 'b', 'c'])
      expect(read.slice(1)).toEqual(
        rows.map((r) => r.map((c) => (c === null ? '' : typeof c === 'string' ? guard(c) : String(c)))),
      )
    }),
    { numRuns: some(100) },
  )
})

test('a workbook holds no formula, and its numbers are numbers', async () => {
  const bytes = await file('xlsx', ['n', 't'], [[-5, '=1+1']])
  const sheet = readXlsx.sheet(bytes)
  expect(sheet).toContain('<c r="A2"><v>-5</v></c>')
  expect(sheet).not.toContain('<f')
  expect(sheet).toContain(">'=1+1<")
})

test('a text longer than a cell holds is cut in the workbook between characters and whole in the CSV', async () => {
  const long = `${'x'.repeat(longestCell - 1)}😀tail`
  expect(readXlsx(await file('xlsx', ['t'], [[long]]))[1]?.[0]).toBe('x'.repeat(longestCell - 1))
  expect(readCsv(await file('csv', ['t'], [[long]]))[1]?.[0]).toBe(long)
})

test('columns are lettered as spreadsheets letter them', () => {
  expect([0, 25, 26, 51, 52, 701, 702].map(columnLetters)).toEqual(['A', 'Z', 'AA', 'AZ', 'BA', 'ZZ', 'AAA'])
})

test('a day is read however a form takes it, and what may be two stays as it was written', () => {
  for (const text of ['31/12/2026', '31.12.2026', '2026/12/31', '2026年12月31日', '2026-12-31'])
    expect(cellValue(field.date, text)).toBe('2026-12-31')
  for (const text of ['01/02/2026', '31/02/2026', 'tomorrow']) expect(cellValue(field.date, text)).toBe(text)
})
