/**
 * A page whose balancer sent it to another process than the one that holds its console: its messages are carried there and back. The ticket
 * goes along unopened, so the holder decides as if the page had come by itself, and no process needs another's trust.
 */
import type { AddressInfo } from 'node:net'
import os from 'node:os'
import type { FastifyInstance } from 'fastify'
import { WebSocket } from 'ws'
import {
  closeCode,
  consoleLimits as most,
  consoleEndOf,
  consolePath,
  consoleProtocols,
} from '#src/contract/scene/console.ts'
import type { Queryable } from '#mock/db/db.ts'
import { hashOf } from './ticket.ts'

/** Header of what was carried once: it is not carried on. */
export const carriedBy = 'x-console-carried'
/** Seconds without a sign of life after which a holder counts as gone, and milliseconds to reach one. */
const [fresh, reach] = [20, 2000] as const

/** Where this process is reached by the others, base of the API included; nowhere before it listens. */
export function advertisedUrlOf(app: FastifyInstance, base: string, said?: string): string {
  if (said) return said.replace(/\/$/, '') + base
  const at = app.server.address() as AddressInfo | string | null
  if (at === null || typeof at === 'string') return ''
  const everywhere = at.address === '0.0.0.0' || at.address === '::'
  const host = everywhere ? ownAddress() : at.address
  return `http://${host.includes(':') ? `[${host}]` : host}:${at.port}${base}`
}
const ownAddress = (): string =>
  Object.values(os.networkInterfaces())
    .flatMap((all) => all ?? [])
    .find((a) => a.family === 'IPv4' && !a.internal)?.address ?? '127.0.0.1'

/**
 * The process that holds the console a ticket is for, or the machine that a new one would be of, when it is another one and alive.
 * @param own this process, and whose machines it has
 */
export async function holderOf(
  q: Queryable,
  ticket: string,
  own: { server: string; host: string },
  now: Date,
): Promise<string | undefined> {
  const { rows } = await q.query<{ address: string }>(
    `select address from (
       select 1 as place, c.address, c.seen_at from scene_ticket t join scene_console c on c.id = t.console_id
         where t.hash = $1 and c.server <> $2
       union all
       select 2, h.address, h.seen_at from scene_ticket t join scene s on s.id = t.scene_id join machine_host h on h.host = s.host
         where t.hash = $1 and s.host <> $3
     ) holders where address <> '' and seen_at > $4 order by place limit 1`,
    [hashOf(ticket), own.server, own.host, new Date(now.getTime() - fresh * 1000).toISOString()],
  )
  return rows[0]?.address
}

/** @param page paused, so that nothing it says is lost. @returns false where the holder cannot be reached; the ticket is still good then */
export function carry(page: WebSocket, address: string, ticket: string): Promise<boolean> {
  const url = address.replace(/^http/, 'ws') + consolePath
  const kind = page.protocol === 'binary' ? 'desktop' : 'terminal'
  const there = new WebSocket(url, consoleProtocols(ticket, kind), {
    headers: { [carriedBy]: '1' },
    handshakeTimeout: reach,
    perMessageDeflate: false,
    maxPayload: most.cutOff,
  })
  // a code that says nothing cannot be sent: the line broke
  const codeOf = (code: number) => (consoleEndOf(code) === undefined ? closeCode('server') : code)
  return new Promise((done) => {
    there.on('open', () => {
      page.on('message', (data: Buffer, binary: boolean) => pass(page, there, data, binary))
      there.on('message', (data: Buffer, binary: boolean) => pass(there, page, data, binary))
      there.on('close', (code) => page.close(codeOf(code)))
      page.on('close', (code) => there.close(codeOf(code)))
      if (page.readyState === page.OPEN) page.resume()
      else there.close()
      done(true)
    })
    there.on('error', () => {
      there.terminate()
      done(false)
    })
  })
}

/** Who reads slowly makes the other side wait. */
function pass(from: WebSocket, to: WebSocket, data: Buffer, binary: boolean): void {
  if (to.readyState !== to.OPEN) return
  to.send(data, { binary }, () => {
    if (from.isPaused && to.bufferedAmount < most.behind / 2) from.resume()
  })
  if (to.bufferedAmount > most.behind) from.pause()
}
