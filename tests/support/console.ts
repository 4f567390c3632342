/** A console's line, opened as its page opens it. */
import WebSocket from 'ws'
import { consolePath, consoleProtocols } from '#src/contract/scene/console.ts'
import type { ConsoleKind } from '#src/contract/scene/node.ts'

/** @param api base of the interface, as `http://…/api/mg/api`, or the port of this machine it is at */
export const consoleSocket = (
  api: string | number,
  ticket: string,
  { kind = 'terminal', headers = {} }: { kind?: ConsoleKind; headers?: Record<string, string> } = {},
): WebSocket => {
  const base = typeof api === 'number' ? `ws://127.0.0.1:${api}/api/mg/api` : api.replace('http', 'ws')
  return new WebSocket(base + consolePath, consoleProtocols(ticket, kind), { headers })
}
