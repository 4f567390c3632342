/** CSV as RFC 4180 has it, with a byte order mark so that spreadsheets read it as UTF-8. */
import { type Cell, guard } from './cells.ts'

function field(cell: Cell): string {
  if (cell === null) return ''
  const text = typeof cell === 'string' ? guard(cell) : String(cell)
  return /[",\r\n]|^\s|\s$/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}
const record = (cells: readonly Cell[]): string => `${cells.map(field).join(',')}\r\n`

/** Yields the file in pieces of many rows. */
export async function* csv(
  header: readonly string[],
  batches: AsyncIterable<readonly Cell[][]>,
): AsyncGenerator<string> {
  yield `\ufeff${record(header)}`
  for await (const rows of batches) yield rows.map(record).join('')
}
