/** Single class hours: added, moved, called off; and lists of hours, lessons and members. */
import { classLimits } from '#src/contract/classroom/class.ts'
import {
  type AttendanceState,
  attendanceStates,
  hourMay,
  hourStatus,
  type ScenePlan,
} from '#src/contract/classroom/hour.ts'
import type { HourBody } from '#src/contract/classroom/hour.schema.ts'
import { deepEqual } from '#src/contract/lib/equal.ts'
import { recordOf } from '#src/contract/lib/typed.ts'
import type { FieldProblem } from '#src/contract/problems.ts'
import { containingIn } from '#mock/crud/fold.ts'
import { paged } from '#mock/crud/paged.ts'
import { where } from '#mock/crud/where.ts'
import type { Queryable } from '#mock/db/db.ts'
import { type Ctx, Fail, type Handler } from '#mock/http/request/handler.ts'
import { resolveLines } from '../exam/list.ts'
import { notify } from '../notice/notify.ts'
import { type ClassDocument, classFor, leadsClass, livingClass, plansClass } from './class.ts'
import { clashesOf, type DraftHour, warnOfClashes } from './clashes.ts'
import {
  hourFor,
  hourRows,
  type HourRow,
  isOverSql,
  isoInstant,
  lessonsOfCourses,
  shownHour,
  shownHours,
} from './hours.ts'
import { courseNames } from './names.ts'
import { timetabledPlan } from './plan.ts'
import { lessonOfHour } from './run.ts'
import { remindLater } from './schedule/remind.ts'
import { tellHours } from './tell.ts'
import type { z } from 'zod'

type Written = z.output<typeof HourBody>

/** Teacher and lesson are of the class. */
async function checkHour(q: Queryable, doc: ClassDocument, body: Written, had?: HourRow): Promise<void> {
  const fields: FieldProblem[] = []
  const leaders = [...(doc.data.teachers ?? []), ...(doc.data.assistants ?? [])]
  if (body.teacher_id !== null && body.teacher_id !== had?.teacher_id && !leaders.includes(body.teacher_id))
    fields.push({ path: 'teacher_id', rule: 'unknown_reference' })
  const same = body.course_id === had?.course_id && body.lesson_id === had?.lesson_id
  if (body.lesson_id !== null && !same) {
    const lessons = await lessonsOfCourses(q, doc.data.courses ?? [])
    if (!lessons.some((l) => l.course_id === body.course_id && l.id === body.lesson_id))
      fields.push({ path: 'lesson_id', rule: 'unknown_reference' })
  } else if (body.course_id !== null && !same && !(doc.data.courses ?? []).includes(body.course_id))
    fields.push({ path: 'course_id', rule: 'unknown_reference' })
  if (body.lab_id !== null && (!same || body.lab_id !== had?.lab_id)) {
    const lesson = await lessonOfHour(q, body)
    if (!lesson?.sections.some((s) => s.id === body.lab_id && s.kind === 'lab'))
      fields.push({ path: 'lab_id', rule: 'unknown_reference' })
  }
  if (fields.length) throw new Fail('validation', { fields })
}
const draftOf = (doc: ClassDocument, b: Written, scene_plan: ScenePlan): DraftHour => ({
  starts_at: b.starts_at,
  ends_at: b.ends_at,
  room: b.room || (doc.data.room ?? ''),
  teacher_id: b.teacher_id,
  scenes: { ...b, scene_plan },
})
const said = (h: Written) => ({
  starts_at: isoInstant(h.starts_at),
  ends_at: isoInstant(h.ends_at),
  room: h.room,
  teacher_id: h.teacher_id,
  course_id: h.course_id,
  lesson_id: h.lesson_id,
  scene_plan: h.scene_plan,
  lab_id: h.lab_id,
})

const list: Handler<'GET /classes/:id/hours'> = async (c) => {
  const { q, platform, params, query } = c
  const doc = await classFor(c, params.id, 'read')
  const now = platform.now()
  const w = where()
  w.and(`h.class_id = ${w.add(doc.id)}`)
  const over = isOverSql(w.add(now.toISOString()))
  w.and(query.when === 'past' ? over : `not ${over}`)
  const { rows, ...rest } = await paged<{ id: string }>(q, {
    select: 'h.id',
    from: 'class_hour h',
    w,
    order: query.when === 'past' ? 'h.starts_at desc, h.id desc' : 'h.starts_at, h.id',
    query,
  })
  const ids = rows.map((r) => r.id)
  const found = await hourRows(q, 'where h.id = any($1::text[]) order by array_position($1::text[], h.id)', [ids])
  const may = { leads: await leadsClass(c, doc), plans: await plansClass(c, doc) }
  return { items: await shownHours(q, found, now, () => may), ...rest }
}

