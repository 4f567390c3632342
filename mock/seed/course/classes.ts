/** Classes of the demonstration: one that goes on, with hours behind it, one under way and a timetable ahead; and one that is planned. The one with machines is laid beside them. */
import { CourseClassBody } from '#src/contract/classroom/class.schema.ts'
import { lessonsOf } from '#src/contract/course/outline.ts'
import type { Outline } from '#src/contract/course/outline.schema.ts'
import { plannedHours } from '#src/contract/classroom/timetable.ts'
import { wallIn } from '#src/contract/lib/zone.ts'
import { addAudience } from '../../crud/audience.ts'
import { type DataOf, documents } from '../../crud/documents.ts'
import type { Queryable } from '../../db/db.ts'
import { fillLessons } from '../../areas/classroom/timetable.ts'
import type { Chance } from '../random.ts'

const day = 86_400_000
const minute = 60_000
const nobody = { all: false, orgs: [], roles: [], teams: [], users: [] }
/** The demonstration is somewhere in China. */
export const demoZone = 'Asia/Shanghai'

interface EnrolledClass {
  id: string
  data: DataOf<'class'>
  at: Date
  by: string
  members: readonly string[]
  /** Of each member; left out: nobody is in one. */
  groupOf?: (n: number) => number
}
/** A class with who is in it. Of one that goes on, they know, and take its courses. */
export async function enrol(q: Queryable, { id, data, at, by, members, groupOf }: EnrolledClass): Promise<void> {
  const since = at.toISOString()
  await documents('class').insertMany(q, [{ id, data, open: false, hand: { at, by } }], { at, by })
  await addAudience(q, 'class', [id], { ...nobody, users: [...members] })
  await q.query(
    `insert into class_member (class_id, user_id, since, told_at, group_no)
     select $1, u.id, $3::timestamptz, $4::timestamptz, u.n from jsonb_to_recordset($2::jsonb) as u(id text, n int)`,
    [
      id,
      JSON.stringify(members.map((user, n) => ({ id: user, n: groupOf?.(n) ?? null }))),
      since,
      data.status === 'ongoing' ? since : null,
    ],
  )
  if (data.status === 'ongoing')
    await q.query(
      `insert into course_member (course_id, user_id, state, way, since, last_at)
       select c, u, 'learning', 'assigned', $3::timestamptz, $3::timestamptz from unnest($1::text[]) c, unnest($2::text[]) u on conflict do nothing`,
      [data.courses, members, since],
    )
}

interface Ground {
  now: Date
  course: string
  response: string
  teacher: string
  second: string
  members: readonly string[]
}

