/** The one place that prints: a table for people, JSON for programs, a progress bar on the error stream. */
import type { Io } from './context.ts'

/** What a command returns. `data` is printed whole by `--json`; `text`, or else the table with the notes below it, is what people see. */
export interface Outcome {
  data: unknown
  text?: string
  table?: { columns: readonly string[]; rows: readonly (readonly unknown[])[] }
  notes?: readonly string[]
  /** Which part of a longer list the table is. */
  page?: { total: number; page: number; page_size: number }
  exit?: number
}

const cell = (v: unknown): string =>
  v === null || v === undefined
    ? ''
    : Array.isArray(v)
      ? v.join(', ')
      : typeof v === 'object'
        ? JSON.stringify(v)
        : String(v)
// Control characters of stored texts must not steer the terminal.
const plain = (s: string): string => s.replace(/[\u0000-\u001f\u007f-\u009f\u202a-\u202e\u2066-\u2069]/g, ' ')
/** Columns a terminal gives a text: East Asian wide characters take two. */
export const columns = (s: string): number =>
  [...s].reduce(
    (n, c) =>
      n +
      (/[\u1100-\u115f\u2e80-\ua4cf\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe4f\uff00-\uff60\uffe0-\uffe6]/.test(c) ? 2 : 1),
    0,
  )

/** Columns of the help, however wide the terminal is. */
export const helpWidth = 80

/** A text in lines of the help, each after the first behind `indent` blanks. */
export function wrapped(text: string, indent: number): string {
  const lines: string[] = []
  let line = ''
  for (const word of text.split(' ')) {
    if (line && columns(`${line} ${word}`) > helpWidth - indent) {
      lines.push(line)
      line = word
    } else line = line ? `${line} ${word}` : word
  }
  return [...lines, line].join(`\n${' '.repeat(indent)}`)
}

const id = /^[0-9a-f]{8}-[0-9a-f-]{27}$/
/** Columns a cell keeps however narrow the terminal is. */
const least = 6

/** Widths that fit: the widest column gives first. An id is given whole or it is of no use, and so is a head. */
function fitted(widths: readonly number[], whole: readonly boolean[], room: number): number[] {
  const out = [...widths]
  const gap = 2 * (out.length - 1)
  for (let over = out.reduce((sum, w) => sum + w, gap) - room; over > 0; over--) {
    let widest = -1
    out.forEach((w, i) => {
      if (!whole[i] && w > least && (widest < 0 || w > (out[widest] ?? 0))) widest = i
    })
    if (widest < 0) break
    out[widest] = (out[widest] ?? 0) - 1
  }
  return out
}

/**
 * @param room columns of the terminal; what does not fit is cut with an ellipsis
 * @param width columns of a cell at most
 */
export function tableText(
  head: readonly string[],
  rows: readonly (readonly unknown[])[],
  width = 60,
  room = Number.POSITIVE_INFINITY,
): string {
  const short = (s: string, width: number) => {
    if (columns(s) <= width) return s
    let out = ''
    for (const c of s) {
      if (columns(out + c) > width - 1) break
      out += c
    }
    return `${out}…`
  }
  const full = [head, ...rows].map((r) => r.map((v) => short(plain(cell(v)), width)))
  const natural = head.map((_, i) => full.reduce((most, l) => Math.max(most, columns(l[i] ?? '')), 0))
  const whole = head.map((_, i) => full.some((l) => id.test(l[i] ?? '')))
  const widths = fitted(natural, whole, room)
  const lines = full.map((r) => r.map((v, i) => short(v, widths[i] ?? width)))
  return lines
    .map((l) =>
      l
        .map((v, i) => v + ' '.repeat(Math.max(0, (widths[i] ?? 0) - columns(v))))
        .join('  ')
        .trimEnd(),
    )
    .join('\n')
}

/** @param wide every cell as it is, however narrow the terminal */
export function print(io: Io, outcome: Outcome, json: boolean, wide = false): void {
  if (json) io.out(`${JSON.stringify(outcome.data, null, 2)}\n`)
  else if (outcome.text !== undefined) io.out(outcome.text && `${outcome.text}\n`)
  else if (outcome.table) {
    const { columns: head, rows } = outcome.table
    const lines = rows.length
      ? [wide ? tableText(head, rows, Number.POSITIVE_INFINITY) : tableText(head, rows, 60, io.columns)]
      : []
    for (const line of [...lines, ...(outcome.notes ?? []), ...partText(outcome, rows.length)]) io.out(`${line}\n`)
  }
}

function partText({ page: part }: Outcome, shown: number): string[] {
  if (!part || (shown === part.total && shown > 0)) return []
  const { total, page, page_size } = part
  if (shown === 0) return [total === 0 ? 'There is none.' : `There is no page ${page}; ${total} in all.`]
  const next = page * page_size < total ? `; the next: --page ${page + 1}` : ''
  return [`${(page - 1) * page_size + 1}–${(page - 1) * page_size + shown} of ${total}${next}`]
}

/**
 * A bar that redraws itself while a person watches, and nothing otherwise.
 * @param lines without a person: a line on the error stream at each quarter, for the log of what runs by itself
 */
export function progress(io: Io, quiet: boolean, lines = false) {
  let last = ''
  let quarter = -1
  return {
    at(label: string, share: number): void {
      const part = Math.max(0, Math.min(1, share))
      if (quiet) return
      if (!io.interactive) {
        const reached = Math.floor(part * 4)
        if (lines && reached > quarter) io.err(`${label}: ${reached * 25} %\n`)
        quarter = Math.max(quarter, reached)
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
