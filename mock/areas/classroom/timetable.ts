/** Weekly timetables, and the class hours that are made of them. */
import { classLimits } from '#src/contract/classroom/class.ts'
import { hourStatus, type ScenePlan } from '#src/contract/classroom/hour.ts'
import type { TimetablePlan } from '#src/contract/classroom/timetable.schema.ts'
import { type PlannedHour, plannedHours, timetableChange } from '#src/contract/classroom/timetable.ts'
import { isTimeZone } from '#src/contract/lib/zone.ts'
import { settings } from '#src/contract/system/config.ts'
import type { Queryable } from '#mock/db/db.ts'
import { Fail, type Handler, type Platform } from '#mock/http/request/handler.ts'
import { classFor, type ClassDocument, livingClass } from './class.ts'
import { clashesOf, type DraftHour, warnOfClashes } from './clashes.ts'
import { hourRows, type HourRow, type LessonName, lessonsOfCourses } from './hours.ts'
import { remindLater } from './schedule/remind.ts'
import { tellHours } from './tell.ts'

/** The zone in which times of day are meant: that of the settings, else that of the server. */
async function platformZone(platform: Pick<Platform, 'settings'>): Promise<string> {
  const said = await platform.settings.get(settings.basics.time_zone.name, settings.basics.time_zone.default)
  return said && isTimeZone(said) ? said : Intl.DateTimeFormat().resolvedOptions().timeZone
}

interface TimetableRow {
  version: number
  plan: TimetablePlan | null
}
async function storedTimetable(q: Queryable, id: string, lock = ''): Promise<TimetableRow> {
  const { rows } = await q.query<TimetableRow>(`select version, plan from class_timetable where class_id = $1${lock}`, [
    id,
  ])
  return rows[0] ?? { version: 0, plan: null }
}

async function changeOf(q: Queryable, doc: ClassDocument, plan: TimetablePlan, zone: string, now: Date) {
  const rows = await hourRows(q, 'where h.class_id = $1 order by h.starts_at, h.id', [doc.id])
  const change = timetableChange(
    plannedHours(plan, zone),
    rows.map((r) => ({
      id: r.id,
      key: r.slot,
      starts_at: r.starts_at,
      ends_at: r.ends_at,
      room: r.room,
      changed: r.changed,
      settled: hourStatus(r, now.getTime()) !== 'not-started' || Date.parse(r.starts_at) <= now.getTime(),
    })),
    now.getTime(),
  )
  return { rows, change }
}

type Change = ReturnType<typeof timetableChange>

interface FillableHour {
  id: string
  course_id: string | null
  lesson_id: string | null
  /** It takes the next lesson nobody else holds. */
  free: boolean
}
type Given = Pick<FillableHour, 'id' | 'course_id' | 'lesson_id'>
/** @param hours in their order. Those that are free get the lessons that no other holds. */
function givenLessons(hours: readonly FillableHour[], lessons: readonly LessonName[]): Given[] {
  const held = new Set(hours.flatMap((r) => (r.free || r.lesson_id === null ? [] : [`${r.course_id} ${r.lesson_id}`])))
  const open = lessons.filter((l) => !held.has(`${l.course_id} ${l.id}`))
  return hours
    .filter((h) => h.free)
    .map((h, n) => ({ id: h.id, course_id: open[n]?.course_id ?? null, lesson_id: open[n]?.id ?? null }))
}
const isFree = (h: Pick<HourRow, 'lesson_chosen' | 'began_at' | 'starts_at'>, now: Date): boolean =>
  !h.lesson_chosen && h.began_at === null && Date.parse(h.starts_at) > now.getTime()

/** Upcoming hours get the lessons of the courses in their order; one that somebody chose, or that has begun, keeps its own. */
export async function fillLessons(q: Queryable, doc: ClassDocument, now: Date): Promise<void> {
  const lessons = await lessonsOfCourses(q, doc.data.courses ?? [])
  const rows = await hourRows(q, 'where h.class_id = $1 and h.cancelled_at is null order by h.starts_at, h.id', [
    doc.id,
  ])
  const given = givenLessons(
    rows.map((r) => ({ ...r, free: isFree(r, now) })),
    lessons,
  )
  await q.query(
    `update class_hour h set course_id = g.course_id, lesson_id = g.lesson_id,
       lab_id = case when h.lesson_id is not distinct from g.lesson_id then h.lab_id end
     from jsonb_to_recordset($1::jsonb) as g(id text, course_id text, lesson_id text) where h.id = g.id`,
    [JSON.stringify(given)],
  )
}

