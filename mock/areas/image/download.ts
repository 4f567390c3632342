/** The file of an export, by a link that needs no session: the browser loads it by itself, pauses and goes on. */
import { createReadStream } from 'node:fs'
import fs from 'node:fs/promises'
import type { FastifyInstance } from 'fastify'
import { Fail, type Platform } from '#mock/http/request/handler.ts'
import { attachment } from '#mock/http/reply/headers.ts'
import { apiBase } from '#mock/http/request/bases.ts'
import { addressOf, strangerKey } from '#mock/http/guard/network.ts'
import { asFail, sendProblem } from '#mock/http/reply/problem.ts'
import type { RateLimiter } from '#mock/http/guard/rate.ts'
import { rangeOf } from '#mock/http/reply/range.ts'
import { folderStore } from '#mock/world/image/store.ts'
import { exportOf } from './exports.ts'

export function mountDownloads(app: FastifyInstance, platform: Platform, limiter: RateLimiter): void {
  app.get<{ Params: { id: string }; Querystring: { ticket?: string } }>(
    `${apiBase}/image-exports/:id/file`,
    async (req, reply) => {
      try {
        const { allowed, wait } = limiter.take('address', 'read', strangerKey(addressOf(req), 'file'))
        if (!allowed) throw new Fail('too_many', { seconds: wait })
        const row = await exportOf(platform.db, platform, req.params.id.slice(0, 64), String(req.query.ticket ?? ''))
        const file = await folderStore(platform.files).find(row.image_id)
        const size = file ? (await fs.stat(file)).size : -1
        if (!file || size !== row.size) throw new Fail('not_found')
        const tag = `"${row.sha256}"`
        const whole = req.headers['if-range'] !== undefined && req.headers['if-range'] !== tag
        const range = whole ? undefined : rangeOf(req.headers.range, size)
        reply.headers({
          'content-type': 'application/octet-stream',
          'content-disposition': attachment(row.file_name),
          'accept-ranges': 'bytes',
          etag: tag,
        })
        if (range === null) return await reply.code(416).header('content-range', `bytes */${size}`).send()
        const { from, to } = range ?? { from: 0, to: size - 1 }
        reply.header('content-length', to - from + 1)
        if (range) reply.code(206).header('content-range', `bytes ${from}-${to}/${size}`)
        return await reply.send(req.method === 'HEAD' ? undefined : createReadStream(file, { start: from, end: to }))
      } catch (e) {
        return sendProblem(reply, asFail(e).fail)
      }
    },
  )
}
