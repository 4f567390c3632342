/**
 * What a handler is given and what it returns. The interpreter (`interpret.ts`) has done session, permission and parsing before it runs and
 * checks the reply after; a mutating route runs inside one transaction that also holds its audit row and its idempotency record.
 */
import type { Threads } from '../../thread/threads.ts'
import type { Api, ApiRoute } from '#src/contract/api.ts'
import type { AuditDetails } from '#src/contract/system/auditDetails.ts'
import type { PathNames, Reply, Route } from '#src/contract/lib/route.ts'
import type { FieldProblem, ProblemCode } from '#src/contract/problems.ts'
import type { Grants } from '#src/contract/access.ts'
import type { ScreenName } from '#src/contract/screens/index.ts'
import type { Readable } from 'node:stream'
import type { z } from 'zod'
import type { LicenceService } from '../../areas/license/current.ts'
import type { Db, Queryable } from '../../db/db.ts'
import { present } from '#src/contract/lib/typed.ts'

/** Everything an area needs of the outside; `buildApp` makes one, tests drive its clock and its randomness. */
export interface Platform {
  db: Db
  now: () => Date
  /** Cryptographic bytes; tests pass a seeded source. */
  random: (bytes: number) => Buffer
  /** UUIDv7 as text, sortable by creation. */
  newId: () => string
  /** Directory for uploads and other files, owned by this server. */
  files: string
  log: Logger
  /** Secret for signing tokens and one-time codes, kept in the database's settings. */
  secret(): Promise<Uint8Array>
  settings: SettingsStore
  /** What the licence opens now; read from memory, so a handler inside a transaction may ask. */
  licence: LicenceService
  /** Where foreign files are read and patterns are tried. */
  threads: Threads
  /** Work that goes on after the answer; survives errors, is awaited by `close()`. */
  background: (name: string, work: () => Promise<void>) => void
}
export interface Logger {
  info: (fields: object, message: string) => void
  warn: (fields: object, message: string) => void
  error: (fields: object, message: string) => void
}
export interface SettingsStore {
  /** The stored value of a setting over its default. */
  get: <T>(name: string, fallback: T) => Promise<T>
  /** Undefined puts the default back. */
  put(q: Queryable, name: string, value: unknown, by: string): Promise<void>
}

/** The caller. Only the interpreter makes one, from a live session. */
export interface Caller {
  id: string
  username: string
  name: string
  role_id: string
  role_key: string
  is_admin: boolean
  grants: Grants
  /** Screens the grants open, licensed modules only: what a call may serve. */
  granted: ReadonlySet<ScreenName>
  /** Those of them that were not given for reading only. */
  changes: ReadonlySet<ScreenName>
  /** Those of these in which something may be changed now: not where a licence has run out and can only be read. */
  writable: ReadonlySet<ScreenName>
  /** Screens in which somebody may change something, as the licence stands. */
  licensed: ReadonlySet<ScreenName>
  org_id: string | null
  /** Ids of the caller's organisation and of those above it. */
  org_line: readonly string[]
  session: string
  /** That he reads in. */
  language?: 'en-US' | 'zh-CN'
  must_change: 'first' | 'expired' | null
  /** Looks at the platform as this role, with its rights and nothing beyond his own: he changes nothing meanwhile. */
  viewing?: { id: string; key: string; name: string }
}

export interface Meta {
  request_id: string
  address: string
  agent: string
  origin: string | undefined
  /** Origin of this server, as it was called. */
  self?: string
  /** The call came straight from this machine, by its own name. */
  local?: boolean
  /** What a developer wants to go wrong outside, in the words of whoever simulates it; never in production. */
  fault?: string
}

type Parsed<S> = S extends z.ZodType ? z.output<S> : undefined
type Shape<R extends ApiRoute> = Api[R] & Route

export interface Ctx<R extends ApiRoute> {
  params: { [K in PathNames<R>]: string }
  query: Shape<R> extends { query: infer Q } ? Parsed<Q> : undefined
  body: Shape<R> extends { body: infer B } ? Parsed<B> : undefined
  /** Undefined on public routes only. */
  who: Shape<R> extends { screens: 'public' } ? Caller | undefined : Caller
  /** The transaction of a mutating route, the database of a reading one. */
  q: Queryable
  platform: Platform
  meta: Meta
  /** When the whole call was here, however long it waited for others since. */
  arrived: Date
  /** Request body of an `upload` route. */
  stream: Shape<R> extends { stream: 'upload' } ? Readable : undefined
  /** Names what was touched, with its state before and after; one audit row per call, or one per entry of a bulk call. */
  audit: (entry: AuditEvent) => void
  /** Runs after the transaction committed, for instance to start background work. */
  after: (work: () => void) => void
}
export interface AuditEvent {
  entity: string
  id: string
  before?: unknown
  after?: unknown
  details?: AuditDetails
  /** What was done in truth, where that is not what the route is for; one of `own` in areas/system/audit/words.ts. */
  word?: `${string}.${string}`
  /** The trail has it already, and gets no second row of it. */
  again?: boolean
  /** Of one item of a bulk call that was refused. */
  code?: ProblemCode
}

