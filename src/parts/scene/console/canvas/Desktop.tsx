/** A desktop on the page: noVNC speaks RFB on a line of its own and says when it has lost it. */
import RFB from '@novnc/novnc'
import { useEffect, useImperativeHandle, useRef, type Ref } from 'react'
import type { ConsoleLine } from '../consoles.slice.ts'

/** As X11 names keys (keysymdef.h): Latin-1 is itself, other characters have 0x01000000 added, the end of a line is Return. */
const keysymOf = (c: string): number => {
  const code = c.codePointAt(0) ?? 0
  return c === '\n' ? 0xff0d : c === '\t' ? 0xff09 : code < 0x100 ? code : 0x0100_0000 + code
}

/** What is drawn on it, as a canvas of its own. */
function pictureOf(canvas: HTMLCanvasElement): HTMLCanvasElement {
  const copy = document.createElement('canvas')
  copy.width = canvas.width
  copy.height = canvas.height
  if (canvas.width > 0 && canvas.height > 0) copy.getContext('2d')?.drawImage(canvas, 0, 0)
  return copy
}

export interface DesktopHandle {
  focus(): void
  paste(text: string): void
  ctrlAltDel(): void
  /** What is drawn now; null before anything is. */
  canvas(): HTMLCanvasElement | null
}
export interface DesktopProps {
  /** May be opened once; without one the last picture stays. */
  line: ConsoleLine | undefined
  label: string
  readOnly: boolean
  /** Whole in its place, or pixel by pixel. */
  scaled: boolean
  connected: () => void
  /** @param code with which the line was closed */
  lost: (code: number) => void
  copied: (text: string) => void
  handle?: Ref<DesktopHandle>
}

export function Desktop({ line, label, readOnly, scaled, connected, lost, copied, handle }: DesktopProps) {
  const place = useRef<HTMLDivElement>(null)
  const last = useRef<HTMLDivElement>(null)
  const rfb = useRef<RFB | null>(null)
  const tell = useRef({ connected, lost, copied })
  useEffect(() => {
    tell.current = { connected, lost, copied }
  })

  useEffect(() => {
    const element = place.current
    if (!element || line === undefined) return undefined
    // the line is made here, so that the reason it was closed for can be read
    const socket = new WebSocket(line.url, line.protocols)
    let code = 0
    let over = false
    socket.addEventListener('close', (e) => {
      code = e.code
    })
    const client = new RFB(element, socket, { shared: true })
    client.background = 'transparent'
    client.focusOnClick = true
    rfb.current = client
    const stillPicture = last.current
    let canvas: HTMLCanvasElement | null = null
    client.addEventListener('connect', () => {
      canvas = element.querySelector('canvas')
      canvas?.setAttribute('role', 'img')
      canvas?.setAttribute('aria-label', label)
      stillPicture?.replaceChildren()
      tell.current.connected()
    })
    client.addEventListener('disconnect', () => {
      over = true
      // noVNC takes its canvas off the page with the line
      if (canvas && stillPicture) stillPicture.replaceChildren(pictureOf(canvas))
      // the close event of the socket may come after noVNC's own
      queueMicrotask(() => tell.current.lost(code))
    })
    client.addEventListener('clipboard', (e) => tell.current.copied(e.detail.text))
    return () => {
      rfb.current = null
      // a line that is gone must not be closed once more
      if (!over) client.disconnect()
    }
  }, [line, label])

  useEffect(() => {
    if (!rfb.current) return
    rfb.current.viewOnly = readOnly
    rfb.current.scaleViewport = scaled
    rfb.current.clipViewport = !scaled
    rfb.current.dragViewport = !scaled && readOnly
  }, [readOnly, scaled, line, label])

  useImperativeHandle(handle, () => ({
    focus: () => rfb.current?.focus(),
    paste(text) {
      // the clipboard of RFB is Latin-1; what is not is typed, character by character
      if (/^[\0-\xff]*$/.test(text)) rfb.current?.clipboardPasteFrom(text)
      else for (const c of text) rfb.current?.sendKey(keysymOf(c), null)
    },
    ctrlAltDel: () => rfb.current?.sendCtrlAltDel(),
    canvas: () => place.current?.querySelector('canvas') ?? null,
  }))
  return (
    <>
      <div ref={last} className="mg-desktop mg-desktop-last" aria-hidden="true" />
      <div ref={place} className="mg-desktop" />
    </>
  )
}
