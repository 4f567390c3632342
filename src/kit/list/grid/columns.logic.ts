/** Column words to columns, and which of them a viewer wants to see in which order. */
import type { ReactNode } from 'react'
import type { Field, RowBase } from '../../../contract/lib/resource.ts'
import { isState, textOfField } from '../../resource/value.logic.ts'
import { type AnyResource, fieldOf, type Labelled, labelOf, optionOf, type Row } from '../../resource/words.ts'

/** A column is a field first; how it looks comes second and never changes what is sorted, copied or exported. */
export type ColumnWord<R extends AnyResource> =
  | Labelled<R>
  | {
      of: Labelled<R>
      render?: (row: Row<R>) => ReactNode
      /** Width in pixels of what `render` shows; left out, what usually stands in such a field and the words of its heading and options say. */
      width?: number
      /** What `render` shows in words, for a column that is as wide as what stands in it. */
      says?: (row: Row<R>) => string
      /** Takes what is left of the line. */
      grow?: boolean
      /** Not shown until the viewer chooses it. */
      spare?: true
    }

export interface ListColumn {
  name: string
  kind: Field['kind']
  sortable: boolean
  width: number
  /** What it makes do with before a column is left off. */
  least: number
  grow: boolean
  spare: boolean
  /** Names the row: always shown, always first. */
  label: boolean
  render?: (row: RowBase) => ReactNode
  says?: (row: RowBase) => string
}

/** Room for what usually stands in a cell of a kind, without its padding; what is longer takes a second line. */
const widths: Record<Field['kind'], number> = {
  text: 106,
  'long-text': 190,
  code: 216,
  url: 170,
  number: 48,
  size: 62,
  flag: 30,
  date: 78,
  time: 122,
  id: 130,
  words: 166,
  list: 40,
  one: 60,
  ref: 112,
  picture: 40,
}
const labelWidth = 180
/** Names that take a second line well give up so much when there is little room. */
const yields: Partial<Record<Field['kind'] | 'label', number>> = { ref: 32, label: 40 }
/** A heading or an option longer than this is cut or takes a second line. */
const wordsWidth = 126
const padding = 24
const sortMark = 18

/** Names have more wide letters than sentences. */
const capitals = 1.08