/** Answer of a `download` route. */
export interface Download {
  name: string
  type: string
  body: Readable | AsyncIterable<Uint8Array | string> | Iterable<Uint8Array>
  /** Bytes of it, and a part of them from the first to the last: then a Range is answered (RFC 9110, 14). */
  size?: number
  part?: (first: number, last: number) => Readable
  /** The same name never means other bytes: browsers may keep it, and pages of other origins may show it. */
  forever?: boolean
}

export type Handler<R extends ApiRoute> = (
  ctx: Ctx<R>,
) => Promise<Shape<R> extends { stream: 'download' } ? Download : Reply<Api, R>>
/** Served by the hub of live streams (`live/hub.ts`), not by an area. */
type Streamed = { [R in ApiRoute]: Shape<R> extends { stream: 'events' } ? R : never }[ApiRoute]
export type Handlers = { [R in Exclude<ApiRoute, Streamed>]: Handler<R> }
/** Some routes' handlers; `buildApp` merges all areas and the compiler refuses a route without one. */
export const area = <K extends ApiRoute>(handlers: { [R in K]: Handler<R> }): { [R in K]: Handler<R> } => handlers

/** Handlers of routes that differ in their last word. */
export const handlersByWord = <P extends string, W extends string, H>(
  path: P,
  words: readonly W[],
  make: (word: W) => H,
): Record<`${P}${W}`, H> =>
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- each of the words has got its route
  Object.fromEntries(words.map((word) => [`${path}${word}`, make(word)])) as Record<`${P}${W}`, H>

/** A refusal by a handler: a code of the catalogue, never a sentence. */
export class Fail extends Error {
  constructor(
    readonly code: ProblemCode,
    readonly details: { fields?: FieldProblem[]; [name: string]: unknown } = {},
  ) {
    super(code)
    this.name = 'Fail'
  }
}

/** Answered with a question: the call comes again with what was chosen, and the audit trail has no refusal of it. */
export class ConfirmationRequired extends Fail {}

/** Of a screen that the caller's role gives for reading only. */
export const readOnly = (screen: ScreenName): Fail => new Fail('read_only_right', { screen })

const prepare = Symbol('prepare')
const ready = Symbol('ready')
interface Staged {
  [prepare](ctx: object): Promise<unknown>
}

/**
 * A handler with slow work before its transaction (hashing a password, reading a file), which would hold the one connection of the embedded
 * database meanwhile. `first` runs on the database without a transaction and may refuse; what it answers is handed to `run`.
 */
export function staged<R extends ApiRoute, T>(
  first: (ctx: Ctx<R>) => Promise<T>,
  run: (ctx: Ctx<R>, found: T) => ReturnType<Handler<R>>,
): Handler<R> {
  const handler = (ctx: Ctx<R> & { [ready]?: { found: T } }) => run(ctx, present(ctx[ready]).found)
  return Object.assign(handler, { [prepare]: first })
}
/** The interpreter's side of `staged`: whether something comes first, and running it; what it answers belongs into the context of `run`. */
export const isStaged = (handler: object): handler is Staged => prepare in handler
export const runFirst = async (handler: object, ctx: object): Promise<object> =>
  isStaged(handler) ? { [ready]: { found: await handler[prepare](ctx) } } : {}

const many = Symbol('many')
type Many<R extends ApiRoute> = (calls: readonly Ctx<R>[]) => Promise<(Awaited<ReturnType<Handler<R>>> | Fail)[]>

/**
 * A handler of calls that come in crowds, given all that came together, in one transaction: an answer or a refusal for each, in their order.
 * What it throws instead is the failure of them all, and each is tried alone.
 */
export function batched<R extends ApiRoute>(run: Many<R>): Handler<R> {
  const handler: Handler<R> = async (ctx) => {
    const [out] = await run([ctx])
    if (out instanceof Fail) throw out
    return present(out)
  }
  return Object.assign(handler, { [many]: run })
}
/** The same for who makes such calls himself. */
export const batchOf = <R extends ApiRoute>(handler: Handler<R>): Many<R> | undefined =>
  isBatchOf(handler) ? handler[many] : undefined
const isBatchOf = <R extends ApiRoute>(handler: Handler<R>): handler is Handler<R> & { [many]: Many<R> } =>
  many in handler

type UntypedMany = (calls: readonly object[]) => Promise<unknown[]>
const isBatched = (handler: object): handler is { [many]: UntypedMany } => many in handler
/** The interpreter's side of `batched`. */
export const manyOf = (handler: object): UntypedMany | undefined => (isBatched(handler) ? handler[many] : undefined)
