/** Answers in JSON leave compressed for whoever takes that: over a slow line a list of twenty rows is a sixth of its size. */
import { promisify } from 'node:util'
import zlib from 'node:zlib'
import type { FastifyInstance } from 'fastify'
import { accepts } from '../site/files.ts'

const gzip = promisify(zlib.gzip)
/** Below this, bytes, the frame of a packet is not filled either way. */
const smallest = 1024
/**
 * What holds a session's own secrets is never compressed beside what a caller chose: the length of such an answer would tell
 * (BREACH, https://www.breachattack.com/).
 */
const secret = /\/session\b|\/token\b|\/consoles?\b|\/backups?\b/

export function compressAnswers(app: FastifyInstance): void {
  app.addHook('onSend', async (req, reply, payload) => {
    if (typeof payload !== 'string' || payload.length < smallest || reply.hasHeader('content-encoding')) return payload
    if (!String(reply.getHeader('content-type')).startsWith('application/json') || secret.test(req.url)) return payload
    const vary = reply.getHeader('vary')
    reply.header('vary', vary === undefined ? 'Accept-Encoding' : `${String(vary)}, Accept-Encoding`)
    if (!accepts(req.headers['accept-encoding'] ?? '', 'gzip')) return payload
    reply.header('content-encoding', 'gzip').removeHeader('content-length')
    // the first levels take two thirds of what the last takes, in a tenth of the time
    return gzip(payload, { level: 3 })
  })
}
