/** How large things of a drawing are, in its own units (a unit is a pixel at 100 %). Places of nodes and boxes are their centres. */
import type { Drawing, Node } from '../../contract/topology/document.ts'
import { box } from '../../contract/topology/layout.ts'

export interface Point {
  x: number
  y: number
}
export interface Rect {
  x: number
  y: number
  width: number
  height: number
}

export const drawingSizes = {
  ...box,
  grid: 8,
  port: 4.5,
  /** Smallest box or note. */
  least: 48,
} as const

export const nodeRect = (n: Pick<Node, 'x' | 'y'>): Rect => ({
  x: n.x - drawingSizes.width / 2,
  y: n.y - drawingSizes.height / 2,
  width: drawingSizes.width,
  height: drawingSizes.height,
})
export const drawingRect = (d: Drawing): Rect => ({
  x: d.x - d.width / 2,
  y: d.y - d.height / 2,
  width: d.width,
  height: d.height,
})

export const touches = (a: Rect, b: Rect): boolean =>
  a.x < b.x + b.width && b.x < a.x + a.width && a.y < b.y + b.height && b.y < a.y + a.height

export const containsPoint = (r: Rect, p: Point): boolean =>
  p.x >= r.x && p.x <= r.x + r.width && p.y >= r.y && p.y <= r.y + r.height

/** The rectangle between two corners, whichever way they were drawn. */
export const between = (a: Point, b: Point): Rect => ({
  x: Math.min(a.x, b.x),
  y: Math.min(a.y, b.y),
  width: Math.abs(a.x - b.x),
  height: Math.abs(a.y - b.y),
})

/** What holds all of them; undefined when there are none. */
export function around(rects: Iterable<Rect>, margin = 0): Rect | undefined {
  let left = Infinity
  let top = Infinity
  let right = -Infinity
  let bottom = -Infinity
  for (const r of rects) {
    left = Math.min(left, r.x)
    top = Math.min(top, r.y)
    right = Math.max(right, r.x + r.width)
    bottom = Math.max(bottom, r.y + r.height)
  }
  if (left > right) return undefined
  return { x: left - margin, y: top - margin, width: right - left + 2 * margin, height: bottom - top + 2 * margin }
}
