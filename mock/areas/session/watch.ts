/**
 * What is known of callers, kept in memory until the database says that it changed. Only the embedded database can be trusted with this: it
 * has one owner, and it hands a notification over before the answer of the commit that caused it, so that the very next call sees the change.
 * Triggers notify, not our own code, so that no statement anywhere can be forgotten. Live streams end by the same word, on both databases.
 */
import type { Db, Tx } from '../../db/db.ts'

/** Carries the id of the user whose session, account or row changed; nothing when it may be anybody's. */
export const peopleChannel = 'people'
const turn = 727040
/** Table, what of it matters, and the column that says whose it is; none when it may be anybody's. */
const watched = [
  ['session', 'update of user_id, ended_at, expires_at, idle_seconds or delete', 'user_id'],
  ['account', 'update or delete', 'user_id'],
  ['r_user', 'update or delete', 'id'],
  ['r_role', 'insert or update or delete', ''],
  ['org', 'insert or update or delete', ''],
] as const

const triggerSql = ([table, events, column]: (typeof watched)[number]): string =>
  `create trigger people_changed after ${events} on ${table} for each row execute function people_changed('${column}')`

/** Changes whenever a start would make other triggers. */
export const peopleTriggersKey = watched.map(triggerSql).join('\n')

/** Makes the triggers that are not there: making one waits for everybody who writes, which a start beside working servers should not. */
export async function makePeopleTriggers(q: Tx): Promise<void> {
  const { rows } = await q.query<{ on: string }>(
    `select c.relname as on from pg_trigger t join pg_class c on c.oid = t.tgrelid
     where t.tgname = 'people_changed' and c.relnamespace = current_schema()::regnamespace`,
  )
  const has = new Set(rows.map((r) => r.on))
  for (const one of watched) if (!has.has(one[0])) await q.script(triggerSql(one))
}

const most = 20_000

export interface PeopleCache<T> {
  get(key: string): T | undefined
  /** Remembers what `read` finds, unless something changed while it read. */
  learn(key: string, read: () => Promise<T | undefined>): Promise<T | undefined>
}

/**
 * A memory that forgets on change; on PostgreSQL, where others write too, one that never remembers.
 * @param forgotten told when it may be anybody who changed: a role, an organisation
 */
export async function watchPeople<T extends { user_id: string }>(
  db: Db,
  forgotten: () => void,
): Promise<PeopleCache<T>> {
  await db.tx(async (q) => {
    // two servers that start together take turns
    await q.query(`select pg_advisory_xact_lock(${turn})`)
    await makePeopleTriggers(q)
  })
  if (db.engine !== 'pglite') return { get: () => undefined, learn: (_key, read) => read() }
  const known = new Map<string, T>()
  const keysOf = new Map<string, Set<string>>()
  let changes = 0
  const forgetAll = (): void => {
    known.clear()
    keysOf.clear()
    forgotten()
  }
  await db.listen(peopleChannel, (userId) => {
    changes++
    if (userId === '') return forgetAll()
    for (const key of keysOf.get(userId) ?? []) known.delete(key)
    keysOf.delete(userId)
  })
  return {
    get: (key) => known.get(key),
    async learn(key, read) {
      const before = changes
      const found = await read()
      if (!found || changes !== before) return found
      if (known.size >= most) forgetAll()
      known.set(key, found)
      keysOf.set(found.user_id, (keysOf.get(found.user_id) ?? new Set()).add(key))
      return found
    },
  }
}
