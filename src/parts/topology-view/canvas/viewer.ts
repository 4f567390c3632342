/** A stage one can look around on: drag and wheel move the view, a click chooses a node. */
import type { TopologyDocument } from '../../../contract/topology/document.ts'
import { type Camera, panned } from '../camera.ts'
import { fingers } from '../fingers.ts'
import type { Point } from '../figure.ts'
import type { NodeMarks } from './node.ts'
import { wheeled } from '../wheel.ts'
import { Stage } from './Stage.ts'
import { elementUnder } from '../../../lib/shadow.ts'

/** A drawing is shown no larger than it is, but on a screen beyond 1920 pixels, where it grows like everything else. */
const largest = (): number => Math.max(1, window.innerWidth / 1920)

export interface Viewer {
  show(doc: TopologyDocument, marks: ReadonlyMap<string, NodeMarks>, selected: string | undefined): void
  dispose(): void
}

/** Each hears what its name says. */
interface Heard {
  on(e: Event): void
}

export function createViewer(container: HTMLElement, onSelect: (node: string | undefined) => void): Viewer {
  const stage = new Stage(container)
  let camera: Camera = { x: 0, y: 0, scale: 1 }
  let last: Point | undefined
  let travelled = 0
  const touched = fingers()
  let shown: TopologyDocument | undefined
  // the view is the viewer's own from the first time he moves it
  let moved = false
  const look = (next: Camera, at?: 'moving') => {
    camera = next
    moved ||= at === 'moving'
    stage.look(next, at)
  }
  const size = () => ({ width: container.clientWidth, height: container.clientHeight })
  const at = (e: MouseEvent): Point => {
    const box = container.getBoundingClientRect()
    return { x: e.clientX - box.left, y: e.clientY - box.top }
  }
  const on: [string, Heard['on'], AddEventListenerOptions?][] = [
    [
      'pointerdown',
      (e: PointerEvent) => {
        if (touched.down(e.pointerId, at(e)) === 1) travelled = 0
        last = { x: e.clientX, y: e.clientY }
        container.setPointerCapture(e.pointerId)
      },
    ],
    [
      'pointermove',
      (e: PointerEvent) => {
        if (!last) return
        const both = touched.move(e.pointerId, at(e), camera)
        const by = { x: e.clientX - last.x, y: e.clientY - last.y }
        travelled += Math.abs(by.x) + Math.abs(by.y)
        last = { x: e.clientX, y: e.clientY }
        if (both) look(both, 'moving')
        else if (travelled > 4) look(panned(camera, by), 'moving')
      },
    ],
    [
      'pointerup',
      (e: PointerEvent) => {
        last = undefined
        if (touched.up(e.pointerId) > 0 || travelled > 4) return
        const cell = elementUnder(container, e.clientX, e.clientY)?.closest('[data-cell-id]')
        const id = cell?.getAttribute('data-cell-id') ?? undefined
        onSelect(shown?.nodes.some((n) => n.id === id) ? id : undefined)
      },
    ],
    [
      'pointercancel',
      (e: PointerEvent) => {
        last = undefined
        touched.up(e.pointerId)
      },
    ],
    [
      'wheel',
      (e: WheelEvent) => {
        e.preventDefault()
        look(wheeled(camera, e, at(e)), 'moving')
      },
      { passive: false },
    ],
  ]
  for (const [name, f, o] of on) container.addEventListener(name, f, o)
  const resized = new ResizeObserver(() => {
    stage.resize(size())
    if (shown) look(stage.fitted(size(), undefined, 24, largest()))
  })
  resized.observe(container)
  return {
    show(doc, marks, selected) {
      const drawn = shown !== doc
      shown = doc
      if (drawn && !moved) look(stage.fitted(size(), doc, 24, largest()))
      stage.show({ doc, marks, selection: new Set(selected === undefined ? [] : [selected]) })
    },
    dispose() {
      for (const [name, f, o] of on) container.removeEventListener(name, f, o)
      resized.disconnect()
      stage.dispose()
    },
  }
}
