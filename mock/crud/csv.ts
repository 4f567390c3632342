/** CSV as RFC 4180 has it, with a byte order mark so that spreadsheets read it as UTF-8. */
import { guard, type ReportCell } from './cells.ts'

function field(cell: ReportCell): string {
  if (cell === null) return ''
  if (cell instanceof Date) return cell.toISOString()
  const text = typeof cell === 'string' ? guard(cell) : String(cell)
  return /[",\r\n]|^\s|\s$/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}
const record = (cells: readonly ReportCell[]): string => `${cells.map(field).join(',')}\r\n`

/** Yields the file in pieces of many rows. */
export async function* csv(
  header: readonly string[],
  batches: AsyncIterable<readonly ReportCell[][]>,
): AsyncGenerator<string> {
  yield `\ufeff${record(header)}`
  for await (const rows of batches) yield rows.map(record).join('')
}
