/** Weekly timetables, and the class hours that are made of them. */
import { classLimits } from '#src/contract/classroom/class.ts'
import { hourStatus } from '#src/contract/classroom/hour.ts'
import type { TimetablePlan } from '#src/contract/classroom/timetable.schema.ts'
import { type PlannedHour, plannedHours, timetableChange } from '#src/contract/classroom/timetable.ts'
import { isTimeZone } from '#src/contract/lib/zone.ts'
import { settings } from '#src/contract/system/config.ts'
import type { Queryable } from '#mock/db/db.ts'
import { Fail, type Handler, type Platform } from '#mock/http/request/handler.ts'
import { classFor, type ClassDocument, livingClass } from './class.ts'
import { clashesOf, type DraftHour, warnOfClashes } from './clashes.ts'
import { hourRows, type HourRow, lessonsOfCourses } from './hours.ts'
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

/** What would stand in the way of others: each new or moved hour, with its room and its teacher. */
function draftOf(
  doc: ClassDocument,
  rows: readonly HourRow[],
  change: ReturnType<typeof timetableChange>,
): DraftHour[] {
  const byId = new Map(rows.map((r) => [r.id, r]))
  const [first = null] = doc.data.teachers ?? []
  const drafted = (p: PlannedHour, teacher_id: string | null, scenes?: HourRow): DraftHour => ({
    starts_at: p.starts_at.toISOString(),
    ends_at: p.ends_at.toISOString(),
    room: p.room || (doc.data.room ?? ''),
    teacher_id,
    scenes,
  })
  return [
    ...change.added.map((p) => drafted(p, first)),
    ...change.moved.map(({ id, to }) => drafted(to, byId.get(id)?.teacher_id ?? first, byId.get(id))),
  ]
}
const replaced = (change: ReturnType<typeof timetableChange>): string[] => [
  ...change.moved.map((m) => m.id),
  ...change.removed,
]

/** Upcoming hours get the lessons of the courses in their order; one that somebody chose, or that has begun, keeps its own. */
export async function fillLessons(q: Queryable, doc: ClassDocument, now: Date): Promise<void> {
  const lessons = await lessonsOfCourses(q, doc.data.courses ?? [])
  const { rows } = await q.query<{ id: string; course_id: string | null; lesson_id: string | null; free: boolean }>(
    `select id, course_id, lesson_id, not lesson_chosen and began_at is null and starts_at > $2 as free from class_hour
     where class_id = $1 and cancelled_at is null order by starts_at, id`,
    [doc.id, now.toISOString()],
  )
  const held = new Set(rows.flatMap((r) => (r.free || r.lesson_id === null ? [] : [`${r.course_id} ${r.lesson_id}`])))
  const open = lessons.filter((l) => !held.has(`${l.course_id} ${l.id}`))
  const given = rows
    .filter((r) => r.free)
    .map((r, n) => ({ id: r.id, course_id: open[n]?.course_id ?? null, lesson_id: open[n]?.id ?? null }))
  await q.query(
    `update class_hour h set course_id = g.course_id, lesson_id = g.lesson_id,
       lab_id = case when h.lesson_id is not distinct from g.lesson_id then h.lab_id end
     from jsonb_to_recordset($1::jsonb) as g(id text, course_id text, lesson_id text) where h.id = g.id`,
    [JSON.stringify(given)],
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
  const { rows, change } = await changeOf(c.q, doc, c.body.plan, zone, c.platform.now())
  const shown = (p: PlannedHour, moved: boolean) => ({
    starts_at: p.starts_at.toISOString(),
    ends_at: p.ends_at.toISOString(),
    room: p.room || (doc.data.room ?? ''),
    moved,
  })
  return {
    zone,
    added: change.added.length,
    moved: change.moved.length,
    removed: change.removed.length,
    kept: change.kept.length,
    hours: [...change.added.map((p) => shown(p, false)), ...change.moved.map(({ to }) => shown(to, true))]
      .toSorted((a, b) => a.starts_at.localeCompare(b.starts_at))
      .slice(0, shownInPreview),
    clashes: await clashesOf(c, doc.id, draftOf(doc, rows, change), replaced(change)),
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
  await warnOfClashes(c, doc.id, draftOf(doc, rows, change), replaced(change), body.anyway)
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
    `insert into class_hour (id, class_id, slot, starts_at, ends_at, room, teacher_id, updated_at)
     select n.id, $2, n.slot, n.starts_at, n.ends_at, n.room, $3, $4
     from jsonb_to_recordset($1::jsonb) as n(id text, slot text, starts_at timestamptz, ends_at timestamptz, room text)`,
    [JSON.stringify(added), doc.id, teacher, at],
  )
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
