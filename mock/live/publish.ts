/** Says to open apps what to look at again. */
import type { ScreenName } from '#src/contract/screens/index.ts'
import type { LiveName } from '#src/contract/session/live.ts'
import type { Queryable } from '../db/db.ts'

/** The channel of the database that carries events to the hub of every server process. */
export const liveChannel = 'live'

/** Whom an event is for: everybody, users by id, holders of roles (by id or key), of one of some screens, or people of organisations and those below them. */
export type To =
  | 'all'
  | { users: readonly string[] }
  | { roles: readonly string[] }
  | { screens: readonly ScreenName[] }
  | { orgs: readonly string[] }
export type PublishedEvent = [name: LiveName, to: To]

/** PostgreSQL takes less than 8000 bytes in one notification; an id has at most 64. */
const most = 100

/**
 * Goes out when the transaction of `q` commits, and never when it does not. It is no record: who is not connected looks by himself when he
 * comes.
 */
export async function publish(q: Queryable, name: LiveName, to: To): Promise<void> {
  const parts: ('all' | Record<string, readonly string[]>)[] = []
  if (to === 'all') parts.push(to)
  else
    for (const [kind, ids] of Object.entries<readonly string[]>(to))
      for (let i = 0; i < ids.length; i += most) parts.push({ [kind]: ids.slice(i, i + most) })
  for (const part of parts)
    await q.query('select pg_notify($1, $2)', [liveChannel, JSON.stringify([name, part] satisfies [LiveName, unknown])])
}
