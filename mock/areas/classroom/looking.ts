/** Who may look on at consoles of learners by leading their class hour, as long as it goes on and they are in the class. */
import type { Queryable } from '#mock/db/db.ts'
import type { Platform } from '#mock/http/request/handler.ts'
import type { CurrentPerson } from '../session/peopleNow.ts'
import { classDocs, leadsNow } from './class.ts'
import { goesOnSql } from './hours.ts'

interface Look {
  user_id: string
  scene_id: string
  hour: { id: string; learner: string } | null
}
const keyOf = (hour: string, learner: string, scene: string): string => `${hour} ${learner} ${scene}`

/** Asks nothing where nobody looks on by a class hour. @returns whether a look stands */
export async function watchingInHours(
  q: Queryable,
  { now }: Pick<Platform, 'now'>,
  people: readonly CurrentPerson[],
  looks: readonly Look[],
): Promise<(look: Look) => boolean> {
  const asked = looks.flatMap((l) => (l.hour ? [{ ...l, hour: l.hour }] : []))
  if (!asked.length) return () => false
  const { rows } = await q.query<{ hour: string; class_id: string; learner: string; scene: string }>(
    `select h.id as hour, h.class_id, m.user_id as learner, s.scene_id as scene
     from class_hour h join r_class c on c.id = h.class_id and c.k_status = 'ongoing'
       join class_member m on m.class_id = h.class_id and m.left_at is null
       join course_scene s on s.user_id = m.user_id and s.course_id = h.course_id and s.lesson_id = h.lesson_id
     where h.id = any($1::text[]) and m.user_id = any($2::text[]) and s.scene_id = any($3::text[]) and ${goesOnSql('$4')}`,
    [
      [...new Set(asked.map((a) => a.hour.id))],
      [...new Set(asked.map((a) => a.hour.learner))],
      [...new Set(asked.map((a) => a.scene_id))],
      now().toISOString(),
    ],
  )
  const classes = new Map(rows.map((r) => [keyOf(r.hour, r.learner, r.scene), r.class_id]))
  const docs = await classDocs.byIds(q, [...new Set(classes.values())])
  const leading = new Set<string>()
  for (const doc of docs.values())
    for (const who of people) if (await leadsNow(q, who, doc)) leading.add(`${doc.id} ${who.id}`)
  return ({ hour, user_id, scene_id }) => {
    const of = hour && classes.get(keyOf(hour.id, hour.learner, scene_id))
    return of !== null && of !== undefined && leading.has(`${of} ${user_id}`)
  }
}
