/** A tree of sets as lines, and what a move of one means for its siblings. */
import type { ListQuery } from '../../contract/lib/resource.ts'

export interface SetRow {
  id: string
  version: number
  name: string
  parent_id: string | null
  order: number
  practice?: boolean
  own: number
  all: number
  can: readonly string[]
  owner_name?: string
}
// oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the rows of each of these trees have it
export const asSetRows = (rows: readonly object[] | undefined): readonly SetRow[] => (rows ?? []) as readonly SetRow[]

export interface SetLine {
  id: string
  level: number
  open: boolean | undefined
  row: SetRow
}
export interface SetMove {
  row: SetRow
  parent_id: string | null
  order: number
}
export type SetMoveDirection = 'up' | 'down' | 'in' | 'out'

/** The one set or direction that a list shows, for what is added there. */
export function inSet(query: ListQuery = {}, field = 'set_id'): Record<string, string> {
  const [one, ...more] = [query[field] ?? []].flat()
  return one === undefined || more.length ? {} : { [field]: String(one) }
}

const compare = (a: SetRow, b: SetRow) => a.order - b.order || (a.name < b.name ? -1 : 1)
/** Of no parent: those at the top, and those below one that this viewer is not shown. */
export const childrenOf = (rows: readonly SetRow[], parent: string | null): SetRow[] =>
  rows
    .filter((r) => r.parent_id === parent || (parent === null && !rows.some((o) => o.id === r.parent_id)))
    .toSorted(compare)

/** Lines in sight, from the top down. */
export function setLinesOf(
  rows: readonly SetRow[],
  folded: ReadonlySet<string>,
  parent: string | null = null,
  level = 1,
): SetLine[] {
  return childrenOf(rows, parent).flatMap((row) => {
    const below = rows.some((r) => r.parent_id === row.id)
    const open = below ? !folded.has(row.id) : undefined
    return [{ id: row.id, level, open, row }, ...(open ? setLinesOf(rows, folded, row.id, level + 1) : [])]
  })
}

/** Puts a set at a place among the children of a parent: no way where that takes changing a set which is not the viewer's to change. */
export function changesOfMove(rows: readonly SetRow[], id: string, parent: string | null, at: number): SetMove[] {
  const row = rows.find((r) => r.id === id)
  if (!row) return []
  const rest = childrenOf(rows, parent).filter((r) => r.id !== id)
  const changes = [...rest.slice(0, at), row, ...rest.slice(at)].flatMap((one, order): SetMove[] => {
    // only those whose place changes are written; who stands at the top for want of a parent in sight keeps it
    const parent_id = one === row && !isTop(rows, row, parent) ? parent : one.parent_id
    return one.order === order && one.parent_id === parent_id ? [] : [{ row: one, parent_id, order }]
  })
  return changes.every((c) => c.row.can.includes('update')) ? changes : []
}
/** Whether a set that would stand at the top stands there now. */
const isTop = (rows: readonly SetRow[], row: SetRow, parent: string | null): boolean =>
  parent === null && !rows.some((r) => r.id === row.parent_id)

/** What a step of a set changes; nothing where there is no way. */
export function stepped(rows: readonly SetRow[], id: string, way: SetMoveDirection): SetMove[] {
  const row = rows.find((r) => r.id === id)
  if (!row) return []
  const parentId = rows.some((r) => r.id === row.parent_id) ? row.parent_id : null
  const siblings = childrenOf(rows, parentId)
  const at = siblings.findIndex((r) => r.id === id)
  if (way === 'up') return at > 0 ? changesOfMove(rows, id, parentId, at - 1) : []
  if (way === 'down') return at < siblings.length - 1 ? changesOfMove(rows, id, parentId, at + 1) : []
  if (way === 'in') {
    const above = siblings[at - 1]
    return above ? changesOfMove(rows, id, above.id, childrenOf(rows, above.id).length) : []
  }
  const parent = rows.find((r) => r.id === row.parent_id)
  if (!parent) return []
  const above = rows.some((r) => r.id === parent.parent_id) ? parent.parent_id : null
  const place = childrenOf(rows, above).findIndex((r) => r.id === parent.id)
  return changesOfMove(rows, id, above, place + 1)
}

/** Whether a set may land in another: never in itself or below itself. */
export function setContains(rows: readonly SetRow[], id: string, other: string): boolean {
  for (let at: string | null | undefined = other; at; at = rows.find((r) => r.id === at)?.parent_id)
    if (at === id) return true
  return false
}
