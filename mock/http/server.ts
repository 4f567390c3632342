/** The HTTP server around the interpreter: limits of requests, headers of every answer, and a problem for everything that goes wrong. */
import type { Socket } from 'node:net'
import Fastify, { type FastifyInstance, type FastifyRequest } from 'fastify'
import { limits } from '#src/contract/limits.ts'
import { apiBase, served } from './request/bases.ts'
import { compressAnswers } from './reply/compress.ts'
import type { Logger } from './request/handler.ts'
import { isApi, preflight, secure, allowOrigin } from './reply/headers.ts'
import { isForwarded } from './guard/local.ts'
import { addressOf } from './guard/network.ts'
import type { Origins } from './guard/origins.ts'
import { asFail, sendProblem } from './reply/problem.ts'

export interface ServerOptions {
  random: (bytes: number) => Buffer
  log: () => Logger
  origins: Origins
  /** Addresses of proxies whose forwarded headers are believed; none by default. */
  trustProxy: boolean | string
}

/**
 * Slow senders and idle connections end by themselves, milliseconds. An upload's part may take as long as the client waits for it. An answer
 * that took longer than `answer` is an event of the system log.
 */
const patience = { headers: 15_000, request: 130_000, idle: 15_000, answer: 2000 }

const idBytes = 12

/**
 * Connections that wait to be accepted. Node keeps 511: of a hall that comes back to a server all at once the kernel drops the others, and
 * whoever is dropped tries again after 1, 3, 7, 15 seconds. The kernel has a bound of its own, on Linux 4096.
 */
export const backlog = 4096

const unused = (): never => {
  throw new Error('a route has a schema of Fastify')
}

/** The pattern, not the address: parameters and queries may hold what no log should. */
const patternOf = ({ place, routeOptions: { url } }: FastifyRequest): string =>
  place ? apiBase + place.value.path : url === undefined || url === `${apiBase}/*` ? '(none)' : url

/** Names of requests, cut from random bytes that are drawn for many at once: a draw costs the same for one. */
function requestNames(random: (bytes: number) => Buffer): () => string {
  let drawn: Buffer = Buffer.alloc(0)
  let at = 0
  return () => {
    if (at === drawn.length) {
      drawn = random(idBytes * 256)
      at = 0
    }
    return drawn.toString('base64url', at, (at += idBytes))
  }
}

/** The answer to a call that Fastify has not seen, or not whole; the connection ends with it. */
function lastWords(status: string, code: string): string {
  const body = JSON.stringify({ code, message: code, request_id: '' })
  return `HTTP/1.1 ${status}\r\ncontent-type: application/problem+json\r\ncontent-length: ${body.length}\r\nconnection: close\r\n\r\n${body}`
}

/**
 * The answer to headers that are too long: to a browser whose jar somebody filled, since cookies know no ports and any page of this name may set
 * them. They are taken away, all at once where a browser knows how, else those that were read so far, and the page is asked for again.
 */
function emptyJar(packet: Buffer | undefined): string {
  const names = [...(packet?.toString('latin1') ?? '').matchAll(/[ :;]([\w.-]{1,64})=/g)].map(([, name]) => name)
  const expired = [...new Set(names)]
    .slice(0, 50)
    .map((name) => `set-cookie: ${name}=; Path=/; Max-Age=0\r\n`)
    .join('')
  const body =
    '<!doctype html><meta charset="utf-8"><meta http-equiv="refresh" content="1"><title>…</title><p>This browser sent more cookies than a page can take. They are being removed; the page opens again at once.<p>浏览器发送的 Cookie 过多，正在清除，页面随即重新打开。'
  return `HTTP/1.1 431 Request Header Fields Too Large\r\nclear-site-data: "cookies"\r\n${expired}cache-control: no-store\r\ncontent-type: text/html; charset=utf-8\r\ncontent-length: ${Buffer.byteLength(body)}\r\nconnection: close\r\n\r\n${body}`
}