const add: Handler<'POST /classes/:id/hours'> = async (c) => {
  const { q, platform, params } = c
  const { anyway, ...body } = c.body
  const doc = await livingClass(c, params.id)
  await checkHour(q, doc, body)
  const now = platform.now()
  if (Date.parse(body.ends_at) <= now.getTime())
    throw new Fail('validation', { fields: [{ path: 'ends_at', rule: 'in_future' }] })
  const { rows } = await q.query<{ n: number }>('select count(*)::integer as n from class_hour where class_id = $1', [
    doc.id,
  ])
  if ((rows[0]?.n ?? 0) >= classLimits.hours) throw new Fail('too_many_hours', { max: classLimits.hours })
  const scenes = body.scene_plan ?? (await timetabledPlan(q, doc.id))
  await warnOfClashes(c, doc.id, [draftOf(doc, body, scenes)], [], anyway)
  const id = platform.newId()
  await q.query(
    `insert into class_hour (id, class_id, starts_at, ends_at, room, teacher_id, course_id, lesson_id, lesson_chosen, changed, updated_at, scene_plan, plan_chosen, lab_id)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, true, $10, $11, $12, $13)`,
    [
      id,
      doc.id,
      body.starts_at,
      body.ends_at,
      body.room,
      body.teacher_id,
      body.course_id,
      body.lesson_id,
      body.lesson_id !== null,
      now.toISOString(),
      scenes,
      body.scene_plan !== null,
      body.lab_id,
    ],
  )
  await remindLater(q, 'class', doc.id, now)
  await tellHours(q, doc.id)
  c.audit({ entity: 'class', id: doc.id, after: said(body) })
  return shownHour(c, id)
}

const change: Handler<'PUT /class-hours/:id'> = async (c) => {
  const { q, platform, params } = c
  const { anyway, version, ...body } = c.body
  const { hour, of } = await hourFor(c, params.id, 'plan', 'lock')
  const doc = await livingClass(c, of.id)
  if (version !== hour.version) throw new Fail('stale_version', { current: await shownHour(c, hour.id) })
  const now = platform.now()
  const status = hourStatus(hour, now.getTime())
  if (status !== 'not-started') throw new Fail('not_allowed_in_state', { status, action: 'update' })
  await checkHour(q, doc, body, hour)
  if (Date.parse(body.ends_at) <= now.getTime())
    throw new Fail('validation', { fields: [{ path: 'ends_at', rule: 'in_future' }] })
  const [before, after] = [said({ ...hour, scene_plan: hour.plan_chosen ? hour.scene_plan : null }), said(body)]
  if (!deepEqual(before, after)) {
    const moved = before.starts_at !== after.starts_at || before.ends_at !== after.ends_at
    const scenes = body.scene_plan ?? (await timetabledPlan(q, doc.id))
    const machines = before.scene_plan !== after.scene_plan || before.lab_id !== after.lab_id
    if (moved || machines || before.room !== after.room || before.teacher_id !== after.teacher_id)
      await warnOfClashes(c, doc.id, [draftOf(doc, body, scenes)], [hour.id], anyway)
    const lesson = before.course_id !== after.course_id || before.lesson_id !== after.lesson_id
    await q.query(
      `update class_hour set starts_at = $2, ends_at = $3, room = $4, teacher_id = $5, course_id = $6, lesson_id = $7,
         lesson_chosen = lesson_chosen or $8, changed = changed or $9, version = version + 1, updated_at = $10, scene_plan = $11, plan_chosen = $12, lab_id = $13 where id = $1`,
      [
        hour.id,
        after.starts_at,
        after.ends_at,
        after.room,
        after.teacher_id,
        after.course_id,
        after.lesson_id,
        lesson,
        moved || before.room !== after.room || before.teacher_id !== after.teacher_id,
        now.toISOString(),
        scenes,
        after.scene_plan !== null,
        after.lab_id,
      ],
    )
    await remindLater(q, 'class', doc.id, now)
    if (moved || before.room !== after.room)
      await tellMembers(c, doc, 'class_moved', { was: before.starts_at, at: after.starts_at })
    await tellHours(q, doc.id)
  }
  c.audit({ entity: 'class', id: doc.id, before, after })
  return shownHour(c, hour.id)
}

/** Those of an ongoing class; before it nobody knows of its hours. */
async function tellMembers(
  { q, platform }: Pick<Ctx<'PUT /class-hours/:id'>, 'q' | 'platform'>,
  doc: ClassDocument,
  kind: 'class_moved' | 'class_cancelled' | 'class_restored',
  params: Record<string, string>,
): Promise<void> {
  if (doc.data.status !== 'ongoing') return
  const { rows } = await q.query<{ user_id: string }>(
    'select user_id from class_member where class_id = $1 and left_at is null order by 1',
    [doc.id],
  )
  if (rows.length)
    await notify(q, platform, {
      to: rows.map((r) => r.user_id),
      kind,
      params: { class: doc.data.name ?? '', ...params },
      link: { screen: 'personal', query: { tab: 'schedule' } },
    })
}

