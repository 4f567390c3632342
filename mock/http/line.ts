/** A route of the contract, worked out once at start as serving it needs it. */
import { z } from 'zod'
import type { ApiRoute } from '#src/contract/api.ts'
import { limits } from '#src/contract/limits.ts'
import { type Method, type RateClass, type Route, routeRuleOf, splitKey } from '#src/contract/lib/route.ts'

export interface CompiledRoute {
  key: ApiRoute
  method: Method
  path: string
  names: readonly string[]
  screens: Route['screens']
  /** Screens a public or signed-in call is for. */
  serves: NonNullable<Route['serves']>
  query: z.ZodType
  /** Undefined for an upload, whose body is a stream. */
  body: z.ZodType | undefined
  reply: z.ZodType
  stream: Route['stream']
  rate: RateClass
  /** Bytes of the longest request body. */
  most: number
  /** Uploads that one account may have on their way at once. */
  atOnce: number
  restricted: boolean
  finishes: boolean
  viewing: boolean
  /** Runs in a transaction. */
  writes: boolean
  /** Changes what stands on its screens. */
  changes: boolean
  audited: boolean
  /** `entity.action` of the audit trail. */
  word: string
  /** A PUT whose body names the version it read. */
  versioned: boolean
  /** A POST takes an `Idempotency-Key`, unless its reply is a credential. */
  keyed: boolean
  /** What its reply tells is told once. */
  toldOnce: boolean
}

const nothing = z.strictObject({})

/** `POST /tools/:id/share` → `tools.share`. */
function wordOf(method: Method, path: string): string {
  const parts = path.split('/').filter((p) => p !== '' && !p.startsWith(':'))
  const last = parts.length > 1 ? parts.at(-1) : method.toLowerCase()
  return `${parts[0] ?? ''}.${last}`
}

export function compiledRouteOf(key: ApiRoute, route: Route): CompiledRoute {
  const [method, path] = splitKey(key)
  const rule = routeRuleOf(method, route)
  return {
    key,
    method,
    path,
    names: [...path.matchAll(/:(\w+)/g)].map((m) => m[1] ?? ''),
    screens: route.screens,
    serves: route.serves ?? [],
    query: route.query ?? nothing,
    body: route.stream === 'upload' ? undefined : (route.body ?? nothing),
    reply: route.reply,
    stream: route.stream,
    most: route.most ?? (route.stream === 'upload' ? limits.chunk : limits.json),
    atOnce: route.atOnce ?? limits.uploadsAtOnce,
    ...rule,
    word: route.audit ?? wordOf(method, path),
    versioned: method === 'PUT' && route.body instanceof z.ZodObject && 'version' in route.body.shape,
    keyed: method === 'POST' && rule.writes && route.credential !== true,
    toldOnce: route.told_once === true,
  }
}
