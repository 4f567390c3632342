/**
 * The language of calls. A route is one object keyed by method and path, so that a client needs no schema at run time:
 * the browser imports `type Api` only, the server and the tests import the objects.
 */
import type { z } from 'zod'
import type { ProblemCode } from '../problems.ts'
import type { ScreenName } from '../screens/index.ts'

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
type RouteKey = `${Method} /${string}`

/** Who may call: anybody; anybody signed in; whoever holds one of these screens. */
type Audience = 'public' | 'signed-in' | readonly ScreenName[]

/** How often one account and one address may call; figures in `limits.ts`. */
export type RateClass = 'read' | 'write' | 'sign-in' | 'register' | 'upload' | 'report' | 'comment' | 'check' | 'heavy'

export interface Route {
  summary: string
  screens: Audience
  /** Screens a public or signed-in route is for, so that every screen can be traced to its calls. */
  serves?: readonly ScreenName[]
  query?: z.ZodType
  body?: z.ZodType
  reply: z.ZodType
  /** Codes a caller must be ready for beyond the shared ones. */
  problems?: readonly ProblemCode[]
  rate?: RateClass
  /** Request body (`upload`: application/octet-stream) or answer (`download`, `events`) is a stream. */
  stream?: 'upload' | 'download' | 'events'
  /** Bytes of the request body, where they are other than `limits.json` and of an upload `limits.chunk`. */
  most?: number
  /** Uploads of this route that one account may have on their way at once, where they are other than `limits.uploadsAtOnce`. */
  atOnce?: number
  /** Works on a session that must change its password first. */
  restricted?: true
  /** Changes only the session of who looks as another role: it may be called then. */
  viewing?: true
  /** Goes on in the read-only days after a licence's term: what had begun may be brought to its end. */
  finishes?: true
  /** Changes nothing but what is the caller's own, his session or a link of his: reading the screen is enough. */
  personal?: true
  /** Gives away more than its screens show: a right to read them is not enough. */
  guarded?: true
  /** Its reply has a password or a code for somebody else. It is told once: who sends the same again is refused, and it is kept nowhere. */
  told_once?: true
  /**
   * Its reply acts for whoever made the call: a token, a ticket, a code that signs in, a link that needs no session. It is kept nowhere, so an
   * `Idempotency-Key` is not regarded: who sends the same again does it again, by the rights he has then.
   */
  credential?: true
  /** A POST that changes nothing (a search, a check): no audit row. */
  safe?: true
  /** Keeps a trail of its own, finer than the audit's: no audit row. */
  own_trail?: true
  /** Word of the audit trail, `entity.action`; derived from the path when left out. */
  audit?: string
}

export type Routes = Record<RouteKey, Route>

/** Routes by keys that are put together, which no compiler follows; their declared type says the same of each key. */
export const routesAs = <R extends object>(made: Record<string, Route>): R =>
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- keys are put together of words that the type lists
  made as R

/** Declares routes, keeping each one's exact type. */
export const routes = <const R extends Record<`${Method} /${string}`, Route>>(r: R): R => r

type Names<P extends string> = P extends `${string}:${infer N}/${infer R}`
  ? N | Names<R>
  : P extends `${string}:${infer N}`
    ? N
    : never
type Optional<K extends string, V> = undefined extends V
  ? { [_ in K]?: V }
  : {} extends V
    ? { [_ in K]?: V }
    : { [_ in K]: V }
type Input<S> = S extends z.ZodType ? z.input<S> : never

export type PathNames<R> = R extends string ? Names<R> : never
/** What a caller passes. */
export type Args<A, R extends keyof A> = ([PathNames<R>] extends [never]
  ? {}
  : { params: { [K in PathNames<R>]: string } }) &
  (A[R] extends { query: infer Q } ? Optional<'query', Input<Q>> : {}) &
  (A[R] extends { body: infer B } ? { body: Input<B> } : {}) &
  (A[R] extends { stream: 'upload' } ? { body?: Blob } : {})
/** What a caller gets. */
export type RouteResult<A, R extends keyof A> = A[R] extends { reply: infer S extends z.ZodType } ? z.output<S> : never
/** What a handler returns. */
export type Reply<A, R extends keyof A> = A[R] extends { reply: infer S extends z.ZodType } ? z.input<S> : never

/** Method and path of a key. */
export function splitKey(key: string): [Method, string] {
  const at = key.indexOf(' ')
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- a key begins with its method
  return [key.slice(0, at) as Method, key.slice(at + 1)]
}

/** Path with its parameters in place, each encoded. Throws when one is missing. */
export function fillPath(path: string, params: Record<string, string> = {}): string {
  return path.replace(/:(\w+)/g, (_, n: string) => {
    const v = params[n]
    if (v === undefined) throw new Error(`${path} lacks ${n}`)
    return encodeURIComponent(v)
  })
}

/** What a call is held to beyond who may make it, with what the route leaves out filled in. */
export interface RouteRule {
  writes: boolean
  /** Changes what stands on its screens, or gives away more than they show: a right to read them is not enough. */
  changes: boolean
  audited: boolean
  restricted: boolean
  finishes: boolean
  /** Who looks as another role may call it: it changes nothing, or ends his looking. */
  viewing: boolean
  rate: RateClass
}
export function routeRuleOf(method: Method, route: Route): RouteRule {
  const writes = method !== 'GET' && route.safe !== true
  return {
    writes,
    changes: (writes && route.personal !== true) || route.guarded === true,
    audited: route.own_trail !== true && (writes || route.audit !== undefined),
    restricted: route.restricted === true,
    finishes: route.finishes === true,
    viewing: !writes || route.viewing === true,
    rate: route.rate ?? (method === 'GET' ? 'read' : 'write'),
  }
}
