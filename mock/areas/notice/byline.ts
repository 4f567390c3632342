import type { Byline } from '#src/contract/notice/byline.ts'
import { tableOf } from '#mock/crud/shape.ts'
import type { Queryable } from '#mock/db/db.ts'

/** Who people are by their ids, in one question; of somebody who is gone the name that was written down. */
export async function bylines(
  q: Queryable,
  ids: readonly (string | undefined)[],
): Promise<(id: string | undefined, name: string | undefined) => Byline> {
  const asked = [...new Set(ids.filter((id) => id !== undefined))]
  const { rows } = asked.length
    ? await q.query<Byline & { id: string }>(
        `select u.id, coalesce(u.data->>'name', '') as name, coalesce(u.data->>'username', '') as username,
           coalesce(r.data->>'key', '') as role_key, coalesce(r.data->>'name', '') as role_name
         from ${tableOf('user')} u left join ${tableOf('role')} r on r.id = u.k_role_id where u.id = any($1::text[])`,
        [asked],
      )
    : { rows: [] }
  const found = new Map(rows.map(({ id, ...by }) => [id, by]))
  return (id, name = '') => found.get(id ?? '') ?? { name, username: '', role_key: '', role_name: '' }
}
