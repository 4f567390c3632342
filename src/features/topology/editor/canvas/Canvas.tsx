/** The drawing's place on the page: mounts the canvas, its small map and its zoom, and reads it aloud. */
import './canvas.css'
import { type DragEvent, type KeyboardEvent, useEffect, useRef, useState } from 'react'
import { t } from '../../../../i18n/index.ts'
import { useSettings } from '../../../../kit/session/use.ts'
import type { NodeMarks } from '../../../../parts/topology-view/canvas/node.ts'
import type { Camera, Size } from '../../../../parts/topology-view/camera.ts'
import type { Point } from '../../../../parts/topology-view/figure.ts'
import { IconButton } from '../../../../ui/input/Button.tsx'
import { dragType } from '../palette/Palette.tsx'
import type { LinkRefusal } from '../model/links.ts'
import { useEditorStore } from '../store.ts'
import { type Canvas, createCanvas } from './controller.ts'
import { drawMini, type Mini, miniOf, miniPoint, type MiniScale } from './minimap.ts'

interface CanvasProps {
  /** The canvas when it stands, nothing when it is gone. */
  onReady: (canvas: Canvas | undefined) => void
  marks: ReadonlyMap<string, NodeMarks>
  onPlace: (at: Point) => void
  /** Something of the palette was dropped. */
  onDrop: (text: string, at: Point) => void
  onKey: (e: KeyboardEvent) => void
  onRefused: (why: LinkRefusal) => void
  onMenu: (at: Point) => void
  describedBy: string
}

export function CanvasBox({ marks, describedBy, ...on }: CanvasProps) {
  const store = useEditorStore()
  const canvas = useRef<Canvas>()
  const box = useRef<HTMLDivElement>(null)
  const mini = useRef<HTMLCanvasElement>(null)
  const small = useRef<Mini>()
  const scale = useRef<MiniScale>()
  const heard = useRef(on)
  const redraw = useRef<() => void>()
  const [zoom, setZoom] = useState(100)
  const [mapped, setMapped] = useState(true)
  const { theme } = useSettings()
  useEffect(() => {
    heard.current = on
  })
  useEffect(() => {
    if (!box.current) return
    let frame = 0
    const map = () => {
      frame = 0
      const s = store.getState()
      if (!mini.current || !made) return
      if (small.current?.canvas !== mini.current) small.current = miniOf(mini.current)
      scale.current = drawMini(small.current, s.history.now, new Set(s.selection), made.camera(), made.size())
    }
    const later = () => {
      frame ||= requestAnimationFrame(map)
    }
    let made: Canvas | undefined
    made = createCanvas(box.current, store, {
      looked: (camera: Camera, _size: Size) => {
        setZoom(Math.round(camera.scale * 100))
        later()
      },
      place: (at) => heard.current.onPlace(at),
      refused: (why) => heard.current.onRefused(why),
      menu: (at) => heard.current.onMenu(at),
    })
    canvas.current = made
    heard.current.onReady(made)
    redraw.current = later
    const unsubscribe = store.subscribe(later)
    later()
    return () => {
      cancelAnimationFrame(frame)
      unsubscribe()
      made?.dispose()
      canvas.current = undefined
      heard.current.onReady(undefined)
    }
  }, [store])
  useEffect(() => canvas.current?.mark(marks), [marks])
  useEffect(() => {
    small.current = undefined
    redraw.current?.()
  }, [mapped, theme])

  const jump = (e: { clientX: number; clientY: number; currentTarget: HTMLCanvasElement; buttons: number }) => {
    if (!scale.current || e.buttons !== 1) return
    const r = e.currentTarget.getBoundingClientRect()
    canvas.current?.centre(miniPoint(scale.current, { x: e.clientX - r.left, y: e.clientY - r.top }))
  }
  return (
    <div className="te-canvas">
      <div
        ref={box}
        className="tv-stage te-grid"
        role="application"
        tabIndex={0}
        aria-label={t('editor.canvas')}
        aria-describedby={describedBy}
        data-canvas
        onKeyDown={on.onKey}
        onDragOver={(e: DragEvent) => {
          if (e.dataTransfer.types.includes(dragType)) e.preventDefault()
        }}
        onDrop={(e: DragEvent) => {
          const text = e.dataTransfer.getData(dragType)
          if (!text || !canvas.current) return
          e.preventDefault()
          on.onDrop(text, canvas.current.at({ x: e.clientX, y: e.clientY }))
        }}
      />
      <div className="te-corner">
        {mapped && (
          <canvas ref={mini} className="te-mini" aria-hidden="true" onPointerDown={jump} onPointerMove={jump} />
        )}
        <div className="te-zoom">
          <IconButton
            size="small"
            icon="map"
            label={t('editor.minimap')}
            pressed={mapped}
            onClick={() => setMapped(!mapped)}
          />
          <IconButton
            size="small"
            icon="minus"
            label={t('editor.command.zoom_out')}
            onClick={() => canvas.current?.zoom(1 / 1.25)}
          />
          <button
            type="button"
            className="te-percent mg-num"
            title={t('editor.command.actual')}
            onClick={() => canvas.current?.actual()}
          >
            {zoom} %
          </button>
          <IconButton
            size="small"
            icon="plus"
            label={t('editor.command.zoom_in')}
            onClick={() => canvas.current?.zoom(1.25)}
          />
          <IconButton size="small" icon="fit" label={t('editor.command.fit')} onClick={() => canvas.current?.fit()} />
        </div>
      </div>
    </div>
  )
}
