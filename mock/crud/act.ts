import type { ResourceName } from '#src/contract/resources.ts'
import { Fail } from '../http/request/handler.ts'
import { each, type BulkAnswer } from './bulk.ts'
import type { DataOf } from './documents.ts'
import type { ResourceDocument } from './hooks.ts'
import { type ResourceCall, type CrudContext, rowAuditState, type Verb } from './setting.ts'

/** What of a call an action needs; a handler of an area passes its own. */
export type ActCall = Pick<ResourceCall, 'who' | 'q' | 'platform' | 'audit'>

export interface ActionRequest<N extends ResourceName> {
  action: string
  /** Refused at another version. */
  version?: number | undefined
  reason?: string | undefined
  /** The caller was warned and wants it all the same. */
  anyway?: boolean | undefined
  /** Columns an action of the area's own changes. */
  set?: DataOf<N>
}

/** Does an action to one row: the right, the status machine, the area's last look, the audit. */
async function actOn<N extends ResourceName, F>(
  s: CrudContext<N, F>,
  c: ActCall,
  id: string,
  { action, version, reason, anyway, set }: ActionRequest<N>,
): Promise<ResourceDocument<N>> {
  const { moves } = s.hooks
  const at = s.at(c)
  const before = await s.see(c, id, 'lock')
  const row = await s.rows.allow(action, before, at)
  if (version !== undefined && version !== before.version) throw new Fail('stale_version', { current: row })
  const warning = anyway ? undefined : s.hooks.warns?.(action, row, at)
  if (warning) throw new Fail(warning)
  const status = moves?.table[String((row as Record<string, unknown>)[moves.field])]?.[action]
  const own = await s.hooks.acts?.(action, reason?.trim() ?? '', before, at)
  const moved = moves && status !== undefined ? { [moves.field]: status } : {}
  const data = { ...before.data, ...moved, ...own, ...set } as DataOf<N>
  await s.hooks.check?.(data, before, at)
  const after = await s.docs.update(c.q, before, data, { at: at.now, by: c.who.id })
  if (!after) throw new Fail('stale_version', { current: row })
  await s.hooks.wrote?.(after, before, at)
  c.audit({
    entity: s.name,
    id,
    before: rowAuditState(before),
    after: rowAuditState(after),
    ...(reason === undefined ? {} : { details: { reason } }),
  })
  return after
}

/** The same to several, each by itself. */
export const actOnEach = <N extends ResourceName, F>(
  s: CrudContext<N, F>,
  c: ActCall,
  ids: readonly string[],
  act: ActionRequest<N>,
): Promise<BulkAnswer> =>
  each(
    c.q,
    ids,
    async (id) => void (await actOn(s, c, id, act)),
    (id, { code, details }) => c.audit({ entity: s.name, id, code, details }),
  )

/** The actions of a resource: each moves its status machine, one row or several at once. */
export function acting<N extends ResourceName, F>(s: CrudContext<N, F>, action: string): Record<'one' | 'many', Verb> {
  if (!s.hooks.moves) throw new Error(`${s.name} has the action ${action} and no status machine`)
  return {
    one: async (c) => {
      const { version, reason, anyway } = c.body
      return s.rows.one(await actOn(s, c, c.params.id, { action, version, reason, anyway }), s.at(c))
    },
    many: (c) => actOnEach(s, c, c.body.ids, { action, reason: c.body.reason }),
  }
}
