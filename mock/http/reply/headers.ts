/** Headers that every answer carries, and those by which a browser lets named hosts read it. */
import type { FastifyReply, FastifyRequest } from 'fastify'
import { dataPolicy, reportPath } from './csp.ts'
import { mended } from './json.ts'
import type { Origins } from '../guard/origins.ts'

const features = ['camera', 'geolocation', 'microphone', 'payment', 'usb', 'serial', 'browsing-topics']

/** The origin a request was sent to, as its sender sees it. Forwarded headers count only when the proxy is trusted (Fastify's `trustProxy`). */
export const selfOrigin = (req: FastifyRequest): string => `${req.protocol}://${req.host}`

export const isApi = (url: string): boolean => url.startsWith('/api/')

export function secure(req: FastifyRequest, reply: FastifyReply): void {
  reply.headers({
    'x-content-type-options': 'nosniff',
    'referrer-policy': 'no-referrer',
    'content-security-policy': dataPolicy,
    'cache-control': 'no-store',
    'x-request-id': req.id,
  })
  if (isApi(req.url)) reply.header('cross-origin-resource-policy', 'same-origin')
  if (req.protocol === 'https') reply.header('strict-transport-security', 'max-age=31536000; includeSubDomains')
}

/** What concerns a document alone; data has no windows and no scripts. */
export const documentHeaders: Readonly<Record<string, string>> = {
  'cross-origin-opener-policy': 'same-origin',
  'permissions-policy': features.map((f) => `${f}=()`).join(', '),
  'reporting-endpoints': `csp="${reportPath}"`,
}

const allowedHeaders =
  'authorization, content-type, idempotency-key, accept-language, x-fault, tus-resumable, upload-offset'
const exposedHeaders = 'retry-after, x-request-id, content-disposition, upload-offset, upload-length'

/**
 * Answers the browser's question who may read this. `Vary: Origin` always, so that no cache mixes two origins up; the origin is echoed
 * only when it is on the list. No cookies exist, yet the client sends credentials, so the header that permits them goes with it.
 */
export function allowOrigin(req: FastifyRequest, reply: FastifyReply, origins: Origins): boolean {
  const { origin } = req.headers
  reply.header('vary', 'Origin')
  if (origin === undefined || !origins.allows(origin, selfOrigin(req))) return false
  reply.headers({
    'access-control-allow-origin': origin,
    'access-control-allow-credentials': 'true',
    'access-control-expose-headers': exposedHeaders,
  })
  return true
}

/** Answer to a preflight. */
export function preflight(req: FastifyRequest, reply: FastifyReply, origins: Origins): FastifyReply {
  if (allowOrigin(req, reply, origins))
    reply.headers({
      'access-control-allow-methods': 'GET, HEAD, POST, PUT, PATCH, DELETE',
      'access-control-allow-headers': allowedHeaders,
      'access-control-max-age': '600',
    })
  reply.header('vary', 'Origin, Access-Control-Request-Method, Access-Control-Request-Headers')
  return reply.code(204).send()
}

/** `attachment` with a name that every browser reads as one name (RFC 6266): an ASCII stand-in and the real one. */
export function attachment(name: string): string {
  const safe =
    [...mended(name).replace(/[\u0000-\u001f\u007f-\u009f\u202a-\u202e\u2066-\u2069/\\]/g, '_')]
      .slice(0, 150)
      .join('') || 'download'
  const ascii = safe.replace(/[^\x20-\x7e]/g, '_').replace(/["%;]/g, '_')
  const encoded = encodeURIComponent(safe).replace(/['()*]/g, (c) => `%${c.charCodeAt(0).toString(16).toUpperCase()}`)
  return `attachment; filename="${ascii}"; filename*=UTF-8''${encoded}`
}
