/** Which lessons of some courses are taught to somebody in their classes, for those that open with their class hour. */
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
