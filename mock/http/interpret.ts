/** Registers every route of the contract, and what is around them: other methods, unknown paths, preflights. */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { type Api, type ApiRoute, api } from '#src/contract/api.ts'
import type { Route } from '#src/contract/lib/route.ts'
import { apiBase } from './bases.ts'
import { type BodyHead, bodyHead } from './body.ts'
import type { Call, Interpreter } from './call.ts'
import { Fail, type Handlers, isStaged } from './handler.ts'
import { isLocal } from './local.ts'
import { type Line, lineOf } from './line.ts'
import { sendProblem } from './problem.ts'
import { serve } from './serve.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The answer stays open: it counts as no call that is being answered. */
    standing?: boolean
  }
}

const methods = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'] as const

export const lines = (routes: Api = api): Line[] =>
  Object.entries(routes as Record<string, Route>).map(([key, route]) => lineOf(key as ApiRoute, route))

function callOf(line: Line, head: BodyHead | undefined, req: FastifyRequest, reply: FastifyReply): Call {
  const { origin } = req.headers
  return {
    line,
    req,
    reply,
    head: head ?? bodyHead(req.headers),
    meta: {
      request_id: req.id,
      address: req.ip,
      agent: (req.headers['user-agent'] ?? '').slice(0, 256),
      origin,
      local: isLocal(req.headers),
    },
    token: undefined,
    who: undefined,
    params: {},
    query: undefined,
    body: undefined,
    raw: undefined,
    arrived: undefined,
    entries: [],
    quiet: false,
  }
}

/** Its bytes come from the network, and a transaction must not wait for that. @throws Error when an upload is handled in one */
export function stagedUploads(handlers: Handlers, table: readonly Line[]): void {
  for (const { key, stream, writes } of table)
    if (stream === 'upload' && writes && !isStaged(handlers[key as keyof Handlers]))
      throw new Error(`${key}: an upload is handled in two stages`)
}

/** @param i asked at each call: the routes stand before what serves them does */
export function interpret(app: FastifyInstance, i: () => Interpreter, table: readonly Line[]): void {
  app.removeAllContentTypeParsers()
  // every body comes to us unread and unjudged, see body.ts
  app.addContentTypeParser('*', (_req, _payload, done) => done(null))
  const heads = new WeakMap<object, BodyHead>()
  app.addHook('onRequest', async (req) => {
    heads.set(req.raw, bodyHead(req.headers))
    delete req.raw.headers['content-type']
  })
  const byPath = new Map<string, Line[]>()
  for (const line of table) byPath.set(line.path, [...(byPath.get(line.path) ?? []), line])
  // words before parameters, as the router has them
  const places = [...byPath].map(([path, all]) => placeOf(path, all)).sort((a, b) => a.open - b.open)
  for (const line of table)
    app.route({
      method: line.method,
      url: apiBase + line.path,
      config: { standing: line.stream === 'events' },
      handler: (req, reply) => serve(i(), callOf(line, heads.get(req.raw), req, reply)),
    })
  for (const { path, parts, has, allow } of places) {
    const hidden = methods.filter(
      (m) => !has.includes(m) && places.some((p) => p.has.includes(m) && covers(p.parts, parts)),
    )
    if (hidden.length)
      app.route({
        method: hidden,
        url: apiBase + path,
        exposeHeadRoute: false,
        handler: (_req, reply) => sendProblem(reply.header('allow', allow), new Fail('method_not_allowed')),
      })
  }
  // a route for each method that a path does not have took half the time of a start
  app.setNotFoundHandler((req, reply) => {
    const place = known(req.method) ? places.find((p) => isAt(p.parts, req.url)) : undefined
    return place
      ? sendProblem(reply.header('allow', place.allow), new Fail('method_not_allowed'))
      : sendProblem(reply, new Fail('not_found'))
  })
}

/** A path of the interface and the methods it has. */
interface Place {
  path: string
  parts: readonly string[]
  has: readonly string[]
  allow: string
  /** How many parameters. */
  open: number
}
function placeOf(path: string, all: readonly Line[]): Place {
  const has = all.map((l) => l.method)
  const allow = [...has, ...(has.includes('GET') ? ['HEAD'] : []), 'OPTIONS'].join(', ')
  const parts = path.split('/')
  return { path, parts, has, allow, open: parts.filter(open).length }
}
const known = (method: string): boolean => methods.some((m) => m === method)
const open = (part: string): boolean => part.startsWith(':')

/** A call to the path of `parts` would be taken for one to the other, whose parameter stands for a word of it. */
function covers(other: readonly string[], parts: readonly string[]): boolean {
  if (other.length !== parts.length) return false
  const apart = other.findIndex((part, n) => part !== parts[n] && !(open(part) && open(parts[n] ?? '')))
  return (
    apart >= 0 &&
    open(other[apart] ?? '') &&
    other.every((part, n) => part === parts[n] || open(part) || open(parts[n] ?? ''))
  )
}

function isAt(parts: readonly string[], url: string): boolean {
  const asked = url.slice(apiBase.length).split('?', 1)[0]?.split('/') ?? []
  return (
    url.startsWith(apiBase) &&
    asked.length === parts.length &&
    parts.every((part, n) => part === asked[n] || (open(part) && asked[n] !== ''))
  )
}
