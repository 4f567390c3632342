/** What leaves the server: only what the route's schema lists. */
import { Readable } from 'node:stream'
import type { FastifyReply } from 'fastify'
import type { Download } from './handler.ts'
import { attachment } from './headers.ts'
import type { Line } from './line.ts'
import { Unfit } from './problem.ts'

/** The reply as JSON, without anything its schema does not name. Throws `Unfit` when it is not of its shape. */
export function fitReply(line: Line, out: unknown): string {
  const r = line.reply.safeParse(out)
  if (!r.success)
    throw new Unfit(
      line.key,
      [...new Set(r.error.issues.map((i) => `${i.path.map(String).join('.') || '(root)'} ${i.code}`))].slice(0, 10),
    )
  return JSON.stringify(r.data)
}

export const sendJson = (reply: FastifyReply, text: string): FastifyReply =>
  reply.header('content-type', 'application/json; charset=utf-8').send(text)

/** Sends a file to keep: never shown, never sniffed, never run. */
export function sendDownload(reply: FastifyReply, { name, type, body, forever }: Download): FastifyReply {
  reply.headers({ 'content-type': type, 'content-disposition': attachment(name) })
  if (forever)
    reply.headers({
      'cache-control': 'public, max-age=31536000, immutable',
      'cross-origin-resource-policy': 'cross-origin',
    })
  return reply.send(body instanceof Readable ? body : Readable.from(body))
}
