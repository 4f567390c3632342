/** The whole drawing in a corner, as coloured rectangles on a canvas, and the part of it that is seen. */
import type { TopologyDocument } from '../../../../contract/topology/document.ts'
import { type Camera, visibleRectOf, type Size } from '../../../../parts/topology-view/camera.ts'
import {
  around,
  drawingRect,
  drawingSizes,
  nodeRect,
  type Point,
  type Rect,
} from '../../../../parts/topology-view/figure.ts'
import { type ChartTokens, chartTokens } from '../../../../theme/chart.ts'

export interface MiniScale {
  x: number
  y: number
  scale: number
}

/** Where the drawing and what is seen both fit. */
function miniScale(doc: TopologyDocument, seen: Rect, size: Size): MiniScale {
  const all = around([...doc.nodes.map(nodeRect), ...doc.drawings.map(drawingRect), seen], 40) ?? seen
  const scale = Math.min(size.width / all.width, size.height / all.height)
  return {
    scale,
    x: all.x - (size.width / scale - all.width) / 2,
    y: all.y - (size.height / scale - all.height) / 2,
  }
}
export const miniPoint = (m: MiniScale, at: Point): Point => ({ x: m.x + at.x / m.scale, y: m.y + at.y / m.scale })

/** The canvas with its size and colours: asked for once, because asking makes the browser lay out everything that waits. */
export interface Mini {
  canvas: HTMLCanvasElement
  size: Size
  colours: ChartTokens
}
export const miniOf = (canvas: HTMLCanvasElement): Mini => ({
  canvas,
  size: { width: canvas.clientWidth, height: canvas.clientHeight },
  colours: chartTokens(canvas),
})

export function drawMini(
  { canvas, size, colours }: Mini,
  doc: TopologyDocument,
  selection: ReadonlySet<string>,
  camera: Camera,
  window: Size,
): MiniScale {
  const ratio = globalThis.devicePixelRatio || 1
  if (canvas.width !== size.width * ratio) canvas.width = size.width * ratio
  if (canvas.height !== size.height * ratio) canvas.height = size.height * ratio
  const seen = visibleRectOf(camera, window)
  const m = miniScale(doc, seen, size)
  const g = canvas.getContext('2d')
  if (!g) return m
  g.setTransform(ratio, 0, 0, ratio, 0, 0)
  g.clearRect(0, 0, size.width, size.height)
  const rect = (r: Rect): [number, number, number, number] => [
    (r.x - m.x) * m.scale,
    (r.y - m.y) * m.scale,
    Math.max(1.5, r.width * m.scale),
    Math.max(1.5, r.height * m.scale),
  ]
  g.strokeStyle = colours.line
  g.lineWidth = 1
  for (const d of doc.drawings) g.strokeRect(...rect(drawingRect(d)))
  const places = new Map(doc.nodes.map((n) => [n.id, n]))
  g.globalAlpha = 0.6
  g.strokeStyle = colours.idle
  g.lineWidth = 0.5
  g.beginPath()
  for (const l of doc.links) {
    const [a, b] = [places.get(l.from.node), places.get(l.to.node)]
    if (!a || !b) continue
    g.moveTo((a.x - m.x) * m.scale, (a.y - m.y) * m.scale)
    g.lineTo((b.x - m.x) * m.scale, (b.y - m.y) * m.scale)
  }
  g.stroke()
  g.globalAlpha = 1
  for (const n of doc.nodes) {
    g.fillStyle = selection.has(n.id) ? colours.accent : colours.idle
    g.fillRect(
      ...rect({
        x: n.x - drawingSizes.width / 2,
        y: n.y - drawingSizes.height / 2,
        width: drawingSizes.width,
        height: drawingSizes.height,
      }),
    )
  }
  g.strokeStyle = colours.accent
  g.lineWidth = 1.5
  const frame = rect(seen)
  g.strokeRect(
    Math.max(1, frame[0]),
    Math.max(1, frame[1]),
    Math.min(size.width - 2, frame[2]),
    Math.min(size.height - 2, frame[3]),
  )
  return m
}
