import fc from 'fast-check'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { dork } from '#src/contract/library/dork.ts'
import { DorkBody } from '#src/contract/library/dork.schema.ts'
import { ToolBody } from '#src/contract/library/tool.schema.ts'
import { tool } from '#src/contract/library/tool.ts'
import type { Field } from '#src/contract/lib/resource.ts'
import { libraryHandlers } from '#mock/areas/library/handlers.ts'
import type { Db } from '#mock/db/db.ts'
import { unguard, cellValue } from './cells.ts'
import { documents } from './documents.ts'
import { memoryDb } from '#tests/support/database.ts'
import { type Kit, kit, someone } from '#tests/support/crud/kit.ts'
import { readCsv, readXlsx } from '#tests/support/crud/readBack.ts'
import { some } from '../../tests/support/some.ts'

let db: Db
let k: Kit
const root = someone('all')
const hand = { at: new Date('2026-11-05T08:00:00Z'), by: root.id }
beforeAll(async () => {
  db = await memoryDb()
  k = kit(db, libraryHandlers)
})
afterAll(() => db.close())
beforeEach(() => db.script('truncate r_tool, r_tool_category, r_dork'))

/** Rows of the file as the import reads them. */
async function read(path: string, format: 'csv' | 'xlsx', fields: Record<string, Field>, query: object = {}) {
  const { bytes } = await k.file(`GET ${path}/export`, root, { format, ...query })
  const [header = [], ...rows] = format === 'csv' ? readCsv(bytes) : readXlsx(bytes)
  return rows.map((cells) =>
    Object.fromEntries(header.map((name, n) => [name, cellValue(fields[name], unguard(cells[n] ?? ''))])),
  )
}

const text = fc.oneof(
  fc.string({ unit: 'grapheme', maxLength: 20 }),
  fc.constantFrom(
    '=cmd|calc',
    '+1',
    '-1',
    '@x',
    '\tx',
    "'=x",
    'a,"b"',
    'a\r\nb',
    '中文；全角',
    ' padded ',
    '_x0041_',
    'true',
    '1',
  ),
)
const words = fc.array(
  text.filter((t) => t.length > 0),
  { maxLength: 4 },
)
const category_id = 'c1'
const aTool = fc.record({
  name: fc.uuid(),
  category_id: fc.constant(category_id),
  summary: text,
  language: text,
  price: fc.constantFrom('free' as const, 'paid' as const, 'unknown' as const),
  online: fc.constantFrom(true, false, null),
  platforms: fc.subarray(['linux', 'web'] as ('linux' | 'web')[]),
  keywords: words,
  paths: words,
  commands: fc.array(fc.record({ command: text.filter((t) => t.length > 0), description: text }), { maxLength: 2 }),
})

test.each(['csv', 'xlsx'] as const)(
  'every field of every tool comes back from the %s file as it was',
  async (format) => {
    await db.tx((q) =>
      documents('tool-category').insert(q, { id: category_id, data: { name: 'Scanning', key: 'scanning' } }, hand),
    )
    await fc.assert(
      fc.asyncProperty(fc.array(aTool, { minLength: 1, maxLength: 6 }), async (list) => {
        await db.script('truncate r_tool')
        const bodies = list.map((t) => ToolBody.parse(t))
        await db.tx((q) =>
          documents('tool').insertMany(
            q,
            bodies.map((data, n) => ({ id: `t${n}`, data: { ...data, origin: 'manual' as const } })),
            hand,
          ),
        )
        const back = await read('/tools', format, tool.fields, { sort: 'created_at' })
        expect(back.map((row) => ToolBody.parse(row))).toEqual(bodies)
        expect(back[0]).toMatchObject({ id: 't0', category_name: 'Scanning', origin: 'manual' })
      }),
      { numRuns: 25 },
    )
  },
)

