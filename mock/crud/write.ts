import type { NamedResourceSpec } from '#src/contract/lib/resource.ts'
import { hiddenIn } from '#src/contract/lib/oneLine.ts'
import type { ResourceName } from '#src/contract/resources.ts'
import { Fail } from '../http/request/handler.ts'
import { forgetAudience } from './audience.ts'
import { type Along, bringAlong, takeFromBin, throwInBin } from './bin.ts'
import { type BulkAnswer, each } from './bulk.ts'
import type { DataOf } from './documents.ts'
import type { Body, ResourceDocument } from './hooks.ts'
import { forgetPeople } from './ownership.ts'
import { dropPictures, holdPictures } from './pictures.ts'
import { checkReferences, checkUnused, existing, referencesTo } from './references.ts'
import { type ResourceCall, type CrudContext, rowAuditState, type Verb } from './setting.ts'
import type { Data } from './shape.ts'

/** Refuses one-line texts in which one name could pose as another. */
function refuseHidden(line: NamedResourceSpec, data: Data, before?: Data): void {
  const fields = hiddenIn(line.fields, data, before)
  if (fields.length) throw new Fail('validation', { fields, in: 'body' })
}

const hand = (c: ResourceCall) => ({ at: c.platform.now(), by: c.who.id })

/** create, update, remove, put back, several at once */
export function writeVerbs<N extends ResourceName, F>(
  s: CrudContext<N, F>,
): Record<'update' | 'remove' | 'removeMany' | 'removable' | 'restoreMany', Verb> & {
  create: Verb<Body<N> & DataOf<N>>
} {
  const shared = s.line.owned ? [['share_person', 'entity_id'] as const] : []
  const along: Along = [...(s.hooks.along ?? []), ...shared]

  /** Throws why the row stays. Who may not remove it hears that alone; what uses it, with figures and names, is for who may. */
  async function mayRemove(c: ResourceCall, doc: ResourceDocument<N>, unused: () => Promise<void>): Promise<void> {
    const refused = await s.rows.allow('remove', doc, s.at(c)).then(
      () => undefined,
      (e: unknown) => e,
    )
    if (refused && !(refused instanceof Fail && refused.code === 'in_use')) throw refused
    await unused()
    await s.hooks.unused?.(doc, s.at(c))
    if (refused) throw refused
  }

  async function remove(c: ResourceCall, id: string): Promise<void> {
    const before = await s.see(c, id, 'lock')
    await mayRemove(c, before, () => checkUnused(c.q, s.line, id, c.who))
    if (s.line.restorable) {
      const left = (await s.hooks.leaves?.(before, s.at(c))) ?? []
      await throwInBin(c.q, s.name, before, along, left, hand(c))
    }
    await s.docs.remove(c.q, id)
    if (s.line.audience) await forgetAudience(c.q, s.name, id)
    if (s.line.owned) await forgetPeople(c.q, s.name, [id])
    await dropPictures(c.q, s.line, before, hand(c))
    await s.hooks.removed?.(before, s.at(c))
    c.audit({ entity: s.name, id, before: rowAuditState(before) })
  }

  async function restore(c: ResourceCall, id: string): Promise<void> {
    const at = { ...s.at(c), returns: true }
    const removed = await takeFromBin(c.q, s.name, id, c.who, at.now)
    const row = removed.row as ResourceDocument<N>
    // what comes back after its owner's account is gone belongs to whoever brings it back
    if (s.line.owned && !(await existing(c.q, 'user', [row.owner_id ?? ''])).size) row.owner_id = c.who.id
    await checkReferences(c.q, s.line, row.data as Data)
    await s.hooks.returns?.(row, at)
    const after = await s.docs.restore(c.q, row, hand(c))
    await bringAlong(c.q, along, removed)
    await holdPictures(c.q, s.line, after, undefined, hand(c))
    await s.hooks.wrote?.(after, undefined, at)
    await s.hooks.back?.(after, removed.left, at)
    c.audit({ entity: s.name, id, after: rowAuditState(after) })
  }

  return {
    async create(c) {
      const at = s.at(c)
      const own = await s.hooks.starts?.(c.body, at)
      const data: DataOf<N> = { ...c.body, ...own }
      refuseHidden(s.line, data as Data)
      const checked = checkReferences(c.q, s.line, data as Data, {}, c.who)
      if (s.hooks.check) {
        await checked
        await s.hooks.check(data, undefined, at)
      }
      const open = s.line.audience === true && s.hooks.audience !== 'nobody'
      // sent right behind the check: whatever either refuses is taken back with the transaction
      const inserted = s.docs.insert(c.q, { id: c.platform.newId(), data, open }, hand(c))
      const [named, after] = await Promise.all([checked, inserted])
      await holdPictures(c.q, s.line, after, undefined, hand(c))
      await s.hooks.wrote?.(after, undefined, at)
      c.audit({ entity: s.name, id: after.id, after: rowAuditState(after) })
      return s.rows.one(after, { ...at, named })
    },
    async update(c) {
      const at = s.at(c)
      const before: ResourceDocument<N> = await s.see(c, c.params.id, 'lock')
      const current = await s.rows.allow('update', before, at)
      const { version, ...body } = c.body
      if (version !== before.version) throw new Fail('stale_version', { current })
      const data = { ...before.data, ...body } as DataOf<N>
      refuseHidden(s.line, data as Data, before.data as Data)
      const named = await checkReferences(c.q, s.line, data as Data, before.data as Data, c.who)
      await s.hooks.check?.(data, before, at)
      const after = await s.docs.update(c.q, before, data, hand(c))
      if (!after) throw new Fail('stale_version', { current })
      await holdPictures(c.q, s.line, after, before, hand(c))
      await s.hooks.wrote?.(after, before, at)
      c.audit({ entity: s.name, id: after.id, before: rowAuditState(before), after: rowAuditState(after) })
      return s.rows.one(after, { ...at, named })
    },
    async remove(c) {
      await remove(c, c.params.id)
      return { id: c.params.id }
    },
    /** The checks of removing alone: asked beforehand, so that nobody is promised what is refused then. */
    async removable(c) {
      const ids = [...new Set(c.query.ids ?? [])]
      const uses = await referencesTo(c.q, s.line, ids, c.who)
      const out: BulkAnswer = { done: [], failed: [] }
      for (const id of ids)
        try {
          const doc = await s.see(c, id)
          const used = uses.get(id)
          await mayRemove(c, doc, async () => {
            if (used) throw new Fail('in_use', { ...used })
          })
          out.done.push(id)
        } catch (e) {
          if (!(e instanceof Fail)) throw e
          out.failed.push({ id, code: e.code, details: e.details })
        }
      return out
    },
    restoreMany: (c) =>
      each(
        c.q,
        c.body.ids,
        (id) => restore(c, id),
        (id, { code, details }) => c.audit({ entity: s.name, id, code, details }),
      ),
    removeMany: (c) =>
      each(
        c.q,
        c.body.ids,
        (id) => remove(c, id),
        (id, { code, details }) => c.audit({ entity: s.name, id, code, details }),
      ),
  }
}
