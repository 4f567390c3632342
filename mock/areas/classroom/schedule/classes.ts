/** Class hours of the classes somebody is in, and of those they teach. */
import { type AttendanceState, hourStatus } from '#src/contract/classroom/hour.ts'
import type { ScheduleItem } from '#src/contract/classroom/schedule.routes.ts'
import { hourRows, lessonsOfCourses } from '../hours.ts'
import { courseNames } from '../names.ts'
import { classDocs } from '../class.ts'
import type { ScheduleSource } from './sources.ts'

export const classSource: ScheduleSource = async (q, user, { from, to, now }) => {
  const leads = `exists (select 1 from r_class c where c.id = h.class_id and c.k_status in ('planned', 'ongoing', 'ended')
    and (c.k_teachers || c.k_assistants) && array[$1]::text[])`
  const attends = `exists (select 1 from class_member m join r_class c on c.id = m.class_id
    where m.class_id = h.class_id and m.user_id = $1 and m.left_at is null and c.k_status in ('ongoing', 'ended'))`
  const rows = await hourRows(
    q,
    `where h.starts_at < $3::timestamptz and h.ends_at > $2::timestamptz and (${leads} or ${attends}) order by h.starts_at, h.id limit 1000`,
    [user, from.toISOString(), to.toISOString()],
  )
  if (!rows.length) return []
  const taught = [...new Set(rows.flatMap((r) => r.course_id ?? []))]
  const [docs, lessons, courses, { rows: attended }] = await Promise.all([
    classDocs.byIds(q, [...new Set(rows.map((r) => r.class_id))]),
    lessonsOfCourses(q, taught),
    courseNames(q, taught),
    q.query<{ hour_id: string; state: AttendanceState }>(
      'select hour_id, state from class_attendance where user_id = $1 and hour_id = any($2::text[])',
      [user, rows.map((r) => r.id)],
    ),
  ])
  const titles = new Map(lessons.map((l) => [`${l.course_id} ${l.id}`, l]))
  const states = new Map(attended.map((a) => [a.hour_id, a.state]))
  return rows.map((h): ScheduleItem => {
    const data = docs.get(h.class_id)?.data
    const leader = [...(data?.teachers ?? []), ...(data?.assistants ?? [])].includes(user)
    const lesson = titles.get(`${h.course_id} ${h.lesson_id}`)
    const status = hourStatus(h, now.getTime())
    return {
      id: h.id,
      kind: 'class' as const,
      title: data?.name ?? '',
      about: lesson?.title ?? '',
      about_other: lesson?.title_other ?? '',
      language: courses.get(h.course_id ?? '')?.language ?? '',
      starts_at: h.starts_at,
      ends_at: h.ends_at,
      room: h.room || (data?.room ?? ''),
      status,
      leads: leader,
      link: leader
        ? { screen: 'classroom-monitor' as const, params: { id: h.id } }
        : h.course_id !== null && h.lesson_id !== null
          ? { screen: 'my-lesson' as const, params: { resource_id: h.course_id, lesson_id: h.lesson_id } }
          : h.course_id !== null
            ? { screen: 'my-course-detail' as const, params: { resource_id: h.course_id } }
            : null,
      title_other: '',
      moment: null,
      attendance: leader
        ? null
        : (states.get(h.id) ?? (status === 'ended' && h.began_at !== null ? ('absent' as const) : null)),
    }
  })
}
