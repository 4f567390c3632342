/** A small desktop as pixels: wallpaper, a bar with the clock, one terminal window that can be moved. */
import { cellsIn, cellWidthOf } from '../shell/width.ts'
import { cell, type Font } from './font.ts'
import { makeScreen, defaultColours, type TerminalScreen } from './screen.ts'

export const size = { width: 800, height: 600 } as const
export interface ScreenRect {
  x: number
  y: number
  width: number
  height: number
}
const bar = 26
const title = 24
const edge = 4

export interface PaintedDesktop {
  readonly screen: TerminalScreen
  /** 0xRRGGBB, row by row. */
  readonly pixels: Uint32Array
  /** Draws what has changed. @returns where */
  paint(clock: string): ScreenRect[]
  pointer(x: number, y: number, pressed: boolean): void
}

export function makeDesk(name: string, hue: number, font: Font): PaintedDesktop {
  const screen = makeScreen(80, 24)
  const pixels = new Uint32Array(size.width * size.height)
  const wall = new Uint32Array(size.width * size.height)
  const window: ScreenRect = {
    x: 76,
    y: 96,
    width: 80 * cell.width + 2 * edge,
    height: 24 * cell.height + title + edge,
  }
  let drag: { x: number; y: number } | undefined
  let shown = ''
  let blink = true
  let everything = true

  const mix = (a: number, b: number, t: number) =>
    [16, 8, 0].reduce((n, s) => n | (Math.round(((a >> s) & 255) * (1 - t) + ((b >> s) & 255) * t) << s), 0)
  const [from, to] = (
    [
      [0x12324a, 0x1f6f78],
      [0x2b2250, 0x7a3e73],
      [0x153a2c, 0x5c8a3a],
      [0x3a2417, 0x9a5b2c],
    ] as const
  )[hue % 4] ?? [0x12324a, 0x1f6f78]
  for (let y = 0; y < size.height; y++)
    for (let x = 0; x < size.width; x++) {
      const wave = 0.5 + 0.5 * Math.sin(x / 130 + Math.sin(y / 90) * 1.4)
      wall[y * size.width + x] = mix(from, to, Math.min(1, (y / size.height) * 0.75 + wave * 0.22))
    }

  const fill = (b: ScreenRect, colour: number) => {
    for (let y = Math.max(0, b.y); y < Math.min(size.height, b.y + b.height); y++)
      pixels.fill(
        colour,
        y * size.width + Math.max(0, b.x),
        y * size.width + Math.min(size.width, Math.max(0, b.x + b.width)),
      )
  }
  const put = (c: string, x: number, y: number, fg: number, bg: number) => {
    const { width, rows } = font(c)
    fill({ x, y, width, height: cell.height }, bg)
    rows.forEach((row, r) => {
      if (row === 0 || y + r < 0 || y + r >= size.height) return
      for (let i = 0; i < width; i++)
        if ((row >> (width - 1 - i)) & 1 && x + i >= 0 && x + i < size.width) pixels[(y + r) * size.width + x + i] = fg
    })
  }
  const text = (t: string, x: number, y: number, fg: number, bg: number) => {
    let at = x
    for (const c of t) {
      put(c, at, y, fg, bg)
      at += cellWidthOf(c) * cell.width
    }
  }
  const cellBox = (column: number, row: number): ScreenRect => ({
    x: window.x + edge + column * cell.width,
    y: window.y + title + row * cell.height,
    width: cell.width,
    height: cell.height,
  })
  function drawCell(column: number, row: number): void {
    const { c, fg, bg } = screen.cell(column, row)
    // drawn with its first half
    if (c === '') return
    const here = screen.cursor.row === row && screen.cursor.column === column && blink
    const b = cellBox(column, row)
    put(c, b.x, b.y, here ? defaultColours.bg : fg, here ? defaultColours.fg : bg)
  }
  const rowBox = (row: number): ScreenRect => ({ ...cellBox(0, row), width: screen.columns * cell.width })
  function whole(clock: string): void {
    pixels.set(wall)
    fill({ x: 0, y: 0, width: size.width, height: bar }, 0x0b1118)
    text(name, 10, 5, 0xe8edf2, 0x0b1118)
    text(clock, size.width - cellsIn(clock) * cell.width - 10, 5, 0xe8edf2, 0x0b1118)
    fill({ x: window.x - 1, y: window.y - 1, width: window.width + 2, height: window.height + 2 }, 0x05080c)
    fill({ ...window, height: title }, 0x2a3644)
    text(`Terminal - ${name}`, window.x + 10, window.y + 4, 0xe8edf2, 0x2a3644)
    ;[0xe5534b, 0xd7a65f, 0x6bbf59].forEach((c, i) =>
      fill({ x: window.x + window.width - 20 - i * 18, y: window.y + 7, width: 10, height: 10 }, c),
    )
    fill({ ...window, y: window.y + title, height: window.height - title }, defaultColours.bg)
    for (let r = 0; r < screen.rows; r++) for (let c = 0; c < screen.columns; c++) drawCell(c, r)
  }
  let lastRow = 0
  return {
    screen,
    pixels,
    paint(clock) {
      const rows = screen.dirty()
      if (everything) {
        everything = false
        shown = clock
        whole(clock)
        return [{ x: 0, y: 0, ...size }]
      }
      const out: ScreenRect[] = []
      if (clock !== shown) {
        shown = clock
        blink = !blink
        const box = {
          x: size.width - cellsIn(clock) * cell.width - 10,
          y: 5,
          width: cellsIn(clock) * cell.width,
          height: cell.height,
        }
        text(clock, box.x, box.y, 0xe8edf2, 0x0b1118)
        out.push(box)
        rows.add(screen.cursor.row)
      }
      // where the cursor was and where it is
      if (screen.cursor.row !== lastRow) rows.add(lastRow).add(screen.cursor.row)
      lastRow = screen.cursor.row
      for (const r of rows) {
        for (let c = 0; c < screen.columns; c++) drawCell(c, r)
        out.push(rowBox(r))
      }
      return out
    },
    pointer(x, y, pressed) {
      if (!pressed) {
        drag = undefined
        return
      }
      const onTitle = x >= window.x && x < window.x + window.width && y >= window.y && y < window.y + title
      if (!drag && onTitle) drag = { x: x - window.x, y: y - window.y }
      if (!drag) return
      const next = {
        x: Math.min(size.width - 60, Math.max(-400, x - drag.x)),
        y: Math.min(size.height - title, Math.max(bar, y - drag.y)),
      }
      if (next.x === window.x && next.y === window.y) return
      Object.assign(window, next)
      everything = true
    },
  }
}
