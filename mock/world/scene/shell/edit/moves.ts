/** Ways of a cursor that every editor has, whatever key they are on. */
import { type BufferPosition, stepBack, stepOn, type TextBuffer } from './buffer.ts'
import { cellAt, colAt } from './layout.ts'

export function left(b: TextBuffer, at = b.at): BufferPosition {
  const { line, col } = at
  if (col > 0) return { line, col: stepBack(b.lines[line] ?? '', col) }
  return line > 0 ? { line: line - 1, col: (b.lines[line - 1] ?? '').length } : at
}
export function right(b: TextBuffer, at = b.at): BufferPosition {
  const { line, col } = at
  const text = b.lines[line] ?? ''
  if (col < text.length) return { line, col: stepOn(text, col) }
  return line + 1 < b.lines.length ? { line: line + 1, col: 0 } : at
}

/** Up and down, to the cell where the cursor would like to be. */
export function vertical(b: TextBuffer): { by(lines: number): BufferPosition; other(): void; end(): void } {
  let wanted: number | undefined
  return {
    by(lines) {
      wanted ??= cellAt(b.line, b.at.col)
      const line = Math.min(b.lines.length - 1, Math.max(0, b.at.line + lines))
      return { line, col: colAt(b.lines[line] ?? '', wanted) }
    },
    other: () => void (wanted = undefined),
    end: () => void (wanted = Number.POSITIVE_INFINITY),
  }
}

const kindOf = (c: string | undefined): 0 | 1 | 2 =>
  c === undefined || /\s/.test(c) ? 0 : /[\p{L}\p{N}_]/u.test(c) ? 1 : 2
const kindAt = (line: string, col: number): 0 | 1 | 2 =>
  kindOf(col < line.length ? String.fromCodePoint(line.codePointAt(col) ?? 0) : undefined)

/** The beginning of the next word; an empty line is one. */
export function wordOn(b: TextBuffer, from: BufferPosition): BufferPosition {
  let { line, col } = from
  const here = b.lines[line] ?? ''
  const kind = kindAt(here, col)
  while (kind && col < here.length && kindAt(here, col) === kind) col = stepOn(here, col)
  for (;;) {
    const text = b.lines[line] ?? ''
    while (col < text.length && kindAt(text, col) === 0) col = stepOn(text, col)
    if (col < text.length || line + 1 >= b.lines.length) return { line, col }
    line++
    col = 0
    if ((b.lines[line] ?? '') === '') return { line, col }
  }
}
/** The beginning of this word, or of the one before. */
export function wordBack(b: TextBuffer, from: BufferPosition): BufferPosition {
  let { line, col } = from
  for (;;) {
    const text = b.lines[line] ?? ''
    while (col > 0 && kindAt(text, stepBack(text, col)) === 0) col = stepBack(text, col)
    if (col > 0) break
    if (line === 0) return { line, col }
    line--
    col = (b.lines[line] ?? '').length
    if (col === 0) return { line, col }
  }
  const text = b.lines[line] ?? ''
  const kind = kindAt(text, stepBack(text, col))
  while (col > 0 && kindAt(text, stepBack(text, col)) === kind) col = stepBack(text, col)
  return { line, col }
}
/** The last character of this word, or of the next. */
export function wordEnd(b: TextBuffer, from: BufferPosition): BufferPosition {
  let { line, col } = from
  col = stepOn(b.lines[line] ?? '', col)
  for (;;) {
    const text = b.lines[line] ?? ''
    while (col < text.length && kindAt(text, col) === 0) col = stepOn(text, col)
    if (col < text.length) break
    if (line + 1 >= b.lines.length) return { line, col: stepBack(text, text.length) }
    line++
    col = 0
  }
  return wordStop(b, { line, col })
}
/** The last character of what stands here, be it a word, signs or blanks. */
export function wordStop(b: TextBuffer, { line, col }: BufferPosition): BufferPosition {
  const text = b.lines[line] ?? ''
  const kind = kindAt(text, col)
  let next = stepOn(text, col)
  while (next < text.length && kindAt(text, next) === kind) {
    col = next
    next = stepOn(text, col)
  }
  return { line, col }
}

/** The next place a search finds, round the end of the text; `wrapped` says whether it went round. */
export function search(
  b: TextBuffer,
  find: (line: string, from: number) => number,
  back = false,
): { place: BufferPosition; wrapped: boolean } | undefined {
  const n = b.lines.length
  const lastIn = (line: string, before: number): number => {
    let last = -1
    for (let at = find(line, 0); at >= 0 && at < before; at = find(line, at + 1)) last = at
    return last
  }
  for (let i = 0; i <= n; i++) {
    const line = (b.at.line + (back ? n - i : i)) % n
    const text = b.lines[line] ?? ''
    const col = back
      ? lastIn(text, i === 0 ? b.at.col : text.length + 1)
      : find(text, i === 0 ? stepOn(text, b.at.col) + (b.at.col === text.length ? 1 : 0) : 0)
    if (col >= 0) {
      const place = { line, col }
      const [a, z] = back ? [place, b.at] : [b.at, place]
      return { place, wrapped: z.line < a.line || (z.line === a.line && z.col <= a.col) }
    }
  }
  return undefined
}
