/** Class hours as they are kept, and as a page of them is shown. */
import type { ClassHour } from '#src/contract/classroom/hour.schema.ts'
import {
  type AttendanceState,
  attendanceStates,
  hourEvents,
  hourMay,
  hourStatus,
  type HourTimes,
  overrun,
  type ScenePlan,
} from '#src/contract/classroom/hour.ts'
import { recordOf } from '#src/contract/lib/typed.ts'
import { searchable } from '#mock/crud/fold.ts'
import { signedName } from '#mock/crud/signed.ts'
import type { CallerContext } from '#mock/crud/setting.ts'
import type { Queryable } from '#mock/db/db.ts'
import { Fail } from '#mock/http/request/handler.ts'
import { hoursWithScenes } from '../scene/hourEnd.ts'
import { courseNames } from './names.ts'
import { classDocs, type ClassDocument, classFor, plansClass } from './class.ts'

export interface HourRow extends HourTimes {
  id: string
  class_id: string
  version: number
  slot: string | null
  changed: boolean
  room: string
  teacher_id: string | null
  course_id: string | null
  lesson_id: string | null
  lesson_chosen: boolean
  reason: string
  /** What it has: that of the timetable where none is chosen for it. */
  scene_plan: ScenePlan
  plan_chosen: boolean
  lab_id: string | null
  gather: { section: string; at: string } | null
}
const columns = `h.id, h.class_id, h.version, h.slot, h.changed, h.starts_at, h.ends_at, h.room, h.teacher_id, h.course_id, h.lesson_id, h.lesson_chosen,
  h.began_at, h.paused_at, h.ended_at, h.cancelled_at, h.reason, h.gather, h.scene_plan, h.plan_chosen, h.lab_id`
export const isoInstant = (at: string | Date): string => new Date(at).toISOString()
const maybe = (at: string | null): string | null => (at === null ? null : isoInstant(at))
const stamped = (r: HourRow): HourRow => ({
  ...r,
  starts_at: isoInstant(r.starts_at),
  ends_at: isoInstant(r.ends_at),
  began_at: maybe(r.began_at),
  paused_at: maybe(r.paused_at),
  ended_at: maybe(r.ended_at),
  cancelled_at: maybe(r.cancelled_at),
})

/** Rows `h` of `class_hour`. @param rest conditions, order and limit */
export async function hourRows(q: Queryable, rest: string, params: readonly unknown[]): Promise<HourRow[]> {
  const { rows } = await q.query<HourRow>(`select ${columns} from class_hour h ${rest}`, [...params])
  return rows.map(stamped)
}

/** A condition on `h`: it is over. @param at place of the instant in the statement */
export const isOverSql = (at: string): string =>
  `(h.ended_at is not null or h.ends_at + (case when h.began_at is null then 0 else ${overrun} end) * interval '1 minute' <= ${at}::timestamptz)`
/** A condition on `h`: it goes on, paused or not. */
export const goesOnSql = (at: string): string =>
  `(h.began_at is not null and h.cancelled_at is null and not ${isOverSql(at)})`

/** The hour with its class, when the caller may do this to it. Throws. */
export async function hourFor(
  c: CallerContext,
  id: string,
  action: 'look' | 'teach' | 'plan' = 'teach',
  lock?: 'lock',
): Promise<{ hour: HourRow; of: ClassDocument }> {
  const [hour] = await hourRows(c.q, `where h.id = $1${lock ? ' for update' : ''}`, [searchable(id)])
  if (!hour) throw new Fail('not_found')
  // who does not see the class knows nothing of its hours
  const of = await classFor(c, hour.class_id, 'read').catch((e: unknown) => {
    throw e instanceof Fail ? new Fail('not_found') : e
  })
  await classFor(c, hour.class_id, action)
  return { hour, of }
}

export interface LessonName {
  course_id: string
  id: string
  title: string
  title_other: string
  /** Its labs, in their order. */
  labs: { id: string; title: string; title_other: string }[]
}
/** Lessons of courses in their order, as learners see them; of a course that nobody sees yet, as they are written. */
export async function lessonsOfCourses(q: Queryable, courses: readonly string[]): Promise<LessonName[]> {
  if (!courses.length) return []
  const { rows } = await q.query<LessonName>(
    `select o.course_id, l.v->>'id' as id, l.v->>'title' as title, coalesce(l.v->>'title_other', '') as title_other,
       coalesce((select jsonb_agg(jsonb_build_object('id', s.v->>'id', 'title', s.v->>'title', 'title_other', coalesce(s.v->>'title_other', '')) order by s.n)
         from jsonb_array_elements(l.v->'sections') with ordinality s(v, n) where s.v->>'kind' = 'lab'), '[]') as labs
     from course_outline o cross join lateral jsonb_array_elements(coalesce(o.published, o.draft)->'chapters') with ordinality c(v, n)
       cross join lateral jsonb_array_elements(c.v->'lessons') with ordinality l(v, n)
     where o.course_id = any($1::text[]) order by array_position($1::text[], o.course_id), c.n, l.n`,
    [courses],
  )
  return rows
}