export async function layClasses(q: Queryable, c: Chance, { now, course, response, teacher, second, members }: Ground) {
  const ago = (days: number) => new Date(now.getTime() - days * day)
  const opened = ago(13)
  const body = (name: string, courses: string[], room: string) =>
    CourseClassBody.parse({ name, courses, teachers: [teacher], assistants: [second], room })
  const [running, coming] = [c.id(opened), c.id(ago(4))]
  await enrol(q, {
    id: running,
    data: { ...body('网络安全基础一班', [course], '实训楼 301'), status: 'ongoing' },
    at: opened,
    by: teacher,
    members,
  })
  await enrol(q, {
    id: coming,
    data: { ...body('Incident response, evening class', [response], 'Lab 2'), status: 'planned' },
    at: ago(4),
    by: teacher,
    members: members.slice(0, 6),
  })
  const wall = (at: Date) => wallIn(demoZone, at.getTime()).date
  const part = (at: Date) => c.id(at).slice(-12)
  const plan = {
    from: wall(ago(10)),
    until: wall(ago(-70)),
    slots: [
      { id: part(opened), day: 2 as const, from: '09:00', to: '10:30', room: '' },
      { id: part(opened), day: 4 as const, from: '14:00', to: '15:30', room: '实训楼 205' },
    ],
    scene_plan: 'none' as const,
    exceptions: [{ on: wall(ago(-9 - ((9 - ago(-9).getUTCDay()) % 7))), note: '运动会' }],
  }
  await q.query(
    'insert into class_timetable (class_id, version, plan, updated_at) values ($1, 1, $2::jsonb, $3), ($4, 0, null, $5)',
    [running, JSON.stringify(plan), opened.toISOString(), coming, ago(4).toISOString()],
  )
  const hours = plannedHours(plan, demoZone).map((h) => {
    const past = h.ends_at.getTime() < now.getTime() - 60 * minute
    const began = new Date(h.starts_at.getTime() + c.between(0, 3) * minute)
    return {
      id: c.id(opened),
      slot: h.key,
      changed: false,
      room: h.room,
      starts_at: h.starts_at,
      ends_at: h.ends_at,
      began_at: past ? began : null,
      ended_at: past ? h.ends_at : null,
    }
  })
  // one under way, whenever the demonstration is laid
  const begun = new Date(Math.floor((now.getTime() - 25 * minute) / (5 * minute)) * 5 * minute)
  const live = {
    id: c.id(now),
    slot: null,
    changed: true,
    room: '',
    starts_at: begun,
    ends_at: new Date(begun.getTime() + 90 * minute),
    began_at: begun,
    ended_at: null,
  }
  await q.query(
    `insert into class_hour (id, class_id, slot, changed, starts_at, ends_at, room, teacher_id, began_at, ended_at, updated_at)
     select h.id, $2, h.slot, h.changed, h.starts_at, h.ends_at, h.room, $3, h.began_at, h.ended_at, $4
     from jsonb_to_recordset($1::jsonb) as h(id text, slot text, changed boolean, starts_at timestamptz, ends_at timestamptz, room text, began_at timestamptz, ended_at timestamptz)`,
    [JSON.stringify([...hours, live]), running, teacher, now.toISOString()],
  )
  const outline = await outlineOf(q, course)
  const lessons = lessonsOf(outline)
  const held = hours.filter((h) => h.began_at !== null)
  // hours behind it went through the lessons one by one; the one under way has the next
  await q.query(
    `update class_hour h set course_id = $2, lesson_id = t.lesson from jsonb_to_recordset($1::jsonb) as t(id text, lesson text) where h.id = t.id`,
    [
      JSON.stringify(
        [...held, live].map((h, n) => ({ id: h.id, lesson: lessons[Math.min(n, lessons.length - 1)]?.id ?? null })),
      ),
      course,
    ],
  )
  const doc = await documents('class').get(q, running)
  if (doc) await fillLessons(q, doc, now)
  const lines: object[] = []
  for (const h of held)
    for (const user of members) {
      const roll = c.next()
      const state = roll < 0.84 ? 'present' : roll < 0.92 ? 'late' : roll < 0.96 ? 'excused' : 'absent'
      const hand = state === 'excused' || state === 'absent'
      const at = new Date(
        (h.began_at ?? h.starts_at).getTime() + (state === 'late' ? c.between(11, 25) : c.between(0, 9)) * minute,
      )
      lines.push({
        hour_id: h.id,
        user_id: user,
        state,
        way: hand ? 'hand' : c.hit(0.3) ? 'code' : 'entered',
        at,
        by: hand ? teacher : user,
        reason: state === 'excused' ? '病假，已交假条' : state === 'absent' ? '点名未到' : '',
      })
    }
  const there = members.slice(0, Math.ceil(members.length * 0.8))
  for (const [n, user] of there.entries())
    lines.push({
      hour_id: live.id,
      user_id: user,
      state: n === there.length - 1 ? 'late' : 'present',
      way: n % 3 === 0 ? 'code' : 'entered',
      at: new Date(begun.getTime() + (n === there.length - 1 ? 14 : 1 + (n % 6)) * minute),
      by: user,
      reason: '',
    })
  await q.query(
    'insert into class_attendance select * from jsonb_populate_recordset(null::class_attendance, $1::jsonb)',
    [JSON.stringify(lines)],
  )
  await q.query(
    `insert into class_attendance_event (id, hour_id, user_id, state, way, at, by, reason)
     select md5(hour_id || user_id), hour_id, user_id, state, way, at, by, reason from class_attendance`,
  )
  await layRecords(q, c, { outline, course, held: held.length, there, now })
  const [asking] = there.slice(2)
  if (asking !== undefined)
    await q.query(
      'insert into class_help (id, hour_id, user_id, at, section_id, text) values ($1, $2, $3, $4, $5, $6)',
      [
        c.id(now),
        live.id,
        asking,
        new Date(now.getTime() - 3 * minute).toISOString(),
        lessons[Math.min(held.length, lessons.length - 1)]?.sections[0]?.id ?? null,
        '第二段的例子没有看懂。',
      ],
    )
}

const outlineOf = async (q: Queryable, course: string): Promise<Outline> =>
  (await q.query<{ published: Outline }>('select published from course_outline where course_id = $1', [course])).rows[0]
    ?.published ?? { chapters: [] }

/** Who was there has done what was taught, and is somewhere in the lesson of now. */
async function layRecords(
  q: Queryable,
  c: Chance,
  {
    outline,
    course,
    held,
    there,
    now,
  }: { outline: Outline; course: string; held: number; there: readonly string[]; now: Date },
): Promise<void> {
  const lessons = lessonsOf(outline)
  const at = Math.min(held, lessons.length - 1)
  const records: object[] = []
  const places: { user_id: string; section: string; last_at: Date }[] = []
  for (const user of there) {
    for (const [n, lesson] of lessons.slice(0, at + 1).entries()) {
      const done = n < at ? lesson.sections : lesson.sections.slice(0, c.between(0, lesson.sections.length))
      for (const s of done)
        records.push({
          course_id: course,
          user_id: user,
          section_id: s.id,
          place: 1,
          done_at: new Date(now.getTime() - (at - n) * 3 * day - c.between(2, 20) * minute),
          rule: s.rule,
          revision: s.revision,
          share: s.kind === 'quiz' ? c.between(5, 10) / 10 : null,
          tries: s.kind === 'quiz' ? 1 : 0,
          draft: {},
          updated_at: new Date(now.getTime() - (at - n) * 3 * day - c.between(2, 20) * minute),
        })
      if (n === at) {
        const here = lesson.sections[Math.min(done.length, lesson.sections.length - 1)]
        if (here)
          places.push({ user_id: user, section: here.id, last_at: new Date(now.getTime() - c.between(0, 8) * minute) })
      }
    }
  }
  await q.query(
    'insert into course_record select * from jsonb_populate_recordset(null::course_record, $1::jsonb) on conflict do nothing',
    [JSON.stringify(records)],
  )
  await q.query(
    `update course_member m set at_section = p.section, last_at = p.last_at
     from jsonb_to_recordset($2::jsonb) as p(user_id text, section text, last_at timestamptz) where m.course_id = $1 and m.user_id = p.user_id`,
    [course, JSON.stringify(places)],
  )
}
