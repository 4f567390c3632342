/** Messages of a page, kept until somebody is there for them, and taken no faster than anybody types. */
import type { WebSocket } from 'ws'
import { consoleLimits } from '#src/contract/scene/console.ts'
import { ConsoleMessage } from '#src/contract/scene/console.schema.ts'

interface Ears {
  bytes?(b: Buffer): void
  resize?(columns: number, rows: number): void
  ping(at: number): void
  malformed(): void
}

/** Why nothing more is taken from a page for a while. */
type Hold = 'source' | 'flood'
export interface ConsoleSocket {
  start(ears: Ears): void
  /** What it sends waits with it until every reason has gone. */
  hold(why: Hold): void
  go(why: Hold): void
}

/** Milliseconds that are looked at together, and messages of a page in them after which it waits for the next. */
export const flood = { ms: 100, messages: 500 } as const

export function listenTo(socket: WebSocket): ConsoleSocket {
  let ears: Ears | undefined
  let held: [Buffer, boolean][] = []
  let size = 0
  const holds = new Set<Hold>()
  const wire: ConsoleSocket = {
    start(given) {
      ears = given
      const all = held
      held = []
      for (const [data, binary] of all) hear(data, binary)
    },
    hold(why) {
      holds.add(why)
      socket.pause()
    },
    go(why) {
      holds.delete(why)
      if (!holds.size) socket.resume()
    },
  }

  let count = 0
  let next: NodeJS.Timeout | undefined
  function slowDown(): void {
    next ??= setTimeout(() => {
      next = undefined
      count = 0
      wire.go('flood')
    }, flood.ms).unref()
    if (++count === flood.messages) wire.hold('flood')
  }
  function hear(data: Buffer, binary: boolean): void {
    slowDown()
    if (!ears) {
      size += data.length
      if (size < consoleLimits.message) held.push([data, binary])
      return
    }
    // who only looks on has nothing to type
    if (binary) return ears.bytes?.(data)
    const read = ConsoleMessage.safeParse(json(data.toString('utf8')))
    if (!read.success) return ears.malformed()
    const m = read.data
    if (m.type === 'ping') ears.ping(m.at)
    else ears.resize?.(m.columns, m.rows)
  }
  socket.on('message', hear)
  socket.on('error', () => socket.terminate())
  socket.on('close', () => clearTimeout(next))
  return wire
}

function json(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
