/**
 * Where ports sit at their nodes and how links run between them. A linked port faces what it leads to; those of one side share it evenly
 * and in an order that keeps their lines from crossing. What did not change since the layout before is taken from there, by identity, so
 * that a frame of a drag costs what was dragged.
 */
import type { Link, Node, TopologyDocument } from '../../contract/topology/document.ts'
import { drawingSizes, type Point } from './figure.ts'

export type NodeSide = 'top' | 'right' | 'bottom' | 'left'
export interface Spot extends Point {
  side: NodeSide
}
export type Spots = ReadonlyMap<string, Spot>

export interface LinkPath {
  /** From port to port, bends between. */
  points: readonly Point[]
  /** The same as a path, its corners rounded. */
  path: string
  /** Half way along it. */
  middle: Point
}

interface End {
  port: string
  link: Link
  peer: Node | undefined
}
interface Placed {
  node: Node
  ends: readonly End[]
  spots: Spots
}
interface Drawn {
  link: Link
  from: Spots | undefined
  to: Spots | undefined
  line: LinkPath
}
export interface TopologyLayout {
  nodes: ReadonlyMap<string, Placed>
  lines: ReadonlyMap<string, Drawn>
}

const sideOf = (dx: number, dy: number): NodeSide =>
  Math.abs(dx) * drawingSizes.height > Math.abs(dy) * drawingSizes.width * 0.75
    ? dx > 0
      ? 'right'
      : 'left'
    : dy < 0
      ? 'top'
      : 'bottom'

/** Where a port's link goes first, seen from its node. */
const toward = (node: Node, { link, peer, port }: End): Point => {
  const outward = link.from.node === node.id && link.from.port === port
  return (outward ? link.bends[0] : link.bends.at(-1)) ?? peer ?? { x: node.x, y: node.y + 1 }
}

function spotsOf(node: Node, ends: readonly End[]): Spots {
  const sides: Record<NodeSide, { id: string; at: number }[]> = { top: [], right: [], bottom: [], left: [] }
  const byPort = new Map(ends.map((e) => [e.port, e]))
  for (const port of node.ports) {
    const end = byPort.get(port.id)
    if (!end) continue
    const to = toward(node, end)
    const side = sideOf(to.x - node.x, to.y - node.y)
    sides[side].push({ id: port.id, at: side === 'left' || side === 'right' ? to.y : to.x })
  }
  for (const list of Object.values(sides)) list.sort((a, b) => a.at - b.at)
  // free ports wait below, after the linked ones
  for (const port of node.ports) if (!byPort.has(port.id)) sides.bottom.push({ id: port.id, at: Infinity })
  const spots = new Map<string, Spot>()
  for (const side of ['top', 'right', 'bottom', 'left'] as const) {
    const list = sides[side]
    list.forEach(({ id }, i) => {
      const share = (i + 1) / (list.length + 1)
      const x = node.x - drawingSizes.width / 2 + share * drawingSizes.width
      const y = node.y - drawingSizes.height / 2 + share * drawingSizes.height
      spots.set(
        id,
        side === 'top'
          ? { side, x, y: node.y - drawingSizes.height / 2 }
          : side === 'bottom'
            ? { side, x, y: node.y + drawingSizes.height / 2 }
            : side === 'left'
              ? { side, x: node.x - drawingSizes.width / 2, y }
              : { side, x: node.x + drawingSizes.width / 2, y },
      )
    })
  }
  return spots
}

const corner = 10
const round = (n: number): number => Math.round(n * 10) / 10

/** A path through points with rounded corners. */
function pathOf(points: readonly Point[]): string {
  let d = ''
  points.forEach((p, i) => {
    const before = points[i - 1]
    const after = points[i + 1]
    if (!before) d += `M${round(p.x)} ${round(p.y)}`
    else if (!after) d += `L${round(p.x)} ${round(p.y)}`
    else {
      const a = Math.hypot(p.x - before.x, p.y - before.y) || 1
      const b = Math.hypot(after.x - p.x, after.y - p.y) || 1
      const r = Math.min(corner, a / 2, b / 2)
      const into = { x: p.x + ((before.x - p.x) / a) * r, y: p.y + ((before.y - p.y) / a) * r }
      const out = { x: p.x + ((after.x - p.x) / b) * r, y: p.y + ((after.y - p.y) / b) * r }
      d += `L${round(into.x)} ${round(into.y)}Q${round(p.x)} ${round(p.y)} ${round(out.x)} ${round(out.y)}`
    }
  })
  return d
}

