/** A file made in the browser, of what no call repeats. */
import { guard } from '../../contract/lib/guard.ts'
import { downloadFile } from '../../lib/save.ts'

const cell = (text: string): string => {
  const plain = guard(text)
  return /[",\n\r]/.test(plain) ? `"${plain.replaceAll('"', '""')}"` : plain
}

export const csvOf = (rows: readonly (readonly string[])[]): string =>
  `\ufeff${rows.map((r) => r.map(cell).join(',')).join('\r\n')}\r\n`

export const saveCsv = (name: string, rows: readonly (readonly string[])[]): void =>
  downloadFile(new Blob([csvOf(rows)], { type: 'text/csv' }), `${name}.csv`)
