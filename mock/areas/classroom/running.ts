/** The class hour that goes on for somebody, which every page says but its own. */
import { classAttending } from '#src/contract/classroom/screens.ts'
import type { RunningHour } from '#src/contract/classroom/hour.schema.ts'
import type { Queryable } from '#mock/db/db.ts'
import { holdsAnyScreen } from '#mock/crud/keeps.ts'
import type { Caller } from '#mock/http/request/handler.ts'
import { titleOf } from '../course/learn/cards.ts'
import { gatherOf } from './grid.ts'
import { goesOnSql, hourRows, isoInstant } from './hours.ts'
import { lessonOfHour } from './run.ts'

export async function runningHour(q: Queryable, who: Caller, now: Date): Promise<RunningHour | null> {
  if (!holdsAnyScreen(who.granted, classAttending)) return null
  const [hour] = await hourRows(
    q,
    `where h.class_id in (select m.class_id from class_member m join r_class c on c.id = m.class_id
       where m.user_id = $1 and m.left_at is null and c.k_status = 'ongoing') and ${goesOnSql('$2')}
     order by h.began_at desc, h.id desc limit 1`,
    [who.id, now.toISOString()],
  )
  if (!hour) return null
  const [{ rows }, lesson] = await Promise.all([
    q.query<{
      name: string
      entering: boolean
      attendance: RunningHour['attendance']
      said_at: string | null
      by: string | null
      text: string | null
    }>(
      `select t.data->>'name' as name, coalesce((t.data->>'entering')::boolean, true) as entering, a.state as attendance,
         s.at as said_at, s.params->>'by' as by, s.params->>'text' as text
       from r_class t left join class_attendance a on a.hour_id = $2 and a.user_id = $3
         left join lateral (select m.at, m.params from message m
           where m.user_id = $3 and m.kind = 'class_message' and m.at >= $4::timestamptz and m.params->>'class' = t.data->>'name'
           order by m.at desc, m.id desc limit 1) s on true
       where t.id = $1`,
      [hour.class_id, hour.id, who.id, hour.began_at],
    ),
    hour.gather ? lessonOfHour(q, hour) : undefined,
  ])
  const [row] = rows
  if (!row) return null
  const section = lesson?.sections.find((s) => s.id === hour.gather?.section)
  return {
    id: hour.id,
    class_name: row.name,
    course_id: hour.course_id,
    lesson_id: hour.lesson_id,
    attendance: row.attendance,
    entering: row.entering,
    gather: gatherOf(hour, section && titleOf(section)),
    message: row.said_at === null ? null : { at: isoInstant(row.said_at), by: row.by ?? '', text: row.text ?? '' },
  }
}