interface Draft {
  hours: DraftHour[]
  /** Hours whose place those of the draft take. */
  beside: string[]
}
/** What would stand in the way of others: each new or moved hour with its room and its teacher, and each that asks for other machines than before. */
async function draftOf(
  q: Queryable,
  doc: ClassDocument,
  { plan, fill }: { plan: TimetablePlan; fill: boolean },
  { rows, change }: { rows: readonly HourRow[]; change: Change },
  now: Date,
): Promise<Draft> {
  const [first = null] = doc.data.teachers ?? []
  const moved = new Map(change.moved.map((m) => [m.id, m.to]))
  const gone = new Set(change.removed)
  const standing = rows
    .filter((r) => !gone.has(r.id))
    .map((r) => ({ ...r, ...timesOf(moved.get(r.id)) }) satisfies HourRow)
  const added = change.added.map((p) => ({ ...timesOf(p), id: p.key, course_id: null, lesson_id: null, free: true }))
  const given = fill
    ? givenLessons(
        [
          ...standing.filter((r) => r.cancelled_at === null).map((r) => ({ ...r, free: isFree(r, now) })),
          ...added,
        ].toSorted((a, b) => (a.starts_at ?? '').localeCompare(b.starts_at ?? '')),
        await lessonsOfCourses(q, doc.data.courses ?? []),
      )
    : []
  const lessonOf = new Map(given.map((g) => [g.id, g]))
  const hours: DraftHour[] = change.added.map((p) => ({
    ...hourOf(p, doc),
    teacher_id: first,
    scenes: {
      scene_plan: plan.scene_plan,
      course_id: lessonOf.get(p.key)?.course_id ?? null,
      lesson_id: lessonOf.get(p.key)?.lesson_id ?? null,
      lab_id: null,
    },
  }))
  const beside: string[] = [...gone]
  for (const r of standing) {
    const lesson = lessonOf.get(r.id) ?? r
    const scenes = {
      scene_plan: followsPlan(r, now) ? plan.scene_plan : r.scene_plan,
      course_id: lesson.course_id,
      lesson_id: lesson.lesson_id,
      lab_id: lesson.lesson_id === r.lesson_id ? r.lab_id : null,
    }
    const to = moved.get(r.id)
    const other = r.cancelled_at === null && (scenes.scene_plan !== r.scene_plan || scenes.lesson_id !== r.lesson_id)
    if (!to && !other) continue
    beside.push(r.id)
    const { starts_at, ends_at, room } = r
    hours.push({
      starts_at,
      ends_at,
      room: room || (doc.data.room ?? ''),
      teacher_id: r.teacher_id ?? first,
      stands: !to,
      scenes,
    })
  }
  return { hours, beside }
}
const timesOf = (p: PlannedHour | undefined) =>
  p && { starts_at: p.starts_at.toISOString(), ends_at: p.ends_at.toISOString(), room: p.room }
const hourOf = (p: PlannedHour, doc: ClassDocument) => ({
  starts_at: p.starts_at.toISOString(),
  ends_at: p.ends_at.toISOString(),
  room: p.room || (doc.data.room ?? ''),
})

/** It has the machines the timetable says, whenever the timetable says others: until it begins. */
const followsPlan = (h: Pick<HourRow, 'plan_chosen' | 'began_at' | 'ended_at' | 'ends_at'>, now: Date): boolean =>
  !h.plan_chosen && h.began_at === null && h.ended_at === null && Date.parse(h.ends_at) > now.getTime()
async function inheritPlan(q: Queryable, classId: string, plan: ScenePlan, now: Date): Promise<void> {
  await q.query(
    `update class_hour set scene_plan = $2, version = version + 1, updated_at = $3
     where class_id = $1 and not plan_chosen and began_at is null and ended_at is null and ends_at > $3 and scene_plan <> $2`,
    [classId, plan, now.toISOString()],
  )
}

const read: Handler<'GET /classes/:id/timetable'> = async (c) => {
  const doc = await classFor(c, c.params.id, 'read')
  return { ...(await storedTimetable(c.q, doc.id)), zone: await platformZone(c.platform) }
}

