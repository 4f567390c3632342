/** A class hour while it goes on, as its teachers lead it. */
import { createHmac, hkdfSync } from 'node:crypto'
import { codeLimits, hourMay, hourStatus, sceneGrace } from '#src/contract/classroom/hour.ts'
import { lessonsOf } from '#src/contract/course/outline.ts'
import type { Outline } from '#src/contract/course/outline.schema.ts'
import type { Queryable } from '#mock/db/db.ts'
import { Fail, type Handler, type Platform } from '#mock/http/request/handler.ts'
import { signed } from '#src/contract/notice/byline.ts'
import { bylines } from '../notice/byline.ts'
import { notify } from '../notice/notify.ts'
import { recordAttendance } from './attendance.ts'
import { hourFor, type HourRow, isoInstant, shownHour } from './hours.ts'
import { settleMembers } from './members.ts'
import { endHourScenes } from './scenes.ts'
import { remindLater } from './schedule/remind.ts'
import { tellHours } from './tell.ts'

type Event = 'start' | 'pause' | 'recover' | 'end'
const writes: Record<Event, string> = {
  start: 'began_at = $2, paused_at = null',
  pause: 'paused_at = $2',
  recover: 'paused_at = null',
  end: 'ended_at = $2, paused_at = null, gather = null',
}
const event =
  (name: Event): Handler<'POST /class-hours/:id/start'> =>
  async (c) => {
    const { q, platform, params } = c
    const { hour, of } = await hourFor(c, params.id, 'teach', 'lock')
    const now = platform.now()
    const status = hourStatus(hour, now.getTime())
    if (!hourMay(name, hour, now.getTime())) throw new Fail('not_allowed_in_state', { status, action: name })
    // an hour of a class that is planned, or over, is nobody's
    if (name === 'start' && of.data.status !== 'ongoing')
      throw new Fail('not_allowed_in_state', { status: of.data.status, action: name })
    if (name === 'start') await settleMembers(q, platform, of.id)
    await q.query(`update class_hour set ${writes[name]}, version = version + 1, updated_at = $2 where id = $1`, [
      hour.id,
      now.toISOString(),
    ])
    if (name === 'end')
      await q.query(
        `update class_help set answered_at = $2, answered_by = $3 where hour_id = $1 and answered_at is null`,
        [hour.id, now.toISOString(), c.who.id],
      )
    if (name === 'end') await endHourScenes(q, platform, hour, sceneGrace)
    if (name === 'start') await remindLater(q, 'class', of.id, now)
    await tellHours(q, of.id)
    c.audit({ entity: 'class', id: of.id, before: { status }, details: { since: hour.starts_at } })
    return shownHour(c, hour.id)
  }

/** An hour that goes on, paused or not. Throws. */
export function goesOn(hour: HourRow, now: Date): void {
  const status = hourStatus(hour, now.getTime())
  if (status !== 'ongoing' && status !== 'pause') throw new Fail('not_allowed_in_state', { status })
}

/** Members among these. Throws where one is not. */
export async function membersAmong(q: Queryable, classId: string, people: readonly string[]): Promise<string[]> {
  const users = [...new Set(people)]
  const { rows } = await q.query<{ user_id: string }>(
    'select user_id from class_member where class_id = $1 and left_at is null and user_id = any($2::text[])',
    [classId, users],
  )
  if (rows.length < users.length)
    throw new Fail('validation', { fields: [{ path: 'user_ids', rule: 'unknown_reference' }] })
  return users
}

const attend: Handler<'POST /class-hours/:id/attendance'> = async (c) => {
  const { q, platform, params, body, who } = c
  const { hour, of } = await hourFor(c, params.id, 'teach', 'lock')
  const now = platform.now()
  const status = hourStatus(hour, now.getTime())
  if (hour.began_at === null || status === 'cancelled' || of.data.status === 'archived')
    throw new Fail('not_allowed_in_state', { status, action: 'attendance' })
  const users = await membersAmong(q, of.id, body.user_ids)
  for (const user of users) {
    await recordAttendance(q, platform, {
      hour: hour.id,
      user,
      state: body.state,
      way: 'hand',
      by: who.id,
      reason: body.reason,
    })
    c.audit({ entity: 'class', id: of.id, details: { user, state: body.state, reason: body.reason } })
  }
  await tellHours(q, of.id)
  return { done: users.length }
}

const history: Handler<'GET /class-hours/:id/attendance/:user'> = async (c) => {
  const { hour } = await hourFor(c, c.params.id, 'look')
  const { rows } = await c.q.query<{
    at: string
    state: 'present' | 'late' | 'absent' | 'excused'
    way: 'entered' | 'code' | 'hand'
    by: string | null
    reason: string
  }>(
    `select e.at, e.state, e.way, e.by, e.reason from class_attendance_event e
     where e.hour_id = $1 and e.user_id = $2 order by e.at desc, e.id desc limit 100`,
    [hour.id, c.params.user],
  )
  const named = await bylines(
    c.q,
    rows.map((r) => r.by ?? undefined),
  )
  return {
    items: rows.map(({ by, ...r }) => ({ ...r, at: isoInstant(r.at), author: named(by ?? undefined, '') })),
  }
}

