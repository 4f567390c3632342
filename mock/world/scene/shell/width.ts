/** Cells of a terminal that a character takes: two for what East Asian scripts write wide (Unicode Standard Annex 11, as xterm counts). */
const wide: readonly (readonly [number, number])[] = [
  [0x1100, 0x115f],
  [0x2e80, 0x303e],
  [0x3041, 0xa4cf],
  [0xac00, 0xd7a3],
  [0xf900, 0xfaff],
  [0xfe30, 0xfe6f],
  [0xff00, 0xff60],
  [0xffe0, 0xffe6],
  [0x1f300, 0x1f64f],
  [0x1f900, 0x1f9ff],
  [0x20000, 0x3fffd],
]

export function cellWidthOf(c: string): 1 | 2 {
  const n = c.codePointAt(0) ?? 0
  return n >= 0x1100 && wide.some(([from, to]) => n >= from && n <= to) ? 2 : 1
}

export const cellsIn = (text: string): number => [...text].reduce((n, c) => n + cellWidthOf(c), 0)
