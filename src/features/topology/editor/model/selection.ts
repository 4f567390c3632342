/** What is selected, by id: nodes, links and drawings alike. */
import type { Drawing, Link, Node, TopologyDocument } from '../../../../contract/topology/document.ts'
import { drawingRect, nodeRect, type Point, type Rect, touches } from '../../../../parts/topology-view/figure.ts'

export const everything = (doc: TopologyDocument): string[] => [
  ...doc.nodes.map((n) => n.id),
  ...doc.links.map((l) => l.id),
  ...doc.drawings.map((d) => d.id),
]

/** Only what is still there. */
export function existingIds(doc: TopologyDocument, ids: readonly string[]): readonly string[] {
  if (ids.length === 0) return ids
  const there = new Set(everything(doc))
  return ids.every((id) => there.has(id)) ? ids : ids.filter((id) => there.has(id))
}

/** With shift: added when it was not selected, else taken out. */
export const toggledSelection = (ids: readonly string[], id: string): string[] =>
  ids.includes(id) ? ids.filter((x) => x !== id) : [...ids, id]

/** Nodes and notes a rubber band touches, boxes it holds whole, and the links between selected nodes. */
export function caught(doc: TopologyDocument, band: Rect): string[] {
  const nodes = doc.nodes.filter((n) => touches(nodeRect(n), band)).map((n) => n.id)
  const within = (r: Rect) =>
    r.x >= band.x && r.y >= band.y && r.x + r.width <= band.x + band.width && r.y + r.height <= band.y + band.height
  const drawings = doc.drawings
    .filter((d) => (d.kind === 'group' ? within(drawingRect(d)) : touches(drawingRect(d), band)))
    .map((d) => d.id)
  const held = new Set(nodes)
  const links = doc.links.filter((l) => held.has(l.from.node) && held.has(l.to.node)).map((l) => l.id)
  return [...nodes, ...drawings, ...links]
}

export interface Selected {
  nodes: Node[]
  links: Link[]
  drawings: Drawing[]
}
export function selected(doc: TopologyDocument, ids: readonly string[]): Selected {
  const is = new Set(ids)
  return {
    nodes: doc.nodes.filter((n) => is.has(n.id)),
    links: doc.links.filter((l) => is.has(l.id)),
    drawings: doc.drawings.filter((d) => is.has(d.id)),
  }
}

const ways = { left: [-1, 0], right: [1, 0], up: [0, -1], down: [0, 1] } as const
export type ArrowDirection = keyof typeof ways

/** The node nearest in a direction: how far ahead it is counts once, how far aside twice. */
export function neighbour(
  doc: TopologyDocument,
  from: Point & { id?: string },
  way: ArrowDirection,
): string | undefined {
  const [wx, wy] = ways[way]
  let best: string | undefined
  let least = Infinity
  for (const n of doc.nodes) {
    if (n.id === from.id) continue
    const ahead = (n.x - from.x) * wx + (n.y - from.y) * wy
    const aside = Math.abs((n.x - from.x) * wy) + Math.abs((n.y - from.y) * wx)
    if (ahead <= 0) continue
    const cost = ahead + 2 * aside
    if (cost < least) [best, least] = [n.id, cost]
  }
  return best
}

/** Nodes in the order they are read: rows from the top, each from the left. */
export const readingOrder = (doc: TopologyDocument): string[] =>
  [...doc.nodes].sort((a, b) => Math.round(a.y / 96) - Math.round(b.y / 96) || a.x - b.x).map((n) => n.id)

/** The node after or before one, round the end. */
export function following(doc: TopologyDocument, id: string | undefined, step: 1 | -1): string | undefined {
  const order = readingOrder(doc)
  if (order.length === 0) return undefined
  const at = id === undefined ? (step === 1 ? -1 : 0) : order.indexOf(id)
  return order[(at + step + order.length) % order.length]
}
