/**
 * Rows of others that an import would overwrite or file something under, or its undo would change or take away: refused before anything is
 * written.
 */
import type { NamedResourceSpec } from '#src/contract/lib/resource.ts'
import { type ResourceName, resources } from '#src/contract/resources.ts'
import { mayBuildOn, sharedWith } from '#mock/crud/ownership.ts'
import { signedName } from '#mock/crud/signed.ts'
import { tableOf } from '#mock/crud/shape.ts'
import { where } from '#mock/crud/where.ts'
import type { Queryable } from '#mock/db/db.ts'
import { Fail, type Caller } from '#mock/http/request/handler.ts'
import { importable } from './importables.ts'
import type { PackageRow } from './package.ts'
import { resourceSpecOf } from './may.ts'

/** @throws not_shared with the number of rows and the owner of one of them */
export async function refuseForeign(
  q: Queryable,
  p: Pick<PackageRow, 'id' | 'resources'>,
  who: Caller,
  what: 'apply' | 'undo',
): Promise<void> {
  if (who.is_admin) return
  let n = 0
  let owner = ''
  for (const { resource } of p.resources) {
    const line = resourceSpecOf(resource)
    const parts = importable(resource)?.within
    if (parts) {
      const found = await partsOf(q, p, who, resource, parts)
      n += found?.n ?? 0
      owner ||= found?.owner ?? ''
    }
    if (!line.owned) continue
    const w = where()
    const changeable = sharedWith(line, who, 'change')(w.add) ?? 'true'
    // what the import made is taken away again: that is for its owner alone
    const gone = what === 'undo' ? `or (i.verdict = 'new' and t.owner_id <> ${w.add(who.id)})` : ''
    const { rows } = await q.query<{ n: number; owner: string | null }>(
      `select count(*)::integer as n, min(${signedName('u')}) as owner
       from import_row i join ${tableOf(resource)} t on t.id = i.target_id left join r_user u on u.id = t.owner_id
       where i.package_id = ${w.add(p.id)} and i.resource = ${w.add(resource)} and i.choice = 'take'
         and ((i.verdict = 'changed' and not (${changeable})) ${gone})`,
      w.params,
    )
    n += rows[0]?.n ?? 0
    owner ||= rows[0]?.owner ?? ''
    const into = what === 'apply' ? await filed(q, p, who, resource) : undefined
    n += into?.n ?? 0
    owner ||= into?.owner ?? ''
  }
  if (n) throw new Fail('not_shared', { owner, n })
}

/** Rows that are parts of what the caller may not change. What the same import made is its own. */
async function partsOf(
  q: Queryable,
  p: Pick<PackageRow, 'id'>,
  who: Caller,
  resource: string,
  within: { resource: ResourceName; field: string },
) {
  const w = where()
  const changeable = sharedWith(resourceSpecOf(within.resource), who, 'change')(w.add) ?? 'true'
  const { rows } = await q.query<{ n: number; owner: string | null }>(
    `select count(*)::integer as n, min(${signedName('u')}) as owner
     from import_row i join ${tableOf(within.resource)} t on t.id = i.data->>(${w.add(within.field)}::text) left join r_user u on u.id = t.owner_id
     where i.package_id = ${w.add(p.id)} and i.resource = ${w.add(resource)} and i.choice = 'take'
       and i.verdict in ('new', 'changed') and not (${changeable})`,
    w.params,
  )
  return rows[0]
}

/** Rows that would come into what the caller may not build on, or into or out of a set they may not change. */
async function filed(q: Queryable, p: Pick<PackageRow, 'id'>, who: Caller, resource: string) {
  const parent = importable(resource)?.parent
  const line: NamedResourceSpec | undefined = parent && resources[parent.resource].line
  if (!parent || !line?.owned) return undefined
  const w = where()
  const into = Object.hasOwn(resourceSpecOf(resource).fields[parent.field] ?? {}, 'into')
  const usable = mayBuildOn(line, who, into ? 'change' : 'use')(w.add) ?? 'true'
  const own = tableOf(resource)
  const field = `k_${parent.field}`
  const { rows } = await q.query<{ n: number; owner: string | null }>(
    `select count(*)::integer as n, min(${signedName('u')}) as owner
     from import_row i join ${tableOf(parent.resource)} t on t.id = i.data->>(${w.add(parent.field)}::text) left join r_user u on u.id = t.owner_id
     where i.package_id = ${w.add(p.id)} and i.resource = ${w.add(resource)} and i.choice = 'take' and not (${usable})
       and (i.verdict = 'new' ${into ? `or (i.verdict = 'changed' and exists (select 1 from ${own} o where o.id = i.target_id and o.${field} is distinct from t.id))` : ''})`,
    w.params,
  )
  return rows[0]
}
