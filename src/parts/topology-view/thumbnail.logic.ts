/** Paths of a thumbnail from its outline: one for all wires, one for each kind of node. */
import { nodeKinds, type NodeKind } from '../../contract/topology/document.ts'
import type { TopologyOutline } from '../../contract/topology/outline.ts'

const point = (nodes: readonly number[], i: number): readonly [number, number] => [
  nodes[i * 3] ?? 0,
  nodes[i * 3 + 1] ?? 0,
]

export function wiresOf({ nodes, links }: TopologyOutline): string {
  const parts: string[] = []
  for (let i = 0; i + 1 < links.length; i += 2) {
    const [a, b] = [point(nodes, links[i] ?? 0), point(nodes, links[i + 1] ?? 0)]
    parts.push(`M${a[0]} ${a[1]}L${b[0]} ${b[1]}`)
  }
  return parts.join('')
}

const circle = (x: number, y: number, r: number) =>
  `M${x - r} ${y}a${r} ${r} 0 1 0 ${2 * r} 0a${r} ${r} 0 1 0 ${-2 * r} 0z`
const box = (x: number, y: number, w: number, h: number) => `M${x - w} ${y - h}h${2 * w}v${2 * h}h${-2 * w}z`
const shapes: Record<NodeKind, (x: number, y: number, r: number) => string> = {
  machine: (x, y, r) => box(x, y, r, r * 0.8),
  container: (x, y, r) => box(x, y, r * 0.8, r * 0.8),
  switch: (x, y, r) => box(x, y, r * 1.3, r * 0.5),
  router: circle,
  firewall: (x, y, r) =>
    `M${x} ${y - r * 1.2}L${x + r} ${y - r * 0.6}V${y + r * 0.3}L${x} ${y + r * 1.2}L${x - r} ${y + r * 0.3}V${y - r * 0.6}z`,
  device: (x, y, r) => `M${x} ${y - r}L${x + r} ${y}L${x} ${y + r}L${x - r} ${y}z`,
  internet: (x, y, r) => circle(x, y, r * 1.3),
}

/** Smaller where there are many. */
const radius = (n: number): number => (n > 150 ? 2 : n > 60 ? 3 : n > 25 ? 4 : 5)

export function dotsOf({ nodes }: TopologyOutline): { kind: number; d: string }[] {
  const r = radius(nodes.length / 3)
  const by = new Map<number, string>()
  for (let i = 0; i * 3 < nodes.length; i++) {
    const kind = nodes[i * 3 + 2] ?? 0
    const [x, y] = point(nodes, i)
    by.set(kind, (by.get(kind) ?? '') + shapes[nodeKinds[kind] ?? 'machine'](x, y, r))
  }
  return [...by].map(([kind, d]) => ({ kind, d }))
}

export function framesOf({ groups }: TopologyOutline): { x: number; y: number; width: number; height: number }[] {
  return Array.from({ length: Math.floor(groups.length / 4) }, (_, i) => ({
    x: groups[i * 4] ?? 0,
    y: groups[i * 4 + 1] ?? 0,
    width: groups[i * 4 + 2] ?? 0,
    height: groups[i * 4 + 3] ?? 0,
  }))
}
