/** Accounts and things that the trail knows by a name that holds a text: as it is now, as it was before, as it was when they went. */
import { containing, containingIn } from '#mock/crud/fold.ts'
import { documents } from '#mock/crud/documents.ts'
import type { Queryable } from '#mock/db/db.ts'
import { auditWords } from './words.ts'

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

/** Actions after which a thing is known by its entry alone. */
let removals: readonly string[] | undefined
const removed = (): readonly string[] => (removals ??= auditWords().actions.filter((word) => word.endsWith('.remove')))

/**
 * Things that are gone, and files that were sent, by the name their row shows: ids, and of accounts the user names that went with them. Looks
 * at the entries of these actions alone, by their index, however long the trail is.
 */
export async function goneLike(q: Queryable, text: string): Promise<{ ids: string[]; usernames: string[] }> {
  const { rows } = await q.query<{ id: string; username: string | null }>(
    `select distinct id, username from (
       select id, case when entity = 'user' then was->>'username' end as username
       from (select entity_id as id, entity, details->'before' as was from audit where action = any($2::text[]) offset 0) gone
       where lower(concat_ws(chr(31), was->>'name', was->>'title', was->>'username')) like $1
       union all
       select entity_id, null from audit where action in ('import.plan', 'upload.create')
         and lower(coalesce(details->>'file', details->'after'->>'name')) like $1
     ) found limit ${most}`,
    [containingIn(text), removed()],
  )
  return { ids: rows.map((r) => r.id), usernames: rows.flatMap((r) => r.username ?? []) }
}
