/** What a field is in a table of texts, there and back: the export writes it, the import reads the same again. */
import { dayWritten } from '#src/contract/lib/typedDate.ts'
import { type Field, filterKind } from '#src/contract/lib/resource.ts'
import { textOf } from '#src/contract/lib/typed.ts'

export { guard, unguard } from '#src/contract/lib/guard.ts'

export type Cell = string | number | null
/** What a report writes beside that: an instant, a date of its own kind where the format has one. */
export type ReportCell = Cell | Date

/** Words stand apart by semicolons as long as that reads back the same; otherwise the cell holds the JSON list. */
function wordsCell(words: readonly string[]): string {
  const plain = words.join('; ')
  const same = readWords(plain)
  return same.length === words.length && same.every((w, n) => w === words[n]) ? plain : JSON.stringify(words)
}
function readWords(cell: string): string[] {
  if (cell.startsWith('[')) {
    const list = json(cell)
    if (Array.isArray(list) && list.every((w) => typeof w === 'string')) return list
  }
  return cell
    .split(';')
    .map((w) => w.trim())
    .filter(Boolean)
}
function json(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

export function cellOf(f: Field | undefined, value: unknown): Cell {
  if (value === null || value === undefined || value === '') return null
  if (typeof value === 'number') return value
  if (Array.isArray(value)) {
    if (!value.length) return null
    return f && filterKind(f) === 'has' ? wordsCell(value.map(String)) : JSON.stringify(value)
  }
  return typeof value === 'object' ? JSON.stringify(value) : textOf(value)
}

/** The value a cell stands for; a cell that cannot be one comes back as its text, for the schema to refuse. */
export function cellValue(f: Field | undefined, cell: string): unknown {
  const kind = f?.kind ?? 'text'
  if (cell === '') {
    if (kind === 'list' || (f && filterKind(f) === 'has')) return []
    return ['number', 'size', 'flag', 'date', 'time', 'ref', 'id', 'one'].includes(kind) ? null : ''
  }
  if (f && filterKind(f) === 'has') return readWords(cell)
  switch (kind) {
    case 'number':
    case 'size':
      return /^-?\d+(\.\d+)?(e[+-]?\d+)?$/i.test(cell) ? Number(cell) : cell
    case 'flag':
      return /^(true|false)$/i.test(cell) ? cell.toLowerCase() === 'true' : cell
    case 'date':
      return dayWritten(cell)
    case 'list':
      return json(cell) ?? cell
    default:
      return cell
  }
}
