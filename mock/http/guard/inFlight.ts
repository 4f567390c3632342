/**
 * Which calls count as being answered: one with a body from when all of it is here, any until its answer is made. Whoever sends slowly, or
 * reads slowly, costs a connection and no work, and must not shut the reads of others out. What is still arriving has a time and, for each
 * network, a number: past it the call that waits longest gives way, so that those who send at once always get in.
 */
import type { IncomingMessage } from 'node:http'
import { Socket } from 'node:net'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { bodyHead } from '../request/body.ts'
import { callerNetworkOf } from './network.ts'
import type { Shed } from './shed.ts'

export interface ArrivalRule {
  /** Calls of one network whose bodies are on their way at a time. */
  most: number
  /** Milliseconds without a byte, and how long a body may take at any rate. */
  idle: number
  /** Bytes a second that a body has to come with from then on. */
  pace: number
}
const rule: ArrivalRule = { most: 250, idle: 10_000, pace: 1024 }

interface ArrivingCall {
  req: IncomingMessage
  network: string
  began: number
  first: number
  /** When the last byte was noticed, and how many there were. */
  at: number
  bytes: number
}

export interface InFlightOptions {
  shed: Shed
  /** Answers that stay open count as no calls. */
  standing: (req: FastifyRequest) => boolean
  /** Uploads have a session, a number for each account and the time of a whole request: they take as long as their line does. */
  upload: (req: FastifyRequest) => boolean
  /** Ends a call whose body does not come. */
  late: (req: IncomingMessage) => void
  arrival?: Partial<ArrivalRule> | undefined
}

export function countInFlight(
  app: FastifyInstance,
  { shed, standing, upload, late, arrival }: InFlightOptions,
): { stop(): void } {
  const { most, idle, pace } = { ...rule, ...arrival }
  const every = Math.min(1000, idle / 2)
  /** Counted in looks: what came while the server stood still was not late. */
  let time = 0
  const arriving = new Map<string, Set<ArrivingCall>>()
  const leaving = new WeakMap<IncomingMessage, () => void>()

  function forget(c: ArrivingCall): void {
    const all = arriving.get(c.network)
    all?.delete(c)
    if (all?.size === 0) arriving.delete(c.network)
  }
  function end(c: ArrivingCall): void {
    forget(c)
    late(c.req)
  }
  /** Whole ones have only not been read yet. */
  const waits = ({ req }: ArrivingCall): boolean => !req.complete

  function wait(req: IncomingMessage, address: string): void {
    const network = callerNetworkOf(address)
    const bytes = req.socket.bytesRead
    const c: ArrivingCall = { req, network, began: time, first: bytes, at: time, bytes }
    const all = arriving.get(network) ?? new Set()
    arriving.set(network, all.add(c))
    for (const name of ['end', 'close'] as const) req.once(name, () => forget(c))
    if (all.size <= most) return
    const slow = [...all].filter(waits)
    for (const one of slow.slice(0, Math.max(0, slow.length - most))) end(one)
  }

  const timer = setInterval(() => {
    time += every
    for (const c of [...arriving.values()].flatMap((all) => [...all]).filter(waits)) {
      const { bytesRead } = c.req.socket
      if (bytesRead !== c.bytes) [c.bytes, c.at] = [bytesRead, time]
      const due = (time - c.began - idle) / 1000
      if (time - c.at > idle || c.bytes - c.first < due * pace) end(c)
    }
  }, every)
  timer.unref()

  app.addHook('onRequest', async (req, reply) => {
    if (standing(req)) return
    let over = false
    reply.raw.once('close', () => {
      over = true
      leaving.get(req.raw)?.()
    })
    const enter = (): void => {
      if (!over && !reply.sent) leaving.set(req.raw, shed.enter())
    }
    if (!bodyHead(req.raw.headers).present) return enter()
    req.raw.once('end', enter)
    // a call that was injected has no connection
    if (!upload(req) && req.raw.socket instanceof Socket) wait(req.raw, req.ip)
  })
  app.addHook('onSend', async ({ raw }) => leaving.get(raw)?.())
  return { stop: () => clearInterval(timer) }
}