/** About how wide a text is at 13 pixels: a Chinese character is a square, others are half of one. */
export const estimatedWidth = (text: string): number =>
  Math.ceil([...text].reduce((sum, c) => sum + (c > '\u2e7f' ? 13.1 : /[il.,:;|!' ]/.test(c) ? 4 : 7.2), 0))

/** One word of a list, as a type or a state: its column has room for it, and it never takes a second line. Names of options may be longer than that. */
export const isShortOption = (text: string): boolean => estimatedWidth(text) * capitals <= wordsWidth

/** Room for a column: its kind, its heading, and what its options are called in the viewer's language. */
function contentWidth(resource: AnyResource, name: string, sortable: boolean): number {
  const f = fieldOf(resource, name)
  const heading = estimatedWidth(labelOf(resource, name)) + (sortable ? sortMark : 0)
  const options =
    f.kind === 'one' ? f.options.map((o) => Math.ceil(estimatedWidth(optionOf(resource, name, o)) * capitals)) : []
  // a state has a dot before it
  const dot = isState(name) ? 14 : 0
  const kind = name === resource.label ? labelWidth : widths[f.kind]
  return padding + Math.max(kind, ...[heading, ...options.map((o) => o + dot)].map((w) => Math.min(w, wordsWidth)))
}

/** A column as the kit's own code reads it. */
type ColumnSpec =
  | string
  | ({ of: string; width?: number; grow?: boolean; spare?: true } & Pick<ListColumn, 'render' | 'says'>)

export function columnsOf(resource: AnyResource, words: readonly ColumnSpec[]): ListColumn[] {
  const all = words.map((word): ListColumn => {
    const o: Exclude<ColumnSpec, string> = typeof word === 'string' ? { of: word } : word
    const kind = fieldOf(resource, o.of).kind
    const label = o.of === resource.label
    const sortable = resource.sort.includes(o.of)
    const { width, grow, spare, render, says } = o
    const usual = width ?? contentWidth(resource, o.of, sortable)
    return {
      name: o.of,
      // a list stands as its number, unless the column says something else of it
      kind: kind === 'list' && render ? 'text' : kind,
      sortable,
      width: usual,
      least: width === undefined ? usual - (yields[label ? 'label' : kind] ?? 0) : usual,
      grow: grow ?? label,
      spare: spare === true && !label,
      label,
      ...(render ? { render: render } : {}),
      ...(says ? { says: says } : {}),
    }
  })
  return [...all.filter((c) => c.label), ...all.filter((c) => !c.label)]
}

/** What a viewer chose, kept in the browser: the order of columns and which are hidden or brought in. */
export interface ColumnChoice {
  order: readonly string[]
  hidden: readonly string[]
}

/** The columns in the viewer's order. Columns that are new since the choice stand where the declaration has them. */
export function orderedColumns(columns: readonly ListColumn[], choice: ColumnChoice | undefined): ListColumn[] {
  if (!choice) return [...columns]
  const byName = new Map(columns.map((c) => [c.name, c]))
  const known = choice.order.flatMap((name) => byName.get(name) ?? [])
  const out = [...new Set(known)]
  columns.forEach((c, i) => {
    if (out.includes(c)) return
    const before = columns
      .slice(0, i)
      .toReversed()
      .find((b) => out.includes(b))
    out.splice(before ? out.indexOf(before) + 1 : 0, 0, c)
  })
  return [...out.filter((c) => c.label), ...out.filter((c) => !c.label)]
}

const hiddenBy = (c: ListColumn, choice: ColumnChoice | undefined): boolean =>
  !c.label && (choice ? choice.hidden.includes(c.name) || (c.spare && !choice.order.includes(c.name)) : c.spare)

export const visibleColumns = (columns: readonly ListColumn[], choice: ColumnChoice | undefined): ListColumn[] =>
  orderedColumns(columns, choice).filter((c) => !hiddenBy(c, choice))

/** Widths of what stands before and behind the columns of a table. */
export const boxWidth = 40
export const menuWidth = 48

/** The columns that have room side by side, and those that have none: from the last one on, as the first say more. Names yield room first. */
export function fittingColumns(
  columns: readonly ListColumn[],
  room: number,
): { columns: ListColumn[]; left: ListColumn[] } {
  let sum = 0
  const fits = columns.findIndex((c) => (sum += c.least) > room && !c.label)
  const n = fits === -1 ? columns.length : fits
  const there = columns.slice(0, n)
  const tight = there.reduce((w, c) => w + c.width, 0) > room
  return { columns: tight ? there.map((c) => ({ ...c, width: c.least })) : there, left: columns.slice(n) }
}

/** Kinds whose values are as long as they are. */
const ofAnyLength: ReadonlySet<Field['kind']> = new Set(['text', 'code', 'url', 'ref', 'one', 'words'])
/** No single value pushes the others together: what is longer takes a second line. */
const widest = 320

/** How wide each column would be with every value of these rows in one line; its usual width where nobody knows. */
export function wanted(resource: AnyResource, columns: readonly ListColumn[], rows: readonly RowBase[]): number[] {
  return columns.map((c) => {
    const says =
      c.says ??
      (c.render || !ofAnyLength.has(c.kind) ? undefined : (row: RowBase) => textOfField(resource, c.name, row))
    if (!says) return c.width
    const dot = isState(c.name) ? 14 : 0
    const heading = estimatedWidth(labelOf(resource, c.name)) + (c.sortable ? sortMark : 0)
    const longest = rows.reduce((w, row) => Math.max(w, estimatedWidth(says(row))), 0)
    return padding + Math.min(widest, Math.max(heading, Math.ceil(longest * capitals) + dot))
  })
}

/** The same columns, those that lack room widened by what is left of the line and then by what others do not need. */
export function spread(columns: readonly ListColumn[], wants: readonly number[], room: number): ListColumn[] {
  const wish = (i: number) => wants[i] ?? 0
  const lack = columns.map((c, i) => Math.max(0, wish(i) - c.width))
  const idle = columns.map((c, i) => Math.max(0, c.width - wish(i)))
  const lacking = lack.reduce((sum, n) => sum + n, 0)
  if (lacking === 0) return [...columns]
  const left = Math.max(0, room - columns.reduce((sum, c) => sum + c.width, 0))
  const asked = Math.max(0, lacking - left)
  const idling = idle.reduce((sum, n) => sum + n, 0)
  const taken = Math.min(asked, idling)
  const given = Math.min(lacking, left + taken) / lacking
  return columns.map((c, i) => ({
    ...c,
    width: Math.floor(c.width + (lack[i] ?? 0) * given - (idling > 0 ? ((idle[i] ?? 0) * taken) / idling : 0)),
  }))
}

/** The choice of somebody who wants all of them and moves the table. */
export const wholeChoice = (columns: readonly ListColumn[]): ColumnChoice => spelt(columns, undefined)

/** The whole choice spelt out, so that one change of it leaves the rest as the viewer sees it. */
function spelt(columns: readonly ListColumn[], choice: ColumnChoice | undefined): ColumnChoice {
  const all = orderedColumns(columns, choice)
  return { order: all.map((c) => c.name), hidden: all.filter((c) => hiddenBy(c, choice)).map((c) => c.name) }
}

export function toggleColumn(
  columns: readonly ListColumn[],
  choice: ColumnChoice | undefined,
  name: string,
): ColumnChoice {
  const { order, hidden } = spelt(columns, choice)
  if (columns.find((c) => c.name === name)?.label) return { order, hidden }
  return { order, hidden: hidden.includes(name) ? hidden.filter((h) => h !== name) : [...hidden, name] }
}

/** Moves a column by some places; the naming column stays in front. */
export function moveColumn(
  columns: readonly ListColumn[],
  choice: ColumnChoice | undefined,
  name: string,
  by: number,
): ColumnChoice {
  const { order, hidden } = spelt(columns, choice)
  const first = columns.some((c) => c.label) ? 1 : 0
  const at = order.indexOf(name)
  const to = at + by
  if (at < first || to < first || to >= order.length) return { order, hidden }
  const rest = order.filter((o) => o !== name)
  return { order: [...rest.slice(0, to), name, ...rest.slice(to)], hidden }
}
