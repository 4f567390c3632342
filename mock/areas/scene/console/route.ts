/** Where consoles are reached: `GET <base>/console`, as a WebSocket. Pages of other origins are turned away before the ticket is looked at. */
import websocket from '@fastify/websocket'
import type { FastifyInstance } from 'fastify'
import type { WebSocket } from 'ws'
import { closeCode, consoleLimits, consolePath, readConsoleProtocols } from '#src/contract/scene/console.ts'
import { apiBase } from '#mock/http/request/bases.ts'
import { Fail } from '#mock/http/request/handler.ts'
import { selfOrigin } from '#mock/http/reply/headers.ts'
import type { Origins } from '#mock/http/guard/origins.ts'
import { addressOf, strangerKey } from '#mock/http/guard/network.ts'
import { sendProblem } from '#mock/http/reply/problem.ts'
import type { RateLimiter } from '#mock/http/guard/rate.ts'
import { carriedBy } from './carry.ts'
import type { ConsoleHub } from './hub.ts'

/** Control frames are answered one by one, and only to who reads the answers. */
function answerPings(socket: WebSocket): void {
  socket.on('ping', (data) => {
    if (socket.bufferedAmount > consoleLimits.cutOff) socket.terminate()
    else socket.pong(data, false, () => {})
  })
}

export async function consoleRoute(
  app: FastifyInstance,
  { origins, limiter, hub }: { origins: Origins; limiter: RateLimiter; hub: ConsoleHub },
): Promise<void> {
  await app.register(websocket, {
    options: {
      maxPayload: consoleLimits.message,
      perMessageDeflate: false,
      autoPong: false,
      // the ticket is never said again
      handleProtocols: (offered: Set<string>) => readConsoleProtocols([...offered]).speaks ?? false,
    },
  })
  app.route({
    method: 'GET',
    url: apiBase + consolePath,
    config: { standing: true },
    exposeHeadRoute: false,
    handler: (_req, reply) => sendProblem(reply, new Fail('not_found')),
    wsHandler(socket, req) {
      answerPings(socket)
      // no session has been looked at: it is counted as its network's
      if (!limiter.take('address', 'read', strangerKey(addressOf(req), 'console')).allowed) {
        socket.close(closeCode('limit'), 'limit')
        return
      }
      const { origin } = req.headers
      if (origin !== undefined && !origins.allows(origin, selfOrigin(req))) {
        socket.close(closeCode('origin'), 'origin')
        return
      }
      const { ticket } = readConsoleProtocols((req.headers['sec-websocket-protocol'] ?? '').split(/\s*,\s*/))
      hub.open(socket, ticket, carriedBy in req.headers).catch(() => socket.close(closeCode('server'), 'server'))
    },
  })
}
