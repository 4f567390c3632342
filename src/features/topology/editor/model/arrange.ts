/** Aligning and distributing what is selected. */
import type { TopologyDocument } from '../../../../contract/topology/document.ts'
import { drawingRect, nodeRect, type Rect } from '../../../../parts/topology-view/figure.ts'
import { mapped, withParts } from './change.ts'
import { selected } from './selection.ts'

export const edges = ['left', 'centre', 'right', 'top', 'middle', 'bottom'] as const
export type Edge = (typeof edges)[number]
export const axes = ['across', 'down'] as const
export type Axis = (typeof axes)[number]

interface Item {
  id: string
  rect: Rect
}
const itemsOf = (doc: TopologyDocument, ids: readonly string[]): Item[] => {
  const { nodes, drawings } = selected(doc, ids)
  return [
    ...nodes.map((n) => ({ id: n.id, rect: nodeRect(n) })),
    ...drawings.map((d) => ({ id: d.id, rect: drawingRect(d) })),
  ]
}

/** Puts centres where a map says. */
function placed(doc: TopologyDocument, to: ReadonlyMap<string, { x?: number; y?: number }>): TopologyDocument {
  const put = <T extends { id: string; x: number; y: number }>(t: T): T => {
    const p = to.get(t.id)
    if (!p) return t
    const [x, y] = [p.x ?? t.x, p.y ?? t.y]
    return x === t.x && y === t.y ? t : { ...t, x, y }
  }
  return withParts(doc, {
    nodes: mapped(doc.nodes, put),
    drawings: mapped(doc.drawings, put),
  })
}

export function align(doc: TopologyDocument, ids: readonly string[], edge: Edge): TopologyDocument {
  const items = itemsOf(doc, ids)
  if (items.length < 2) return doc
  const left = Math.min(...items.map((i) => i.rect.x))
  const right = Math.max(...items.map((i) => i.rect.x + i.rect.width))
  const top = Math.min(...items.map((i) => i.rect.y))
  const bottom = Math.max(...items.map((i) => i.rect.y + i.rect.height))
  const to = ({ rect }: Item): { x?: number; y?: number } =>
    edge === 'left'
      ? { x: left + rect.width / 2 }
      : edge === 'right'
        ? { x: right - rect.width / 2 }
        : edge === 'centre'
          ? { x: (left + right) / 2 }
          : edge === 'top'
            ? { y: top + rect.height / 2 }
            : edge === 'bottom'
              ? { y: bottom - rect.height / 2 }
              : { y: (top + bottom) / 2 }
  return placed(doc, new Map(items.map((i) => [i.id, to(i)])))
}

/** The same gap between neighbours; the outermost two stay. */
export function distribute(doc: TopologyDocument, ids: readonly string[], axis: Axis): TopologyDocument {
  const across = axis === 'across'
  const start = (r: Rect) => (across ? r.x : r.y)
  const size = (r: Rect) => (across ? r.width : r.height)
  const items = itemsOf(doc, ids).sort((a, b) => start(a.rect) + size(a.rect) / 2 - start(b.rect) - size(b.rect) / 2)
  const [first, last] = [items[0], items.at(-1)]
  if (items.length < 3 || !first || !last) return doc
  const room = start(last.rect) + size(last.rect) - start(first.rect) - items.reduce((n, i) => n + size(i.rect), 0)
  const gap = room / (items.length - 1)
  let at = start(first.rect)
  const to = new Map<string, { x?: number; y?: number }>()
  for (const { id, rect } of items) {
    const centre = at + size(rect) / 2
    to.set(id, across ? { x: centre } : { y: centre })
    at += size(rect) + gap
  }
  return placed(doc, to)
}
