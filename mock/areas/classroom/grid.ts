/** Everybody of a class hour at once: one answer for all, so that a page of two hundred asks as often as a page of one. */
import type { HourGrid } from '#src/contract/classroom/hour.schema.ts'
import { type AttendanceState, type AttendanceWay, hourStatus } from '#src/contract/classroom/hour.ts'
import { signedName } from '#mock/crud/signed.ts'
import type { Queryable } from '#mock/db/db.ts'
import type { Handler } from '#mock/http/request/handler.ts'
import { titleOf } from '../course/learn/cards.ts'
import { bylines } from '../notice/byline.ts'
import { hourFor, type HourRow, isoInstant, shownHour } from './hours.ts'
import { machinesOf } from './machines.ts'
import { lessonOfHour } from './run.ts'

interface Row {
  user_id: string
  name: string
  username: string
  org_name: string | null
  attendance: AttendanceState | null
  way: AttendanceWay | null
  attended_at: string | null
  at_section: string | null
  last_at: string | null
  done: number
  group: number | null
}
const rowsOf = async (q: Queryable, hour: HourRow, counting: readonly string[]): Promise<Row[]> =>
  (
    await q.query<Row>(
      `select m.user_id, coalesce(nullif(u.data->>'name', ''), u.data->>'username') as name, u.data->>'username' as username,
         o.name as org_name, a.state as attendance, a.way, a.at as attended_at, l.at_section, l.last_at,
         (select count(*)::integer from course_record r where r.course_id = $3 and r.user_id = m.user_id
            and r.section_id = any($4::text[]) and r.done_at is not null) as done, m.group_no as "group"
       from class_member m join r_user u on u.id = m.user_id left join org o on o.id = u.k_org_id
         left join class_attendance a on a.hour_id = $2 and a.user_id = m.user_id
         left join course_member l on l.course_id = $3 and l.user_id = m.user_id
       where m.class_id = $1 and m.left_at is null order by u.k_name, m.user_id limit 1000`,
      [hour.class_id, hour.id, hour.course_id, counting],
    )
  ).rows

interface HelpRow {
  id: string
  user_id: string
  at: string
  text: string
  section_id: string | null
  taken_by: string | null
}

export const readGrid: Handler<'GET /class-hours/:id/grid'> = async (c) => {
  const { q, platform, params } = c
  const { hour } = await hourFor(c, params.id, 'look')
  const now = platform.now()
  const lesson = await lessonOfHour(q, hour)
  const sections = lesson?.sections ?? []
  const byId = new Map(sections.map((s) => [s.id, titleOf(s)]))
  const counting = sections.filter((s) => !s.optional).map((s) => s.id)
  const [shown, machines, members, { rows: help }] = await Promise.all([
    shownHour(c, hour.id),
    machinesOf(c, hour),
    rowsOf(q, hour, counting),
    q.query<HelpRow>(
      `select h.id, h.user_id, h.at, h.text, h.section_id, ${signedName('t')} as taken_by
       from class_help h join r_user u on u.id = h.user_id left join r_user t on t.id = h.taken_by where h.hour_id = $1 and h.answered_at is null order by h.at, h.id`,
      [hour.id],
    ),
  ])
  const by = await bylines(
    q,
    help.map((h) => h.user_id),
  )
  const over = hourStatus(hour, now.getTime()) === 'ended' && hour.began_at !== null
  const at = byId.get(hour.gather?.section ?? '')
  return {
    hour: shown,
    now: now.toISOString(),
    members: members.map((m): HourGrid['members'][number] => ({
      user_id: m.user_id,
      name: m.name,
      username: m.username,
      org_name: m.org_name ?? '',
      attendance: m.attendance ?? (over ? 'absent' : null),
      way: m.way,
      attended_at: m.attended_at === null ? null : isoInstant(m.attended_at),
      section: byId.get(m.at_section ?? '') ?? null,
      last_at: m.last_at === null ? null : isoInstant(m.last_at),
      done: m.done,
      sections: counting.length,
      group: m.group,
      ...machines.of(m.user_id, m.group),
    })),
    sections: [...byId.values()],
    help: help.map(({ section_id, ...h }) => ({
      ...h,
      author: by(h.user_id, ''),
      at: isoInstant(h.at),
      section: byId.get(section_id ?? '') ?? null,
    })),
    gather: gatherOf(hour, at),
    scenes: machines.all,
  }
}

/** What everybody is asked to come to; null where its section is not there any more. */
export const gatherOf = (
  hour: HourRow,
  section: { id: string; title: string; title_other: string } | undefined,
): HourGrid['gather'] =>
  hour.gather && section && hour.course_id !== null && hour.lesson_id !== null
    ? { ...section, lesson: hour.lesson_id, course: hour.course_id, at: hour.gather.at }
    : null