function middleOf(points: readonly Point[]): Point {
  const steps = points.slice(1).map((p, i) => Math.hypot(p.x - (points[i]?.x ?? 0), p.y - (points[i]?.y ?? 0)))
  let rest = steps.reduce((a, b) => a + b, 0) / 2
  for (const [i, step] of steps.entries()) {
    const [a, b] = [points[i], points[i + 1]]
    if (!a || !b) break
    if (rest <= step && step > 0) return { x: a.x + ((b.x - a.x) * rest) / step, y: a.y + ((b.y - a.y) * rest) / step }
    rest -= step
  }
  return points[0] ?? { x: 0, y: 0 }
}

const lineOf = (points: readonly Point[]): LinkPath => ({ points, path: pathOf(points), middle: middleOf(points) })

const sameEnds = (a: readonly End[], b: readonly End[]): boolean =>
  a.length === b.length && a.every((e, i) => e.link === b[i]?.link && e.peer === b[i]?.peer && e.port === b[i]?.port)

const none: readonly End[] = []

export function layoutOf(doc: TopologyDocument, before?: TopologyLayout): TopologyLayout {
  const byId = new Map(doc.nodes.map((n) => [n.id, n]))
  const ends = new Map<string, End[]>()
  const put = (node: string, end: End) => {
    const list = ends.get(node)
    if (list) list.push(end)
    else ends.set(node, [end])
  }
  for (const link of doc.links) {
    put(link.from.node, { port: link.from.port, link, peer: byId.get(link.to.node) })
    put(link.to.node, { port: link.to.port, link, peer: byId.get(link.from.node) })
  }
  const nodes = new Map<string, Placed>()
  for (const node of doc.nodes) {
    const now = ends.get(node.id) ?? none
    const was = before?.nodes.get(node.id)
    nodes.set(
      node.id,
      was && was.node === node && sameEnds(was.ends, now) ? was : { node, ends: now, spots: spotsOf(node, now) },
    )
  }
  const lines = new Map<string, Drawn>()
  for (const link of doc.links) {
    const from = nodes.get(link.from.node)
    const to = nodes.get(link.to.node)
    const was = before?.lines.get(link.id)
    if (was && was.link === link && was.from === from?.spots && was.to === to?.spots) {
      lines.set(link.id, was)
      continue
    }
    const start = from?.spots.get(link.from.port) ?? from?.node
    const end = to?.spots.get(link.to.port) ?? to?.node
    if (!start || !end) continue
    lines.set(link.id, { link, from: from?.spots, to: to?.spots, line: lineOf([start, ...link.bends, end]) })
  }
  return { nodes, lines }
}

/** How far a point is from a stretch between two others. */
export function distanceTo(p: Point, a: Point, b: Point): number {
  const [dx, dy] = [b.x - a.x, b.y - a.y]
  const length = dx * dx + dy * dy
  const t = length === 0 ? 0 : Math.max(0, Math.min(1, ((p.x - a.x) * dx + (p.y - a.y) * dy) / length))
  return Math.hypot(p.x - a.x - t * dx, p.y - a.y - t * dy)
}

/** The stretch of a line nearest to a point: 0 is the one that begins at its first port. */
export function stretchAt(points: readonly Point[], p: Point): number {
  let best = 0
  let least = Infinity
  for (let i = 0; i + 1 < points.length; i++) {
    const [a, b] = [points[i], points[i + 1]]
    if (!a || !b) continue
    const d = distanceTo(p, a, b)
    if (d < least) [best, least] = [i, d]
  }
  return best
}
