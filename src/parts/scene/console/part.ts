/** Gives the life of consoles to the app's store; loaded with the first page that has one. */
import type { Api } from '../../../contract/api.ts'
import type { Client } from '../../../contract/lib/client.ts'
import {
  closeCode,
  type ConsoleSay,
  consoleLimits,
  consolePath,
  consoleProtocols,
} from '../../../contract/scene/console.ts'
import { providePart } from '../../../kit/data/later.ts'
import { type ConsoleServices, consolesSaga, type ConsoleConnection } from './consoles.saga.ts'
import { consolesSlice } from './consoles.slice.ts'
import { createConsoleStreams } from './wires.ts'

/** Code and bytes of consoles that are drawn on this page; keys are the page's own and never come twice. */
export const consoleStreams = createConsoleStreams()

const join: ConsoleServices['join'] = ({ url, protocols }, heard): ConsoleConnection => {
  const socket = new WebSocket(url, protocols)
  socket.binaryType = 'arraybuffer'
  socket.onmessage = ({ data }: MessageEvent<string | ArrayBuffer>) => {
    if (typeof data !== 'string') return heard({ bytes: new Uint8Array(data) })
    const say: ConsoleSay = JSON.parse(data)
    heard({ say })
  }
  socket.onclose = ({ code }) => heard({ closed: code })
  return {
    send(data) {
      if (socket.readyState !== WebSocket.OPEN) return
      if (typeof data === 'string') socket.send(data)
      else
        for (let at = 0; at < data.length; at += consoleLimits.message)
          socket.send(data.slice(at, at + consoleLimits.message))
    },
    close: (over) => (over ? socket.close(closeCode('exit')) : socket.close()),
  }
}

const lineOf =
  (client: Client<Api>, api: () => string): ConsoleServices['line'] =>
  async (wanted, resume, { columns, rows }, signal) => {
    const { ticket } = wanted.shadow
      ? wanted.hour
        ? await client(
            'POST /class-hours/:id/consoles/:console/watch',
            { params: { id: wanted.hour, console: wanted.shadow }, body: {} },
            { signal },
          )
        : await client('POST /consoles/:id/shadow', { params: { id: wanted.shadow }, body: {} }, { signal })
      : await client(
          'POST /scenes/:id/console',
          {
            params: { id: wanted.scene },
            body: {
              node: wanted.node,
              kind: wanted.kind,
              columns,
              rows,
              record: wanted.record,
              ...(resume ? { resume } : {}),
            },
          },
          { signal },
        )
    const url = new URL(api().replace(/\/$/, '') + consolePath)
    url.protocol = url.protocol === 'https:' ? 'wss:' : 'ws:'
    return { url: url.href, protocols: consoleProtocols(ticket, wanted.kind) }
  }

providePart({
  name: consolesSlice.name,
  reducer: consolesSlice.reducer,
  saga: ({ client, api, stale }) =>
    consolesSaga({
      line: lineOf(client, api),
      join,
      wires: consoleStreams,
      changed: () => stale(['consoles']),
      now: () => Date.now(),
      random: Math.random,
    }),
})
