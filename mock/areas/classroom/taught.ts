/** Which lessons of some courses are taught to somebody in their classes: those that open with their class hour, and the hours to come. */
import type { TaughtLesson, TaughtLessons } from '#src/contract/course/learn.ts'
import { lessonsOf } from '#src/contract/course/outline.ts'
import type { Outline } from '#src/contract/course/outline.schema.ts'
import type { Queryable } from '#mock/db/db.ts'
import { isoInstant } from './hours.ts'

const none: TaughtLessons = new Map()

/** Asks nothing where no lesson waits for its hour. */
export async function taughtTo(
  q: Queryable,
  who: { id: string },
  courses: readonly { id: string; outline: Outline | null }[],
  now: Date,
): Promise<(course: string) => TaughtLessons> {
  const waiting = courses.filter((c) => c.outline && lessonsOf(c.outline).some((l) => l.with_hour)).map((c) => c.id)
  if (!waiting.length) return () => none
  const { rows } = await q.query<{ course_id: string; lesson_id: string; begun: boolean; at: string | null }>(
    `select h.course_id, h.lesson_id, bool_or(h.began_at is not null) as begun,
       min(h.starts_at) filter (where h.began_at is null and h.ends_at > $3::timestamptz) as at
     from class_hour h join class_member m on m.class_id = h.class_id and m.user_id = $1 and m.left_at is null
       join r_class c on c.id = h.class_id and c.k_status <> 'planned'
     where h.course_id = any($2::text[]) and h.lesson_id is not null and h.cancelled_at is null group by 1, 2`,
    [who.id, waiting, now.toISOString()],
  )
  const by = new Map<string, Map<string, TaughtLesson>>()
  for (const r of rows) {
    const own = by.get(r.course_id) ?? new Map<string, TaughtLesson>()
    by.set(r.course_id, own.set(r.lesson_id, { begun: r.begun, at: r.at === null ? null : isoInstant(r.at) }))
  }
  return (course) => by.get(course) ?? none
}

interface ComingHour {
  id: string
  /** null where nobody has said yet what is taught. */
  lesson: string | null
  starts_at: string
  ends_at: string
  room: string
}
/** Of each lesson of a course the next class hour in somebody's classes, one that goes on too; in the order in which they come. */
export async function comingHours(q: Queryable, who: { id: string }, course: string, now: Date): Promise<ComingHour[]> {
  const { rows } = await q.query<ComingHour>(
    `select distinct on (h.lesson_id) h.id, h.lesson_id as lesson, h.starts_at, h.ends_at, coalesce(nullif(h.room, ''), c.data->>'room', '') as room
     from class_hour h join class_member m on m.class_id = h.class_id and m.user_id = $1 and m.left_at is null
       join r_class c on c.id = h.class_id and c.k_status = 'ongoing'
     where h.course_id = $2 and h.cancelled_at is null and h.ended_at is null and h.ends_at > $3::timestamptz
     order by h.lesson_id, h.starts_at, h.id`,
    [who.id, course, now.toISOString()],
  )
  return rows
    .map((r) => ({ ...r, starts_at: isoInstant(r.starts_at), ends_at: isoInstant(r.ends_at) }))
    .toSorted((a, b) => a.starts_at.localeCompare(b.starts_at) || (a.id < b.id ? -1 : 1))
}
