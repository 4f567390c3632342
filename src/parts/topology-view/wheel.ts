/** What a wheel does to the view: plain it zooms to the pointer; with Shift, or sideways as touchpads do, the view moves. */
import { type Camera, panned, zoomed } from './camera.ts'
import type { Point } from './figure.ts'

/** @param at the pointer, from the window's corner */
export function wheeled(camera: Camera, e: WheelEvent, at: Point): Camera {
  if (e.shiftKey || Math.abs(e.deltaX) > Math.abs(e.deltaY))
    return panned(camera, { x: -(e.deltaX || e.deltaY), y: e.shiftKey ? 0 : -e.deltaY })
  const lines = e.deltaMode === WheelEvent.DOM_DELTA_LINE ? 16 : 1
  const strength = Math.max(-120, Math.min(120, e.deltaY * lines))
  return zoomed(camera, camera.scale * Math.exp(-strength * 0.0018), at)
}
