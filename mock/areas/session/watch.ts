/**
 * What is known of callers, kept in memory until the database says that it changed. Only the embedded database can be trusted with this: it
 * has one owner, and it hands a notification over before the answer of the commit that caused it, so that the very next call sees the change.
 * Triggers notify, not our own code, so that no statement anywhere can be forgotten.
 */
import type { Db } from '../../db/db.ts'

const channel = 'people'
/** Table, what of it matters, and the column that says whose it is; none when it may be anybody's. */
const watched = [
  ['session', 'update of user_id, ended_at, expires_at, idle_seconds or delete', 'user_id'],
  ['account', 'update or delete', 'user_id'],
  ['r_user', 'update or delete', 'id'],
  ['r_role', 'insert or update or delete', ''],
  ['org', 'insert or update or delete', ''],
] as const

const install = `create or replace function people_changed() returns trigger language plpgsql as $$
begin
  perform pg_notify('${channel}', coalesce(case when tg_op = 'DELETE' then to_jsonb(old) else to_jsonb(new) end ->> tg_argv[0], ''));
  return null;
end $$;
${watched
  .map(
    ([table, events, column]) =>
      `create or replace trigger people_changed after ${events} on ${table} for each row execute function people_changed('${column}');`,
  )
  .join('\n')}`

const most = 20_000

export interface Known<T> {
  get(key: string): T | undefined
  /** Remembers what `read` finds, unless something changed while it read. */
  learn(key: string, read: () => Promise<T | undefined>): Promise<T | undefined>
}

/** A memory that forgets on change; on PostgreSQL, where others write too, one that never remembers. */
export async function watchPeople<T extends { user_id: string }>(db: Db): Promise<Known<T>> {
  if (db.engine !== 'pglite') return { get: () => undefined, learn: (_key, read) => read() }
  const known = new Map<string, T>()
  const keysOf = new Map<string, Set<string>>()
  let changes = 0
  const forgetAll = (): void => {
    known.clear()
    keysOf.clear()
  }
  await db.script(install)
  await db.listen(channel, (userId) => {
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
