/** Rows chosen over several pages. Whole rows are kept: what may be done to them and how they are called is needed when they are out of sight. */
import type { RowBase } from '../../../contract/lib/resource.ts'

/** As many as one bulk call takes. */
export const most = 200

export type Selection<R extends RowBase = RowBase> = ReadonlyMap<string, R>
export const emptySelection: Selection<never> = new Map<string, never>()

export function toggle<R extends RowBase>(s: Selection<R>, row: R): Selection<R> {
  const next = new Map(s)
  if (!next.delete(row.id) && next.size < most) next.set(row.id, row)
  return next
}

/** Chooses every row between two places, both included; more than fit are left out from the end. */
export function addRange<R extends RowBase>(s: Selection<R>, rows: readonly R[], a: number, b: number): Selection<R> {
  return addToSelection(s, rows.slice(Math.min(a, b), Math.max(a, b) + 1))
}

export function addToSelection<R extends RowBase>(s: Selection<R>, rows: readonly R[]): Selection<R> {
  const next = new Map(s)
  for (const row of rows) if (next.has(row.id) || next.size < most) next.set(row.id, row)
  return next
}

export function deselected<R extends RowBase>(s: Selection<R>, ids: readonly string[]): Selection<R> {
  if (!ids.some((id) => s.has(id))) return s
  const next = new Map(s)
  for (const id of ids) next.delete(id)
  return next
}

/** Chosen rows as they are on this page now: their versions and rights may have changed since they were chosen. */
export function refreshed<R extends RowBase>(s: Selection<R>, rows: readonly R[]): Selection<R> {
  const news = rows.filter((r) => s.has(r.id) && s.get(r.id) !== r)
  return news.length ? addToSelection(s, news) : s
}

export type PageMark = 'all' | 'some' | 'none'
export function pageMarkOf(s: Selection, rows: readonly RowBase[]): PageMark {
  const n = rows.filter((r) => s.has(r.id)).length
  if (n === 0) return 'none'
  return n === rows.length ? 'all' : 'some'
}

/** The header's box: chooses the page, or takes the page out when it is chosen whole. */
export function togglePage<R extends RowBase>(s: Selection<R>, rows: readonly R[]): Selection<R> {
  return pageMarkOf(s, rows) === 'all'
    ? deselected(
        s,
        rows.map((r) => r.id),
      )
    : addToSelection(s, rows)
}

/** What to say about choosing all that match: nothing to offer, an offer, or that they are too many. */
export function offerAll(s: Selection, rows: readonly RowBase[], total: number): 'none' | 'offer' | 'too-many' {
  if (total <= rows.length || pageMarkOf(s, rows) !== 'all' || s.size >= total) return 'none'
  return total <= most ? 'offer' : 'too-many'
}

/** How many of the chosen are on another page, or kept out of sight by what the list is narrowed to. */
export const outOfSight = (s: Selection, rows: readonly RowBase[]): number =>
  s.size - rows.filter((r) => s.has(r.id)).length
