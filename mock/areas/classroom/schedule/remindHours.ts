/** Class hours are said beforehand to the members of the class and to whoever leads the hour. */
import { isoInstant } from '../hours.ts'
import type { Reminding } from './remind.ts'

export const hourReminding: Reminding = {
  async coming(q, classId, now) {
    const { rows } = await q.query<{ id: string; at: string }>(
      `select id, starts_at as at from class_hour where class_id = $1 and cancelled_at is null and began_at is null and starts_at > $2::timestamptz
       order by starts_at, id`,
      [classId, now.toISOString()],
    )
    return rows.map((r) => ({ id: r.id, at: isoInstant(r.at) }))
  },
  async said(q, classId, { id, at }) {
    const { rows } = await q.query<{ name: string; room: string; teacher_id: string | null }>(
      `select t.data->>'name' as name, coalesce(nullif(h.room, ''), t.data->>'room', '') as room, h.teacher_id
       from r_class t join class_hour h on h.class_id = t.id where h.id = $1 and t.k_status = 'ongoing'`,
      [id],
    )
    const [hour] = rows
    if (!hour) return undefined
    const { rows: members } = await q.query<{ user_id: string }>(
      'select user_id from class_member where class_id = $1 and left_at is null order by 1',
      [classId],
    )
    return {
      to: [...members.map((m) => m.user_id), ...(hour.teacher_id === null ? [] : [hour.teacher_id])],
      kind: hour.room ? 'class_soon_in' : 'class_soon',
      params: { class: hour.name, at, room: hour.room },
      link: { screen: 'personal', query: { tab: 'schedule' } },
    }
  },
}