async function turn(
  c: Ctx<'POST /class-hours/:id/cancel'> | Ctx<'POST /class-hours/:id/restore'>,
  event: 'cancel' | 'restore',
  reason: string,
) {
  const { q, platform, params } = c
  const { hour, of } = await hourFor(c, params.id, 'plan', 'lock')
  const doc = await livingClass(c, of.id)
  const now = platform.now()
  if (!hourMay(event, hour, now.getTime()))
    throw new Fail('not_allowed_in_state', { status: hourStatus(hour, now.getTime()), action: event })
  await q.query(
    `update class_hour set cancelled_at = $2, reason = $3, version = version + 1, updated_at = $4 where id = $1`,
    [hour.id, event === 'cancel' ? now.toISOString() : null, reason, now.toISOString()],
  )
  await remindLater(q, 'class', doc.id, now)
  await tellMembers(c, doc, event === 'cancel' ? 'class_cancelled' : 'class_restored', {
    at: hour.starts_at,
    ...(reason && { reason }),
  })
  await tellHours(q, doc.id)
  c.audit({ entity: 'class', id: doc.id, details: { since: hour.starts_at, ...(reason && { reason }) } })
  return shownHour(c, hour.id)
}

const clashes: Handler<'POST /classes/:id/clashes'> = async (c) => {
  const { hour_id, ...body } = c.body
  const doc = await classFor(c, c.params.id, 'plan')
  const scenes = body.scene_plan ?? (await timetabledPlan(c.q, doc.id))
  return clashesOf(c, doc.id, [draftOf(doc, body, scenes)], hour_id === null ? [] : [hour_id])
}

const lessons: Handler<'GET /classes/:id/lessons'> = async (c) => {
  const doc = await classFor(c, c.params.id, 'look')
  const ids = doc.data.courses ?? []
  const [names, all] = await Promise.all([courseNames(c.q, ids), lessonsOfCourses(c.q, ids)])
  return {
    items: ids.flatMap((id) => {
      const course = names.get(id)
      return course
        ? [{ ...course, lessons: all.filter((l) => l.course_id === id).map(({ course_id: _course, ...l }) => l) }]
        : []
    }),
  }
}

interface MemberRow {
  user_id: string
  name: string
  username: string
  org_name: string | null
  since: string
  group: number | null
}
const members: Handler<'GET /classes/:id/members'> = async (c) => {
  const { q, platform, params, query } = c
  const doc = await classFor(c, params.id, 'look')
  const w = where()
  w.and(`m.class_id = ${w.add(doc.id)} and m.left_at is null`)
  if (query.q?.trim()) w.and(`u.find like ${w.add(containingIn(query.q))}`)
  const { rows, ...rest } = await paged<MemberRow>(q, {
    select: `m.user_id, coalesce(nullif(u.data->>'name', ''), u.data->>'username') as name, u.data->>'username' as username,
      o.name as org_name, m.since, m.group_no as group`,
    from: 'class_member m join r_user u on u.id = m.user_id left join org o on o.id = u.k_org_id',
    w,
    order: 'u.k_name, m.user_id',
    query,
  })
  const by = await attendanceByMember(
    q,
    doc.id,
    rows.map((r) => r.user_id),
    platform.now(),
  )
  return {
    items: rows.map((r) => {
      const attendance = by.get(r.user_id) ?? recordOf(attendanceStates, () => 0)
      const hours = attendanceStates.reduce((n, s) => n + attendance[s], 0)
      return { ...r, org_name: r.org_name ?? '', since: isoInstant(r.since), hours, attendance }
    }),
    ...rest,
  }
}

/** How members attended the hours that took place and are over, since they are in the class: of whom nothing is known then was absent. */
export async function attendanceByMember(q: Queryable, classId: string, people: readonly string[], now: Date) {
  const { rows } = await q.query<{ user_id: string; state: AttendanceState; n: number }>(
    `select m.user_id, coalesce(a.state, 'absent') as state, count(*)::integer as n
     from class_member m join class_hour h on h.class_id = m.class_id
       left join class_attendance a on a.hour_id = h.id and a.user_id = m.user_id
     where h.class_id = $1 and h.began_at is not null and h.cancelled_at is null and ${isOverSql('$2')}
       and m.user_id = any($3::text[]) and (a.state is not null or m.since <= h.ends_at) group by 1, 2`,
    [classId, now.toISOString(), people],
  )
  const by = new Map<string, Record<AttendanceState, number>>()
  for (const r of rows) {
    const own = by.get(r.user_id) ?? recordOf(attendanceStates, () => 0)
    own[r.state] = r.n
    by.set(r.user_id, own)
  }
  return by
}

const resolve: Handler<'POST /classes/resolve'> = ({ q, body }) => resolveLines(q, body.lines)

export const hourKeepingHandlers = {
  'GET /classes/:id/hours': list,
  'POST /classes/:id/hours': add,
  'PUT /class-hours/:id': change,
  'POST /class-hours/:id/cancel': ((c) =>
    turn(c, 'cancel', c.body.reason)) satisfies Handler<'POST /class-hours/:id/cancel'>,
  'POST /class-hours/:id/restore': ((c) => turn(c, 'restore', '')) satisfies Handler<'POST /class-hours/:id/restore'>,
  'POST /classes/:id/clashes': clashes,
  'GET /classes/:id/lessons': lessons,
  'GET /classes/:id/members': members,
  'POST /classes/resolve': resolve,
}
