/** A tree of sets as lines, and what a move of one means for its siblings. */
import type { ListQuery } from '../../contract/lib/resource.ts'

export interface SetRow {
  id: string
  version: number
  name: string
  description: string
  parent_id: string | null
  order: number
  practice: boolean
  own: number
  all: number
  can: readonly string[]
}
export interface SetLine {
  id: string
  level: number
  open: boolean | undefined
  row: SetRow
}
export interface Change {
  row: SetRow
  parent_id: string | null
  order: number
}
export type Way = 'up' | 'down' | 'in' | 'out'

/** The one set that a list shows, for what is added there. */
export function inSet(query: ListQuery = {}): { set_id?: string } {
  const [one, ...more] = [query['set_id'] ?? []].flat()
  return one === undefined || more.length ? {} : { set_id: String(one) }
}

const compare = (a: SetRow, b: SetRow) => a.order - b.order || (a.name < b.name ? -1 : 1)
export const childrenOf = (rows: readonly SetRow[], parent: string | null): SetRow[] =>
  rows.filter((r) => r.parent_id === parent).toSorted(compare)

/** Lines in sight, from the top down. */
export function linesOf(
  rows: readonly SetRow[],
  folded: ReadonlySet<string>,
  parent: string | null = null,
  level = 1,
): SetLine[] {
  return childrenOf(rows, parent).flatMap((row) => {
    const below = rows.some((r) => r.parent_id === row.id)
    const open = below ? !folded.has(row.id) : undefined
    return [{ id: row.id, level, open, row }, ...(open ? linesOf(rows, folded, row.id, level + 1) : [])]
  })
}

/** The siblings in this order; only those whose place changes are written. */
const arranged = (list: readonly SetRow[], parent_id: string | null): Change[] =>
  list.flatMap((row, order) => (row.order === order && row.parent_id === parent_id ? [] : [{ row, parent_id, order }]))

/** Puts a set at a place among the children of a parent. */
export function placed(rows: readonly SetRow[], id: string, parent: string | null, at: number): Change[] {
  const row = rows.find((r) => r.id === id)
  if (!row) return []
  const rest = childrenOf(rows, parent).filter((r) => r.id !== id)
  return arranged([...rest.slice(0, at), row, ...rest.slice(at)], parent)
}

/** What a step of a set changes; nothing where there is no way. */
export function stepped(rows: readonly SetRow[], id: string, way: Way): Change[] {
  const row = rows.find((r) => r.id === id)
  if (!row) return []
  const siblings = childrenOf(rows, row.parent_id)
  const at = siblings.findIndex((r) => r.id === id)
  if (way === 'up') return at > 0 ? placed(rows, id, row.parent_id, at - 1) : []
  if (way === 'down') return at < siblings.length - 1 ? placed(rows, id, row.parent_id, at + 1) : []
  if (way === 'in') {
    const above = siblings[at - 1]
    return above ? placed(rows, id, above.id, childrenOf(rows, above.id).length) : []
  }
  const parent = rows.find((r) => r.id === row.parent_id)
  if (!parent) return []
  const place = childrenOf(rows, parent.parent_id).findIndex((r) => r.id === parent.id)
  return placed(rows, id, parent.parent_id, place + 1)
}

/** Whether a set may land in another: never in itself or below itself. */
export function holds(rows: readonly SetRow[], id: string, other: string): boolean {
  for (let at: string | null | undefined = other; at; at = rows.find((r) => r.id === at)?.parent_id)
    if (at === id) return true
  return false
}
