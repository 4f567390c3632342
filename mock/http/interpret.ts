/** Registers every route of the contract, and what is around them: other methods, unknown paths, preflights. */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { type Api, api } from '#src/contract/api.ts'
import { apiBase } from './request/bases.ts'
import { type BodyHead, bodyHead } from './request/body.ts'
import type { RequestContext, Interpreter } from './request/call.ts'
import { Fail, isStaged } from './request/handler.ts'
import { isLocal } from './guard/local.ts'
import { addressOf } from './guard/network.ts'
import { type CompiledRoute, compiledRouteOf } from './line.ts'
import { type PathMatch, pathTree } from './request/paths.ts'
import { selfOrigin } from './reply/headers.ts'
import { sendProblem } from './reply/problem.ts'
import { serveCall } from './serve.ts'
import { keysOf, present } from '#src/contract/lib/typed.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The answer stays open: it counts as no call that is being answered. */
    standing?: boolean
    /** Its body is a part of a file. */
    upload?: boolean
  }
  interface FastifyRequest {
    /** Where in the interface the call goes; undefined outside of it and where nothing is. */
    place: PathMatch<Place> | undefined
  }
}

const methods = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'] as const

export const compiledRoutes = (routes: Api = api): CompiledRoute[] =>
  keysOf(routes).map((key) => compiledRouteOf(key, routes[key]))

function callOf(
  line: CompiledRoute,
  params: Record<string, string>,
  head: BodyHead | undefined,
  req: FastifyRequest,
  reply: FastifyReply,
): RequestContext {
  const { origin } = req.headers
  return {
    line,
    req,
    reply,
    head: head ?? bodyHead(req.headers),
    meta: {
      request_id: req.id,
      address: addressOf(req),
      agent: (req.headers['user-agent'] ?? '').slice(0, 256),
      origin,
      self: selfOrigin(req),
      local: isLocal(req.headers),
    },
    token: undefined,
    who: undefined,
    params,
    query: undefined,
    body: undefined,
    raw: undefined,
    arrived: undefined,
    entries: [],
    quiet: false,
  }
}

/** Its bytes come from the network, and a transaction must not wait for that. @throws Error when an upload is handled in one */
export function stagedUploads(handlers: Interpreter['handlers'], table: readonly CompiledRoute[]): void {
  for (const { key, stream, writes } of table)
    if (stream === 'upload' && writes && !isStaged(present(handlers[key])))
      throw new Error(`${key}: an upload is handled in two stages`)
}

/** A path of the interface: what it has by method. */
interface Place {
  path: string
  lines: ReadonlyMap<string, CompiledRoute>
  allow: string
}
function placesOf(table: readonly CompiledRoute[]): Place[] {
  const byPath = new Map<string, Map<string, CompiledRoute>>()
  for (const line of table)
    byPath.set(line.path, (byPath.get(line.path) ?? new Map<string, CompiledRoute>()).set(line.method, line))
  return [...byPath].map(([path, lines]) => {
    const has = [...lines.keys()]
    return { path, lines, allow: [...has, ...(has.includes('GET') ? ['HEAD'] : []), 'OPTIONS'].join(', ') }
  })
}
/** The line a call is for; a HEAD is a GET without its body. */
export const lineAt = ({ place, method }: Pick<FastifyRequest, 'place' | 'method'>): CompiledRoute | undefined =>
  place?.value.lines.get(method === 'HEAD' ? 'GET' : method)

const everything = `${apiBase}/*`

/** @param i asked at each call: the routes stand before what serves them does */
export function interpret(app: FastifyInstance, i: () => Interpreter, table: readonly CompiledRoute[]): void {
  app.removeAllContentTypeParsers()
  // every body comes to us unread and unjudged, see body.ts
  app.addContentTypeParser('*', (_req, _payload, done) => done(null))
  const at = pathTree(placesOf(table).map((place) => [place.path, place]))
  const heads = new WeakMap<object, BodyHead>()
  app.decorateRequest('place', undefined)
  app.addHook('onRequest', async (req) => {
    if (req.routeOptions.url === everything) req.place = at(req.url.slice(apiBase.length).split('?', 1)[0] ?? '')
    heads.set(req.raw, bodyHead(req.headers))
    delete req.raw.headers['content-type']
  })
  const handler = (req: FastifyRequest, reply: FastifyReply) => {
    const line = lineAt(req)
    if (req.place && line) return serveCall(i(), callOf(line, req.place.params, heads.get(req.raw), req, reply))
    return req.place && req.method !== 'HEAD'
      ? sendProblem(reply.header('allow', req.place.value.allow), new Fail('method_not_allowed'))
      : sendProblem(reply, new Fail('not_found'))
  }
  // the one of GET answers HEAD as well
  app.get(everything, handler)
  app.route({ method: methods.filter((m) => m !== 'GET'), url: everything, handler })
  app.setNotFoundHandler((_req, reply) => sendProblem(reply, new Fail('not_found')))
}
