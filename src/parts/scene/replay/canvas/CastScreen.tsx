/** The screen of a recorded terminal at a place of its recording. */
import '@xterm/xterm/css/xterm.css'
import { Terminal } from '@xterm/xterm'
import { useEffect, useRef } from 'react'
import { fontOf, themeOf } from '../../console/canvas/Terminal.tsx'
import type { TerminalCast } from '../cast.logic.ts'

interface CastScreenProps {
  cast: TerminalCast
  /** How many of its events are shown. */
  shown: number
  theme: string
  label: string
}

const sizeOf = (text: string): [number, number] | undefined => {
  const [columns, rows] = text.split('x').map(Number)
  return columns && rows && columns <= 1000 && rows <= 1000 ? [columns, rows] : undefined
}

export default function CastScreen({ cast, shown, theme, label }: CastScreenProps) {
  const place = useRef<HTMLDivElement>(null)
  const term = useRef<Terminal | null>(null)
  const written = useRef(0)
  useEffect(() => {
    const element = place.current
    if (!element) return undefined
    const made = new Terminal({
      cols: cast.columns,
      rows: cast.rows,
      fontFamily: fontOf(element),
      fontSize: 13,
      scrollback: 2000,
      disableStdin: true,
      screenReaderMode: true,
      theme: themeOf(element),
    })
    made.open(element)
    made.textarea?.setAttribute('aria-label', label)
    term.current = made
    written.current = 0
    return () => {
      made.dispose()
      term.current = null
    }
  }, [cast, label])
  useEffect(() => {
    if (term.current && place.current) term.current.options.theme = themeOf(place.current)
  }, [theme])
  useEffect(() => {
    const screen = term.current
    if (!screen) return
    // a screen has no way back: it is shown again from its beginning
    if (shown < written.current) {
      screen.reset()
      screen.resize(cast.columns, cast.rows)
      written.current = 0
    }
    let text = ''
    const flush = () => {
      if (text) screen.write(text)
      text = ''
    }
    for (const e of cast.events.slice(written.current, shown)) {
      if (e.kind === 'out') text += e.text
      const size = e.kind === 'size' ? sizeOf(e.text) : undefined
      if (!size) continue
      flush()
      screen.resize(...size)
    }
    flush()
    written.current = shown
  }, [cast, shown, label])
  return <div ref={place} className="replay-terminal" />
}