/** The code of an hour in a span of time: nobody can work it out who has not the secret of the platform. */
export async function attendanceCode(platform: Pick<Platform, 'secret'>, hour: string, span: number): Promise<string> {
  const key = Buffer.from(hkdfSync('sha256', await platform.secret(), 'class', 'code', 32))
  const n = createHmac('sha256', key).update(`${hour} ${span}`).digest().readUInt32BE(0)
  return String(n % 10 ** codeLimits.digits).padStart(codeLimits.digits, '0')
}
export const attendanceCodeSpan = (now: Date): number => Math.floor(now.getTime() / (codeLimits.every * 1000))

const code: Handler<'GET /class-hours/:id/code'> = async (c) => {
  const { hour } = await hourFor(c, c.params.id)
  const now = c.platform.now()
  goesOn(hour, now)
  const span = attendanceCodeSpan(now)
  return {
    code: await attendanceCode(c.platform, hour.id, span),
    until: new Date((span + 1) * codeLimits.every * 1000).toISOString(),
    now: now.toISOString(),
  }
}

const message: Handler<'POST /class-hours/:id/message'> = async (c) => {
  const { q, platform, params, body, who } = c
  const { of } = await hourFor(c, params.id)
  const named = await membersAmong(q, of.id, body.user_ids)
  const { rows } = named.length
    ? { rows: named.map((user_id) => ({ user_id })) }
    : await q.query<{ user_id: string }>(
        'select user_id from class_member where class_id = $1 and left_at is null order by 1',
        [of.id],
      )
  const to = rows.map((r) => r.user_id)
  if (to.length)
    await notify(q, platform, {
      to,
      kind: 'class_message',
      params: { class: of.data.name ?? '', by: signed(who), text: body.text },
      link: { screen: 'personal', query: { tab: 'schedule' } },
    })
  c.audit({ entity: 'class', id: of.id, details: { to: named.length || 'all', text: body.text } })
  return { done: to.length }
}

/** Sections of the lesson of an hour, as learners see them. */
export async function lessonOfHour(q: Queryable, hour: Pick<HourRow, 'course_id' | 'lesson_id'>) {
  if (hour.course_id === null || hour.lesson_id === null) return undefined
  const { rows } = await q.query<{ published: Outline | null }>(
    'select published from course_outline where course_id = $1',
    [hour.course_id],
  )
  const outline = rows[0]?.published
  return outline ? lessonsOf(outline).find((l) => l.id === hour.lesson_id) : undefined
}

const gather: Handler<'POST /class-hours/:id/gather'> = async (c) => {
  const { q, platform, params, body } = c
  const { hour, of } = await hourFor(c, params.id, 'teach', 'lock')
  const now = platform.now()
  goesOn(hour, now)
  const lesson = await lessonOfHour(q, hour)
  if (!lesson?.sections.some((s) => s.id === body.section))
    throw new Fail('validation', { fields: [{ path: 'section', rule: 'unknown_reference' }] })
  await q.query('update class_hour set gather = $2::jsonb where id = $1', [
    hour.id,
    JSON.stringify({ section: body.section, at: now.toISOString() }),
  ])
  await tellHours(q, of.id)
  c.audit({ entity: 'class', id: of.id, details: { item: body.section } })
  return {}
}
const disperse: Handler<'POST /class-hours/:id/disperse'> = async (c) => {
  const { hour, of } = await hourFor(c, c.params.id, 'teach', 'lock')
  await c.q.query('update class_hour set gather = null where id = $1', [hour.id])
  await tellHours(c.q, of.id)
  c.audit({ entity: 'class', id: of.id })
  return {}
}

const answer: Handler<'POST /class-hours/:id/help/:help/answer'> = async (c) => {
  const { q, platform, params, body, who } = c
  const { hour, of } = await hourFor(c, params.id)
  const { rows } = await q.query<{ user_id: string }>(
    `update class_help set answered_at = $3, answer = $4, answered_by = $5 where id = $2 and hour_id = $1 and answered_at is null
     returning user_id`,
    [hour.id, params.help, platform.now().toISOString(), body.text, who.id],
  )
  // somebody else was there first, or it was taken back
  if (!rows.length) throw new Fail('not_allowed_in_state')
  await tellHours(q, of.id)
  c.audit({ entity: 'class', id: of.id, details: { user: rows[0]?.user_id, ...(body.text && { text: body.text }) } })
  return {}
}

export const runHandlers = {
  'GET /class-hours/:id': (async (c) => {
    const { hour } = await hourFor(c, c.params.id, 'look')
    return shownHour(c, hour.id)
  }) satisfies Handler<'GET /class-hours/:id'>,
  'POST /class-hours/:id/start': event('start'),
  'POST /class-hours/:id/pause': event('pause'),
  'POST /class-hours/:id/recover': event('recover'),
  'POST /class-hours/:id/end': event('end'),
  'POST /class-hours/:id/attendance': attend,
  'GET /class-hours/:id/attendance/:user': history,
  'GET /class-hours/:id/code': code,
  'POST /class-hours/:id/message': message,
  'POST /class-hours/:id/gather': gather,
  'POST /class-hours/:id/disperse': disperse,
  'POST /class-hours/:id/help/:help/answer': answer,
}
