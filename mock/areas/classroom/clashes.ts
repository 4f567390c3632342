/** What is in the way of class hours: the room, the teacher, or members have something else then. It is said, and forbids nothing. */
import type { Clashes } from '#src/contract/classroom/timetable.schema.ts'
import { courseClass } from '#src/contract/classroom/class.ts'
import { seenText } from '#mock/crud/ownership.ts'
import { signedName } from '#mock/crud/signed.ts'
import { where } from '#mock/crud/where.ts'
import type { Queryable } from '#mock/db/db.ts'
import { type Caller, Fail, type Platform } from '#mock/http/request/handler.ts'
import { sceneForecast } from '#src/contract/classroom/forecast.ts'
import { type AskedScenes, machineLimits, plannedScenes, scenesAsked } from './forecast.ts'
import { isoInstant } from './hours.ts'

export interface DraftHour {
  starts_at: string
  ends_at: string
  room: string
  teacher_id: string | null
  /** It stands already and changes its machines alone: nothing else of it is in anybody's way now. */
  stands?: boolean
  /** Machines it asks for; left out: none. */
  scenes?: Omit<AskedScenes, 'class_id'> | undefined
}
interface Asking {
  q: Queryable
  who: Caller
  platform: Pick<Platform, 'licence'>
}
/** Those that are told at once. */
const most = 20

interface Row {
  starts_at: string
  ends_at: string
  room: boolean
  teacher: boolean
  members: number
  class_name: string
  room_name: string
  teacher_name: string
  other_starts_at: string
  other_ends_at: string
  total: number
}
/**
 * @param classId whose hours they are
 * @param beside hours that are not in the way: those that the draft takes the place of
 */
export async function clashesOf(
  { q, who, platform }: Asking,
  classId: string,
  draft: readonly DraftHour[],
  beside: readonly string[],
): Promise<Clashes> {
  if (!draft.length) return { items: [], over: [], total: 0 }
  const over = await beyondLicence({ q, platform }, classId, draft, beside)
  const w = where()
  const [own, hours, left] = [w.add(classId), w.add(JSON.stringify(draft.filter((d) => !d.stands))), w.add(beside)]
  const me = w.add([who.id])
  const named = `(${seenText(courseClass, who, w.add)} or t.k_teachers && ${me}::text[] or t.k_assistants && ${me}::text[])`
  const { rows } = await q.query<Row>(
    `with draft as (select * from jsonb_to_recordset(${hours}::jsonb) as d(starts_at timestamptz, ends_at timestamptz, room text, teacher_id text)),
     common as materialized (
       select b.class_id, count(*)::integer as n from class_member a join class_member b on b.user_id = a.user_id and b.left_at is null
       where a.class_id = ${own} and a.left_at is null group by 1),
     met as (
       select d.starts_at, d.ends_at,
         d.room <> '' and lower(d.room) = lower(coalesce(nullif(h.room, ''), t.data->>'room', '')) as room,
         coalesce(d.teacher_id = h.teacher_id, false) as teacher,
         coalesce((select n from common where class_id = h.class_id), 0) as members,
         case when ${named} then t.data->>'name' else '' end as class_name,
         d.room as room_name, case when d.teacher_id = h.teacher_id then ${signedName('u')} end as teacher_name,
         h.starts_at as other_starts_at, h.ends_at as other_ends_at
       from draft d join class_hour h on h.starts_at < d.ends_at and h.ends_at > d.starts_at
         and h.cancelled_at is null and h.ended_at is null and not h.id = any(${left}::text[])
         join r_class t on t.id = h.class_id and t.k_status in ('planned', 'ongoing')
         left join r_user u on u.id = h.teacher_id)
     select *, (count(*) over ())::integer as total from met where room or teacher or members > 0
     order by starts_at, other_starts_at limit ${most}`,
    w.params,
  )
  return {
    items: rows.map(({ total: _total, ...r }) => ({
      ...r,
      teacher_name: r.teacher_name ?? '',
      starts_at: isoInstant(r.starts_at),
      ends_at: isoInstant(r.ends_at),
      other_starts_at: isoInstant(r.other_starts_at),
      other_ends_at: isoInstant(r.other_ends_at),
    })),
    over: over.slice(0, most),
    total: (rows[0]?.total ?? 0) + over.length,
  }
}

/** Spans in which the draft, with all that is planned beside it, asks for more machines than there are. */
async function beyondLicence(
  { q, platform }: Pick<Asking, 'q' | 'platform'>,
  classId: string,
  draft: readonly DraftHour[],
  beside: readonly string[],
): Promise<Clashes['over']> {
  const asking = draft.flatMap((d) => (d.scenes && d.scenes.scene_plan !== 'none' ? [{ ...d, scenes: d.scenes }] : []))
  if (!asking.length) return []
  const asked = await scenesAsked(
    q,
    asking.map((d) => ({ class_id: classId, ...d.scenes })),
  )
  const own = asking.map(({ starts_at, ends_at }, n) => ({
    class_id: classId,
    starts_at,
    ends_at,
    scenes: asked[n]?.scenes ?? 0,
    instances: asked[n]?.instances ?? 0,
  }))
  const times = own.flatMap((h) => [Date.parse(h.starts_at), Date.parse(h.ends_at)])
  const limits = await machineLimits(platform)
  const others = await plannedScenes(q, {
    from: new Date(Math.min(...times)),
    to: new Date(Math.max(...times)),
    beside,
  })
  return sceneForecast([...own, ...others], limits, classId)
    .over.filter((o) =>
      own.some(
        (h) =>
          h.scenes > 0 &&
          Date.parse(h.starts_at) < Date.parse(o.ends_at) &&
          Date.parse(o.starts_at) < Date.parse(h.ends_at),
      ),
    )
    .map(({ starts_at, ends_at, scenes, instances }) => ({
      starts_at,
      ends_at,
      scenes,
      instances,
      max_scenes: limits.running_scenes,
      max_instances: limits.running_instances,
    }))
}

/** Throws `class_clash` with what is in the way, unless the caller wants it all the same. */
export async function warnOfClashes(
  c: Asking,
  classId: string,
  draft: readonly DraftHour[],
  beside: readonly string[],
  anyway: boolean,
): Promise<void> {
  if (anyway) return
  const found = await clashesOf(c, classId, draft, beside)
  if (found.total) throw new Fail('class_clash', { n: found.total, clashes: found.items, over: found.over })
}
