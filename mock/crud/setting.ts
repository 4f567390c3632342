/** What the verbs of one resource share. */
import type { NamedResourceSpec } from '#src/contract/lib/resource.ts'
import { type ResourceName, resources } from '#src/contract/resources.ts'
import type { Queryable } from '../db/db.ts'
import { type AuditEvent, Fail, type Platform, type Caller } from '../http/request/handler.ts'
import { type DataOf, documents, type Documents } from './documents.ts'
import type { HookContext, ResourceDocument, Hooks } from './hooks.ts'
import { managesResource } from './keeps.ts'
import { either, type Owned, seenBy } from './ownership.ts'
import { type Presenter, presenter } from './rows.ts'
import type { Data } from './shape.ts'
import type { Scope } from './where.ts'

/** A call of any route of a resource, as the verbs read it; the route's own types are checked where `crud` is put together. */
export interface ResourceCall {
  params: { id: string }
  query: Data & { page: number; page_size: number; q?: string; sort?: string; ids?: string[]; format?: 'csv' | 'xlsx' }
  body: Data & { version: number; ids: string[]; reason?: string; anyway?: boolean }
  who: Caller
  q: Queryable
  platform: Platform
  audit(entry: AuditEvent): void
}
/** @param Body what it reads of the body, as the route has it: the parameter of a method is not compared */
export type Verb<Body = unknown> = { run(c: ResourceCall & { body: Body }): Promise<unknown> }['run']
/** What of a call says who asks, and of which database: any handler's own call is one. */
export type CallerContext = Pick<ResourceCall, 'who' | 'q' | 'platform'>

export interface CrudContext<N extends ResourceName, F> {
  name: N
  line: NamedResourceSpec
  docs: Documents<DataOf<N>>
  rows: Presenter<N, F>
  hooks: Hooks<N, F>
  at(c: CallerContext): HookContext
  /** Conditions on the rows this caller may list. */
  scopes(at: HookContext): Scope[]
  /** The row, or the refusal this caller gets for it. */
  see(c: CallerContext, id: string, lock?: 'lock'): Promise<ResourceDocument<N>>
}

/** State of a row for the audit trail. */
export const rowAuditState = (doc: { version: number; data: object; open?: boolean } & Partial<Owned>): Data => ({
  ...doc.data,
  version: doc.version,
  ...(doc.open === undefined ? {} : { open: doc.open }),
  ...(doc.owner_id === undefined ? {} : { owner_id: doc.owner_id }),
})

const at = (c: CallerContext): HookContext => ({ q: c.q, who: c.who, now: c.platform.now(), platform: c.platform })

export function crudContext<N extends ResourceName, F>(name: N, hooks: Hooks<N, F>): CrudContext<N, F> {
  const line: NamedResourceSpec = resources[name].line
  const docs = documents(name)
  const rows = presenter(name, hooks)
  const shown = (now: HookContext): Scope[] => {
    const also = hooks.shows?.(now)
    const seen = seenBy(line, now.who)
    return [also ? either(seen, also) : seen]
  }
  const own = (now: HookContext): Scope[] => (hooks.scope ? [hooks.scope(now)] : [])
  return {
    name,
    line,
    docs,
    rows,
    hooks,
    at,
    scopes: (now) => [...own(now), ...shown(now)],
    /**
     * A row outside the caller's scope answers as if it were not there. One that stands but is shown to others only says so, as section 6
     * of the specification has it: the learner then knows whom to ask. Its id cannot be guessed (74 random bits).
     */
    async see(c, id, lock) {
      const now = at(c)
      const doc = lock ? await docs.lock(c.q, id) : await docs.get(c.q, id)
      if (!doc || !(await docs.within(c.q, id, own(now)))) throw new Fail('not_found')
      // what its owner keeps from other keepers is not there for them
      if (!(await docs.within(c.q, id, shown(now))))
        throw new Fail(
          line.owned && (!line.audience || managesResource(line, now.who)) ? 'not_found' : 'not_authorized_yet',
        )
      return doc
    },
  }
}
