/** Nodes: made, moved, changed, removed. A locked one may be moved about and a cable plugged in; the rest of it stays as it is. */
import type { Node, NodeKind, Port, TopologyDocument } from '../../../../contract/topology/document.ts'
import { documentLimits } from '../../../../contract/topology/document.ts'
import { madeNode, madePort, portName } from '../../../../contract/topology/made.ts'
import { newKey } from '../../../../lib/id.ts'
import { drawingSizes, type Point } from '../../../../parts/topology-view/figure.ts'
import { type TopologyChange, filteredOrSame, mapped, withParts } from './change.ts'
import { freeName, stemOf } from './names.ts'

/** What a new node is made from: a kind, and for machines the image with what it needs at least. */
export interface Mould {
  kind: NodeKind
  name?: string
  image_id?: string | null
  cpu?: number
  memory?: number
  disk?: number
  /** People work at it. */
  workplace?: boolean
}

export const snap = (n: number): number => Math.round(n / drawingSizes.grid) * drawingSizes.grid
const within = (n: number): number => Math.max(-documentLimits.reach, Math.min(documentLimits.reach, n))

export const newPort = (node: Pick<Node, 'kind' | 'ports'>): Port => madePort(newKey(), portName(node))

function newNode(doc: TopologyDocument, { kind, name, ...needs }: Mould, at: Point): Node {
  const taken = new Set(doc.nodes.map((n) => n.name.toLowerCase()))
  const place = { x: within(snap(at.x)), y: within(snap(at.y)) }
  const plain = madeNode(newKey(), freeName(taken, `${stemOf(kind, name)}-1`), kind, place)
  const node: Node = {
    ...plain,
    image_id: needs.image_id ?? null,
    cpu: needs.cpu ?? plain.cpu,
    memory: needs.memory ?? plain.memory,
    disk: needs.disk ?? plain.disk,
    console: needs.workplace ? 'everybody' : plain.console,
  }
  return { ...node, ports: [newPort(node)] }
}

export function addNode(doc: TopologyDocument, mould: Mould, at: Point): TopologyChange {
  if (doc.nodes.length >= documentLimits.nodes) return { doc }
  const node = newNode(doc, mould, at)
  return { doc: { ...doc, nodes: [...doc.nodes, node] }, select: [node.id] }
}

/** The places around one, nearest rings first, those to the right and below before the others. */
function* around(near: Point, dx: number, dy: number): Generator<Point> {
  for (let ring = 0; ring < 16; ring++)
    for (const [down, right] of [
      [1, 1],
      [1, -1],
      [-1, 1],
      [-1, -1],
    ] as const)
      for (let row = 0; row <= ring; row++)
        for (let column = 0; column <= ring; column++)
          if (Math.max(row, column) === ring)
            yield { x: snap(near.x + right * column * dx), y: snap(near.y + down * row * dy) }
}

/**
 * A free place near one: the next to the right, then below, that no node stands on.
 * @param seen whether a node there is seen whole; where there is no such place, any free one does
 */
export function freePlace(doc: TopologyDocument, near: Point, seen?: (at: Point) => boolean): Point {
  const [dx, dy] = [drawingSizes.width + 40, drawingSizes.height + 56]
  const free = (p: Point) =>
    !doc.nodes.some(
      (n) => Math.abs(n.x - p.x) < drawingSizes.width + 8 && Math.abs(n.y - p.y) < drawingSizes.height + 8,
    )
  if (seen) for (const p of around(near, dx, dy)) if (seen(p) && free(p)) return p
  for (let ring = 0; ring < 40; ring++)
    for (let row = 0; row <= ring; row++)
      for (let column = 0; column <= ring; column++) {
        if (Math.max(row, column) !== ring) continue
        const p = { x: snap(near.x + column * dx), y: snap(near.y + row * dy) }
        if (free(p)) return p
      }
  return near
}

/** Changes one node; its name stays unique by the checks, not by force, so that typing is never interrupted. */
export const changeNode = (
  doc: TopologyDocument,
  id: string,
  to: Partial<Node> | ((node: Node) => Node),
): TopologyDocument =>
  withParts(doc, {
    nodes: mapped(doc.nodes, (n) => (n.id !== id ? n : typeof to === 'function' ? to(n) : { ...n, ...to })),
  })

export const changePort = (doc: TopologyDocument, node: string, port: string, to: Partial<Port>): TopologyDocument =>
  changeNode(doc, node, (n) => ({ ...n, ports: mapped(n.ports, (p) => (p.id === port ? { ...p, ...to } : p)) }))

export const addPort = (doc: TopologyDocument, node: string): TopologyDocument =>
  changeNode(doc, node, (n) => (n.ports.length >= documentLimits.ports ? n : { ...n, ports: [...n.ports, newPort(n)] }))

/** Its link goes with it. */
export const removePort = (doc: TopologyDocument, node: string, port: string): TopologyDocument =>
  withParts(
    changeNode(doc, node, (n) => ({ ...n, ports: filteredOrSame(n.ports, (p) => p.id !== port) })),
    {
      links: filteredOrSame(
        doc.links,
        (l) => !(l.from.node === node && l.from.port === port) && !(l.to.node === node && l.to.port === port),
      ),
    },
  )

/** Moves nodes, drawings, and the bends of links whose both ends move. */
export function moveBy(doc: TopologyDocument, ids: ReadonlySet<string>, dx: number, dy: number): TopologyDocument {
  if (dx === 0 && dy === 0) return doc
  const shift = <T extends Point>(p: T): T => ({ ...p, x: within(p.x + dx), y: within(p.y + dy) })
  return withParts(doc, {
    nodes: mapped(doc.nodes, (n) => (ids.has(n.id) ? shift(n) : n)),
    drawings: mapped(doc.drawings, (d) => (ids.has(d.id) ? shift(d) : d)),
    links: mapped(doc.links, (l) =>
      l.bends.length && ids.has(l.from.node) && ids.has(l.to.node) ? { ...l, bends: l.bends.map(shift) } : l,
    ),
  })
}

/** Removes what is named, and the links of removed nodes. Locked nodes stay. */
export function removeParts(doc: TopologyDocument, ids: ReadonlySet<string>): TopologyDocument {
  const gone = new Set(doc.nodes.filter((n) => ids.has(n.id) && !n.locked).map((n) => n.id))
  return withParts(doc, {
    nodes: filteredOrSame(doc.nodes, (n) => !gone.has(n.id)),
    drawings: filteredOrSame(doc.drawings, (d) => !ids.has(d.id)),
    links: filteredOrSame(doc.links, (l) => !gone.has(l.from.node) && !gone.has(l.to.node) && !ids.has(l.id)),
  })
}
