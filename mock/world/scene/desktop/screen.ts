/** The characters of a terminal window: what a shell writes becomes cells (ECMA-48, as far as our shells use it). */
import { cellWidthOf } from '../shell/width.ts'
import { present } from '#src/contract/lib/typed.ts'

interface Cell {
  /** Empty: the second half of the one before. */
  c: string
  fg: number
  bg: number
}
export const defaultColours = { fg: 0xd7dde5, bg: 0x10161e } as const
const colours: Readonly<Record<number, number>> = {
  30: 0x10161e,
  31: 0xe5534b,
  32: 0x6bbf59,
  33: 0xd7a65f,
  34: 0x5b9bd8,
  35: 0xb184d6,
  36: 0x56b6c2,
  37: 0xd7dde5,
}

export interface TerminalScreen {
  readonly columns: number
  readonly rows: number
  write(text: string): void
  cell(column: number, row: number): Cell
  readonly cursor: { column: number; row: number }
  /** Rows that changed since the last time this was asked. */
  dirty(): Set<number>
}

export function makeScreen(columns: number, rows: number): TerminalScreen {
  const empty = (): Cell => ({ c: ' ', ...defaultColours })
  const line = () => Array.from({ length: columns }, empty)
  const lines = Array.from({ length: rows }, line)
  let [x, y] = [0, 0]
  let [fg, bg]: [number, number] = [defaultColours.fg, defaultColours.bg]
  let held = ''
  const changed = new Set<number>()
  const all = () => lines.forEach((_, i) => changed.add(i))
  const newline = () => {
    if (y < rows - 1) {
      y++
      return
    }
    lines.shift()
    lines.push(line())
    all()
  }
  function style(codes: readonly number[]): void {
    for (const n of codes)
      if (n === 0) [fg, bg] = [defaultColours.fg, defaultColours.bg]
      else if (n === 7) [fg, bg] = [bg, fg]
      else if (n >= 30 && n <= 37) fg = colours[n] ?? defaultColours.fg
  }
  function control(args: string, final: string): void {
    const n = args.split(';').map((a) => Number.parseInt(a, 10) || 0)
    const one = Math.max(1, n[0] ?? 1)
    if (final === 'm') style(n)
    else if (final === 'H')
      [y, x] = [Math.min(rows, Math.max(1, n[0] ?? 1)) - 1, Math.min(columns, Math.max(1, n[1] ?? 1)) - 1]
    else if (final === 'D') x = Math.max(0, x - one)
    else if (final === 'C') x = Math.min(columns - 1, x + one)
    else if (final === 'K') for (let i = x; i < columns; i++) present(lines[y])[i] = empty()
    else if (final === 'J') {
      lines.forEach((_, i) => (lines[i] = line()))
      all()
    }
    changed.add(y)
  }
  return {
    columns,
    rows,
    cursor: {
      get column() {
        return x
      },
      get row() {
        return y
      },
    },
    cell: (column, row) => lines[row]?.[column] ?? empty(),
    dirty() {
      const out = new Set(changed)
      changed.clear()
      return out
    },
    write(given) {
      const text = held + given
      held = ''
      for (let i = 0; i < text.length; i++) {
        const c = String.fromCodePoint(text.codePointAt(i) ?? 0)
        if (c.length > 1) i++
        changed.add(y)
        if (c === '\x1b') {
          const m = /^\x1b\[([0-9;]*)([A-Za-z])/.exec(text.slice(i, i + 24))
          if (m) {
            control(m[1] ?? '', m[2] ?? '')
            i += m[0].length - 1
          } else if (text.length - i < 8) {
            held = text.slice(i)
            break
          }
        } else if (c === '\r') x = 0
        else if (c === '\n') newline()
        else if (c === '\b') x = Math.max(0, x - 1)
        else if (c === '\t') x = Math.min(columns - 1, (Math.floor(x / 8) + 1) * 8)
        else if (c >= ' ') {
          const cells = cellWidthOf(c)
          if (x + cells > columns) {
            x = 0
            newline()
          }
          const row = present(lines[y])
          row[x++] = { c, fg, bg }
          if (cells === 2) row[x++] = { c: '', fg, bg }
        }
        changed.add(y)
      }
    },
  }
}
