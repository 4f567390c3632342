/** The lines of a file that is edited, where the cursor stands in them, and the way back through what was changed. */
import { present } from '#src/contract/lib/typed.ts'

export interface BufferPosition {
  line: number
  /** UTF-16 units before it; never inside a character. */
  col: number
}

export interface TextBuffer {
  readonly lines: readonly string[]
  /** The line of the cursor. */
  readonly line: string
  at: BufferPosition
  readonly changed: boolean
  /** Grows with every change. */
  readonly revision: number
  /** Puts text where the cursor is and moves it behind; false when the text would be larger than an editor takes. */
  insert(text: string): boolean
  /** Takes what is between two places, and leaves the cursor there. */
  cut(from: BufferPosition, to: BufferPosition): string
  between(from: BufferPosition, to: BufferPosition): string
  /** Puts whole lines in the place of so many. */
  splice(line: number, count: number, put: readonly string[]): boolean
  /** What follows is undone apart from what was before. */
  step(): void
  undo: () => boolean
  redo: () => boolean
  /** What there is now is what is on the disk. */
  saved(): void
}

interface Change {
  line: number
  /** How many lines stand there now, and which stood there before. */
  count: number
  before: readonly string[]
}
interface Step {
  from: BufferPosition
  changes: Change[]
  size: number
}

/** Characters of a text, and of all that can be undone. */
const longest = 4 * 1024 * 1024
const mostUndo = 8 * 1024 * 1024

export const stepBack = (line: string, col: number): number =>
  col - (col > 1 && (line.codePointAt(col - 2) ?? 0) > 0xffff ? 2 : col > 0 ? 1 : 0)
export const stepOn = (line: string, col: number): number =>
  Math.min(line.length, col + ((line.codePointAt(col) ?? 0) > 0xffff ? 2 : 1))
export const isBefore = (a: BufferPosition, b: BufferPosition): boolean =>
  a.line < b.line || (a.line === b.line && a.col < b.col)

const sizeOf = (lines: readonly string[]): number => lines.reduce((n, l) => n + l.length + 1, 0)

export function textBuffer(first: readonly string[]): TextBuffer {
  const lines = first.length ? [...first] : ['']
  let size = sizeOf(lines)
  const done: Step[] = []
  let undone: Step[] = []
  let [open, undoSize, revision] = [false, 0, 0]
  /** How many steps led to what is on the disk; undefined where none leads there any more. */
  let clean: number | undefined = 0
  let at: BufferPosition = { line: 0, col: 0 }

  const within = ({ line, col }: BufferPosition): BufferPosition => {
    const l = Math.min(lines.length - 1, Math.max(0, line))
    return { line: l, col: Math.min(lines[l]?.length ?? 0, Math.max(0, col)) }
  }
  function swap(line: number, count: number, put: readonly string[]): string[] {
    revision++
    if (count === 1 && put.length === 1) {
      const before = lines[line] ?? ''
      lines[line] = put[0] ?? ''
      size += (put[0] ?? '').length - before.length
      return [before]
    }
    const tail = lines.splice(line)
    const before = tail.splice(0, count)
    for (const l of put) lines.push(l)
    for (const l of tail) lines.push(l)
    size += sizeOf(put) - sizeOf(before)
    return before
  }
  function splice(line: number, count: number, put: readonly string[]): boolean {
    const old = sizeOf(lines.slice(line, line + count))
    const more = sizeOf(put) - old
    if (more > 0 && size + more > longest) return false
    if (!open) {
      if (clean !== undefined && clean > done.length) clean = undefined
      done.push({ from: { ...at }, changes: [], size: 0 })
      open = true
    }
    const step = present(done.at(-1))
    const last = step.changes.at(-1)
    const before = swap(line, count, put)
    undone = []
    // a line that is typed on is kept once, as it was
    if (!(last && count === 1 && put.length === 1 && last.line === line && last.count === 1)) {
      step.changes.push({ line, count: put.length, before })
      step.size += old
      undoSize += old
      while (undoSize > mostUndo && done.length > 1) {
        undoSize -= done.shift()?.size ?? 0
        clean = clean ? clean - 1 : undefined
      }
    }
    if (!lines.length) lines.push('')
    return true
  }
  /** Puts back what a step changed; what stood there instead is its way forth. */
  function turn(step: Step): Step {
    const back: Step = { from: { ...at }, changes: [], size: step.size }
    for (const c of step.changes.toReversed())
      back.changes.push({ line: c.line, count: c.before.length, before: swap(c.line, c.count, c.before) })
    if (!lines.length) lines.push('')
    at = within(step.from)
    return back
  }
  const between = (from: BufferPosition, to: BufferPosition): string =>
    from.line === to.line
      ? (lines[from.line] ?? '').slice(from.col, to.col)
      : [
          (lines[from.line] ?? '').slice(from.col),
          ...lines.slice(from.line + 1, to.line),
          (lines[to.line] ?? '').slice(0, to.col),
        ].join('\n')
  return {
    lines,
    get line() {
      return lines[at.line] ?? ''
    },
    get at() {
      return at
    },
    set at(to) {
      at = within(to)
    },
    get changed() {
      return done.length !== clean
    },
    get revision() {
      return revision
    },
    insert(text) {
      const line = lines[at.line] ?? ''
      const put = text.split('\n')
      const col = put.length === 1 ? at.col + text.length : (put.at(-1) ?? '').length
      put[0] = line.slice(0, at.col) + put[0]
      put[put.length - 1] += line.slice(at.col)
      if (!splice(at.line, 1, put)) return false
      at = { line: at.line + put.length - 1, col }
      return true
    },
    between,
    cut(from, to) {
      const text = between(from, to)
      if (text !== '') {
        const joined = (lines[from.line] ?? '').slice(0, from.col) + (lines[to.line] ?? '').slice(to.col)
        splice(from.line, to.line - from.line + 1, [joined])
      }
      at = within(from)
      return text
    },
    splice(line, count, put) {
      const ok = splice(line, count, put)
      at = within(at)
      return ok
    },
    step: () => void (open = false),
    undo() {
      open = false
      const step = done.pop()
      if (!step) return false
      undone.push(turn(step))
      return true
    },
    redo() {
      open = false
      const step = undone.pop()
      if (!step) return false
      done.push(turn(step))
      return true
    },
    saved() {
      open = false
      clean = done.length
    },
  }
}
