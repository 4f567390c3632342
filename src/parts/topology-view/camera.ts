/** Which part of a drawing is seen: its point at the window's top left corner, and how many pixels a unit has. */
import type { Point, Rect } from './figure.ts'

export interface Camera extends Point {
  scale: number
}
export interface Size {
  width: number
  height: number
}

const scales = { least: 0.1, most: 3 } as const
const bounded = (scale: number): number => Math.max(scales.least, Math.min(scales.most, scale))

export const toDrawing = (c: Camera, screen: Point): Point => ({
  x: c.x + screen.x / c.scale,
  y: c.y + screen.y / c.scale,
})
export const toScreen = (c: Camera, p: Point): Point => ({ x: (p.x - c.x) * c.scale, y: (p.y - c.y) * c.scale })

export const panned = (c: Camera, by: Point): Camera => ({ ...c, x: c.x - by.x / c.scale, y: c.y - by.y / c.scale })

/** Zooms so that what is at a point of the screen stays there. */
export function zoomed(c: Camera, scale: number, at: Point): Camera {
  const next = bounded(scale)
  const here = toDrawing(c, at)
  return { x: here.x - at.x / next, y: here.y - at.y / next, scale: next }
}

/** Shows a rectangle whole and in the middle; never larger than it is. */
export function fittingCamera(rect: Rect, window: Size, margin = Math.min(48, window.width * 0.03), most = 1): Camera {
  const room = { width: Math.max(80, window.width - 2 * margin), height: Math.max(80, window.height - 2 * margin) }
  const scale = bounded(Math.min(most, room.width / Math.max(1, rect.width), room.height / Math.max(1, rect.height)))
  return {
    x: rect.x + rect.width / 2 - window.width / 2 / scale,
    y: rect.y + rect.height / 2 - window.height / 2 / scale,
    scale,
  }
}

export const centredOn = (c: Camera, p: Point, window: Size): Camera => ({
  ...c,
  x: p.x - window.width / 2 / c.scale,
  y: p.y - window.height / 2 / c.scale,
})

/** Moves only as far as a rectangle needs to be seen, with some room around it. */
export function revealing(c: Camera, rect: Rect, window: Size, margin = 40): Camera {
  const seen: Rect = { x: c.x, y: c.y, width: window.width / c.scale, height: window.height / c.scale }
  const m = margin / c.scale
  const shift = (from: number, size: number, at: number, room: number) =>
    at - m < from ? at - m - from : at + size + m > from + room ? at + size + m - from - room : 0
  const dx = shift(seen.x, rect.width, rect.x, seen.width)
  const dy = shift(seen.y, rect.height, rect.y, seen.height)
  return dx === 0 && dy === 0 ? c : { ...c, x: c.x + dx, y: c.y + dy }
}

export const visibleRectOf = (c: Camera, window: Size): Rect => ({
  x: c.x,
  y: c.y,
  width: window.width / c.scale,
  height: window.height / c.scale,
})
