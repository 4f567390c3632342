/**
 * The tables our own lists export (`mock/crud/export.ts`): names of fields in the first row, cells as `cells.ts` writes them. What the server
 * keeps by itself (ids, times) is passed over.
 */
import { unguard, cellValue } from '#mock/crud/cells.ts'
import { dork } from '#src/contract/library/dork.ts'
import { tool } from '#src/contract/library/tool.ts'
import { ownedNames } from '#src/contract/lib/ownership.ts'
import type { Field } from '#src/contract/lib/resource.ts'
import { type Format, headText } from './format.ts'
import { Unreadable } from './found.ts'
import { readHeadings } from './headings.ts'
import { csvRecords, hasFilledCell, firstRow } from './read/csv.ts'
import { rowRefusal, toRow } from './rows.ts'

interface Table {
  id: string
  resource: string
  fields: Record<string, Field>
  /** Columns that make the file one of these. */
  marks: readonly (readonly string[])[]
  /** Columns under another name; the first that is there and filled counts. */
  also?: Record<string, string>
  /** Columns that the server fills in. */
  ours?: readonly string[]
}
/** Whose a row is and who sees it is settled here, too. */
const serverOwn = ['id', 'version', 'can', 'created_at', 'updated_at', 'created_by', 'updated_by', ...ownedNames]
const text: Field = { kind: 'text' }

function table({ id, resource, fields, marks, also = {}, ours: own = [] }: Table): Format {
  const ours = new Set([...serverOwn, ...own])
  const known = [...Object.keys(fields), ...Object.keys(also)].filter((name) => !ours.has(name))
  const headings = {
    columnOf: (heading: string) => known.find((name) => name === heading),
    needed: [],
    words: known.map((name) => [name, name] as const),
    nameOf: (name: string) => name,
    passedOver: (heading: string) => ours.has(heading),
  }
  function fieldsOf(header: readonly (string | undefined)[], cells: readonly string[]) {
    const given: Record<string, unknown> = {}
    for (const [n, name] of header.entries()) {
      if (name === undefined) continue
      const field = also[name] ?? name
      const cell = unguard(cells[n] ?? '')
      // a choice that is not filled in is not spoken of
      if (cell === '' && (fields[field]?.kind === 'one' || name in also)) continue
      given[field] ??= cellValue(fields[field], cell)
    }
    return given
  }
  return {
    id,
    resources: [resource],
    headings: marks.map((any) => any[0] ?? ''),
    sniff(name, head) {
      const header = firstRow(headText(head))
      if (!marks.every((any) => any.some((m) => header.includes(m)))) return 0
      return /\.csv$/i.test(name) ? 0.9 : 0.6
    },
    async *read(source) {
      let header: ReturnType<typeof readHeadings<string>> | undefined
      let count = 0
      for await (const { cells, line } of csvRecords(source)) {
        if (header) count += hasFilledCell({ cells }) ? 1 : 0
        else header = readHeadings(cells, line, headings)
      }
      if (!count || !header) throw new Unreadable('no_records')
      const { columns, unread } = header
      if (unread.length) yield { unread, place: { file: source.name } }
      let index = 0
      for await (const { cells, line } of csvRecords(source)) {
        if (index > 0 && !hasFilledCell({ cells })) continue
        if (index++ === 0) continue
        const place = { file: source.name, line, index: index - 1 }
        if (cells.length === columns.length) yield toRow(resource, place, fieldsOf(columns, cells))
        else {
          const params = { expected: columns.length, found: cells.length }
          yield rowRefusal(resource, place, '', [{ path: '', rule: 'columns', params }])
        }
      }
    },
  }
}

export const toolsCsv = table({
  id: 'tools-csv',
  resource: 'tool',
  fields: { ...tool.fields, category: text },
  marks: [['name'], ['summary'], ['category', 'category_name']],
  also: { category_name: 'category' },
  ours: ['category_id'],
})
export const ghdbCsv = table({
  id: 'ghdb-csv',
  resource: 'dork',
  fields: dork.fields,
  marks: [['title'], ['query'], ['category']],
  ours: ['origin'],
})
