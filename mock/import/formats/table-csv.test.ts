import { describe, expect, it } from 'vitest'
import { cellOf } from '#mock/crud/cells.ts'
import { csv } from '#mock/crud/csv.ts'
import { dork } from '#src/contract/library/dork.ts'
import { tool } from '#src/contract/library/tool.ts'
import type { Field } from '#src/contract/lib/resource.ts'
import { findInTexts } from '#tests/support/found.ts'

async function exported(fields: Record<string, Field>, row: Record<string, unknown>): Promise<string> {
  const names = Object.keys(row)
  let text = ''
  const cells = async function* () {
    yield [names.map((n) => cellOf(fields[n], row[n]))]
  }
  for await (const part of csv(names, cells())) text += part
  return text
}

const without = (row: object, ...names: string[]) =>
  Object.fromEntries(Object.entries(row).filter(([name]) => !names.includes(name)))

const tools = {
  id: '018f',
  name: '=Port, "scanner"',
  category_id: '018e',
  summary: 'line\nline',
  language: '',
  website: 'https://example.org/',
  source_url: '',
  price: 'paid',
  online: false,
  platforms: ['linux', 'web'],
  keywords: ['a; b', 'c'],
  synonyms: [],
  attack_ids: ['T1105'],
  commands: [{ command: 'x', description: '', usecase: '', privileges: '', os: '', attack_id: '' }],
  paths: ['C:\\x'],
  detections: [],
  references: [],
  origin: 'manual',
  category_name: 'Network scanning',
  created_at: '2026-01-01T00:00:00.000Z',
  updated_at: '2026-01-01T00:00:00.000Z',
}
const dorks = {
  id: '018f',
  ghdb_id: 5,
  title: '-inurl:x',
  query: '+intext:"a"',
  category: 'footholds',
  author: '',
  published_on: null,
  description: '',
  reference: '',
  origin: 'ghdb-json',
  created_at: '2026-01-01T00:00:00.000Z',
  updated_at: '2026-01-01T00:00:00.000Z',
}

describe('tables of our own', () => {
  it('give back the tools that were exported', async () => {
    const { formats, rows, bad, files } = await findInTexts({
      'tool-2026-01-01.csv': await exported(tool.fields, tools),
    })
    expect(formats).toEqual({ 'tool-2026-01-01.csv': 'tools-csv' })
    expect([...bad, ...files]).toEqual([])
    expect(rows[0]).toMatchObject({ resource: 'tool', place: { line: 2, index: 1 } })
    expect(rows[0]?.data).toEqual({
      ...without(tools, 'id', 'category_id', 'category_name', 'created_at', 'updated_at'),
      category: 'Network scanning',
    })
  })
  it('give back the dorks that were exported', async () => {
    const { formats, rows, files } = await findInTexts({
      'dork.csv': await exported(dork.fields, dorks),
    })
    expect(files).toEqual([])
    expect(formats).toEqual({ 'dork.csv': 'ghdb-csv' })
    expect(rows[0]?.key).toBe('ghdb:5')
    expect(rows[0]?.data).toEqual(without(dorks, 'id', 'origin', 'created_at', 'updated_at'))
  })
  it('take a short table, and say of each row what it lacks', async () => {
    const text = 'name,summary,category,price\nA,x,net,\nB,x,,free\nC,x,net,cheap\nD,x\n'
    const { rows, bad } = await findInTexts({ 'a.csv': text })
    expect(rows.map((r) => r.data)).toEqual([{ name: 'A', summary: 'x', category: 'net' }])
    expect(bad.map((b) => [b.place, b.reasons])).toEqual([
      [{ file: 'a.csv', line: 3, index: 2 }, [{ path: 'category', rule: 'length', params: expect.anything() }]],
      [{ file: 'a.csv', line: 4, index: 3 }, [{ path: 'price', rule: 'one_of', params: expect.anything() }]],
      [{ file: 'a.csv', line: 5, index: 4 }, [{ path: '', rule: 'columns', params: { expected: 4, found: 2 } }]],
    ])
  })
  it('say which column nobody knows and take the rest, and refuse one that is there twice', async () => {
    const { rows, files, unread } = await findInTexts({
      'a.csv': 'id,name,summary,category,stars,pricee\n1,A,x,net,5,free\n',
    })
    expect([rows.map((r) => r.data), files]).toEqual([[{ name: 'A', summary: 'x', category: 'net' }], []])
    expect(unread).toEqual([
      { unread: [{ heading: 'stars' }, { heading: 'pricee', meant: 'price' }], place: { file: 'a.csv' } },
    ])
    const twice = await findInTexts({ 'a.csv': 'name,summary,category,name\nA,x,net,B\n' })
    expect(twice.files[0]?.problem).toEqual({ code: 'csv_header_twice', params: { line: 1, name: 'name, name' } })
  })
  it('give nothing of a table that breaks later on', async () => {
    const { rows, files } = await findInTexts({ 'a.csv': 'name,summary,category\nA,x,net\nB,"x,net\n' })
    expect(rows).toEqual([])
    expect(files[0]?.problem).toEqual({ code: 'csv_quote', params: { line: 3 } })
    expect((await findInTexts({ 'a.csv': 'name,summary,category\n' })).files[0]?.problem.code).toBe('no_records')
  })
  it('are not the tables of others', async () => {
    const exploits =
      'id,file,description,date_published,author,type,platform,port\n1,a.c,"x",2003-03-23,k,remote,windows,80\n'
    expect((await findInTexts({ 'files.csv': exploits })).files[0]?.problem.code).toBe('format_elsewhere')
  })
})