const shownInPreview = 60
const preview: Handler<'POST /classes/:id/timetable/preview'> = async (c) => {
  const doc = await classFor(c, c.params.id, 'plan')
  const zone = await platformZone(c.platform)
  const now = c.platform.now()
  const { rows, change } = await changeOf(c.q, doc, c.body.plan, zone, now)
  const shown = (p: PlannedHour, moved: boolean) => ({ ...hourOf(p, doc), moved })
  const draft = await draftOf(c.q, doc, c.body, { rows, change }, now)
  return {
    zone,
    added: change.added.length,
    moved: change.moved.length,
    removed: change.removed.length,
    kept: change.kept.length,
    hours: [...change.added.map((p) => shown(p, false)), ...change.moved.map(({ to }) => shown(to, true))]
      .toSorted((a, b) => a.starts_at.localeCompare(b.starts_at))
      .slice(0, shownInPreview),
    clashes: await clashesOf(c, doc.id, draft.hours, draft.beside),
  }
}

const write: Handler<'PUT /classes/:id/timetable'> = async (c) => {
  const { q, platform, body } = c
  const doc = await livingClass(c, c.params.id)
  const had = await storedTimetable(q, doc.id, ' for update')
  const zone = await platformZone(platform)
  if (body.version !== had.version) throw new Fail('stale_version', { current: { ...had, zone } })
  const now = platform.now()
  const { rows, change } = await changeOf(q, doc, body.plan, zone, now)
  if (rows.length + change.added.length - change.removed.length > classLimits.hours)
    throw new Fail('too_many_hours', { max: classLimits.hours })
  const draft = await draftOf(q, doc, body, { rows, change }, now)
  await warnOfClashes(c, doc.id, draft.hours, draft.beside, body.anyway)
  const at = now.toISOString()
  const [teacher = null] = doc.data.teachers ?? []
  await q.query('delete from class_hour where id = any($1::text[])', [change.removed])
  await q.query(
    `update class_hour h set starts_at = m.starts_at, ends_at = m.ends_at, room = m.room, version = version + 1, updated_at = $2
     from jsonb_to_recordset($1::jsonb) as m(id text, starts_at timestamptz, ends_at timestamptz, room text) where h.id = m.id`,
    [
      JSON.stringify(
        change.moved.map(({ id, to }) => ({ id, starts_at: to.starts_at, ends_at: to.ends_at, room: to.room })),
      ),
      at,
    ],
  )
  const added = change.added.map((p) => ({
    id: platform.newId(),
    slot: p.key,
    starts_at: p.starts_at,
    ends_at: p.ends_at,
    room: p.room,
  }))
  await q.query(
    `insert into class_hour (id, class_id, slot, starts_at, ends_at, room, teacher_id, updated_at, scene_plan)
     select n.id, $2, n.slot, n.starts_at, n.ends_at, n.room, $3, $4, $5
     from jsonb_to_recordset($1::jsonb) as n(id text, slot text, starts_at timestamptz, ends_at timestamptz, room text)`,
    [JSON.stringify(added), doc.id, teacher, at, body.plan.scene_plan],
  )
  await inheritPlan(q, doc.id, body.plan.scene_plan, now)
  if (body.fill) await fillLessons(q, doc, now)
  await q.query(
    `insert into class_timetable (class_id, version, plan, updated_at) values ($1, 1, $2::jsonb, $3)
     on conflict (class_id) do update set version = class_timetable.version + 1, plan = excluded.plan, updated_at = excluded.updated_at`,
    [doc.id, JSON.stringify(body.plan), at],
  )
  await remindLater(q, 'class', doc.id, now)
  await tellHours(q, doc.id)
  const counts = {
    created: added.length,
    changed: change.moved.length,
    skipped: change.removed.length,
    kept: change.kept.length,
  }
  c.audit({
    entity: 'class',
    id: doc.id,
    before: { version: had.version },
    after: { version: had.version + 1 },
    details: { counts },
  })
  return { ...(await storedTimetable(q, doc.id)), zone }
}

export const timetableHandlers = {
  'GET /classes/:id/timetable': read,
  'POST /classes/:id/timetable/preview': preview,
  'PUT /classes/:id/timetable': write,
}
