/** A class hour as those who attend it have it. */
import { timingSafeEqual } from 'node:crypto'
import { arrival, type AttendanceState, codeLimits, hourStatus, sceneGrace } from '#src/contract/classroom/hour.ts'
import type { MyHour } from '#src/contract/classroom/hour.schema.ts'
import { searchable } from '#mock/crud/fold.ts'
import { signedName } from '#mock/crud/signed.ts'
import type { Queryable } from '#mock/db/db.ts'
import { type Caller, Fail, type Handler, type Platform } from '#mock/http/request/handler.ts'
import { titleOf } from '../course/learn/cards.ts'
import { bylines } from '../notice/byline.ts'
import { recordAttendance } from './attendance.ts'
import { classDocs } from './class.ts'
import { gatherOf } from './grid.ts'
import { goesOnSql, hourRows, type HourRow, isoInstant, peopleNames } from './hours.ts'
import { attendanceCode, goesOn, lessonOfHour, attendanceCodeSpan } from './run.ts'
import { tellTeachers } from './tell.ts'

interface Asking {
  q: Queryable
  who: Caller
  platform: Platform
}
const isMine = (me: string): string =>
  `exists (select 1 from class_member m join r_class c on c.id = m.class_id
     where m.class_id = h.class_id and m.user_id = ${me} and m.left_at is null and c.k_status = 'ongoing')`

/** An hour of a class of the caller that goes on. Throws `not_found` where he is not in it. */
async function mine({ q, who, platform }: Asking, id: string, lock = ''): Promise<HourRow> {
  const [hour] = await hourRows(q, `where h.id = $1 and ${isMine('$2')}${lock}`, [searchable(id), who.id])
  if (!hour) throw new Fail('not_found')
  goesOn(hour, platform.now())
  return hour
}

const attendanceOf = async (q: Queryable, hour: string, user: string): Promise<AttendanceState | null> =>
  (
    await q.query<{ state: AttendanceState }>(
      'select state from class_attendance where hour_id = $1 and user_id = $2',
      [hour, user],
    )
  ).rows[0]?.state ?? null

async function shown({ q, who, platform }: Asking, hour: HourRow): Promise<MyHour> {
  const [member, doc, names, attendance, lesson, { rows: help }] = await Promise.all([
    q.query<{ group_no: number | null }>('select group_no from class_member where class_id = $1 and user_id = $2', [
      hour.class_id,
      who.id,
    ]),
    classDocs.get(q, hour.class_id),
    peopleNames(q, [hour.teacher_id]),
    attendanceOf(q, hour.id, who.id),
    hour.gather || hour.scene_plan !== 'none' ? lessonOfHour(q, hour) : undefined,
    q.query<{
      id: string
      at: string
      text: string
      answered_at: string | null
      answer: string
      answered_by: string | null
      taken_by: string | null
    }>(
      `select h.id, h.at, h.text, h.answered_at, h.answer, h.answered_by, ${signedName('t')} as taken_by
       from class_help h left join r_user t on t.id = h.taken_by
       where h.hour_id = $1 and h.user_id = $2 order by h.at desc, h.id desc limit 5`,
      [hour.id, who.id],
    ),
  ])
  const open = help.find((h) => h.answered_at === null)
  const answered = help.find((h) => h.answered_at !== null && h.answer !== '')
  const by = answered?.answered_by ?? undefined
  const section = lesson?.sections.find((s) => s.id === hour.gather?.section)
  return {
    id: hour.id,
    class_name: doc?.data.name ?? '',
    starts_at: hour.starts_at,
    ends_at: hour.ends_at,
    room: hour.room || (doc?.data.room ?? ''),
    teacher_name: names.get(hour.teacher_id ?? '') ?? '',
    status: hourStatus(hour, platform.now().getTime()),
    attendance,
    entering: doc?.data.entering ?? true,
    gather: gatherOf(hour, section && titleOf(section)),
    help: open ? { id: open.id, at: isoInstant(open.at), text: open.text, taken_by: open.taken_by } : null,
    answer:
      answered && answered.answered_at !== null
        ? { at: isoInstant(answered.answered_at), text: answered.answer, author: (await bylines(q, [by]))(by, '') }
        : null,
    scene_plan: lesson?.sections.some((s) => s.kind === 'lab') ? hour.scene_plan : 'none',
    grace: sceneGrace,
    group: member.rows[0]?.group_no ?? null,
  }
}

