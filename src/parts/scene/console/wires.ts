/** Between a line and what draws it: bytes never go through the store. A screen that is not drawn yet, or drawn anew, is given what it missed. */
interface Screen {
  write(bytes: Uint8Array): void
  /** Empties it: everything is said again. */
  reset(): void
  /** The size of whoever is watched. */
  resize?(columns: number, rows: number): void
}
type Send = (data: string | Uint8Array) => void
interface Wire {
  screen: Screen | undefined
  send: Send | undefined
  size: { columns: number; rows: number }
  /** What was said so far, newest last. */
  past: Uint8Array[]
  bytes: number
}

/** Bytes kept for a screen that is drawn anew. */
const kept = 512 * 1024
const usual = { columns: 80, rows: 24 } as const

export interface ConsoleStreams {
  /** The line's side. */
  attach(key: string, send: Send): () => void
  say(key: string, bytes: Uint8Array): void
  reset(key: string): void
  /** What comes now is of another session: it begins on a line of its own, below what a program may have left half drawn. */
  anew(key: string): void
  resized(key: string, size: { columns: number; rows: number }): void
  size(key: string): { columns: number; rows: number }
  /** The screen's side; what was said before is written at once. */
  draw(key: string, screen: Screen): () => void
  type(key: string, text: string | Uint8Array): void
  resize(key: string, columns: number, rows: number): void
  drop(key: string): void
}

export function createConsoleStreams(): ConsoleStreams {
  const wires = new Map<string, Wire>()
  const of = (key: string): Wire => {
    let wire = wires.get(key)
    if (!wire) {
      wire = { screen: undefined, send: undefined, size: { ...usual }, past: [], bytes: 0 }
      wires.set(key, wire)
    }
    return wire
  }
  const text = new TextEncoder()
  const say = (key: string, bytes: Uint8Array): void => {
    const wire = of(key)
    wire.past.push(bytes)
    wire.bytes += bytes.length
    while (wire.bytes > kept && wire.past.length > 1) wire.bytes -= wire.past.shift()?.length ?? 0
    wire.screen?.write(bytes)
  }
  return {
    attach(key, send) {
      const wire = of(key)
      wire.send = send
      return () => {
        if (wire.send === send) wire.send = undefined
      }
    },
    say,
    reset(key) {
      const wire = of(key)
      wire.past = []
      wire.bytes = 0
      wire.screen?.reset()
    },
    anew(key) {
      // out of the alternate screen (47: 1049 would put the cursor back to where it once was), plain letters, a new line
      if (wires.get(key)?.past.length) say(key, text.encode('\x1b[?47l\x1b[0m\r\n'))
    },
    resized(key, { columns, rows }) {
      of(key).size = { columns, rows }
      of(key).screen?.resize?.(columns, rows)
    },
    size: (key) => of(key).size,
    draw(key, screen) {
      const wire = of(key)
      wire.screen = screen
      screen.resize?.(wire.size.columns, wire.size.rows)
      for (const bytes of wire.past) screen.write(bytes)
      return () => {
        if (wire.screen === screen) wire.screen = undefined
      }
    },
    type(key, data) {
      of(key).send?.(typeof data === 'string' ? text.encode(data) : data)
    },
    resize(key, columns, rows) {
      const wire = of(key)
      if (wire.size.columns === columns && wire.size.rows === rows) return
      wire.size = { columns, rows }
      wire.send?.(JSON.stringify({ type: 'resize', columns, rows }))
    },
    drop: (key) => void wires.delete(key),
  }
}
