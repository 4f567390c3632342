/** Names that look like somebody else's and are written in other letters. People may share a name; nobody may imitate one. */
import { isAmbiguous, lookAlikes, skeletonOf, tidyName } from '#src/contract/lib/lookAlike.ts'
import { documents } from '#mock/crud/documents.ts'
import type { Queryable } from '#mock/db/db.ts'
import { Fail } from '#mock/http/handler.ts'

const users = documents('user')

/** A name in letters that are no others' doubles imitates nobody, so most names cost nothing. */
export async function refuseLookAlike(q: Queryable, name: string, id: string | undefined): Promise<void> {
  if (!isAmbiguous(name)) return
  const { rows } = await q.query<{ name: string }>(
    `select distinct data->>'name' as name from ${users.table}
     where id is distinct from $1
       and translate(normalize(data->>'name', nfkc), $2 || ' _-', $3) = $4 limit 20`,
    [id ?? null, lookAlikes.from, lookAlikes.to, skeletonOf(name)],
  )
  if (rows.some((r) => tidyName(r.name) !== tidyName(name)))
    throw new Fail('validation', { fields: [{ path: 'name', rule: 'name_like_anothers' }], in: 'body' })
}
