/** The drawing on the page: what is seen of it, what of it is drawn, and what the page may ask of it. The camera is nobody's document. */
import type { TopologyDocument } from '../../../../contract/topology/document.ts'
import type { NodeMarks } from '../../../../parts/topology-view/canvas/node.ts'
import { Stage } from '../../../../parts/topology-view/canvas/Stage.ts'
import {
  type Camera,
  centredOn,
  revealing,
  type Size,
  toDrawing,
  toScreen,
  zoomed,
} from '../../../../parts/topology-view/camera.ts'
import { drawingRect, drawingSizes, nodeRect, type Point, type Rect } from '../../../../parts/topology-view/figure.ts'
import { type EditorState, isWritable } from '../editor.state.ts'
import type { LinkRefusal } from '../model/links.ts'
import { selected } from '../model/selection.ts'
import type { EditorStore } from '../store.ts'
import { tools } from '../tools/tools.ts'
import type { Overlay } from '../tools/tool.ts'
import { createOverlay } from './overlay.ts'
import { createPointer } from './pointer.ts'

export interface CanvasEvents {
  /** The camera or the window changed. */
  looked(camera: Camera, window: Size): void
  place(at: Point): void
  refused(why: LinkRefusal): void
  menu(at: Point): void
}

export type Canvas = ReturnType<typeof createCanvas>

export function createCanvas(container: HTMLElement, store: EditorStore, on: CanvasEvents) {
  const stage = new Stage(container)
  const overlay = createOverlay(stage)
  let camera: Camera = { x: 0, y: 0, scale: 1 }
  /** The view that shows everything, while nobody has looked elsewhere. */
  let fitted: Camera | undefined
  let marks: ReadonlyMap<string, NodeMarks> = new Map()
  let told: EditorState | undefined

  /** Measured when it changes: asking at other times would make the browser lay out everything at once. */
  let measured: Size = { width: container.clientWidth, height: container.clientHeight }
  const size = (): Size => measured
  const look = (next: Camera, at?: 'moving') => {
    camera = next
    stage.look(camera, at)
    const { style } = container
    // not a custom property: each change of one makes the browser work out the style of everything inside
    const step = 24 * camera.scale * (camera.scale < 0.5 ? 4 : 1)
    style.backgroundSize = `${step}px ${step}px`
    style.backgroundPosition = `${-camera.x * camera.scale}px ${-camera.y * camera.scale}px`
    on.looked(camera, size())
  }
  /** A link that is drawn by keyboard: from where it began to what is selected now. */
  const keyed = (s: EditorState): Overlay | undefined => {
    const from = s.from === null ? undefined : s.history.now.nodes.find((n) => n.id === s.from)
    const to = from && s.history.now.nodes.find((n) => n.id === s.selection[0])
    return from && to && to !== from ? { at: 'cable', from, to, target: to.id } : undefined
  }
  const draw = () => {
    const s = store.getState()
    const doc = pointer.draft() ?? s.history.now
    stage.show({ doc, marks, selection: new Set(s.selection) })
    overlay.draw({ overlay: pointer.above() ?? keyed(s), doc, selection: s.selection, writable: isWritable(s) })
  }
  const pointer = createPointer({ container, store, camera: () => camera, look, draw, ...on })

  const rectsOf = (ids: readonly string[]): Rect[] => {
    const { nodes, drawings } = selected(store.getState().history.now, ids)
    return [...nodes.map(nodeRect), ...drawings.map(drawingRect)]
  }
  const canvas = {
    stage,
    camera: () => camera,
    size,
    /** Where something new comes to stand. */
    middle: (): Point => toDrawing(camera, { x: size().width / 2, y: size().height / 2 }),
    /** Whether a node there is seen whole: inside, and not below what lies over the corner. */
    sees(p: Point): boolean {
      const at = toScreen(camera, p)
      const [width, height] = [
        (drawingSizes.width / 2) * camera.scale + 8,
        (drawingSizes.height / 2) * camera.scale + 8,
      ]
      const { width: w, height: h } = size()
      if (at.x < width || at.y < height || at.x > w - width || at.y > h - height) return false
      const box = container.getBoundingClientRect()
      const corner = container.parentElement?.querySelector('.te-corner')?.getBoundingClientRect()
      return !corner || at.x + width < corner.left - box.left || at.y + height < corner.top - box.top
    },
    at: (client: Point): Point => {
      const box = container.getBoundingClientRect()
      return toDrawing(camera, { x: client.x - box.left, y: client.y - box.top })
    },
    fit(doc?: TopologyDocument) {
      fitted = stage.fitted(size(), doc)
      look(fitted)
    },
    actual: () => look(zoomed(camera, 1, { x: size().width / 2, y: size().height / 2 })),
    zoom: (factor: number) =>
      look(zoomed(camera, camera.scale * factor, { x: size().width / 2, y: size().height / 2 })),
    centre: (p: Point) => look(centredOn(camera, p, size()), 'moving'),
    reveal(ids: readonly string[]) {
      for (const rect of rectsOf(ids)) look(revealing(camera, rect, size()))
    },
    /** Jumps: the node in the middle, large enough to be read. */
    jump(id: string) {
      const node = store.getState().history.now.nodes.find((n) => n.id === id)
      if (node) look(centredOn({ ...camera, scale: Math.max(camera.scale, 0.8) }, node, size()))
    },
    /** Takes the focus unasked, and says so more quietly until somebody types or comes back. */
    greet() {
      container.classList.add('te-greeted')
      container.focus({ preventScroll: true })
      const heard = () => container.classList.remove('te-greeted')
      container.addEventListener('keydown', heard, { once: true })
      container.addEventListener('blur', heard, { once: true })
    },
    cancel: () => pointer.cancel(),
    mark(next: ReadonlyMap<string, NodeMarks>) {
      marks = next
      draw()
    },
    update: () => {
      const s = store.getState()
      if (s === told) return
      const placed = told?.placing && !s.placing
      told = s
      if (placed) pointer.settle()
      container.style.cursor = s.placing
        ? 'copy'
        : pointer.gesture()?.at === 'panning'
          ? 'grabbing'
          : tools[s.tool].cursor
      // looked at from where it is all seen before it is drawn, so that it is drawn as it is seen
      if (!fitted && s.phase.at === 'ready' && size().width > 0) canvas.fit(s.history.now)
      if (!pointer.gesture()) draw()
    },
    dispose() {
      pointer.dispose()
      resized.disconnect()
      unsubscribe()
      stage.dispose()
    },
  }
  const unsubscribe = store.subscribe(canvas.update)
  const resized = new ResizeObserver(() => {
    measured = { width: container.clientWidth, height: container.clientHeight }
    stage.resize(size())
    if (camera === fitted && stage.extent()) canvas.fit()
    else look(camera)
    canvas.update()
  })
  resized.observe(container)
  canvas.update()
  return canvas
}