test('numbers, dates and what is missing come back from a dork', async () => {
  const bodies = [
    { ghdb_id: 12, title: '=1', query: 'intitle:"index of"', category: 'footholds', published_on: '2026-01-31' },
    { ghdb_id: null, title: 'b', query: '-inurl:x', category: 'footholds' },
  ].map((d) => DorkBody.parse(d))
  await db.tx((q) =>
    documents('dork').insertMany(
      q,
      bodies.map((data, n) => ({ id: `d${n}`, data: { ...data, origin: 'demo' } })),
      hand,
    ),
  )
  for (const format of ['csv', 'xlsx'] as const)
    expect((await read('/dorks', format, dork.fields, { sort: 'title' })).map((r) => DorkBody.parse(r))).toEqual(bodies)
})

test('no cell of a file can run, whatever names people choose', async () => {
  const evil = fc
    .tuple(fc.constantFrom('=', '+', '-', '@', '\t', '\r', '＝', '\n', '"=', ',='), fc.string({ maxLength: 10 }))
    .map(([a, b]) => a + b)
  const names = fc.sample(evil, { numRuns: some(5000), seed: 8 })
  const tools = documents('tool')
  for (let from = 0; from < names.length; from += 500)
    await db.tx((q) =>
      tools.insertMany(
        q,
        names.slice(from, from + 500).map((name, n) => ({
          id: `t${from + n}`,
          data: { name: `${name}${from + n}`, category_id, summary: name, language: name },
        })),
        hand,
      ),
    )
  for (const format of ['csv', 'xlsx'] as const) {
    const { bytes } = await k.file('GET /tools/export', root, { format })
    const rows = format === 'csv' ? readCsv(bytes) : readXlsx(bytes)
    expect(rows).toHaveLength(names.length + 1)
    expect(rows.flat().filter((cell) => /^[=+\-@\t\r\n＝]/.test(cell))).toEqual([])
  }
})

test('a file holds what the list shows under the same filters, in the same order, and is audited', async () => {
  const list = ['b', 'A', 'c'].map((name, n) => ({
    id: `t${n}`,
    data: { name, category_id, summary: '', price: n ? ('free' as const) : ('paid' as const) },
  }))
  await db.tx((q) => documents('tool').insertMany(q, list, hand))
  expect((await read('/tools', 'csv', tool.fields, { price: 'free', sort: '-name' })).map((r) => r['name'])).toEqual([
    'c',
    'A',
  ])
  expect(k.audited.at(-1)).toMatchObject({
    entity: 'tool',
    id: '',
    details: { rows: 2, format: 'csv', price: ['free'] },
  })
  expect((await k.file('GET /tools/export', root, {})).name).toBe('tool-2026-11-05.csv')
})

test('an empty list is a file with its header', async () => {
  for (const format of ['csv', 'xlsx'] as const) {
    const { bytes } = await k.file('GET /tools/export', root, { format })
    const rows = format === 'csv' ? readCsv(bytes) : readXlsx(bytes)
    expect(rows).toHaveLength(1)
    expect(rows[0]?.slice(0, 3)).toEqual(['id', 'name', 'category_id'])
  }
})

test('a row that is removed while the file is written is left out, none comes twice', async () => {
  const list = Array.from({ length: 1200 }, (_, n) => ({
    id: `t${String(n).padStart(4, '0')}`,
    data: { name: `n${String(n).padStart(4, '0')}`, category_id, summary: '' },
  }))
  await db.tx((q) => documents('tool').insertMany(q, list, hand))
  const { body } = (await k.call('GET /tools/export', root, {})) as unknown as { body: AsyncIterable<string> }
  let text = ''
  for await (const piece of body) {
    text += piece
    await db.query(`delete from r_tool where id = 't1100'`)
  }
  const ids = readCsv(Buffer.from(text))
    .slice(1)
    .map((r) => r[0])
  expect(new Set(ids).size).toBe(1199)
  expect(ids).toHaveLength(1199)
})