export async function peopleNames(q: Queryable, ids: readonly (string | null)[]): Promise<ReadonlyMap<string, string>> {
  const known = [...new Set(ids.flatMap((id) => id ?? []))]
  if (!known.length) return new Map()
  const { rows } = await q.query<{ id: string; name: string }>(
    `select u.id, ${signedName('u')} as name from r_user u where u.id = any($1::text[])`,
    [known],
  )
  return new Map(rows.map((r) => [r.id, r.name]))
}

type Counts = Record<AttendanceState, number>
const none = (): Counts => recordOf(attendanceStates, () => 0)
async function attendanceOf(q: Queryable, hours: readonly string[]): Promise<ReadonlyMap<string, Counts>> {
  const { rows } = await q.query<{ hour_id: string; state: AttendanceState; n: number }>(
    `select a.hour_id, a.state, count(*)::integer as n from class_attendance a join class_hour h on h.id = a.hour_id
       join class_member m on m.class_id = h.class_id and m.user_id = a.user_id and m.left_at is null
     where a.hour_id = any($1::text[]) group by 1, 2`,
    [hours],
  )
  const by = new Map(hours.map((id) => [id, none()]))
  for (const r of rows) Object.assign(by.get(r.hour_id) ?? {}, { [r.state]: r.n })
  return by
}

interface MayOfClass {
  leads: boolean
  /** Writes its hours. */
  plans: boolean
}
/** A page of hours: as many questions as for one. @param may what the caller does in the class */
export async function shownHours(
  q: Queryable,
  rows: readonly HourRow[],
  now: Date,
  may: (classId: string) => MayOfClass,
): Promise<ClassHour[]> {
  if (!rows.length) return []
  const ids = [...new Set(rows.map((r) => r.class_id))]
  const courses = [...new Set(rows.flatMap((r) => r.course_id ?? []))]
  const [docs, names, people, lessons, attendance, counted, left] = await Promise.all([
    classDocs.byIds(q, ids),
    courseNames(q, courses),
    peopleNames(
      q,
      rows.map((r) => r.teacher_id),
    ),
    lessonsOfCourses(q, courses),
    attendanceOf(
      q,
      rows.map((r) => r.id),
    ),
    q.query<{ id: string; n: number }>(
      'select class_id as id, count(*)::integer as n from class_member where class_id = any($1::text[]) and left_at is null group by 1',
      [ids],
    ),
    hoursWithScenes(
      q,
      rows.filter((r) => hourStatus(r, now.getTime()) === 'ended').map((r) => r.id),
      now,
    ),
  ])
  const members = new Map(counted.rows.map((r) => [r.id, r.n]))
  const titles = new Map(lessons.map((l) => [`${l.course_id} ${l.id}`, l]))
  return rows.map((r) => {
    const data = docs.get(r.class_id)?.data
    const { leads, plans } = data?.status === 'archived' ? { leads: false, plans: false } : may(r.class_id)
    const status = hourStatus(r, now.getTime())
    const known = { ...(attendance.get(r.id) ?? none()) }
    const here = members.get(r.class_id) ?? 0
    const lesson = titles.get(`${r.course_id} ${r.lesson_id}`)
    // of whom nothing is known when it is over was absent
    if (status === 'ended' && r.began_at !== null)
      known.absent += Math.max(0, here - attendanceStates.reduce((n, s) => n + known[s], 0))
    return {
      id: r.id,
      version: r.version,
      class_id: r.class_id,
      class_name: data?.name ?? '',
      starts_at: r.starts_at,
      ends_at: r.ends_at,
      room: r.room || (data?.room ?? ''),
      teacher_id: r.teacher_id,
      teacher_name: people.get(r.teacher_id ?? '') ?? '',
      course: names.get(r.course_id ?? '') ?? null,
      lesson: lesson ? { id: lesson.id, title: lesson.title, title_other: lesson.title_other } : null,
      // a lesson without labs has no use for machines
      scene_plan: lesson?.labs.length ? r.scene_plan : 'none',
      plan_chosen: r.plan_chosen,
      lab_id: r.lab_id,
      status,
      began_at: r.began_at,
      ended_at: r.ended_at,
      reason: r.reason,
      changed: r.changed,
      single: r.slot === null,
      members: here,
      attendance: known,
      can: leads
        ? [
            ...hourEvents.filter(
              (e) =>
                hourMay(e, r, now.getTime()) &&
                (e !== 'start' || data?.status === 'ongoing') &&
                (plans || (e !== 'cancel' && e !== 'restore')),
            ),
            ...(status === 'not-started' && plans ? ['update'] : []),
            ...(plans ? ['plan'] : []),
            ...(status === 'cancelled' || r.began_at === null ? [] : ['attendance']),
            ...(status === 'ongoing' || status === 'pause' ? ['run'] : []),
            // machines that it left
            ...(left.has(r.id) ? ['stop'] : []),
          ]
        : [],
    }
  })
}

export async function shownHour(c: CallerContext, id: string): Promise<ClassHour> {
  const [row] = await hourRows(c.q, 'where h.id = $1', [id])
  const doc = row && (await classDocs.get(c.q, row.class_id))
  const may = doc && { leads: true, plans: await plansClass(c, doc) }
  const [shown] = row && may ? await shownHours(c.q, [row], c.platform.now(), () => may) : []
  if (!shown) throw new Fail('not_found')
  return shown
}
