/** Whom a change of a class or of one of its hours is told, for their open pages. */
import type { Queryable } from '#mock/db/db.ts'
import { publish } from '#mock/live/publish.ts'

const leading = `select u.id from r_class c cross join lateral unnest(c.k_teachers || c.k_assistants || array[c.owner_id]::text[]) u(id)`

/** Its members, and who leads it. */
export async function tellHours(q: Queryable, classId: string): Promise<void> {
  const { rows } = await q.query<{ id: string }>(
    `select user_id as id from class_member where class_id = $1 and left_at is null union ${leading} where c.id = $1`,
    [classId],
  )
  await publish(q, 'classes', { users: rows.map((r) => r.id) })
}

/** Who leads it alone: one of its members did something. */
export async function tellTeachers(q: Queryable, classId: string): Promise<void> {
  const { rows } = await q.query<{ id: string }>(`${leading} where c.id = $1`, [classId])
  await publish(q, 'classes', { users: [...new Set(rows.map((r) => r.id))] })
}

/** Somebody moved on in a course: told to who leads a class hour of theirs that goes on. */
export async function tellOfLearning(q: Queryable, userId: string, courseId: string, now: Date): Promise<void> {
  const { rows } = await q.query<{ id: string }>(
    `${leading} where c.id in (select h.class_id from class_member m join class_hour h on h.class_id = m.class_id
       where m.user_id = $1 and m.left_at is null and h.course_id = $2 and h.began_at is not null and h.ended_at is null
         and h.ends_at > $3::timestamptz - interval '2 hours')`,
    [userId, courseId, now.toISOString()],
  )
  if (rows.length) await publish(q, 'classes', { users: [...new Set(rows.map((r) => r.id))] })
}
