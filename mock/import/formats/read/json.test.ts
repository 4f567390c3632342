import { existsSync, readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { env } from '#config/env.ts'
import { inPieces } from '#tests/support/found.ts'
import { Unreadable } from '../found.ts'
import { bytesSource, type SourceFile } from '../source.ts'
import { jsonItems, parseJsonFile, surveyJson } from './items.ts'

async function refusal(text: string | Uint8Array, size = 1 << 20) {
  const bytes = typeof text === 'string' ? Buffer.from(text) : text
  try {
    await surveyJson(inPieces('a.json', bytes, size))
    return undefined
  } catch (error) {
    if (!(error instanceof Unreadable)) throw error
    return { code: error.code, ...error.params }
  }
}
async function items(source: SourceFile, want: (list: string) => boolean = () => true) {
  const out = []
  for await (const item of jsonItems(source, want)) out.push(item)
  return out
}

describe('JSON in pieces', () => {
  it('reads what JSON.stringify writes, in pieces of any size, with and without spaces', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.jsonValue()),
        fc.integer({ min: 1, max: 40 }),
        fc.constantFrom(undefined, 2, '\t', '\r\n '),
        async (values, size, space) => {
          const expected = JSON.parse(JSON.stringify(values)) as unknown[]
          const bytes = Buffer.from(JSON.stringify(values, null, space as string))
          const found = await items(inPieces('a.json', bytes, size))
          expect(found.map((i) => i.value)).toEqual(expected)
          expect(found.map((i) => i.index)).toEqual(expected.map((_, n) => n + 1))
          expect(parseJsonFile(bytes)).toEqual(expected)
        },
      ),
      { numRuns: env.whole ? 300 : 40 },
    )
  })

  it('agrees with JSON.parse on JSON in which a few marks are taken out, doubled or others', async () => {
    const marks = [
      '{',
      '}',
      '[',
      ']',
      ',',
      ':',
      '"',
      '"a"',
      '\\',
      '-',
      '.',
      'e',
      '0',
      '1',
      'true',
      'nul',
      ' ',
      '\u0001',
      'é',
      '\\u00',
    ]
    const edit = fc.record({
      at: fc.nat(),
      kind: fc.constantFrom('out', 'double', 'other'),
      mark: fc.constantFrom(...marks),
    })
    const seen = { right: 0, wrong: 0 }
    await fc.assert(
      fc.asyncProperty(
        fc.json({ maxDepth: 3 }),
        fc.array(edit, { minLength: 1, maxLength: 3 }),
        fc.integer({ min: 1, max: 9 }),
        async (json, edits, size) => {
          // texts in parts, so that one can lose its quote or get a wrong escape
          const tokens = json.match(/\\u....|\\.|[A-Za-z]+|[^]/g) ?? []
          for (const { at, kind, mark } of edits) {
            const i = at % (tokens.length || 1)
            tokens.splice(
              i,
              kind === 'double' ? 0 : 1,
              ...(kind === 'out' ? [] : [kind === 'double' ? (tokens[i] ?? mark) : mark]),
            )
          }
          const text = tokens.join('')
          let right = true
          try {
            JSON.parse(text)
          } catch {
            right = false
          }
          seen[right ? 'right' : 'wrong']++
          expect((await refusal(text, size)) === undefined).toBe(right)
        },
      ),
      { numRuns: env.whole ? 5000 : 600 },
    )
    expect(Math.min(seen.right, seen.wrong)).toBeGreaterThan(100)
  })

  it('says line and column of what is wrong, in characters', async () => {
    expect(await refusal('[1,\n  tru]')).toEqual({ code: 'json_syntax', line: 2, column: 3 })
    expect(await refusal('["測試😀", x]')).toEqual({ code: 'json_syntax', line: 1, column: 9 })
    expect(await refusal('["測試\u0001"]')).toEqual({ code: 'json_syntax', line: 1, column: 5 })
    expect(await refusal('["測試\u0001"]', 1)).toEqual({ code: 'json_syntax', line: 1, column: 5 })
    expect(await refusal('\ufeff[}')).toEqual({ code: 'json_syntax', line: 1, column: 2 })
    expect(await refusal('{"a": [1, 2')).toEqual({ code: 'json_end', line: 1, column: 12 })
    expect(await refusal('["a')).toEqual({ code: 'json_end', line: 1, column: 2 })
    expect(await refusal('')).toEqual({ code: 'json_end', line: 1, column: 1 })
    expect(await refusal(Buffer.from('["\xff"]', 'latin1'))).toEqual({ code: 'not_utf8', line: 1, column: 2 })
    expect(await refusal('['.repeat(600))).toEqual({ code: 'too_deep', line: 1, column: 513 })
  })

  it('takes hexadecimal digits after \\u and nothing beside them', async () => {
    for (const c of ['0', '9', 'a', 'f', 'A', 'F']) expect(await refusal(`["\\u00${c}0"]`)).toBeUndefined()
    for (const c of ['/', ':', '@', 'G', '`', 'g', '"', '\\', 'é'])
      expect(await refusal(`["\\u00${c}0"]`)).toEqual({ code: 'json_syntax', line: 1, column: 7 })
  })

  it('takes a byte order mark however it is cut, and no part of one', async () => {
    const marked = Buffer.from('\ufeff[1]')
    for (const size of [1, 2, 3, 9])
      expect((await items(inPieces('a.json', marked, size))).map((i) => i.value)).toEqual([1])
    expect(await refusal(Buffer.from('\xef\xbb[1]', 'latin1'))).toMatchObject({ code: 'json_syntax' })
    expect(await refusal(marked.subarray(0, 3))).toMatchObject({ code: 'json_end' })
  })

  it('gives the records of the wanted lists with their places, and the facts beside them', async () => {
    const source = bytesSource(
      'a.json',
      '{\n "a": 1, "b": {"c": [9]},\n "d": [\n  {"x": [1, {"y": 2}]},\n  5 ],\n "e": [7], "f": "z" }',
    )
    expect(await items(source, (list) => list === 'd')).toEqual([
      { value: { x: [1, { y: 2 }] }, index: 1, line: 4, list: 'd' },
      { value: 5, index: 2, line: 5, list: 'd' },
    ])
    const { top, facts, lists } = await surveyJson(source)
    expect(top).toBe('object')
    expect(Object.fromEntries(facts)).toEqual({ a: 1, f: 'z' })
    expect(Object.fromEntries(lists)).toEqual({ d: 2, e: 1 })
  })

  it('keeps __proto__ a name like another', async () => {
    const [found] = await items(bytesSource('a.json', '[{"__proto__": {"admin": true}}]'))
    const made = found?.value as { admin?: boolean } | undefined
    expect(Object.keys(made ?? {})).toEqual(['__proto__'])
    expect(made?.admin).toBeUndefined()
  })

  it('refuses a record and a text that would fill the memory', async () => {
    const limits = { depth: 512, token: 100_000 }
    const long = bytesSource('a.json', `["${'x'.repeat(200_000)}"]`)
    await expect(surveyJson(long, limits)).rejects.toMatchObject({ code: 'record_too_large', params: { line: 1 } })
    const wide = bytesSource('a.json', `[1,\n[${'1,'.repeat(200_000)}1]]`)
    const read = async () => {
      for await (const _ of jsonItems(wide, () => true, limits));
    }
    await expect(read()).rejects.toMatchObject({ code: 'record_too_large', params: { line: 2 } })
    const many = bytesSource('a.json', `[${'{"a":1},'.repeat(50_000)}1]`)
    let count = 0
    for await (const _ of jsonItems(many, () => true, limits)) count++
    expect(count).toBe(50_001)
  })
})

const suite = path.resolve(import.meta.dirname, '../../../../../shared/data/adversarial/JSONTestSuite/test_parsing')
describe.skipIf(!existsSync(suite))('JSONTestSuite (skipped when ../shared/data is not there)', () => {
  const files = existsSync(suite) ? readdirSync(suite).sort() : []
  it.each(files)('%s', async (file) => {
    const bytes = readFileSync(path.join(suite, file))
    const answers = await Promise.all([1, 7, 1 << 20].map((size) => refusal(bytes, size)))
    expect(new Set(answers.map((a) => JSON.stringify(a))).size).toBe(1)
    if (file.startsWith('y_')) {
      expect(answers[0]).toBeUndefined()
      expect(parseJsonFile(bytes)).toEqual(JSON.parse(bytes.toString()))
    }
    if (file.startsWith('n_')) expect(answers[0]).toBeDefined()
  })
})
