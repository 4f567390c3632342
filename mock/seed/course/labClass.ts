/**
 * A class of the demonstration whose timetable gives each learner machines of their own: an hour of it goes on when the demonstration is first
 * started, and for the rest of that afternoon or evening.
 */
import { plannedHours } from '#src/contract/classroom/timetable.ts'
import { CourseClassBody } from '#src/contract/classroom/class.schema.ts'
import { lessonsOf } from '#src/contract/course/outline.ts'
import { wallIn } from '#src/contract/lib/zone.ts'
import type { Queryable } from '../../db/db.ts'
import { storedOutline } from '../../areas/course/store.ts'
import type { Chance } from '../random.ts'
import { demoZone, enrol } from './classes.ts'

const day = 86_400_000
const minute = 60_000

interface Ground {
  now: Date
  course: string
  teacher: string
  second: string
  members: readonly string[]
}

export async function layLabClass(q: Queryable, c: Chance, { now, course, teacher, second, members }: Ground) {
  const outline = await storedOutline(q, course)
  const lesson = lessonsOf(outline.published ?? { chapters: [] }).find((l) => l.sections.some((s) => s.kind === 'lab'))
  if (!lesson) throw new Error('the course of the class has no lab')
  const opened = new Date(now.getTime() - 6 * day)
  const id = c.id(opened)
  const data = CourseClassBody.parse({
    name: '服务器加固实验班',
    courses: [course],
    teachers: [teacher],
    assistants: [second],
    room: '实训楼 402',
  })
  await enrol(q, {
    id,
    data: { ...data, status: 'ongoing' },
    at: opened,
    by: teacher,
    members,
    // so that one scene for each group can be tried, too
    groupOf: (n) => 1 + Math.floor(n / 4),
  })
  const wall = (at: Date) => wallIn(demoZone, at.getTime()).date
  const part = () => c.id(opened).slice(-12)
  const plan = {
    from: wall(new Date(now.getTime() + day)),
    until: wall(new Date(now.getTime() + 21 * day)),
    slots: [
      { id: part(), day: 1 as const, from: '15:00', to: '16:30', room: '' },
      { id: part(), day: 5 as const, from: '15:00', to: '16:30', room: '' },
    ],
    exceptions: [],
    scene_plan: 'own' as const,
  }
  await q.query('insert into class_timetable (class_id, version, plan, updated_at) values ($1, 1, $2::jsonb, $3)', [
    id,
    JSON.stringify(plan),
    opened.toISOString(),
  ])
  const begun = new Date(Math.floor((now.getTime() - 20 * minute) / (5 * minute)) * 5 * minute)
  const live = {
    id: c.id(now),
    slot: null as string | null,
    starts_at: begun,
    ends_at: new Date(begun.getTime() + 240 * minute),
    began_at: begun as Date | null,
  }
  const hours = plannedHours(plan, demoZone).map((h) => ({
    id: c.id(opened),
    slot: h.key,
    starts_at: h.starts_at,
    ends_at: h.ends_at,
    began_at: null,
  }))
  await q.query(
    `insert into class_hour (id, class_id, slot, changed, lesson_chosen, starts_at, ends_at, teacher_id, course_id, lesson_id, began_at, updated_at, scene_plan)
     select h.id, $2, h.slot, h.slot is null, true, h.starts_at, h.ends_at, $3, $4, $5, h.began_at, $6, $7
     from jsonb_to_recordset($1::jsonb) as h(id text, slot text, starts_at timestamptz, ends_at timestamptz, began_at timestamptz)`,
    [JSON.stringify([live, ...hours]), id, teacher, course, lesson.id, now.toISOString(), plan.scene_plan],
  )
  const there = members.slice(0, -2).map((user, n) => ({
    hour_id: live.id,
    user_id: user,
    state: 'present',
    way: n % 4 === 0 ? 'code' : 'entered',
    at: new Date(begun.getTime() + (1 + (n % 6)) * minute),
    by: user,
    reason: '',
  }))
  await q.query(
    `with a as (insert into class_attendance select * from jsonb_populate_recordset(null::class_attendance, $1::jsonb) returning *)
     insert into class_attendance_event (id, hour_id, user_id, state, way, at, by, reason)
     select md5(hour_id || user_id), hour_id, user_id, state, way, at, by, reason from a`,
    [JSON.stringify(there)],
  )
  const [, asking] = members
  if (asking !== undefined)
    await q.query(
      'insert into class_help (id, hour_id, user_id, at, section_id, text) values ($1, $2, $3, $4, $5, $6)',
      [
        c.id(now),
        live.id,
        asking,
        new Date(now.getTime() - 4 * minute).toISOString(),
        lesson.sections[0]?.id ?? null,
        'vsftpd 停止之后扫描结果里还有 21 端口。',
      ],
    )
  await q.query(
    `update course_member set at_section = $3, last_at = $4 where course_id = $1 and user_id = any($2::text[]) and at_section is null`,
    [
      course,
      there.map((t) => t.user_id),
      lesson.sections[0]?.id ?? null,
      new Date(now.getTime() - 2 * minute).toISOString(),
    ],
  )
}
