/** Where the characters of a line stand on the screen: tabs to the next eighth cell, control characters as `^X`, wide ones two cells. */
import { cellWidthOf } from '../width.ts'
import { present } from '#src/contract/lib/typed.ts'

const tab = 8

/** A character as it is drawn at a cell. */
const drawn = (c: string, cell: number): string =>
  c === '\t'
    ? ' '.repeat(tab - (cell % tab))
    : c < ' '
      ? `^${String.fromCharCode(c.charCodeAt(0) + 64)}`
      : c >= '\x7f' && c < '\xa0'
        ? c === '\x7f'
          ? '^?'
          : '�'
        : c
const widthOf = (text: string): number =>
  text.length > 1 && text.charCodeAt(0) < 128 ? text.length : cellWidthOf(text)

/** Cells before a place of a line. */
export function cellAt(line: string, col: number): number {
  let cell = 0
  for (const c of line.slice(0, col)) cell += widthOf(drawn(c, cell))
  return cell
}
/** The place of a line that a cell belongs to. */
export function colAt(line: string, wanted: number): number {
  let [cell, col] = [0, 0]
  for (const c of line) {
    cell += widthOf(drawn(c, cell))
    if (cell > wanted) return col
    col += c.length
  }
  return col
}

/** So many cells of a line; a wide character that is cut is a blank. */
export function window(line: string, from: number, width: number): string {
  let cell = 0
  let out = ''
  for (const c of line) {
    const text = drawn(c, cell)
    const wide = widthOf(text)
    const end = cell + wide
    if (cell >= from + width) break
    if (cell >= from && end <= from + width) out += text
    else if (end > from) out += ' '.repeat(Math.min(end, from + width) - Math.max(cell, from))
    cell = end
  }
  return out
}

export interface LineSegment {
  text: string
  /** Units of the line before it. */
  from: number
}
/** A line in as many rows as it needs. */
export function wrappedRows(line: string, width: number): LineSegment[] {
  const parts: LineSegment[] = [{ text: '', from: 0 }]
  let [cell, used, col] = [0, 0, 0]
  for (const c of line) {
    let text = drawn(c, cell)
    const wide = widthOf(text)
    if (used + wide > width) {
      if (c === '\t') text = text.slice(width - used)
      parts.push({ text: '', from: col })
      used = 0
    }
    const part = present(parts.at(-1))
    part.text += text
    used += c === '\t' ? text.length : wide
    cell += wide
    col += c.length
  }
  return parts
}
