/**
 * The letters of simulated desktops: GNU Unifont's bitmaps of 8 × 16 dots, 16 × 16 of what is twice as wide (SIL Open Font License 1.1,
 * `glyphs/OFL.txt`; chosen by `config/run/glyphs.mjs`).
 */
import fs from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { gunzipSync } from 'node:zlib'
import { cellWidthOf } from '../shell/width.ts'

export const cell = { width: 8, height: 16 } as const

/** Sixteen rows, the leftmost dot in the highest of `width` bits. */
interface Glyph {
  width: 8 | 16
  rows: readonly number[]
}
export type Font = (c: string) => Glyph

/** Beside this file in the source, and beside the bundle in a build. */
const shipped = (): string => path.join(path.dirname(fileURLToPath(import.meta.url)), 'glyphs', 'unifont.hex.gz')

const rowsOf = (bits: string): Glyph => {
  const step = bits.length / cell.height
  return {
    width: step === 4 ? 16 : 8,
    rows: Array.from({ length: cell.height }, (_, i) => Number.parseInt(bits.slice(i * step, (i + 1) * step), 16)),
  }
}
/** A letter that is wider than its place: two dots become one. */
const narrow = ({ width, rows }: Glyph): Glyph =>
  width === 8
    ? { width, rows }
    : {
        width: 8,
        rows: rows.map((row) =>
          Array.from({ length: 8 }, (_, i) => ((row >> (14 - 2 * i)) & 3 ? 128 >> i : 0)).reduce((a, b) => a | b, 0),
        ),
      }

/** Reads the letters; those that are asked for are drawn once. One it lacks is the sign for that. */
export function openFont(file = shipped()): Font {
  const bits = new Map(
    gunzipSync(fs.readFileSync(file))
      .toString('ascii')
      .split('\n')
      .map((line): [number, string] => [Number.parseInt(line, 16), line.slice(line.indexOf(':') + 1)]),
  )
  const drawn = new Map<string, Glyph>()
  return (c) => {
    const had = drawn.get(c)
    if (had) return had
    const found = rowsOf(bits.get(c.codePointAt(0) ?? 32) ?? bits.get(0xfffd) ?? '')
    const glyph = cellWidthOf(c) === 2 ? found : narrow(found)
    drawn.set(c, glyph)
    return glyph
  }
}
