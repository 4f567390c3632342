import type { ResourceName } from '#src/contract/resources.ts'
import { Fail } from '../http/handler.ts'
import { each } from './bulk.ts'
import type { DataOf } from './documents.ts'
import { type Call, type Setting, trace, type Verb } from './setting.ts'

/** The actions of a resource: each moves its status machine, one row or several at once. */
export function acting<N extends ResourceName, F>(s: Setting<N, F>, action: string): Record<'one' | 'many', Verb> {
  const moves = s.hooks.moves
  if (!moves) throw new Error(`${s.name} has the action ${action} and no status machine`)

  async function act(c: Call, id: string, version: number | undefined) {
    const at = s.at(c)
    const before = await s.see(c, id, 'lock')
    const row = await s.rows.allow(action, before, at)
    if (version !== undefined && version !== before.version) throw new Fail('stale_version', { current: row })
    const status = moves?.table[String((row as Record<string, unknown>)[moves.field])]?.[action]
    const data = { ...before.data, [moves?.field ?? 'status']: status } as DataOf<N>
    await s.hooks.check?.(data, before, at)
    const after = await s.docs.update(c.q, before, data, { at: at.now, by: c.who.id })
    if (!after) throw new Fail('stale_version', { current: row })
    await s.hooks.wrote?.(after, before, at)
    c.audit({
      entity: s.name,
      id,
      before: trace(before),
      after: trace(after),
      ...(c.body.reason === undefined ? {} : { details: { reason: c.body.reason } }),
    })
    return after
  }

  return {
    one: async (c) => s.rows.one(await act(c, c.params.id, c.body.version), s.at(c)),
    many: (c) =>
      each(
        c.q,
        c.body.ids,
        async (id) => void (await act(c, id, undefined)),
        (id, { code, details }) => c.audit({ entity: s.name, id, code, details }),
      ),
  }
}
