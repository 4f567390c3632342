/** Draws a screen at a terminal that another program’s lines stand on: on its other page, and only the rows that are different. */
export interface TerminalFrame {
  rows: readonly string[]
  cursor: { row: number; cell: number }
}
export interface Painter {
  paint(picture: TerminalFrame): void
  /** The next picture is drawn whole. */
  anew(): void
  leave(): void
}

export const inverse = (text: string): string => `\x1b[7m${text}\x1b[27m`

export function painter(write: (text: string) => void): Painter {
  let shown: readonly string[] | undefined
  return {
    paint({ rows, cursor }) {
      // autowrap off: a character that a terminal counts otherwise moves no other row
      let out = shown ? '\x1b[?25l' : '\x1b[?1049h\x1b[?7l\x1b[?25l\x1b[0m\x1b[2J'
      rows.forEach((row, i) => {
        if (shown ? shown[i] !== row : row !== '') out += `\x1b[${i + 1};1H\x1b[K${row}`
      })
      shown = [...rows]
      write(`${out}\x1b[${cursor.row + 1};${cursor.cell + 1}H\x1b[?25h`)
    },
    anew: () => void (shown = undefined),
    leave: () => write('\x1b[0m\x1b[?7h\x1b[?1049l'),
  }
}
