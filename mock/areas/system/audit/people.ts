/** Accounts and things that the trail knows by a name that holds a text: as it is now, as it was before, as it was when they went. */
import { containing, containingIn } from '#mock/crud/fold.ts'
import { documents } from '#mock/crud/documents.ts'
import type { Queryable } from '#mock/db/db.ts'
import { mostThings } from './labels.ts'

const users = documents('user')
/** Names looked through, and names a search is made of: whoever finds more types on. */
const looked = 20_000
const most = 200

/**
 * Steps from name to name along the index instead of through the rows: a trail of a million rows has some thousand names.
 * @returns undefined when too many match to be told apart
 */
export async function namesLike(q: Queryable, text: string): Promise<string[] | undefined> {
  const { rows } = await q.query<{ username: string }>(
    `with recursive name (username, n) as (
       select min(username), 1 from audit
       union all
       select (select min(a.username) from audit a where a.username > name.username), n + 1
       from name where name.username is not null and n < ${looked}
     )
     select username from name where username is not null and lower(username) like $1
     union
     (select data->>'username' from ${users.table} where find like $2 limit ${most + 1})
     limit ${most + 1}`,
    [containing(text), containingIn(text)],
  )
  return rows.length > most ? undefined : rows.map((r) => r.username)
}

/** Accounts that the trail knows to have had such a name before they were changed: their ids, and the user names that those who stand have now. */
export async function formerlyLike(q: Queryable, text: string): Promise<{ ids: string[]; usernames: string[] }> {
  const { rows } = await q.query<{ id: string; username: string | null }>(
    `select f.id, u.data->>'username' as username
     from (select distinct entity_id as id from audit where action = 'user.update'
       and (lower(details->'before'->>'name') like $1 or lower(details->'before'->>'username') like $1) limit ${most}) f
     left join ${users.table} u on u.id = f.id`,
    [containing(text)],
  )
  return { ids: rows.map((r) => r.id), usernames: rows.flatMap((r) => r.username ?? []) }
}

/**
 * Things by any name that a row of the trail shows them under, whether they are there, gone or in no table that is looked into, and accounts
 * that are gone by the user names that went with them.
 */
export async function saidLike(q: Queryable, text: string): Promise<{ ids: string[]; usernames: string[] }> {
  const { rows } = await q.query<{ id: string; username: string | null }>(
    `select n.entity_id as id, a.username from (select distinct entity_id from audit_name where find like $1 limit ${mostThings}) n
     left join lateral (select details->'before'->>'username' as username from audit
       where entity_id = n.entity_id and action = 'user.remove' limit 1) a on true`,
    [containingIn(text)],
  )
  return { ids: rows.map((r) => r.id), usernames: rows.flatMap((r) => r.username ?? []) }
}
