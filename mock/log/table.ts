/** How a log table is asked: which of its columns tells rows of one instant apart, what may narrow it, and how a row is shown. */
import type { Queryable } from '../db/db.ts'
import type { Cell } from '../crud/cells.ts'
import { fold, searchable } from '../crud/fold.ts'
import { where, type Where } from '../crud/where.ts'
import type { LogLanguage } from './words.ts'

export interface LogTable<Raw extends object, Row> {
  name: string
  table: string
  /** Column of the row's number. */
  id: string
  columns: string
  /** Columns that are compared with any of several values, and those that begin with a text. */
  equal: readonly string[]
  begins: readonly string[]
  /** Narrows by the text that was typed, in the words that its reader sees. */
  text?(q: Queryable, w: Where, text: string, language: LogLanguage): Promise<Each | undefined>
  /** Rows as their reader sees them, in a few queries for the whole page. */
  show(q: Queryable, rows: readonly Raw[]): Promise<Row[]>
  /** Columns of the exported file, and one row of it. */
  header: readonly string[]
  cells: (row: Row) => Cell[]
}

/** One of several values of a column: rows of each value lie in the order of time, so they are merged instead of sorted. */
interface Each {
  column: string
  values: readonly string[]
}
/** What a log is narrowed to: conditions on `t`, their parameters, and the column its rows are merged by. */
export interface LogConditions {
  w: Where
  each: Each | undefined
}

const list = (v: unknown): string[] =>
  v === undefined ? [] : [...new Set((Array.isArray(v) ? v : [v]).map((x) => searchable(String(x))))]
const day = /^\d{4}-\d\d-\d\d$/
/** The instant a bound of a range means; a day is all of that day. */
export const instantOf = (text: string, side: 'from' | 'to'): string =>
  day.test(text) ? `${text}T${side === 'to' ? '23:59:59.999' : '00:00:00.000'}Z` : text

export async function narrow(
  q: Queryable,
  log: Pick<LogTable<object, unknown>, 'equal' | 'begins' | 'text'>,
  query: Readonly<Record<string, unknown>>,
  language: LogLanguage = 'en-US',
): Promise<LogConditions> {
  const w = where()
  let each: Each | undefined
  for (const column of log.equal) {
    const values = list(query[column])
    if (values.length === 1) w.and(`t.${column} = ${w.add(values[0])}`)
    else if (values.length > 1 && !each) each = { column, values }
    else if (values.length > 1) w.and(`t.${column} = any(${w.add(values)}::text[])`)
  }
  for (const column of log.begins) {
    const text = query[column]
    if (typeof text === 'string' && text.trim() !== '')
      w.and(`t.${column} like ${w.add(`${searchable(text.trim()).replace(/[\\%_]/g, '\\$&')}%`)}`)
  }
  const { at_from, at_to, q: typed } = query
  if (typeof at_from === 'string') w.and(`t.at >= ${w.add(instantOf(at_from, 'from'))}::timestamptz`)
  if (typeof at_to === 'string') w.and(`t.at <= ${w.add(instantOf(at_to, 'to'))}::timestamptz`)
  const text = typeof typed === 'string' ? fold(typed.trim()) : ''
  const found = text && log.text ? await log.text(q, w, text, language) : undefined
  if (found && each) w.and(`t.${found.column} = any(${w.add(found.values)}::text[])`)
  return { w, each: each ?? found }
}
