/** Organisations: one tree, each row with its path from the root, so that everything below one is one prefix. */
import type { Org } from '#src/contract/system/routes.ts'
import type { Queryable } from '#mock/db/db.ts'
import { searchable } from '#mock/crud/fold.ts'
import { documents } from '#mock/crud/documents.ts'

const users = documents('user')

/**
 * All organisations, each after the one it belongs to, brothers in their own order.
 * @param open counts only people who may sign in
 */
export async function orgsInTreeOrder(q: Queryable, { open = false } = {}): Promise<Org[]> {
  const { rows } = await q.query<Org & { own: number }>(
    `select o.id, o.parent_id, o.name, o.version, coalesce(u.n, 0) as own
     from org o left join (select k_org_id as id, count(*) as n from ${users.table} ${open ? `where k_status = 'normal' ` : ''}group by 1) u on u.id = o.id
     order by o.sort, o.name, o.id`,
  )
  const below = new Map<string | null, typeof rows>()
  for (const o of rows) below.set(o.parent_id, [...(below.get(o.parent_id) ?? []), o])
  const out: Org[] = []
  const walk = (parent: string | null): number => {
    let sum = 0
    for (const { id, parent_id, name, version, own } of below.get(parent) ?? []) {
      const node = { id, parent_id, name, version, users: 0 }
      out.push(node)
      node.users = Number(own) + walk(id)
      sum += node.users
    }
    return sum
  }
  walk(null)
  return out
}

/** Names of organisations by id. */
export async function orgNames(
  q: Queryable,
  ids: readonly (string | null | undefined)[],
): Promise<Map<string, string>> {
  const wanted = [...new Set(ids)].filter((id) => typeof id === 'string').map(searchable)
  if (!wanted.length) return new Map()
  const { rows } = await q.query<{ id: string; name: string }>('select id, name from org where id = any($1::text[])', [
    wanted,
  ])
  return new Map(rows.map((r) => [r.id, r.name]))
}

/** An organisation and those above it, from the root down; empty for nobody's. */
export async function orgLine(q: Queryable, id: string | null): Promise<string[]> {
  if (id === null) return []
  const { rows } = await q.query<{ path: string }>('select path from org where id = $1', [id])
  return rows[0]?.path.split('/').filter(Boolean) ?? []
}
