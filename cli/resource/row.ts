/** Which fields of a row a table shows, and how. */
import type { ResourceLine } from '#src/contract/lib/resource.ts'

export type Line = ResourceLine & { name: string }

const long = new Set(['long-text', 'list', 'words', 'time', 'url', 'code'])

/** The id, the name, and what is short; a reference by the name of what it refers to, where the server says it. */
export const columnsOf = (line: Line): string[] => [
  ...new Set(['id', line.label, ...Object.keys(line.fields).filter((f) => !long.has(line.fields[f]?.kind ?? ''))]),
]

export const rowOf = (line: Line, row: Record<string, unknown>): unknown[] =>
  columnsOf(line).map((f) => (line.fields[f]?.kind === 'ref' ? (row[f.replace(/_id$/, '_name')] ?? row[f]) : row[f]))
