/** Notes and boxes beside the network. */
import { documentLimits, type Drawing, type TopologyDocument } from '../../../../contract/topology/document.ts'
import { newKey } from '../../../../lib/id.ts'
import {
  around,
  drawingRect,
  drawingSizes,
  containsPoint,
  nodeRect,
  type Point,
  type Rect,
} from '../../../../parts/topology-view/figure.ts'
import { type TopologyChange, mapped, withParts } from './change.ts'

const usual = { note: { width: 208, height: 96 }, group: { width: 448, height: 288 } }

export function addDrawing(
  doc: TopologyDocument,
  kind: Drawing['kind'],
  at: Point,
  size: Partial<Rect> = {},
): TopologyChange {
  if (doc.drawings.length >= documentLimits.drawings) return { doc }
  const drawing: Drawing = {
    id: newKey(),
    kind,
    text: '',
    x: at.x,
    y: at.y,
    width: size.width ?? usual[kind].width,
    height: size.height ?? usual[kind].height,
    tone: kind === 'note' ? 'warn' : 'plain',
  }
  return { doc: { ...doc, drawings: [...doc.drawings, drawing] }, select: [drawing.id] }
}

/** A box around nodes, with room for its title. */
export function boxAround(doc: TopologyDocument, ids: ReadonlySet<string>): TopologyChange {
  const rect = around(doc.nodes.filter((n) => ids.has(n.id)).map(nodeRect), 32)
  if (!rect) return { doc }
  const roomy = { ...rect, y: rect.y - 24, height: rect.height + 24 }
  return addDrawing(doc, 'group', { x: roomy.x + roomy.width / 2, y: roomy.y + roomy.height / 2 }, roomy)
}

export const changeDrawing = (doc: TopologyDocument, id: string, to: Partial<Drawing>): TopologyDocument =>
  withParts(doc, { drawings: mapped(doc.drawings, (d) => (d.id === id ? { ...d, ...to } : d)) })

export const resize = (doc: TopologyDocument, id: string, rect: Rect): TopologyDocument => {
  const width = Math.max(drawingSizes.least, rect.width)
  const height = Math.max(drawingSizes.least, rect.height)
  return changeDrawing(doc, id, { x: rect.x + width / 2, y: rect.y + height / 2, width, height })
}

/** Nodes and notes whose centre a box holds: they go where it goes. */
function inside(doc: TopologyDocument, box: Drawing): string[] {
  if (box.kind !== 'group') return []
  const rect = drawingRect(box)
  const smaller = (d: Drawing) => d.width * d.height < box.width * box.height
  return [
    ...doc.nodes.filter((n) => containsPoint(rect, n)).map((n) => n.id),
    ...doc.drawings.filter((d) => d.id !== box.id && smaller(d) && containsPoint(rect, d)).map((d) => d.id),
  ]
}

/** What moves with a selection: itself and what its boxes hold. */
export function carried(doc: TopologyDocument, ids: readonly string[]): Set<string> {
  const out = new Set(ids)
  for (const d of doc.drawings) if (out.has(d.id)) for (const id of inside(doc, d)) out.add(id)
  return out
}
