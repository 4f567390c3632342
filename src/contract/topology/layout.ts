/**
 * Places for nodes that have none: layers from the middle of the network outwards, neighbours near each other (the barycentre method of
 * Sugiyama, Tagawa and Toda 1981), wide layers in several rows. The same drawing gets the same places, and no two nodes one place.
 */
import type { Node, TopologyDocument } from './document.ts'

/** How large a node is drawn, in units of the drawing. Its place is its middle. */
export const box = { width: 184, height: 56 } as const

const step = { x: box.width + 56, y: 140 }
/** Between rows of one layer, and between parts of a drawing that no cable joins. */
const rowGap = 110
const partGap = 120
const sweeps = 6

interface Point {
  x: number
  y: number
}

function neighbours({ nodes, links }: TopologyDocument): Map<string, Set<string>> {
  const out = new Map(nodes.map((n) => [n.id, new Set<string>()]))
  for (const { from, to } of links) {
    if (from.node === to.node || !out.has(from.node) || !out.has(to.node)) continue
    out.get(from.node)?.add(to.node)
    out.get(to.node)?.add(from.node)
  }
  return out
}

/** What stands on top: the way out, else whoever is in the middle. */
const weight: Record<Node['kind'], number> = {
  internet: 1e6,
  router: 3,
  firewall: 2,
  switch: 2,
  device: 1,
  machine: 0.5,
  container: 0.5,
}

/** Nodes that cables join, in the order of the drawing. */
function components(nodes: readonly Node[], near: ReadonlyMap<string, ReadonlySet<string>>): Node[][] {
  const byId = new Map(nodes.map((n) => [n.id, n]))
  const seen = new Set<string>()
  const out: Node[][] = []
  for (const start of nodes) {
    if (seen.has(start.id)) continue
    const part: Node[] = []
    const queue = [start.id]
    seen.add(start.id)
    for (let id = queue.shift(); id !== undefined; id = queue.shift()) {
      const node = byId.get(id)
      if (node) part.push(node)
      for (const other of near.get(id) ?? [])
        if (!seen.has(other) && byId.has(other)) {
          seen.add(other)
          queue.push(other)
        }
    }
    out.push(part)
  }
  return out
}

function layersOf(part: readonly Node[], near: ReadonlyMap<string, ReadonlySet<string>>): string[][] {
  const score = (n: Node) => weight[n.kind] * ((near.get(n.id)?.size ?? 0) + 1)
  const top = part.reduce((best, n) => (score(n) > score(best) ? n : best))
  const layers: string[][] = [[top.id]]
  const seen = new Set([top.id])
  for (let layer = layers[0]; layer?.length; ) {
    const next: string[] = []
    for (const id of layer)
      for (const other of near.get(id) ?? [])
        if (!seen.has(other)) {
          seen.add(other)
          next.push(other)
        }
    if (next.length) layers.push(next)
    layer = next
  }
  return layers
}

/** Brings each layer into the order of what it is joined to. */
function untangle(layers: string[][], near: ReadonlyMap<string, ReadonlySet<string>>): void {
  const place = new Map<string, number>()
  const note = (layer: readonly string[]) => layer.forEach((id, i) => place.set(id, (i + 0.5) / layer.length))
  layers.forEach(note)
  const order = (layer: string[], beside: ReadonlySet<string>) => {
    const middle = new Map(
      layer.map((id) => {
        const others = [...(near.get(id) ?? [])].filter((o) => beside.has(o))
        const sum = others.reduce((n, o) => n + (place.get(o) ?? 0), 0)
        return [id, others.length ? sum / others.length : (place.get(id) ?? 0)] as const
      }),
    )
    layer.sort((a, b) => (middle.get(a) ?? 0) - (middle.get(b) ?? 0))
    note(layer)
  }
  const sets = layers.map((l) => new Set(l))
  for (let n = 0; n < sweeps; n++) {
    const down = n % 2 === 0
    for (let k = 1; k < layers.length; k++) {
      const i = down ? k : layers.length - 1 - k
      const [layer, beside] = [layers[i], sets[down ? i - 1 : i + 1]]
      if (layer && beside) order(layer, beside)
    }
  }
}

/** Places of one part, from its own corner on, with its size. */
function arrange(part: readonly Node[], near: ReadonlyMap<string, ReadonlySet<string>>) {
  const layers = layersOf(part, near)
  untangle(layers, near)
  const widest = Math.max(8, Math.ceil(Math.sqrt(part.length) * 1.8))
  const rows = layers.map((layer) => {
    const count = Math.ceil(layer.length / widest)
    const each = Math.ceil(layer.length / count)
    return Array.from({ length: count }, (_, i) => layer.slice(i * each, (i + 1) * each))
  })
  const columns = Math.max(...rows.flat().map((r) => r.length))
  const at = new Map<string, Point>()
  let y = 0
  for (const [i, layer] of rows.entries()) {
    if (i) y += step.y
    for (const [k, row] of layer.entries()) {
      if (k) y += rowGap
      const left = ((columns - row.length) * step.x) / 2
      row.forEach((id, n) => at.set(id, { x: left + n * step.x, y }))
    }
  }
  return { at, width: (columns - 1) * step.x, height: y }
}

