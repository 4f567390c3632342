/** What a person owns, over all kinds of content. */
import type { NamedResourceSpec } from '#src/contract/lib/resource.ts'
import { type ResourceName, resources } from '#src/contract/resources.ts'
import { tableOf } from '#mock/crud/shape.ts'
import type { Queryable } from '#mock/db/db.ts'
import { Fail } from '#mock/http/request/handler.ts'

const owned = (Object.values(resources).map((r) => r.line) as NamedResourceSpec[]).filter((line) => line.owned)
const counting = owned
  .map((l) => `select '${l.name}' as resource, count(*)::integer as rows from ${tableOf(l.name)} where owner_id = $1`)
  .join(' union all ')

/** How many rows of each kind the person owns; kinds without any are left out. */
export async function contentOf(q: Queryable, id: string): Promise<{ resource: ResourceName; rows: number }[]> {
  const { rows } = await q.query<{ resource: ResourceName; rows: number }>(counting, [id])
  return rows.filter((r) => r.rows > 0)
}

/** What some people own: whose it is, what and which. */
export async function contentOwnedBy(
  q: Queryable,
  ids: readonly string[],
): Promise<{ id: string; entity: string; entity_id: string }[]> {
  const each = owned.map(
    (l) =>
      `select owner_id as id, '${l.name}' as entity, id as entity_id from ${tableOf(l.name)} where owner_id = any($1::text[])`,
  )
  return (await q.query<{ id: string; entity: string; entity_id: string }>(each.join(' union all '), [ids])).rows
}

/** Throws `owns_content`: it would be nobody's. */
export async function refuseOwner(q: Queryable, id: string): Promise<void> {
  const found = await contentOf(q, id)
  const n = found.reduce((sum, f) => sum + f.rows, 0)
  if (n) throw new Fail('owns_content', { n, content: Object.fromEntries(found.map((f) => [f.resource, f.rows])) })
}
