import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { csv } from '#mock/crud/csv.ts'
import { unguard } from '#mock/crud/cells.ts'
import { inPieces } from '#tests/support/found.ts'
import { Unreadable } from '../found.ts'
import { bytesSource } from '../source.ts'
import { csvRecords, firstRow } from './csv.ts'
import { some } from '../../../../tests/support/some.ts'

async function records(text: string | Uint8Array, size = 1 << 20) {
  const out = []
  const bytes = typeof text === 'string' ? Buffer.from(text) : text
  for await (const record of csvRecords(inPieces('a.csv', bytes, size))) out.push(record)
  return out
}
const cells = async (text: string, size?: number) => (await records(text, size)).map((r) => r.cells)
async function refusal(text: string | Uint8Array, size?: number) {
  try {
    await records(text, size)
    return undefined
  } catch (error) {
    if (!(error instanceof Unreadable)) throw error
    return { code: error.code, ...error.params }
  }
}
const cell = fc.oneof(
  fc.string({ unit: fc.constantFrom('a', '"', ',', '\n', '\r', ' ', '測', '😀', "'", '=') }),
  fc.string({ unit: 'grapheme' }),
)

/** Quoted when it has to be, or when it is the only empty cell of its line. */
const quoted = (c: string, alone: boolean) =>
  /[",\r\n]/.test(c) || (alone && c === '') ? `"${c.replaceAll('"', '""')}"` : c

describe('comma-separated values', () => {
  it('come back from what any writer of RFC 4180 makes of them, in pieces of any size', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.array(cell, { minLength: 1, maxLength: 5 }), { maxLength: 6 }),
        fc.constantFrom('\n', '\r\n', '\r'),
        fc.boolean(),
        fc.integer({ min: 1, max: 30 }),
        async (rows, end, last, size) => {
          const text =
            rows.map((r) => r.map((c) => quoted(c, r.length === 1)).join(',')).join(end) +
            (last && rows.length ? end : '')
          expect(await cells(text.startsWith('\ufeff') ? `\ufeff${text}` : text, size)).toEqual(rows)
        },
      ),
      { numRuns: some(500) },
    )
  })

  it('come back from our own export, guards against formulas included', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(fc.array(cell, { minLength: 2, maxLength: 2 }), { maxLength: 5 }), async (rows) => {
        let text = ''
        for await (const part of csv(
          ['a', 'b'],
          (async function* () {
            yield rows
          })(),
        ))
          text += part
        const [header, ...found] = await cells(text)
        expect(header).toEqual(['a', 'b'])
        expect(found.map((r) => r.map(unguard))).toEqual(rows)
      }),
    )
  })

  it('knows the line of every record, quoted line ends counted', async () => {
    expect(await records('a,b\r\n"x\ny",2\r\n\r\n3,4')).toEqual([
      { cells: ['a', 'b'], line: 1 },
      { cells: ['x\ny', '2'], line: 2 },
      { cells: ['3', '4'], line: 5 },
    ])
  })

  it('takes what Excel names on a first line for what stands between the cells', async () => {
    for (const size of [1, 3, 100])
      for (const [line, comma] of [
        ['sep=;', ';'],
        ['SEP=,', ','],
        ['"sep=;"', ';'],
        ['sep=\t', '\t'],
        ['sep=|', '|'],
      ]) {
        const text = `${line}\r\na${comma}b\r\n1${comma}"x"\r\n`
        expect(await cells(text, size), text).toEqual([
          ['a', 'b'],
          ['1', 'x'],
        ])
        expect(firstRow(text)).toEqual(['a', 'b'])
      }
    expect((await records('sep=;\na;b\n'))[0]?.line).toBe(2)
    expect(await cells('sep=x,b\n1,2\n')).toEqual([
      ['sep=x', 'b'],
      ['1', '2'],
    ])
  })

  it('tells an empty line from an empty cell', async () => {
    expect(await cells('a\n\n""\n,\n')).toEqual([['a'], [''], ['', '']])
  })

  it('takes a quote inside a plain cell as it stands', async () => {
    for (const size of [1, 2, 3, 100])
      expect(await cells('a,b\n1,x"y"\n19" rack,4\n', size)).toEqual([
        ['a', 'b'],
        ['1', 'x"y"'],
        ['19" rack', '4'],
      ])
  })

  it('refuses quotes that leave in doubt where a cell ends, with the line', async () => {
    expect(await refusal('a,b\n1,"x"y\n')).toEqual({ code: 'csv_quote', line: 2 })
    expect(await refusal('a,b\n1,"x\n2,3\n')).toEqual({ code: 'csv_quote', line: 2 })
  })

  it('refuses what is not UTF-8, with the line', async () => {
    expect(await refusal(Buffer.from('a,b\n1,caf\xe9\n', 'latin1'))).toEqual({ code: 'not_utf8', line: 2 })
    expect(await refusal(Buffer.from('a,b\n1,\xe6\xb8', 'latin1'))).toEqual({ code: 'not_utf8', line: 2 })
  })

  it('refuses a record and a row of cells that would fill the memory', async () => {
    expect(await refusal(`a\n"${'x'.repeat(2 ** 20 + 1)}"`)).toMatchObject({ code: 'record_too_large', line: 2 })
    expect(await refusal(`a\n${','.repeat(600)}`)).toMatchObject({ code: 'record_too_large', line: 2 })
    const many = bytesSource('a.csv', 'x,y\n'.repeat(60_000))
    let count = 0
    for await (const _ of csvRecords(many)) count++
    expect(count).toBe(60_000)
  })
})
