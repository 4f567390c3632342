/** Column words to columns, and which of them a viewer wants to see in which order. */
import type { ReactNode } from 'react'
import type { Field } from '../../contract/lib/resource.ts'
import { type AnyResource, fieldOf, type Labelled, type Row } from '../resource/words.ts'

/** A column is a field first; how it looks comes second and never changes what is sorted, copied or exported. */
export type ColumnWord<R extends AnyResource> =
  | Labelled<R>
  | {
      of: Labelled<R>
      render?: (row: Row<R>) => ReactNode
      /** Width in pixels; by the kind of the field when left out. */
      width?: number
      /** Takes what is left of the line. */
      grow?: boolean
      /** Not shown until the viewer chooses it. */
      spare?: true
    }

export interface Column {
  name: string
  kind: Field['kind']
  sortable: boolean
  width: number
  grow: boolean
  spare: boolean
  /** Names the row: always shown, always first. */
  label: boolean
  render?: (row: never) => ReactNode
}

const widths: Record<Field['kind'], number> = {
  text: 160,
  'long-text': 220,
  code: 320,
  url: 220,
  number: 110,
  size: 110,
  flag: 90,
  date: 110,
  time: 150,
  id: 160,
  words: 190,
  list: 100,
  one: 110,
  ref: 150,
  picture: 70,
}
const labelWidth = 200

export function columnsOf<R extends AnyResource>(resource: R, words: readonly ColumnWord<R>[]): Column[] {
  const all = words.map((word): Column => {
    const o = typeof word === 'string' ? { of: word } : word
    const kind = fieldOf(resource, o.of).kind
    const label = o.of === resource.label
    const { width, grow, spare, render } = o as Exclude<ColumnWord<R>, string>
    return {
      name: o.of,
      // a list stands as its number, unless the column says something else of it
      kind: kind === 'list' && render ? 'text' : kind,
      sortable: resource.sort.includes(o.of),
      width: width ?? (label ? labelWidth : widths[kind]),
      grow: grow ?? label,
      spare: spare === true && !label,
      label,
      ...(render ? { render: render as (row: never) => ReactNode } : {}),
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
export function arranged(columns: readonly Column[], choice: ColumnChoice | undefined): Column[] {
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

const hiddenBy = (c: Column, choice: ColumnChoice | undefined): boolean =>
  !c.label && (choice ? choice.hidden.includes(c.name) || (c.spare && !choice.order.includes(c.name)) : c.spare)

export const shown = (columns: readonly Column[], choice: ColumnChoice | undefined): Column[] =>
  arranged(columns, choice).filter((c) => !hiddenBy(c, choice))

/** The whole choice spelt out, so that one change of it leaves the rest as the viewer sees it. */
function spelt(columns: readonly Column[], choice: ColumnChoice | undefined): ColumnChoice {
  const all = arranged(columns, choice)
  return { order: all.map((c) => c.name), hidden: all.filter((c) => hiddenBy(c, choice)).map((c) => c.name) }
}

export function toggleColumn(columns: readonly Column[], choice: ColumnChoice | undefined, name: string): ColumnChoice {
  const { order, hidden } = spelt(columns, choice)
  if (columns.find((c) => c.name === name)?.label) return { order, hidden }
  return { order, hidden: hidden.includes(name) ? hidden.filter((h) => h !== name) : [...hidden, name] }
}

/** Moves a column by some places; the naming column stays in front. */
export function moveColumn(
  columns: readonly Column[],
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
