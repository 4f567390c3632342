/**
 * The tables our own lists export (`mock/crud/export.ts`): names of fields in the first row, cells as `cells.ts` writes them. What the server
 * keeps by itself (ids, times) is passed over; a column that is neither is refused, because leaving it out would lose it without a word.
 */
import { unguard, cellValue } from '#mock/crud/cells.ts'
import { dork } from '#src/contract/library/dork.ts'
import { tool } from '#src/contract/library/tool.ts'
import { ownedNames } from '#src/contract/lib/ownership.ts'
import type { Field } from '#src/contract/lib/resource.ts'
import { type Format, headText } from './format.ts'
import { Unreadable } from './found.ts'
import { csvRecords, hasFilledCell, firstRow, wrongHeadings } from './read/csv.ts'
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
  const known = new Set([...Object.keys(fields), ...Object.keys(also), ...ours])
  /** Fails unless every row could be read: names that repeat or mean nothing here. */
  function check(header: readonly string[], line: number): void {
    const wrong = wrongHeadings(header.filter((name, n) => !known.has(name) || header.indexOf(name) !== n))
    if (wrong !== undefined) throw new Unreadable('csv_header', { line, name: wrong })
  }
  function fieldsOf(header: readonly string[], cells: readonly string[]) {
    const given: Record<string, unknown> = {}
    for (const [n, name] of header.entries()) {
      const field = also[name] ?? name
      const cell = unguard(cells[n] ?? '')
      // a choice that is not filled in is not spoken of
      if (ours.has(name) || (cell === '' && (fields[field]?.kind === 'one' || name in also))) continue
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
      let header: string[] | undefined
      let count = 0
      for await (const { cells, line } of csvRecords(source)) {
        if (header) count += hasFilledCell({ cells }) ? 1 : 0
        else check((header = cells), line)
      }
      if (!count || !header) throw new Unreadable('no_records')
      let index = 0
      for await (const { cells, line } of csvRecords(source)) {
        if (index > 0 && !hasFilledCell({ cells })) continue
        if (index++ === 0) continue
        const place = { file: source.name, line, index: index - 1 }
        if (cells.length === header.length) yield toRow(resource, place, fieldsOf(header, cells))
        else {
          const params = { expected: header.length, found: cells.length }
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
