/**
 * Between the browser's pointer and the tools: turns events into what the tools understand, shows their drafts at most once a frame, and
 * hands their changes to the editor. It holds the camera, which is nobody's document.
 */
import type { TopologyDocument } from '../../../../contract/topology/document.ts'
import type { Marks } from '../../../../parts/topology-view/canvas/draw.ts'
import { Stage } from '../../../../parts/topology-view/canvas/Stage.ts'
import {
  type Camera,
  centredOn,
  panned,
  revealing,
  type Size,
  toDrawing,
  toScreen,
  zoomed,
} from '../../../../parts/topology-view/camera.ts'
import { drawingRect, nodeRect, type Point, type Rect } from '../../../../parts/topology-view/figure.ts'
import { type EditorState, isWritable } from '../editor.state.ts'
import type { Refusal } from '../model/links.ts'
import { selected } from '../model/selection.ts'
import type { EditorStore } from '../store.ts'
import { down, move, tools, up } from '../tools/tools.ts'
import type { Gesture, Overlay, Pointed, Sight, Step } from '../tools/tool.ts'
import { hitOf } from './hit.ts'
import { createOverlay } from './overlay.ts'

export interface CanvasEvents {
  /** The camera or the window changed. */
  looked(camera: Camera, window: Size): void
  place(at: Point): void
  refused(why: Refusal): void
  menu(at: Point): void
}

export type Canvas = ReturnType<typeof createCanvas>

