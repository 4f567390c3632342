/** Machines that class hours will ask for: of all classes, whoever asks, as numbers alone. */
import { type PlannedScenes, sceneForecast } from '#src/contract/classroom/forecast.ts'
import type { ScenePlan } from '#src/contract/classroom/hour.ts'
import { bootedKinds } from '#src/contract/topology/document.ts'
import type { Queryable } from '#mock/db/db.ts'
import type { Handler, Platform } from '#mock/http/request/handler.ts'
import { classFor } from './class.ts'
import { isoInstant } from './hours.ts'

const day = 86_400_000
const ahead = 14 * day

export interface AskedScenes {
  class_id: string
  scene_plan: ScenePlan
  course_id: string | null
  lesson_id: string | null
  lab_id: string | null
}
type Asked = Pick<PlannedScenes, 'scenes' | 'instances'>
/** Scenes and instances of each, as its class stands: members, groups, and the drawing of the lab. */
export async function scenesAsked(q: Queryable, hours: readonly AskedScenes[]): Promise<Asked[]> {
  if (!hours.length) return []
  // hours of a timetable are many, and alike
  const keyOf = (h: AskedScenes) => JSON.stringify([h.class_id, h.scene_plan, h.course_id, h.lesson_id, h.lab_id])
  const kinds = new Map(hours.map((h) => [keyOf(h), h]))
  const { rows } = await q.query<Asked>(
    `with h as (select * from jsonb_to_recordset($1::jsonb) as h(n int, class_id text, scene_plan text, course_id text, lesson_id text, lab_id text))
     select case h.scene_plan when 'none' then 0 when 'shared' then 1
         when 'own' then (select count(*) from class_member m where m.class_id = h.class_id and m.left_at is null)
         else (select count(distinct m.group_no) from class_member m where m.class_id = h.class_id and m.left_at is null) end::integer as scenes,
       coalesce(l.instances, 0)::integer as instances
     from h left join lateral (
       select (select count(*) from jsonb_array_elements(d.document->'nodes') b(v) where b.v->>'kind' = any($2::text[])) as instances
       from course_outline o cross join lateral jsonb_array_elements(o.published->'chapters') c(v)
         cross join lateral jsonb_array_elements(c.v->'lessons') x(v)
         cross join lateral jsonb_array_elements(x.v->'sections') with ordinality s(v, n)
         join course_drawing d on d.course_id = h.course_id and d.section_id = s.v->>'id' and d.revision = (s.v->>'revision')::integer
       where o.course_id = h.course_id and x.v->>'id' = h.lesson_id and (h.lab_id is null or s.v->>'id' = h.lab_id)
       order by s.n limit 1) l on true order by h.n`,
    [
      JSON.stringify(
        [...kinds.values()].map(({ class_id, scene_plan, course_id, lesson_id, lab_id }, n) => ({
          n,
          class_id,
          scene_plan,
          course_id,
          lesson_id,
          lab_id,
        })),
      ),
      [...bootedKinds],
    ],
  )
  // a lesson without machines asks for none
  const none = { scenes: 0, instances: 0 }
  const asked = new Map([...kinds.keys()].map((key, n) => [key, rows[n]?.instances ? rows[n] : none]))
  return hours.map((h) => asked.get(keyOf(h)) ?? none)
}

interface Row extends AskedScenes {
  id: string
  starts_at: string
  ends_at: string
}
/** Of all classes, those that overlap a span. @param beside hours that are left out */
export async function plannedScenes(
  q: Queryable,
  { from, to, beside = [] }: { from: Date; to: Date; beside?: readonly string[] },
): Promise<PlannedScenes[]> {
  const { rows } = await q.query<Row>(
    `select h.id, h.class_id, h.starts_at, h.ends_at, h.scene_plan, h.course_id, h.lesson_id, h.lab_id
     from class_hour h join r_class c on c.id = h.class_id and c.k_status in ('planned', 'ongoing')
     where h.starts_at < $2 and h.ends_at > $1 and h.cancelled_at is null and h.ended_at is null and h.scene_plan <> 'none'
       and not h.id = any($3::text[]) order by h.starts_at, h.id limit 2000`,
    [from.toISOString(), to.toISOString(), [...beside]],
  )
  const asked = await scenesAsked(q, rows)
  return rows.map((r, n) => ({
    class_id: r.class_id,
    starts_at: isoInstant(r.starts_at),
    ends_at: isoInstant(r.ends_at),
    scenes: asked[n]?.scenes ?? 0,
    instances: asked[n]?.instances ?? 0,
  }))
}

export async function machineLimits({ licence }: Pick<Platform, 'licence'>) {
  const {
    limits: { running_scenes, running_instances },
  } = await licence.current()
  return { running_scenes, running_instances }
}

export const readForecast: Handler<'GET /classes/:id/forecast'> = async (c) => {
  const doc = await classFor(c, c.params.id, 'look')
  const from = c.platform.now()
  const limits = await machineLimits(c.platform)
  const hours = await plannedScenes(c.q, { from, to: new Date(from.getTime() + ahead) })
  return { limits, ...sceneForecast(hours, limits, doc.id) }
}
