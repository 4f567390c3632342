/** Who was there. What is known stands in one row; what was said of it, one after the other, in its history. */
import { type AttendanceState, type AttendanceWay, hourStatus } from '#src/contract/classroom/hour.ts'
import { fileNameOf } from '#src/contract/lib/fileName.ts'
import type { ReportCell } from '#mock/crud/cells.ts'
import { csv } from '#mock/crud/csv.ts'
import { types } from '#mock/crud/export.ts'
import { signedName } from '#mock/crud/signed.ts'
import type { Queryable } from '#mock/db/db.ts'
import type { Handler, Platform } from '#mock/http/request/handler.ts'
import { classFor } from './class.ts'
import { hourRows, isoInstant, lessonsOfCourses } from './hours.ts'

interface Attendance {
  hour: string
  user: string
  state: AttendanceState
  way: AttendanceWay
  by: string
  reason?: string
}
/** @returns whether something changed: what somebody said by hand no arrival takes back, and who is there already does not arrive again */
export async function recordAttendance(
  q: Queryable,
  platform: Pick<Platform, 'now' | 'newId'>,
  { hour, user, state, way, by, reason = '' }: Attendance,
): Promise<boolean> {
  const at = platform.now().toISOString()
  const { rows } = await q.query(
    `insert into class_attendance (hour_id, user_id, state, way, at, by, reason) values ($1, $2, $3, $4, $5, $6, $7)
     on conflict (hour_id, user_id) do update set state = excluded.state, way = excluded.way, at = excluded.at, by = excluded.by, reason = excluded.reason
       where $8::boolean returning hour_id`,
    [hour, user, state, way, at, by, reason, way === 'hand'],
  )
  if (!rows.length) return false
  await q.query(
    `insert into class_attendance_event (id, hour_id, user_id, state, way, at, by, reason) values ($1, $2, $3, $4, $5, $6, $7, $8)`,
    [platform.newId(), hour, user, state, way, at, by, reason],
  )
  return true
}

type Language = 'en-US' | 'zh-CN'
const headings: Record<Language, readonly string[]> = {
  'en-US':
    'Begins (UTC)|Ends (UTC)|Lesson|Name|User name|Organisation|Attendance|Known by|At (UTC)|Said by|Reason'.split('|'),
  'zh-CN': '开始时间（UTC）|结束时间（UTC）|课时|姓名|用户名|组织|考勤|方式|记录时间（UTC）|记录人|原因'.split('|'),
}
const states: Record<Language, Record<AttendanceState, string>> = {
  'en-US': { present: 'present', late: 'late', absent: 'absent', excused: 'excused' },
  'zh-CN': { present: '出勤', late: '迟到', absent: '缺勤', excused: '请假' },
}
const ways: Record<Language, Record<AttendanceWay | 'none', string>> = {
  'en-US': { entered: 'opened the lesson', code: 'code', hand: 'by hand', none: 'not seen' },
  'zh-CN': { entered: '进入课时', code: '签到码', hand: '手动登记', none: '未出现' },
}

interface Line {
  name: string
  username: string
  org_name: string | null
  state: AttendanceState | null
  way: AttendanceWay | null
  at: string | null
  by_name: string | null
  reason: string | null
}
export const attendanceFile: Handler<'GET /classes/:id/attendance/file'> = async (c) => {
  const { q, platform, params, query } = c
  const doc = await classFor(c, params.id, 'look')
  const now = platform.now()
  const { language } = query
  const hours = await hourRows(
    q,
    `where h.class_id = $1 and h.began_at is not null and h.cancelled_at is null order by h.starts_at, h.id`,
    [doc.id],
  )
  const lessons = await lessonsOfCourses(q, [...new Set(hours.flatMap((h) => h.course_id ?? []))])
  const titles = new Map(lessons.map((l) => [`${l.course_id} ${l.id}`, l.title]))
  async function* batches(): AsyncGenerator<ReportCell[][]> {
    for (const h of hours) {
      const over = hourStatus(h, now.getTime()) === 'ended'
      const { rows } = await q.query<Line>(
        `select coalesce(nullif(u.data->>'name', ''), u.data->>'username') as name, u.data->>'username' as username, o.name as org_name,
           a.state, a.way, a.at, ${signedName('b')} as by_name, a.reason
         from class_member m join r_user u on u.id = m.user_id left join org o on o.id = u.k_org_id
           left join class_attendance a on a.hour_id = $2 and a.user_id = m.user_id left join r_user b on b.id = a.by and a.way = 'hand'
         where m.class_id = $1 and (a.hour_id is not null or (m.left_at is null and m.since <= $3::timestamptz)) order by u.k_name, m.user_id`,
        [doc.id, h.id, h.ends_at],
      )
      yield rows.map((r) => {
        const state = r.state ?? (over ? 'absent' : null)
        return [
          new Date(h.starts_at),
          new Date(h.ends_at),
          titles.get(`${h.course_id} ${h.lesson_id}`) ?? '',
          r.name,
          r.username,
          r.org_name ?? '',
          state === null ? '' : states[language][state],
          r.way === null ? (state === null ? '' : ways[language].none) : ways[language][r.way],
          r.at === null ? null : new Date(isoInstant(r.at)),
          r.by_name ?? '',
          r.reason ?? '',
        ]
      })
    }
  }
  const day = now.toISOString().slice(0, 10)
  c.audit({ entity: 'class', id: doc.id, details: { format: 'csv', count: hours.length } })
  return {
    name: fileNameOf(`${doc.data.name ?? 'class'}-${day}.csv`),
    type: types.csv,
    body: csv(headings[language], batches()),
  }
}
