/** One call on its way through the interpreter, and what the stages of that way share. */
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Audit } from '../../audit/chain.ts'
import type { Door } from '../../backup/door.ts'
import type { AuditRow } from '../../audit/row.ts'
import type { Batch } from '../write/batch.ts'
import type { BodyHead } from './body.ts'
import type { Hub } from '../../live/hub.ts'
import type { LivePlatform } from '../../platform.ts'
import type { UntypedHandler } from './context.ts'
import type { AuditEvent, Fail, Meta, Caller } from './handler.ts'
import type { InTransaction } from '../write/group.ts'
import type { Idempotency } from '../write/idempotency.ts'
import type { CompiledRoute } from '../line.ts'
import type { Origins } from '../guard/origins.ts'
import type { RateLimiter } from '../guard/rate.ts'
import type { UploadsAtOnce } from '../guard/atOnce.ts'

/** What the interpreter needs besides the contract and the handlers. */
export interface Interpreter {
  platform: LivePlatform
  /** By route; an event stream has none. */
  handlers: Readonly<Record<string, UntypedHandler>>
  origins: Origins
  limiter: RateLimiter
  uploads: UploadsAtOnce
  /** The caller of a live session, by its opaque token or a `jwt_token`; undefined for any other text. */
  live(token: string): Promise<Caller | undefined>
  /** Whether the session of a token that lives no more was ended by a restore. */
  restored(token: string): Promise<boolean>
  audit: Audit
  transaction: InTransaction
  batch: Batch
  idempotency: Idempotency
  /** True: `X-Fault` asks for a failure by name. Never in production. */
  faults: boolean
  /** True while the server should answer no reads, because it is behind. */
  overloaded(): boolean
  /** Answers the calls of routes that are event streams. */
  hub: Pick<Hub, 'open'>
  /** Closed while the platform is being restored. */
  door: Door
}

export interface RequestContext {
  line: CompiledRoute
  req: FastifyRequest
  reply: FastifyReply
  head: BodyHead
  meta: Meta
  /** As it came, whether it is worth something or not. */
  token: string | undefined
  who: Caller | undefined
  params: Record<string, string>
  query: unknown
  body: unknown
  /** The body as it came, which is what an idempotency key is bound to. */
  raw: Buffer | undefined
  /** When the whole of it was here. */
  arrived: Date | undefined
  /** What the handler said it touched. */
  entries: AuditEvent[]
  /** One of many refusals alike: the audit trail has the first. */
  quiet: boolean
}

/** What of a call the trail tells: also of work that goes on behind an answer. */
export type AuditSource = Pick<RequestContext, 'line' | 'meta' | 'who' | 'params' | 'entries' | 'quiet'>

/** The rows of the audit trail for a call: one per entry, or one that says at least which route it was. */
export function auditRows(call: AuditSource, at: Date, refused?: Fail): AuditRow[] {
  const { line, meta, who, params } = call
  const fields = refused?.details.fields?.map((f) => `${f.path} ${f.rule}`)
  const given: readonly AuditEvent[] = call.entries.length
    ? call.entries
    : [{ entity: line.word.slice(0, line.word.indexOf('.')), id: params.id ?? '' }]
  return given
    .filter((e) => !e.again)
    .map((e) => {
      const code = e.code ?? refused?.code ?? null
      // who has just signed in did it himself; who failed to is only named
      const named = e.entity === 'user' && typeof e.details?.username === 'string' ? e.details.username : null
      return {
        at,
        user_id: who?.id ?? (named !== null && code === null ? e.id : null),
        username: who?.username ?? named,
        role: who?.role_key || (who?.role_id ?? null),
        address: meta.address,
        action: e.word ?? line.word,
        entity: e.entity,
        entity_id: e.id,
        result: code === null ? 'done' : 'refused',
        code,
        request_id: meta.request_id,
        before: e.before,
        after: e.after,
        details: { ...e.details, ...(fields ? { fields } : {}) },
      }
    })
}
