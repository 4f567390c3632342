/** How the system log stays of a size: by age when somebody clears it, by number always. */
import type { Queryable } from '#mock/db/db.ts'

/** Rows the log keeps whatever is configured; a full log is about 60 MB. */
const mostRows = 200_000

/** Rows older than an instant go. @returns how many */
export async function clearSystemLog(q: Queryable, olderThan: Date): Promise<number> {
  const { count } = await q.query('delete from system_log where at < $1', [olderThan.toISOString()])
  return count
}

/** The oldest rows beyond the number go. @returns how many */
export async function trimSystemLog(q: Queryable, most = mostRows): Promise<number> {
  const { count } = await q.query('delete from system_log where id <= (select max(id) from system_log) - $1::bigint', [
    most,
  ])
  return count
}
