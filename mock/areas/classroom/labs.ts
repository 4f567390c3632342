/** The class for which somebody works in a lab: its machines wait in the turn of the class, and end with the hour. */
import { sceneGrace, type ScenePlan } from '#src/contract/classroom/hour.ts'
import type { Queryable } from '#mock/db/db.ts'
import { Fail } from '#mock/http/request/handler.ts'
import { goesOnSql, isoInstant } from './hours.ts'

interface Place {
  course: string
  lesson: string
  section: string
}
interface TaughtLab {
  class_id: string
  /** An hour for this lesson that goes on and in which each has machines of their own; null: none. */
  hour_id: string | null
  /** When machines of that hour end. */
  until: string | null
}
/** Throws where machines of the hour are made for a group or for all: those are the teacher's to start. */
export async function classOfLab(q: Queryable, user: string, place: Place, now: Date): Promise<TaughtLab | undefined> {
  const found = await hourOfLab(q, user, place, now)
  if (!found) return undefined
  if (found.plan === 'shared' || (found.plan === 'groups' && found.group_no !== null))
    throw new Fail('class_starts_scene')
  const own = found.plan === 'own'
  return { class_id: found.class_id, hour_id: own ? found.hour_id : null, until: own ? found.until : null }
}

/** When the machines of a lab end with the hour that goes on for somebody; null where there is no such hour. */
export async function labUntil(q: Queryable, user: string, place: Place, now: Date): Promise<string | null> {
  const found = await hourOfLab(q, user, place, now)
  return found && found.plan !== 'none' ? found.until : null
}

interface LabHour {
  class_id: string
  hour_id: string | null
  plan: ScenePlan | null
  group_no: number | null
  until: string | null
}
async function hourOfLab(
  q: Queryable,
  user: string,
  { course, lesson, section }: Place,
  now: Date,
): Promise<LabHour | undefined> {
  const { rows } = await q.query<LabHour>(
    `select m.class_id, h.id as hour_id, h.scene_plan as plan, m.group_no,
       h.ends_at + ${sceneGrace} * interval '1 minute' as until
     from class_member m join r_class c on c.id = m.class_id and c.k_status = 'ongoing' and c.k_courses && array[$2]::text[]
       left join class_hour h on h.class_id = m.class_id and h.course_id = $2 and h.lesson_id = $3
         and (h.lab_id is null or h.lab_id = $4) and ${goesOnSql('$5')}
     where m.user_id = $1 and m.left_at is null order by h.began_at desc nulls last, m.class_id limit 1`,
    [user, course, lesson, section, now.toISOString()],
  )
  const [found] = rows
  return found && { ...found, until: found.until === null ? null : isoInstant(found.until) }
}

/** What a learner started by themselves counts as started for the hour. */
export const keepOwnScene = async (q: Queryable, hour: string, user: string, scene: string, now: Date): Promise<void> =>
  void (await q.query(
    `insert into class_scene (hour_id, target, scene_id, asked_by, asked_at) values ($1, $2, $3, $4, $5)
     on conflict (hour_id, target) do update set scene_id = excluded.scene_id, problem = null`,
    [hour, `u:${user}`, scene, user, now.toISOString()],
  ))
