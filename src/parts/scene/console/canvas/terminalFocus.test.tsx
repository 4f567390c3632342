/** A console that opens by itself takes the focus from nobody who writes. */
import { FitAddon } from '@xterm/addon-fit'
import { cleanup, render } from '@testing-library/react'
import { Terminal as Xterm } from '@xterm/xterm'
import { afterAll, afterEach, beforeAll, beforeEach, expect, it, vi } from 'vitest'
import type { ConsoleStreams } from '../wires.ts'
import { ConsoleTerminal } from './Terminal.tsx'

// on the class itself: a module in its place would not be the one that a file before this has loaded already
const focus = vi.spyOn(Xterm.prototype, 'focus')
beforeAll(() => {
  vi.stubGlobal(
    'ResizeObserver',
    class {
      observe = () => undefined
      disconnect = () => undefined
    },
  )
})
beforeEach(() => {
  focus.mockReset()
  // nothing is drawn here
  vi.spyOn(Xterm.prototype, 'open').mockImplementation(() => undefined)
  vi.spyOn(FitAddon.prototype, 'fit').mockImplementation(() => undefined)
})
afterAll(() => {
  vi.restoreAllMocks()
  // files of one worker share what stands on the window
  vi.unstubAllGlobals()
})
afterEach(() => {
  cleanup()
  document.body.replaceChildren()
})

const wires = {
  draw: () => () => undefined,
  type: () => undefined,
  resize: () => undefined,
} as unknown as ConsoleStreams
const open = (readOnly = false, container?: HTMLElement) =>
  render(
    <ConsoleTerminal
      wires={wires}
      wire="w"
      label="web"
      fontSize={14}
      theme="dark"
      readOnly={readOnly}
      typing={!readOnly}
    />,
    container ? { container } : {},
  )
const put = (html: string, into: Element | ShadowRoot = document.body): HTMLElement => {
  into.innerHTML = html
  const made = into.firstElementChild as HTMLElement
  made.focus()
  return made
}

it('goes where nobody writes', () => {
  open()
  expect(focus).toHaveBeenCalled()
  focus.mockReset()
  put('<button>Start</button>')
  open()
  expect(focus).toHaveBeenCalled()
})

it.each([
  ['a field', '<input>'],
  ['another console', '<textarea></textarea>'],
  ['a list', '<select></select>'],
  ['an editor', '<div contenteditable="true" tabindex="0"></div>'],
])('leaves %s its writer', (_what, html) => {
  const there = put(html)
  open()
  expect(focus).not.toHaveBeenCalled()
  expect(document.activeElement).toBe(there)
})

it('looks into the shadow root of a host', () => {
  const host = document.createElement('div')
  document.body.append(host)
  const root = host.attachShadow({ mode: 'open' })
  put('<input>', root)
  const place = document.createElement('div')
  root.append(place)
  open(false, place)
  expect(focus).not.toHaveBeenCalled()
})

it('somebody else’s takes it never', () => {
  open(true)
  expect(focus).not.toHaveBeenCalled()
})
