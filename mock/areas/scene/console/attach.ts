/** One page at a console: bytes to it and from it, and what happens when it reads too slowly. */
import type { WebSocket } from 'ws'
import { closeCode, type ConsoleEnd, consoleLimits as most, type ConsoleSay } from '#src/contract/scene/console.ts'
import type { ConsoleSocket } from './wire.ts'

export interface ConsoleClient {
  readonly user: { id: string; name: string }
  readonly session: string
  readonly shadow: boolean
  /** The class hour in which it looks on; null: it leads the scene. */
  readonly hour: string | null
  bytes(b: Uint8Array): void
  say(m: ConsoleSay): void
  end(why: ConsoleEnd): void
  /** Nothing more is taken from it for a while: what it sends waits with it. */
  hold(): void
  go(): void
  /** Bytes it has not read yet. */
  readonly behind: number
  readonly open: boolean
}

/** @param wire what takes its messages */
export function consoleClientOf(
  socket: WebSocket,
  wire: Pick<ConsoleSocket, 'hold' | 'go'>,
  o: Pick<ConsoleClient, 'user' | 'session' | 'shadow' | 'hour'> & { text: boolean },
): ConsoleClient {
  let over = false
  const page: ConsoleClient = {
    ...o,
    get behind() {
      return socket.bufferedAmount
    },
    hold: () => wire.hold('source'),
    go: () => wire.go('source'),
    get open() {
      return !over && socket.readyState === socket.OPEN
    },
    bytes(b) {
      if (!page.open) return
      if (socket.bufferedAmount > most.cutOff) page.end('slow')
      else socket.send(b, { binary: true })
    },
    say(m) {
      if (!o.text || !page.open) return
      // answers to what it sends pile up as well
      if (socket.bufferedAmount > most.cutOff) page.end('slow')
      else socket.send(JSON.stringify(m))
    },
    end(why) {
      if (over) return
      if (socket.bufferedAmount <= most.cutOff) page.say({ type: 'end', code: why })
      over = true
      // one that was held says nothing of its own end otherwise
      wire.go('source')
      socket.close(closeCode(why), why)
      // who does not read does not hear of the end either
      setTimeout(() => socket.terminate(), 2000).unref()
    },
  }
  return page
}
