/** The one place that prints: a table for people, JSON for programs, a progress bar on the error stream. */
import { withoutHidden } from '#src/contract/lib/oneLine.ts'
import type { Io } from './context.ts'
import { textOf } from '#src/contract/lib/typed.ts'

/** What a command returns. `data` is printed whole by `--json`; `text`, or else the table with the notes below it, is what people see. */
export interface CommandOutput {
  data: unknown
  text?: string
  table?: {
    columns: readonly string[]
    rows: readonly (readonly unknown[])[]
    /** Columns that a narrow terminal gets in several lines, and not cut. */
    lines?: readonly string[]
    /** What names a row; it stays readable however narrow the terminal is. */
    name?: string
    /** Columns that go first where there is no room, the first of them first. */
    spare?: readonly string[]
    /** Columns whose end tells more than their beginning: paths. */
    ends?: readonly string[]
  }
  notes?: readonly string[]
  /** What must be seen also where the output goes to a file: said on the error stream. */
  warnings?: readonly string[]
  /** Which part of a longer list the table is. */
  page?: { total: number; page: number; page_size: number }
  exit?: number
}

/** How long `localDateTime` is. */
const clockWidth = 16
const moment = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?Z$/
/** A moment as clocks on the operator's wall have it. */
export function localDateTime(iso: string): string {
  const at = new Date(iso)
  const two = (n: number) => String(n).padStart(2, '0')
  return `${at.getFullYear()}-${two(at.getMonth() + 1)}-${two(at.getDate())} ${two(at.getHours())}:${two(at.getMinutes())}`
}
/** A figure of which the thousands are parted; below it are years and ports. */
const worthParting = 10_000
/** @param watched by a person at a terminal; programs get moments to the millisecond and figures without commas */
function cell(v: unknown, watched: boolean): string {
  if (v === null || v === undefined) return ''
  if (Array.isArray(v)) return v.join(', ')
  if (typeof v === 'object') return JSON.stringify(v)
  if (watched && typeof v === 'number' && Math.abs(v) >= worthParting) return v.toLocaleString('en-US')
  return watched && typeof v === 'string' && moment.test(v) ? localDateTime(v) : textOf(v)
}
// Control characters of stored texts must not steer the terminal, and what shows nothing must not make one name pass for another.
const plain = (s: string): string =>
  withoutHidden(s.replace(/[\u0000-\u001f\u007f-\u009f\u202a-\u202e\u2066-\u2069]/g, ' '))
/** Columns a terminal gives a text: East Asian wide characters take two. */
export const displayWidthOf = (s: string): number =>
  [...s].reduce(
    (n, c) =>
      n +
      (/[\u1100-\u115f\u2e80-\ua4cf\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe4f\uff00-\uff60\uffe0-\uffe6]/.test(c) ? 2 : 1),
    0,
  )

/** Columns of the help, however wide the terminal is. */
export const helpWidth = 80

/** A text in lines of the help, each after the first behind `indent` blanks. */
export function wrappedHelp(text: string, indent: number): string {
  const lines: string[] = []
  let line = ''
  for (const word of text.split(' ')) {
    if (line && displayWidthOf(`${line} ${word}`) > helpWidth - indent) {
      lines.push(line)
      line = word
    } else line = line ? `${line} ${word}` : word
  }
  return [...lines, line].join(`\n${' '.repeat(indent)}`)
}

const id = /^[0-9a-f]{8}-[0-9a-f-]{27}$/
/** Columns of a cell at most, where it goes to a terminal, and what it keeps however narrow that is: cut, or in lines. */
const most = 60
const least = { cut: 8, lines: 16, name: 30 }

/** Widths that fit, the widest column giving first. @param leasts what each keeps */
function fitted(widths: readonly number[], leasts: readonly number[], room: number): number[] {
  const out = [...widths]
  const gap = 2 * (out.length - 1)
  for (let over = out.reduce((sum, w) => sum + w, gap) - room; over > 0; over--) {
    let widest = -1
    out.forEach((w, i) => {
      if (w > (leasts[i] ?? 0) && (widest < 0 || w > (out[widest] ?? 0))) widest = i
    })
    if (widest < 0) break
    out[widest] = (out[widest] ?? 0) - 1
  }
  return out
}

/** As many characters from the beginning, or with `end` from the end, as so many columns take. */
function cut(s: string, width: number, end = false): string {
  if (displayWidthOf(s) <= width) return s
  const all = [...s]
  if (end) all.reverse()
  let kept = ''
  for (const c of all) {
    if (displayWidthOf(kept + c) > width - 1) break
    kept = end ? c + kept : kept + c
  }
  return end ? `…${kept}` : `${kept}…`
}
/** A text in lines of so many columns; a word that is longer is broken. */
function inLines(s: string, width: number): string[] {
  const lines: string[] = []
  let line = ''
  for (let word of s.split(' ')) {
    if (line && displayWidthOf(`${line} ${word}`) <= width) {
      line = `${line} ${word}`
      continue
    }
    if (line) lines.push(line)
    for (; displayWidthOf(word) > width; ) {
      let part = ''
      for (const c of word) {
        if (displayWidthOf(part + c) > width) break
        part += c
      }
      lines.push(part)
      word = word.slice(part.length)
    }
    line = word
  }
  return [...lines, line]
}

