/** A class hour is said beforehand: to its members and its teacher, once, by one job for the next hour of each class. */
import type { Queryable } from '#mock/db/db.ts'
import { cancelDue, type DueHandlers, plan } from '#mock/db/due.ts'
import type { Platform } from '#mock/http/request/handler.ts'
import { notify } from '../notice/notify.ts'
import { isoInstant } from './hours.ts'

const job = 'class.remind'
/** Milliseconds before it begins. */
const before = 30 * 60_000

/** Of a class `$1` the hours that begin after an instant `$2`. */
const coming = `from class_hour h where h.class_id = $1 and h.cancelled_at is null and h.began_at is null and h.starts_at > $2::timestamptz`

/** Its hours, or some of them, have other times now. */
export async function remindLater(q: Queryable, classId: string, now: Date): Promise<void> {
  const { rows } = await q.query<{ at: string | null }>(`select min(h.starts_at) as at ${coming}`, [
    classId,
    new Date(now.getTime() + before).toISOString(),
  ])
  const next = rows[0]?.at
  if (next) await plan(q, job, classId, new Date(Date.parse(isoInstant(next)) - before))
  else await cancelDue(q, job, classId)
}

export const remindDue = (platform: Platform): DueHandlers => ({
  async [job](q, classId) {
    const now = platform.now()
    const { rows } = await q.query<{ name: string; at: string; room: string; teacher_id: string | null }>(
      `select t.data->>'name' as name, h.starts_at as at, coalesce(nullif(h.room, ''), t.data->>'room', '') as room, h.teacher_id
       from r_class t join class_hour h on h.class_id = t.id
       where t.id = $1 and t.k_status = 'ongoing' and h.cancelled_at is null and h.began_at is null
         and h.starts_at > $2::timestamptz and h.starts_at <= $3::timestamptz order by h.starts_at`,
      [classId, now.toISOString(), new Date(now.getTime() + before).toISOString()],
    )
    const { rows: members } = rows.length
      ? await q.query<{ user_id: string }>(
          'select user_id from class_member where class_id = $1 and left_at is null order by 1',
          [classId],
        )
      : { rows: [] }
    for (const hour of rows)
      await notify(q, platform, {
        to: [...members.map((m) => m.user_id), ...(hour.teacher_id === null ? [] : [hour.teacher_id])],
        kind: hour.room ? 'class_soon_in' : 'class_soon',
        params: { class: hour.name, at: isoInstant(hour.at), room: hour.room },
        link: { screen: 'personal', query: { tab: 'schedule' } },
      })
    await remindLater(q, classId, now)
  },
})
