/** Two fingers on a drawing: it moves and grows with them, what was between them stays between them. */
import { type Camera, panned, zoomed } from './camera.ts'
import type { Point } from './figure.ts'

const between = (a: Point, b: Point): Point => ({ x: (a.x + b.x) / 2, y: (a.y + b.y) / 2 })
const apart = (a: Point, b: Point): number => Math.max(1, Math.hypot(a.x - b.x, a.y - b.y))

export interface Fingers {
  /** @returns how many are down now */
  down(id: number, at: Point): number
  /** What is seen when one of two has moved; undefined while there are not two. */
  move(id: number, to: Point, camera: Camera): Camera | undefined
  up(id: number): number
}

export function fingers(): Fingers {
  const held = new Map<number, Point>()
  return {
    down(id, at) {
      held.set(id, at)
      return held.size
    },
    move(id, to, camera) {
      const from = held.get(id)
      const other = [...held].find(([i]) => i !== id)?.[1]
      if (!from || !other || held.size !== 2) return undefined
      held.set(id, to)
      const [was, is] = [between(from, other), between(to, other)]
      const moved = panned(camera, { x: is.x - was.x, y: is.y - was.y })
      return zoomed(moved, (camera.scale * apart(to, other)) / apart(from, other), is)
    },
    up(id) {
      held.delete(id)
      return held.size
    },
  }
}
