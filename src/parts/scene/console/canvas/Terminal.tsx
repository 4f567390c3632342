/** A terminal on the page. Its colours are the theme's, its size is that of its place, its bytes come over a wire (`../wires.ts`). */
import '@xterm/xterm/css/xterm.css'
import { FitAddon } from '@xterm/addon-fit'
import { type ITheme, Terminal as Xterm } from '@xterm/xterm'
import { useEffect, useImperativeHandle, useRef, type Ref } from 'react'
import { focused } from '../../../../lib/shadow.ts'
import { chartTokens } from '../../../../theme/chart.ts'
import { lettersFor } from '../desk.logic.ts'
import type { ConsoleStreams } from '../wires.ts'

export interface TerminalHandle {
  focus(): void
  selection(): string
  paste(text: string): void
  /** Lines as they are on the screen. */
  lines(): string[]
}
export interface TerminalProps {
  wires: ConsoleStreams
  /** Of the console. */
  wire: string
  label: string
  fontSize: number
  theme: string
  /** Somebody else's: nothing is typed, and the size is his. */
  readOnly: boolean
  /** What is typed is sent: at one's own, and at somebody else's whose keys one has. */
  typing: boolean
  handle?: Ref<TerminalHandle>
}

/** The sixteen colours of a terminal out of the theme's own, told apart on both grounds. */
export function themeOf(element: Element): ITheme {
  const { panel, text, dim, line, accent, ok, warn, bad, info, data } = chartTokens(element)
  const magenta = data[4] ?? info
  const cyan = data[5] ?? info
  return {
    background: panel,
    foreground: text,
    cursor: accent,
    cursorAccent: panel,
    selectionBackground: line,
    black: line,
    red: bad,
    green: ok,
    yellow: warn,
    blue: info,
    magenta,
    cyan,
    white: text,
    brightBlack: dim,
    brightRed: bad,
    brightGreen: ok,
    brightYellow: warn,
    brightBlue: info,
    brightMagenta: magenta,
    brightCyan: cyan,
    brightWhite: text,
  }
}

export const fontOf = (element: Element): string =>
  getComputedStyle(element).getPropertyValue('--mg-mono').trim() || 'monospace'

/** Whoever writes somewhere, in another console or in a field beside it, goes on there when this one opens, or gets its keys, by itself. */
function focusUnlessWriting(term: Xterm): void {
  if (!focused()?.matches('input, textarea, select, [contenteditable]')) term.focus()
}

export function ConsoleTerminal({ wires, wire, label, fontSize, theme, readOnly, typing, handle }: TerminalProps) {
  const place = useRef<HTMLDivElement>(null)
  const xterm = useRef<Xterm | null>(null)
  const fit = useRef<FitAddon | null>(null)
  const wanted = useRef(fontSize)
  const wholeNow = useRef(() => {})

  useEffect(() => {
    const element = place.current
    if (!element) return undefined
    const term = new Xterm({
      fontFamily: fontOf(element),
      cursorBlink: true,
      scrollback: 5000,
      convertEol: false,
      screenReaderMode: true,
      // what a program prints faintly is read on paper, too
      minimumContrastRatio: 4.5,
    })
    const fitting = new FitAddon()
    term.loadAddon(fitting)
    term.open(element)
    term.textarea?.setAttribute('aria-label', label)
    xterm.current = term
    fit.current = fitting
    // somebody else's is shown whole: its columns and rows are his, so the letters follow the place
    const whole = () => {
      const room = fitting.proposeDimensions()
      if (!readOnly || !room || !element.clientWidth) return
      const now = term.options.fontSize ?? wanted.current
      const next = lettersFor(term, { ...room, at: now }, wanted.current)
      if (next !== now) term.options.fontSize = next
    }
    wholeNow.current = whole
    const leave = wires.draw(wire, {
      write: (bytes) => term.write(bytes),
      reset: () => term.reset(),
      ...(readOnly
        ? {
            resize: (columns: number, rows: number) => {
              term.resize(columns, rows)
              whole()
            },
          }
        : {}),
    })
    const typing = term.onData((text) => wires.type(wire, text))
    const binary = term.onBinary((text) =>
      wires.type(
        wire,
        Uint8Array.from(text, (c) => c.charCodeAt(0)),
      ),
    )
    const sizing = term.onResize(({ cols, rows }) => {
      if (!readOnly) wires.resize(wire, cols, rows)
    })
    const watch = new ResizeObserver(() => {
      if (readOnly) whole()
      else if (element.clientWidth > 0) fitting.fit()
    })
    watch.observe(element)
    if (!readOnly) focusUnlessWriting(term)
    return () => {
      watch.disconnect()
      for (const each of [typing, binary, sizing]) each.dispose()
      leave()
      term.dispose()
      xterm.current = null
      fit.current = null
    }
  }, [wires, wire, readOnly, label])

  useEffect(() => {
    if (!xterm.current) return
    xterm.current.options.disableStdin = !typing
    if (typing) focusUnlessWriting(xterm.current)
  }, [typing, wire, readOnly, label])

  useEffect(() => {
    if (!xterm.current || !place.current) return
    xterm.current.options.fontSize = fontSize
    xterm.current.options.theme = themeOf(place.current)
    wanted.current = fontSize
    if (readOnly) wholeNow.current()
    else if (place.current.clientWidth > 0) fit.current?.fit()
  }, [fontSize, theme, readOnly, wire, label])

  useImperativeHandle(handle, () => ({
    focus: () => xterm.current?.focus(),
    selection: () => xterm.current?.getSelection() ?? '',
    paste: (text) => xterm.current?.paste(text),
    lines() {
      const screen = xterm.current?.buffer.active
      if (!screen || !xterm.current) return []
      return Array.from(
        { length: xterm.current.rows },
        (_, i) => screen.getLine(screen.viewportY + i)?.translateToString(true) ?? '',
      )
    },
  }))
  return <div ref={place} className="mg-terminal" data-whole={readOnly || undefined} />
}
