/** A dragged node settles on the grid, and before that in line with others near by. */
import type { TopologyDocument } from '../../../../contract/topology/document.ts'
import { snap } from '../model/nodes.ts'

export interface Snapped {
  dx: number
  dy: number
  guides: { x?: number; y?: number }[]
}

/** @param reach units within which others pull; @param free no snapping at all */
export function snapped(
  doc: TopologyDocument,
  ids: ReadonlySet<string>,
  dx: number,
  dy: number,
  reach: number,
  free: boolean,
): Snapped {
  if (free) return { dx, dy, guides: [] }
  const lead = doc.nodes.find((n) => ids.has(n.id)) ?? doc.drawings.find((d) => ids.has(d.id))
  if (!lead) return { dx, dy, guides: [] }
  const [x, y] = [lead.x + dx, lead.y + dy]
  let [nearX, nearY]: [number | undefined, number | undefined] = [undefined, undefined]
  for (const n of doc.nodes) {
    if (ids.has(n.id)) continue
    if (Math.abs(n.x - x) <= Math.min(reach, nearX === undefined ? Infinity : Math.abs(nearX - x))) nearX = n.x
    if (Math.abs(n.y - y) <= Math.min(reach, nearY === undefined ? Infinity : Math.abs(nearY - y))) nearY = n.y
  }
  return {
    dx: (nearX ?? snap(x)) - lead.x,
    dy: (nearY ?? snap(y)) - lead.y,
    guides: [...(nearX === undefined ? [] : [{ x: nearX }]), ...(nearY === undefined ? [] : [{ y: nearY }])],
  }
}
