/** Which fields of a row a table shows, and how. */
import type { NamedResourceSpec } from '#src/contract/lib/resource.ts'

const long = new Set(['long-text', 'list', 'words', 'time', 'url', 'code'])
const isPerson = ({ fields }: NamedResourceSpec, name: string): boolean => {
  const f = fields[name]
  return f?.kind === 'ref' && f.to === 'user'
}

/** The id, which every other verb wants, then as lists of the app begin: the name and what is short; people behind it. */
function columnsOf(line: NamedResourceSpec): string[] {
  const short = Object.keys(line.fields).filter(
    (f) => f !== 'id' && f !== 'mine' && !long.has(line.fields[f]?.kind ?? ''),
  )
  const people = short.filter((f) => isPerson(line, f))
  return [...new Set(['id', line.label, ...short.filter((f) => !people.includes(f)), ...people])]
}
/** What a narrow terminal leaves out first: who wrote it. The id stays, whole: no other verb does without it. */
const spareOf = (line: NamedResourceSpec): string[] => columnsOf(line).filter((f) => isPerson(line, f))

/** A reference by the name of what it refers to, where the server says it. */
const rowOf = (line: NamedResourceSpec, row: Record<string, unknown>): unknown[] =>
  columnsOf(line).map((f) =>
    line.fields[f]?.kind === 'ref' ? (row[`${f.replace(/_id$/, '')}_name`] ?? row[f]) : row[f],
  )

/** Rows of a resource as a table. */
export const outputTableOf = (line: NamedResourceSpec, rows: readonly Record<string, unknown>[]) => ({
  columns: columnsOf(line),
  rows: rows.map((r) => rowOf(line, r)),
  name: line.label,
  spare: spareOf(line),
})