/** A place for every node, whatever places they have. */
export function layout(document: TopologyDocument): TopologyDocument {
  const near = neighbours(document)
  const parts = components(document.nodes, near)
    .sort((a, b) => b.length - a.length)
    .map((p) => arrange(p, near))
  const room = parts.reduce((n, p) => n + (p.width + partGap) * (p.height + partGap), 0)
  const wide = Math.max(Math.sqrt(room) * 1.4, ...parts.map((p) => p.width))
  const at = new Map<string, Point>()
  let [left, top, height] = [0, 0, 0]
  for (const part of parts) {
    if (left > 0 && left + part.width > wide) {
      top += height + partGap
      left = 0
      height = 0
    }
    for (const [id, p] of part.at) at.set(id, { x: left + p.x, y: top + p.y })
    left += part.width + Math.max(partGap, step.x)
    height = Math.max(height, part.height)
  }
  const points = [...at.values()]
  const middle = (pick: (p: Point) => number) =>
    points.length ? Math.round((Math.min(...points.map(pick)) + Math.max(...points.map(pick))) / 2) : 0
  const [cx, cy] = [middle((p) => p.x), middle((p) => p.y)]
  return {
    ...document,
    nodes: document.nodes.map((n) => {
      const p = at.get(n.id) ?? { x: cx, y: cy }
      return { ...n, x: Math.round(p.x - cx), y: Math.round(p.y - cy) }
    }),
  }
}

const cell = { x: box.width + 32, y: 110 }

/** Places for some of the nodes beside those that have theirs: near what they are joined to, on nobody. */
export function layoutUnplaced(document: TopologyDocument, unplaced: ReadonlySet<string>): TopologyDocument {
  if (document.nodes.every((n) => unplaced.has(n.id))) return layout(document)
  const near = neighbours(document)
  const at = new Map<string, Point>()
  const taken = new Set<string>()
  const key = (cx: number, cy: number) => `${cx} ${cy}`
  const cellOf = (p: Point) => [Math.round(p.x / cell.x), Math.round(p.y / cell.y)] as const
  let low = Number.NEGATIVE_INFINITY
  for (const n of document.nodes) {
    if (unplaced.has(n.id)) continue
    at.set(n.id, n)
    // one that stands between cells is in the way in each of them
    for (const cx of [Math.floor(n.x / cell.x), Math.ceil(n.x / cell.x)])
      for (const cy of [Math.floor(n.y / cell.y), Math.ceil(n.y / cell.y)])
        if (Math.abs(cx * cell.x - n.x) < box.width && Math.abs(cy * cell.y - n.y) < box.height) taken.add(key(cx, cy))
    low = Math.max(low, n.y)
  }
  function nearest(p: Point): Point {
    const [cx, cy] = cellOf(p)
    for (let ring = 0; ; ring++)
      for (let dy = ring; dy >= -ring; dy--)
        for (let dx = -ring; dx <= ring; dx++) {
          if (Math.max(Math.abs(dx), Math.abs(dy)) !== ring || taken.has(key(cx + dx, cy + dy))) continue
          taken.add(key(cx + dx, cy + dy))
          return { x: (cx + dx) * cell.x, y: (cy + dy) * cell.y }
        }
  }
  // whoever is joined to something placed comes first, so that what hangs on him finds him
  const waiting = document.nodes.filter((n) => unplaced.has(n.id))
  while (waiting.length) {
    const i = Math.max(
      0,
      waiting.findIndex((n) => [...(near.get(n.id) ?? [])].some((o) => at.has(o))),
    )
    const [node] = waiting.splice(i, 1)
    if (!node) break
    const beside = [...(near.get(node.id) ?? [])].flatMap((o) => at.get(o) ?? [])
    const mean = (pick: (p: Point) => number) => beside.reduce((n, p) => n + pick(p), 0) / beside.length
    at.set(
      node.id,
      nearest(beside.length ? { x: mean((p) => p.x), y: mean((p) => p.y) + cell.y } : { x: 0, y: low + 2 * cell.y }),
    )
  }
  return { ...document, nodes: document.nodes.map((n) => ({ ...n, ...pick(at.get(n.id), n) })) }
}
const pick = (p: Point | undefined, n: Point): Point => ({ x: p?.x ?? n.x, y: p?.y ?? n.y })
