/** Who is there: whoever holds a live session that was used within the last five minutes. */
import type { Queryable } from '#mock/db/db.ts'

const window = 5 * 60_000
export const since = (now: Date): string => new Date(now.getTime() - window).toISOString()

/** Condition on a row of `session`: it is live at `now` and was used since. */
export const isOnlineSql = (now: string, seen: string): string =>
  `ended_at is null and expires_at > ${now}::timestamptz and seen_at > ${seen}::timestamptz`

/** Those of the users who are online. */
export async function onlineOf(q: Queryable, users: readonly string[], now: Date): Promise<Set<string>> {
  if (!users.length) return new Set()
  const { rows } = await q.query<{ id: string }>(
    `select distinct user_id as id from session where user_id = any($1::text[]) and ${isOnlineSql('$2', '$3')}`,
    [[...users], now.toISOString(), since(now)],
  )
  return new Set(rows.map((r) => r.id))
}

/** How many there are. */
export async function onlineCount(q: Queryable, now: Date): Promise<number> {
  const { rows } = await q.query<{ n: number }>(
    `select count(distinct user_id) as n from session where ${isOnlineSql('$1', '$2')}`,
    [now.toISOString(), since(now)],
  )
  return rows[0]?.n ?? 0
}
