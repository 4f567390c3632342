/**
 * The shape of a drawing in a few hundred small numbers, for the lists: whole coordinates in a box of at most 320 × 180, places instead of
 * ids. Of a drawing with more nodes every so-manieth is kept, so that it stays a thumbnail.
 */
import { nodeKinds, type TopologyDocument } from './document.ts'

export interface TopologyOutline {
  width: number
  height: number
  /** Three figures a node: x, y and the place of its kind in `nodeKinds`. */
  nodes: number[]
  /** Two places in `nodes` a link. */
  links: number[]
  /** Left, top, width and height of a box around nodes. */
  groups: number[]
}

const box = { width: 320, height: 180, margin: 12 }
const most = { nodes: 300, links: 600, groups: 24 }

const emptyOutline: TopologyOutline = { width: 0, height: 0, nodes: [], links: [], groups: [] }

export function outlineOf({ nodes, links, drawings }: TopologyDocument): TopologyOutline {
  const step = Math.max(1, Math.ceil(nodes.length / most.nodes))
  const shown = nodes.filter((_, i) => i % step === 0)
  const groups = drawings.filter((d) => d.kind === 'group').slice(0, most.groups)
  const points = [
    ...shown,
    ...groups.flatMap((g) => [
      { x: g.x - g.width / 2, y: g.y - g.height / 2 },
      { x: g.x + g.width / 2, y: g.y + g.height / 2 },
    ]),
  ]
  if (!points.length) return emptyOutline
  const low = points.reduce((a, p) => ({ x: Math.min(a.x, p.x), y: Math.min(a.y, p.y) }))
  const high = points.reduce((a, p) => ({ x: Math.max(a.x, p.x), y: Math.max(a.y, p.y) }))
  const [w, h] = [high.x - low.x, high.y - low.y]
  const scale = Math.min(
    0.5,
    (box.width - 2 * box.margin) / Math.max(1, w),
    (box.height - 2 * box.margin) / Math.max(1, h),
  )
  const x = (v: number) => Math.round((v - low.x) * scale) + box.margin
  const y = (v: number) => Math.round((v - low.y) * scale) + box.margin
  const place = new Map(shown.map((n, i) => [n.id, i]))
  const kinds = new Map(nodeKinds.map((k, i) => [k, i]))
  return {
    width: Math.round(w * scale) + 2 * box.margin,
    height: Math.round(h * scale) + 2 * box.margin,
    nodes: shown.flatMap((n) => [x(n.x), y(n.y), kinds.get(n.kind) ?? 0]),
    links: links
      .flatMap((l) => {
        const [a, b] = [place.get(l.from.node), place.get(l.to.node)]
        return a === undefined || b === undefined ? [] : [[a, b]]
      })
      .slice(0, most.links)
      .flat(),
    groups: groups.flatMap((g) => [
      x(g.x - g.width / 2),
      y(g.y - g.height / 2),
      Math.round(g.width * scale),
      Math.round(g.height * scale),
    ]),
  }
}
