/** The bytes of a video or a document, range by range, for whoever shows a ticket: the browser's own player asks for them. */
import { createReadStream } from 'node:fs'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { mediaPath } from '#src/contract/course/media.ts'
import { Fail, type Platform } from '#mock/http/request/handler.ts'
import { apiBase } from '#mock/http/request/bases.ts'
import { addressOf, callerNetworkOf } from '#mock/http/guard/network.ts'
import { asFail, sendProblem } from '#mock/http/reply/problem.ts'
import type { RateLimiter } from '#mock/http/guard/rate.ts'
import { rangeOf } from '#mock/http/reply/range.ts'
import { isRecord, textOf } from '#src/contract/lib/typed.ts'
import { attachmentFile } from '../../bank/attachment/store.ts'
import { mediaByTicket } from './ticket.ts'

const field = (of: unknown, name: string): string => textOf(isRecord(of) ? of[name] : '').slice(0, 128)

export function mountCourseMedia(app: FastifyInstance, platform: Platform, limiter: RateLimiter): void {
  const handler = async (req: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> => {
    try {
      const { allowed, wait } = limiter.take('address', 'read', callerNetworkOf(addressOf(req)))
      if (!allowed) throw new Fail('too_many', { seconds: wait })
      const { id, size, type } = await mediaByTicket(
        platform.db,
        platform,
        field(req.params, 'file'),
        field(req.query, 'ticket'),
      )
      const tag = `"${id}"`
      const other = req.headers['if-range'] !== undefined && req.headers['if-range'] !== tag
      const range = other ? undefined : rangeOf(req.headers.range, size)
      reply.headers({
        'content-type': type,
        'content-disposition': 'inline',
        'accept-ranges': 'bytes',
        etag: tag,
        // the ticket says who may have it; a host's page is of another origin
        'cross-origin-resource-policy': 'cross-origin',
      })
      if (reply.hasHeader('access-control-allow-origin'))
        reply.header('access-control-expose-headers', 'accept-ranges, content-length, content-range')
      if (range === null) return await reply.code(416).header('content-range', `bytes */${size}`).send()
      const { from, to } = range ?? { from: 0, to: size - 1 }
      reply.header('content-length', to - from + 1)
      if (range) reply.code(206).header('content-range', `bytes ${from}-${to}/${size}`)
      if (req.method === 'HEAD') return await reply.send()
      return await reply.send(createReadStream(attachmentFile(platform.files, id), { start: from, end: to }))
    } catch (e) {
      return sendProblem(reply, asFail(e).fail)
    }
  }
  app.route({ method: ['GET', 'HEAD'], url: `${apiBase}${mediaPath}`, handler })
}