/** Of a call that did not arrive in time. It says nothing of what it asks, so it is well worth sending again. */
export function sayLate(socket: Socket): void {
  socket.write(lastWords('503 Service Unavailable\r\nretry-after: 1', 'busy'))
  socket.destroySoon()
}

/** Addresses that are named in the log at most: whoever sends from many of their own must not fill it. */
const mostNamed = 100

/**
 * Says of each address once that its forwarded headers count for nothing, so that whoever runs a proxy and did not name it learns why all
 * callers are one.
 */
function namesForwarders(log: ServerOptions['log']): (req: FastifyRequest) => void {
  const named = new Set<string>()
  return ({ headers, ips, socket }) => {
    // of a proxy that is trusted the addresses it handed on are known
    if (named.size >= mostNamed || !isForwarded(headers) || (ips && (ips.length > 1 || !headers['x-forwarded-for'])))
      return
    const address = socket.remoteAddress?.replace(/^::ffff:/i, '')
    if (address === undefined || named.has(address)) return
    named.add(address)
    log().warn(
      { event: 'forwarded-ignored', address },
      `forwarded headers from ${address} are ignored; a proxy is named with --trust-proxy ${address}`,
    )
  }
}

export function makeServer({ random, log, origins, trustProxy }: ServerOptions): FastifyInstance {
  const app = Fastify({
    logger: false,
    trustProxy,
    bodyLimit: limits.chunk,
    genReqId: requestNames(random),
    requestIdHeader: false,
    rewriteUrl: (req) => served(req.url ?? '/'),
    requestTimeout: patience.request,
    keepAliveTimeout: patience.idle,
    forceCloseConnections: 'idle',
    return503OnClosing: true,
    // bodies and answers are the contract's; Fastify's own compilers are not even loaded
    schemaController: { compilersFactory: { buildValidator: unused, buildSerializer: unused } },
    routerOptions: { maxParamLength: 16_384, ignoreTrailingSlash: false, caseSensitive: true },
    http: { headersTimeout: patience.headers, maxHeaderSize: 16_384 },
    // an address that cannot be decoded meets no hook
    frameworkErrors: (error, req, reply) => {
      secure(req, reply)
      void sendProblem(reply, asFail(error).fail)
    },
    clientErrorHandler: (error, socket) => {
      if (!socket.writable) return socket.destroy()
      if (error.code === 'HPE_HEADER_OVERFLOW')
        return void socket.end(emptyJar(Buffer.isBuffer(error.rawPacket) ? error.rawPacket : undefined))
      if (error.code !== 'ERR_HTTP_REQUEST_TIMEOUT') return void socket.end(lastWords('400 Bad Request', 'malformed'))
      // a browser opens connections before it needs them: whoever asked nothing would take this for the answer to their next call
      if (socket.bytesRead === 0) return socket.destroy()
      sayLate(socket)
    },
  })

  // a socket that was asked once still says its address when the caller has gone
  app.server.on('connection', (socket) => void socket.remoteAddress)
  const nameForwarder = namesForwarders(log)
  app.addHook('onRequest', async (req, reply) => {
    nameForwarder(req)
    secure(req, reply)
    if (!isApi(req.url)) return
    if (req.method === 'OPTIONS') return preflight(req, reply, origins)
    allowOrigin(req, reply, origins)
  })
  compressAnswers(app)
  app.addHook('onResponse', async (req, reply) => {
    const fields = {
      request_id: req.id,
      method: req.method,
      route: patternOf(req),
      status: reply.statusCode,
      ms: Math.round(reply.elapsedTime * 10) / 10,
      address: addressOf(req),
    }
    const slow = fields.ms >= patience.answer && String(reply.getHeader('content-type')).includes('json')
    const said = slow ? { event: 'call-slow', ...fields } : fields
    if (slow || reply.statusCode >= 500) log().warn(said, 'request')
    else log().info(said, 'request')
  })
  app.setErrorHandler((error, req, reply) => {
    const { fail, unexpected } = asFail(error)
    if (unexpected) log().error({ event: 'call-failed', error, request_id: req.id }, 'request failed')
    return sendProblem(reply, fail)
  })
  return app
}