const current: Handler<'GET /my-class-hours/current'> = async (c) => {
  const { q, who, platform, query } = c
  const [hour] = await hourRows(
    q,
    `where h.course_id = $1 and h.lesson_id = $2 and ${isMine('$3')} and ${goesOnSql('$4')} order by h.began_at desc limit 1`,
    [searchable(query.course_id), query.lesson_id, who.id, platform.now().toISOString()],
  )
  return { hour: hour ? await shown(c, hour) : null }
}

/** They are there now, by whichever way. */
async function arrive(c: Asking, hour: HourRow, way: 'entered' | 'code'): Promise<void> {
  const { q, who, platform } = c
  const late = (await classDocs.get(q, hour.class_id))?.data.late_after ?? 10
  const state = arrival(hour, late, platform.now().getTime())
  if (await recordAttendance(q, platform, { hour: hour.id, user: who.id, state, way, by: who.id }))
    await tellTeachers(q, hour.class_id)
}

const enter: Handler<'POST /my-class-hours/:id/enter'> = async (c) => {
  const hour = await mine(c, c.params.id)
  const entering = (await classDocs.get(c.q, hour.class_id))?.data.entering ?? true
  if (entering && hour.lesson_id !== null) await arrive(c, hour, 'entered')
  return { attendance: await attendanceOf(c.q, hour.id, c.who.id) }
}

const code: Handler<'POST /my-class-hours/:id/code'> = async (c) => {
  const { q, who, platform, params, body } = c
  const hour = await mine(c, params.id)
  const now = platform.now()
  // held until the transaction ends: of several tries at once each counts
  await q.query(
    `insert into class_code_try (hour_id, user_id, wrong, last_at) values ($1, $2, 0, $3) on conflict do nothing`,
    [hour.id, who.id, now.toISOString()],
  )
  const { rows } = await q.query<{ wrong: number; last_at: string }>(
    'select wrong, last_at from class_code_try where hour_id = $1 and user_id = $2 for update',
    [hour.id, who.id],
  )
  const tried = rows[0] ?? { wrong: 0, last_at: now.toISOString() }
  const until = Date.parse(isoInstant(tried.last_at)) + codeLimits.wait * 1000
  const wrong = now.getTime() >= until ? 0 : tried.wrong
  if (wrong >= codeLimits.wrong) throw new Fail('too_many', { seconds: Math.ceil((until - now.getTime()) / 1000) })
  const span = attendanceCodeSpan(now)
  let right = false
  // the one before is still taken, for whoever is typing
  for (const s of [span, span - 1]) {
    const expected = await attendanceCode(platform, hour.id, s)
    if (timingSafeEqual(Buffer.from(expected), Buffer.from(body.code))) right = true
  }
  await q.query('update class_code_try set wrong = $3, last_at = $4 where hour_id = $1 and user_id = $2', [
    hour.id,
    who.id,
    right ? 0 : wrong + 1,
    now.toISOString(),
  ])
  if (right) await arrive(c, hour, 'code')
  return {
    right,
    attendance: await attendanceOf(q, hour.id, who.id),
    left: right ? codeLimits.wrong : codeLimits.wrong - wrong - 1,
  }
}

const help: Handler<'POST /my-class-hours/:id/help'> = async (c) => {
  const { q, who, platform, params, body } = c
  const hour = await mine(c, params.id)
  await q.query(
    `insert into class_help (id, hour_id, user_id, at, section_id, text) values ($1, $2, $3, $4, $5, $6)
     on conflict (hour_id, user_id) where answered_at is null do update set text = excluded.text, section_id = excluded.section_id`,
    [platform.newId(), hour.id, who.id, platform.now().toISOString(), body.section, body.text],
  )
  await tellTeachers(q, hour.class_id)
  return shown(c, hour)
}
const withdraw: Handler<'POST /my-class-hours/:id/help/withdraw'> = async (c) => {
  const { q, who, params } = c
  const hour = await mine(c, params.id)
  await q.query('delete from class_help where hour_id = $1 and user_id = $2 and answered_at is null', [hour.id, who.id])
  await tellTeachers(q, hour.class_id)
  return shown(c, hour)
}

export const mineHandlers = {
  'GET /my-class-hours/current': current,
  'POST /my-class-hours/:id/enter': enter,
  'POST /my-class-hours/:id/code': code,
  'POST /my-class-hours/:id/help': help,
  'POST /my-class-hours/:id/help/withdraw': withdraw,
}