export function createCanvas(container: HTMLElement, store: EditorStore, on: CanvasEvents) {
  const stage = new Stage(container)
  const overlay = createOverlay(stage)
  let camera: Camera = { x: 0, y: 0, scale: 1 }
  /** The view that shows everything, while nobody has looked elsewhere. */
  let fitted: Camera | undefined
  let gesture: Gesture | null = null
  let draft: TopologyDocument | undefined
  let above: Overlay | undefined
  let space = false
  let pending: PointerEvent | undefined
  let frame = 0
  let marks: ReadonlyMap<string, Marks> = new Map()
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
  const sight = (): Sight => {
    const s = store.getState()
    return { doc: s.history.now, selection: s.selection, writable: isWritable(s), scale: camera.scale }
  }
  /** A link that is drawn by keyboard: from where it began to what is selected now. */
  const keyed = (s: EditorState): Overlay | undefined => {
    const from = s.from === null ? undefined : s.history.now.nodes.find((n) => n.id === s.from)
    const to = from && s.history.now.nodes.find((n) => n.id === s.selection[0])
    return from && to && to !== from ? { at: 'cable', from, to, target: to.id } : undefined
  }
  const draw = () => {
    const s = store.getState()
    const doc = draft ?? s.history.now
    stage.show({ doc, marks, selection: new Set(s.selection) })
    overlay.draw({ overlay: above ?? keyed(s), doc, selection: s.selection, writable: isWritable(s) })
  }

  const pointed = (e: PointerEvent, deep: boolean): Pointed => {
    const box = container.getBoundingClientRect()
    const screen = { x: e.clientX - box.left, y: e.clientY - box.top }
    const under = deep ? document.elementFromPoint(e.clientX, e.clientY) : null
    return {
      ...toDrawing(camera, screen),
      screen,
      hit: under && container.contains(under) ? hitOf(under) : { on: 'nothing' },
      button: e.button === 1 ? 'middle' : e.button === 2 ? 'second' : 'main',
      shift: e.shiftKey || e.ctrlKey || e.metaKey,
      alt: e.altKey,
      space,
    }
  }
  const take = (step: Step) => {
    gesture = step.gesture
    draft = step.draft
    above = step.overlay
    if (step.pan) look(panned(camera, step.pan), 'moving')
    if (step.refused) on.refused(step.refused)
    if (step.select) store.dispatch({ type: 'selected', ids: step.select })
    if (step.change) store.dispatch({ type: 'changed', change: step.change })
    container.classList.toggle('tv-panning', gesture?.at === 'panning')
    draw()
  }
  const step = () => {
    frame = 0
    const e = pending
    pending = undefined
    if (!e) return
    if (gesture) take(move(gesture, pointed(e, gesture.at === 'linking'), sight()))
    else ghost(e)
  }
  const ghost = (e: PointerEvent) => {
    const { placing } = store.getState()
    if (!placing) return
    const p = pointed(e, false)
    above = { at: 'ghost', x: p.x, y: p.y, kind: placing.kind }
    draw()
  }

  const onDown = (e: PointerEvent) => {
    if (gesture || e.button > 2) return
    container.focus({ preventScroll: true })
    if (e.button === 1) e.preventDefault()
    const p = pointed(e, true)
    const s = store.getState()
    if (s.placing && p.button === 'main' && !p.space && isWritable(s)) {
      above = undefined
      on.place(p)
      return
    }
    if (e.button !== 2) container.setPointerCapture(e.pointerId)
    take(down(s.tool, p, sight()))
  }
  const onMove = (e: PointerEvent) => {
    if (!gesture && !store.getState().placing) return
    pending = e
    frame ||= requestAnimationFrame(step)
  }
  const onUp = (e: PointerEvent) => {
    if (!gesture) return
    if (frame) {
      cancelAnimationFrame(frame)
      step()
    }
    const at = gesture
    if (at) take(up(at, pointed(e, at.at === 'linking'), sight()))
  }
  const cancel = () => {
    if (!gesture) return false
    take({ gesture: null })
    return true
  }
  const onTwice = (e: MouseEvent) => {
    const hit = hitOf(e.target as Element)
    if (hit.on === 'node' || hit.on === 'link' || hit.on === 'drawing' || hit.on === 'port')
      store.dispatch({ type: 'form' })
  }
  /** Plain wheels zoom to the pointer; with Shift, or sideways as touchpads do, the view moves. */
  const onWheel = (e: WheelEvent) => {
    e.preventDefault()
    const box = container.getBoundingClientRect()
    const at = { x: e.clientX - box.left, y: e.clientY - box.top }
    if (e.shiftKey || Math.abs(e.deltaX) > Math.abs(e.deltaY)) {
      look(panned(camera, { x: -(e.deltaX || e.deltaY), y: e.shiftKey ? 0 : -e.deltaY }), 'moving')
      return
    }
    const lines = e.deltaMode === WheelEvent.DOM_DELTA_LINE ? 16 : 1
    const strength = Math.max(-120, Math.min(120, e.deltaY * lines))
    look(zoomed(camera, camera.scale * Math.exp(-strength * 0.0018), at), 'moving')
  }
  const onMenu = (e: MouseEvent) => {
    e.preventDefault()
    on.menu({ x: e.clientX, y: e.clientY })
  }
  const onKey = (e: KeyboardEvent) => {
    if (e.code !== 'Space' || e.target !== container) return
    e.preventDefault()
    space = e.type === 'keydown'
    container.classList.toggle('tv-hand', space)
  }
  const onBlur = () => {
    space = false
    container.classList.remove('tv-hand')
  }

  const listeners: [string, EventListener, AddEventListenerOptions?][] = [
    ['pointerdown', onDown as EventListener],
    ['pointermove', onMove as EventListener],
    ['pointerup', onUp as EventListener],
    ['pointercancel', () => void cancel()],
    ['dblclick', onTwice as EventListener],
    ['wheel', onWheel as EventListener, { passive: false }],
    ['contextmenu', onMenu as EventListener],
    ['keydown', onKey as EventListener],
    ['keyup', onKey as EventListener],
    ['blur', onBlur],
  ]
  for (const [name, f, o] of listeners) container.addEventListener(name, f, o)

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
    at: (client: Point): Point => {
      const box = container.getBoundingClientRect()
      return toDrawing(camera, { x: client.x - box.left, y: client.y - box.top })
    },
    screenOf: (p: Point): Point => toScreen(camera, p),
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
    cancel,
    mark(next: ReadonlyMap<string, Marks>) {
      marks = next
      draw()
    },
    update() {
      const s = store.getState()
      if (s === told) return
      const placed = told?.placing && !s.placing
      told = s
      if (placed) above = undefined
      container.style.cursor = s.placing ? 'copy' : gesture?.at === 'panning' ? 'grabbing' : tools[s.tool].cursor
      // looked at from where it is all seen before it is drawn, so that it is drawn as it is seen
      if (!fitted && s.phase.at === 'ready' && size().width > 0) canvas.fit(s.history.now)
      if (!gesture) draw()
    },
    dispose() {
      cancelAnimationFrame(frame)
      for (const [name, f, o] of listeners) container.removeEventListener(name, f, o)
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
