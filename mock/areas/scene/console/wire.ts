/** Messages of a page, kept until somebody is there for them. */
import type { WebSocket } from 'ws'
import { consoleLimits } from '#src/contract/scene/console.ts'
import { ConsoleMessage } from '#src/contract/scene/console.schema.ts'

export interface Ears {
  bytes?(b: Buffer): void
  resize?(columns: number, rows: number): void
  ping(at: number): void
  malformed(): void
}

export function listenTo(socket: WebSocket): { start(ears: Ears): void } {
  let ears: Ears | undefined
  let held: [Buffer, boolean][] = []
  let size = 0
  function hear(data: Buffer, binary: boolean): void {
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
  return {
    start(given) {
      ears = given
      const all = held
      held = []
      for (const [data, binary] of all) hear(data, binary)
    },
  }
}

function json(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
