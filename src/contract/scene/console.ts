/**
 * What a console and its page say to each other over a WebSocket. Binary messages are bytes of the thing itself: of a terminal, or RFB of a
 * desktop (RFC 6143, sub-protocol `binary`, as noVNC speaks it). Text messages are one JSON object each; a desktop has none.
 */
import type { ConsoleKind } from './node.ts'

/** Below the API base: a WebSocket, opened with `consoleProtocols`. */
export const consolePath = '/console'
const ticketPrefix = 'ticket.'
/**
 * What a page offers as `Sec-WebSocket-Protocol`: how the console speaks, which the server chooses, and the ticket. A browser sends no header
 * of its own with a WebSocket, and proxies write addresses down.
 */
export const consoleProtocols = (ticket: string, kind: ConsoleKind): string[] => [
  kind === 'desktop' ? 'binary' : 'terminal',
  ticketPrefix + ticket,
]
/** Of what was offered the protocol that is spoken, and the ticket. */
export function readConsoleProtocols(offered: readonly string[]): { speaks: string | undefined; ticket: string } {
  const ticket = offered.find((p) => p.startsWith(ticketPrefix)) ?? ''
  return { speaks: offered.find((p) => p !== ticket), ticket: ticket.slice(ticketPrefix.length) }
}

export const consoleLimits = {
  /** Seconds a ticket is good for, once. */
  ticket: 30,
  /** Seconds a console waits for its page to come back. */
  grace: 300,
  /** Seconds without a key, a pointer or a ping after which it is closed. */
  idle: 1800,
  /** Seconds between two pings of a page. */
  ping: 25,
  /** Bytes of the last output that are shown again to whoever comes back. */
  replay: 256 * 1024,
  /** Bytes a reader may be behind before its source has to wait, and before it is cut off. */
  behind: 1024 * 1024,
  cutOff: 8 * 1024 * 1024,
  /** Bytes of one message of a page. */
  message: 256 * 1024,
  /** Consoles of one person and of one server. */
  account: 20,
  server: 1000,
  columns: { min: 2, max: 500, default: 80 },
  rows: { min: 1, max: 300, default: 24 },
} as const

/** A teacher asks for the keys of a learner's console, or has them. */
export const takeoverStates = ['asked', 'taken'] as const
export type TakeoverState = (typeof takeoverStates)[number]

/** To the page. `ready` comes first; when `resumed`, the last output follows, after a reset of the screen. */
export type ConsoleSay =
  | {
      type: 'ready'
      console: string
      node: string
      kind: ConsoleKind
      resumed: boolean
      shadow: boolean
      recording: string | null
    }
  | { type: 'pong'; at: number }
  /** Who looks over the shoulder now. */
  | { type: 'watched'; by: string[] }
  /** The watched one's size changed; a watcher follows. */
  | { type: 'size'; columns: number; rows: number }
  | { type: 'end'; code: ConsoleEnd }

/**
 * Why a console was closed: the close code is 4000 and its place here. `foreign`: what was to be come back to is another’s, or of another
 * scene, node or session.
 */
const consoleEnds = [
  'exit',
  'ticket',
  'origin',
  'session',
  'scene',
  'node',
  'idle',
  'slow',
  'limit',
  'server',
  'replaced',
  'malformed',
  'rights',
  'foreign',
] as const
export type ConsoleEnd = (typeof consoleEnds)[number]
export const closeCode = (end: ConsoleEnd): number => 4000 + consoleEnds.indexOf(end)
export const consoleEndOf = (code: number): ConsoleEnd | undefined => consoleEnds[code - 4000]
/** After these it makes sense to ask for another ticket and come back. */
export const comesBack = (end: ConsoleEnd | undefined): boolean =>
  end === undefined || end === 'server' || end === 'slow'