export type OutputTable = NonNullable<CommandOutput['table']>

/** @param room columns of the terminal; every cell is whole without one */
export function tableText(
  { columns: head, rows, lines = [], ends = [], name, spare = [] }: OutputTable,
  room?: number,
): string {
  const plainRows = rows.map((r) => head.map((_, i) => plain(cell(r[i], room !== undefined))))
  const narrow = room !== undefined
  const full = [[...head], ...plainRows]
  const wraps = head.map((h) => lines.includes(h))
  const whole = head.map((_, i) => full.some((l) => id.test(l[i] ?? '')))
  const moments = head.map((_, i) => rows.some((r) => moment.test(String(r[i]))))
  const natural = head.map((_, i) => {
    const width = full.reduce((widest, l) => Math.max(widest, displayWidthOf(l[i] ?? '')), 0)
    return narrow && !wraps[i] ? Math.min(most, width) : width
  })
  const leasts = natural.map((w, i) =>
    whole[i]
      ? w
      : Math.min(w, wraps[i] ? least.lines : moments[i] ? clockWidth : head[i] === name ? least.name : least.cut),
  )
  // what stands last matters least: an id is given whole or it is of no use, and what names a row or is said in lines is what people look for
  const shown = head.map((_, i) => i)
  const needed = () => shown.reduce((sum, i) => sum + (leasts[i] ?? 0), 2 * (shown.length - 1))
  while (narrow && needed() > room && shown.length > 1) {
    const first = spare.map((n) => head.indexOf(n)).find((i) => shown.includes(i))
    const droppable = shown.filter((i) => i > 0 && !wraps[i] && head[i] !== name)
    const last = first ?? droppable.findLast((i) => !whole[i]) ?? droppable.at(-1)
    if (last === undefined) break
    shown.splice(shown.indexOf(last), 1)
  }
  const widths = fitted(
    shown.map((i) => natural[i] ?? 0),
    shown.map((i) => leasts[i] ?? 0),
    room ?? Number.POSITIVE_INFINITY,
  )
  const lineOf = (parts: readonly string[]) =>
    parts
      .map((v, at) => v + ' '.repeat(Math.max(0, (widths[at] ?? 0) - displayWidthOf(v))))
      .join('  ')
      .trimEnd()
  const text = full.flatMap((row) => {
    const cells = shown.map((i, at) => {
      const [value = '', width = 0] = [row[i], widths[at]]
      return wraps[i] ? inLines(value, width) : [cut(value, width, ends.includes(head[i] ?? ''))]
    })
    const tall = Math.max(...cells.map((c) => c.length))
    return Array.from({ length: tall }, (_, n) => lineOf(cells.map((c) => c[n] ?? '')))
  })
  const left = head.filter((_, i) => !shown.includes(i))
  return [...text, ...(left.length ? [`Not shown: ${left.join(', ')}. All of it: --wide`] : [])].join('\n')
}

/** @param wide every cell as it is, however narrow the terminal; as where there is none */
export function print(io: Io, outcome: CommandOutput, json: boolean, wide = false): void {
  if (json) return io.out(`${JSON.stringify(outcome.data, null, 2)}\n`)
  for (const line of outcome.warnings ?? []) io.err(`${line}\n`)
  if (outcome.text !== undefined) io.out(outcome.text && `${outcome.text}\n`)
  else if (outcome.table) {
    const { rows } = outcome.table
    const lines = rows.length ? [tableText(outcome.table, wide ? undefined : io.columns)] : []
    for (const line of [...lines, ...(outcome.notes ?? []), ...partText(outcome, rows.length)]) io.out(`${line}\n`)
  }
}

function partText({ page: part }: CommandOutput, shown: number): string[] {
  if (!part || (shown === part.total && shown > 0)) return []
  const { total, page, page_size } = part
  if (shown === 0) return [total === 0 ? 'None found.' : `There is no page ${page}; ${total} in all.`]
  const next = page * page_size < total ? `; the next: --page ${page + 1}` : ''
  return [`${(page - 1) * page_size + 1}–${(page - 1) * page_size + shown} of ${total}${next}`]
}

/** Milliseconds after which work that nobody watches is worth a line of a log. */
const worthALine = 2000

/**
 * A bar that redraws itself while a person watches; without a person a line on the error stream at each quarter of each stage, for the log of
 * what runs by itself.
 * @param after milliseconds before the first of those lines
 */
export function progress(io: Io, quiet: boolean, after = worthALine) {
  const begun = performance.now()
  let last = ''
  let stage = ''
  let quarter = -1
  return {
    at(label: string, share: number): void {
      const part = Math.max(0, Math.min(1, share))
      if (quiet) return
      if (!io.interactive) {
        if (performance.now() - begun < after) return
        const reached = Math.floor(part * 4)
        if (label !== stage || reached > quarter) io.err(`${label}: ${reached * 25} %\n`)
        quarter = label === stage ? Math.max(quarter, reached) : reached
        stage = label
        return
      }
      const n = Math.round(part * 24)
      const line = `${label} ${'█'.repeat(n)}${'░'.repeat(24 - n)} ${Math.round(part * 100)} %`
      if (line !== last) io.err(`\r\u001b[2K${line}`)
      last = line
    },
    done(): void {
      if (last) io.err('\r\u001b[2K')
      last = ''
    },
  }
}
