/**
 * Between the browser's pointer and the tools: turns events into what the tools understand, shows their drafts at most once a frame, and
 * hands their changes to the editor.
 */
import type { TopologyDocument } from '../../../../contract/topology/document.ts'
import { type Camera, panned, toDrawing } from '../../../../parts/topology-view/camera.ts'
import type { Point } from '../../../../parts/topology-view/figure.ts'
import { fingers } from '../../../../parts/topology-view/fingers.ts'
import { wheeled } from '../../../../parts/topology-view/wheel.ts'
import { isWritable } from '../editor.state.ts'
import type { LinkRefusal } from '../model/links.ts'
import type { EditorStore } from '../store.ts'
import { down, moveGesture, up } from '../tools/tools.ts'
import type { Gesture, Overlay, Pointed, Sight, ToolStep } from '../tools/tool.ts'
import { hitOf } from './hit.ts'
import { elementUnder } from '../../../../lib/shadow.ts'

export interface PointerContext {
  container: HTMLElement
  store: EditorStore
  camera(): Camera
  look(next: Camera, at?: 'moving'): void
  draw(): void
  place(at: Point): void
  refused(why: LinkRefusal): void
  menu(at: Point): void
}

export function createPointer({ container, store, ...on }: PointerContext) {
  let gesture: Gesture | null = null
  let draft: TopologyDocument | undefined
  let above: Overlay | undefined
  let space = false
  let pending: PointerEvent | undefined
  let frame = 0
  const touched = fingers()

  const inside = (e: MouseEvent): Point => {
    const box = container.getBoundingClientRect()
    return { x: e.clientX - box.left, y: e.clientY - box.top }
  }
  const sight = (): Sight => {
    const s = store.getState()
    return {
      doc: s.history.now,
      selection: s.selection,
      writable: isWritable(s),
      scale: on.camera().scale,
      from: s.from,
    }
  }
  const pointed = (e: PointerEvent, deep: boolean): Pointed => {
    const screen = inside(e)
    const under = deep ? elementUnder(container, e.clientX, e.clientY) : null
    return {
      ...toDrawing(on.camera(), screen),
      screen,
      hit: under && container.contains(under) ? hitOf(under) : { on: 'nothing' },
      button: e.button === 1 ? 'middle' : e.button === 2 ? 'second' : 'main',
      shift: e.shiftKey || e.ctrlKey || e.metaKey,
      alt: e.altKey,
      space,
      finger: e.pointerType === 'touch',
    }
  }
  const take = (step: ToolStep) => {
    gesture = step.gesture
    draft = step.draft
    above = step.overlay
    if (step.pan) on.look(panned(on.camera(), step.pan), 'moving')
    if (step.refused) on.refused(step.refused)
    if (step.select) store.dispatch({ type: 'selected', ids: step.select })
    if (step.change) store.dispatch({ type: 'changed', change: step.change })
    if (step.from !== undefined) store.dispatch({ type: 'set', parts: { from: step.from } })
    container.classList.toggle('tv-panning', gesture?.at === 'panning')
    on.draw()
  }
  const cancel = () => {
    if (!gesture) return false
    take({ gesture: null })
    return true
  }
  const ghost = (e: PointerEvent) => {
    const { placing } = store.getState()
    if (!placing) return
    const p = pointed(e, false)
    above = { at: 'ghost', x: p.x, y: p.y, kind: placing.kind }
    on.draw()
  }
  const step = () => {
    frame = 0
    const e = pending
    pending = undefined
    if (!e) return
    if (gesture) take(moveGesture(gesture, pointed(e, gesture.at === 'linking'), sight()))
    else ghost(e)
  }

  const onDown = (e: PointerEvent) => {
    if (e.pointerType === 'touch' && touched.down(e.pointerId, inside(e)) > 1) {
      cancel()
      return
    }
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
    const both = e.pointerType === 'touch' ? touched.move(e.pointerId, inside(e), on.camera()) : undefined
    if (both) {
      on.look(both, 'moving')
      return
    }
    if (!gesture && !store.getState().placing) return
    pending = e
    frame ||= requestAnimationFrame(step)
  }
  const onUp = (e: PointerEvent) => {
    touched.up(e.pointerId)
    if (!gesture) return
    if (frame) {
      cancelAnimationFrame(frame)
      step()
    }
    const at = gesture
    if (at) take(up(at, pointed(e, at.at === 'linking'), sight()))
  }
  const onGone = (e: PointerEvent) => {
    touched.up(e.pointerId)
    cancel()
  }
  const onTwice = (e: MouseEvent) => {
    if (!(e.target instanceof Element)) return
    const hit = hitOf(e.target)
    if (hit.on === 'node' || hit.on === 'link' || hit.on === 'drawing' || hit.on === 'port')
      store.dispatch({ type: 'form' })
  }
  const onWheel = (e: WheelEvent) => {
    e.preventDefault()
    on.look(wheeled(on.camera(), e, inside(e)), 'moving')
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

  const off = new AbortController()
  const listen = <K extends keyof HTMLElementEventMap>(
    name: K,
    f: (e: HTMLElementEventMap[K]) => void,
    passive = true,
  ) => container.addEventListener(name, f, { signal: off.signal, ...(passive ? {} : { passive }) })
  listen('pointerdown', onDown)
  listen('pointermove', onMove)
  listen('pointerup', onUp)
  listen('pointercancel', onGone)
  listen('dblclick', onTwice)
  listen('wheel', onWheel, false)
  listen('contextmenu', onMenu)
  listen('keydown', onKey)
  listen('keyup', onKey)
  listen('blur', onBlur)
  return {
    /** What is going on. */
    gesture: () => gesture,
    /** Shown instead of the drawing until that ends. */
    draft: () => draft,
    above: () => above,
    cancel,
    /** What was held over the drawing has been set down. */
    settle() {
      above = undefined
    },
    dispose() {
      cancelAnimationFrame(frame)
      off.abort()
    },
  }
}
