/** What leaves the server: only what the route's schema lists. */
import { Readable } from 'node:stream'
import type { FastifyReply } from 'fastify'
import type { Download } from '../request/handler.ts'
import { attachment } from './headers.ts'
import type { CompiledRoute } from '../line.ts'
import { Unfit } from './problem.ts'

/** The reply as JSON, without anything its schema does not name. Throws `Unfit` when it is not of its shape. */
export function fitReply(line: CompiledRoute, out: unknown): string {
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
export function sendDownload(reply: FastifyReply, { name, type, body, forever, size, part }: Download): FastifyReply {
  reply.headers({ 'content-type': type, 'content-disposition': attachment(name) })
  if (forever)
    reply.headers({
      'cache-control': 'public, max-age=31536000, immutable',
      'cross-origin-resource-policy': 'cross-origin',
    })
  if (size !== undefined && part) {
    const range = rangeOf(reply.request.headers.range, size)
    reply.header('accept-ranges', 'bytes')
    if (range === 'none') return reply.code(416).header('content-range', `bytes */${size}`).send()
    if (range) {
      if (body instanceof Readable) body.destroy()
      const [first, last] = range
      reply.code(206).headers({ 'content-range': `bytes ${first}-${last}/${size}`, 'content-length': last - first + 1 })
      return reply.send(part(first, last))
    }
  }
  return reply.send(body instanceof Readable ? body : Readable.from(body))
}

/** The one range a header asks for; undefined for none, several or nonsense, which get the whole. */
function rangeOf(header: string | undefined, size: number): [first: number, last: number] | 'none' | undefined {
  const m = /^bytes=(\d{0,15})-(\d{0,15})$/.exec(header ?? '')
  if (!m || (m[1] === '' && m[2] === '')) return undefined
  const [from, to] = [m[1] ?? '', m[2] ?? '']
  const first = from === '' ? Math.max(0, size - Number(to)) : Number(from)
  const last = from === '' || to === '' ? size - 1 : Math.min(Number(to), size - 1)
  if (from !== '' && to !== '' && Number(from) > Number(to)) return undefined
  return first >= size || last < first ? 'none' : [first, last]
}
