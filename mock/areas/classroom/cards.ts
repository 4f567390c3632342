/** One card for each learner of a class and lesson: what they did, how they attended. */
import type { ClassCard } from '#src/contract/classroom/hour.schema.ts'
import { type AttendanceState, hourStatus } from '#src/contract/classroom/hour.ts'
import { lessonsOf } from '#src/contract/course/outline.ts'
import type { Outline } from '#src/contract/course/outline.schema.ts'
import { containingIn } from '#mock/crud/fold.ts'
import { paged } from '#mock/crud/paged.ts'
import type { CallerContext } from '#mock/crud/setting.ts'
import { where } from '#mock/crud/where.ts'
import type { Queryable } from '#mock/db/db.ts'
import type { Handler } from '#mock/http/request/handler.ts'
import { overStatuses } from '#src/contract/scene/status.ts'
import { titleOf } from '../course/learn/cards.ts'
import { courseRows, looksAfter, marksWork } from '../course/marks.ts'
import { type ClassDocument, classFor, teaches } from './class.ts'
import { hourRows, type HourRow, isoInstant } from './hours.ts'
import { courseNames } from './names.ts'

interface PersonRow {
  user_id: string
  name: string
  username: string
  org_name: string | null
}
interface RecordRow {
  user_id: string
  section_id: string
  done_at: string | null
  rule: string | null
  share: number | null
  tries: number
  updated_at: string
}

/** The lesson that is asked for; else that of the newest hour that has begun, else the first of the courses. */
async function lessonAsked(
  q: Queryable,
  classId: string,
  courses: readonly string[],
  asked: { course_id?: string | undefined; lesson_id?: string | undefined },
): Promise<{ course: string; lesson: ReturnType<typeof lessonsOf>[number] } | undefined> {
  const { rows } = await q.query<{ course_id: string; published: Outline | null }>(
    'select course_id, published from course_outline where course_id = any($1::text[]) order by array_position($1::text[], course_id)',
    [courses],
  )
  const all = rows.flatMap((r) =>
    r.published ? lessonsOf(r.published).map((lesson) => ({ course: r.course_id, lesson })) : [],
  )
  if (asked.course_id !== undefined && asked.lesson_id !== undefined)
    return all.find((x) => x.course === asked.course_id && x.lesson.id === asked.lesson_id)
  const [newest] = await hourRows(
    q,
    `where h.class_id = $1 and h.began_at is not null and h.lesson_id is not null order by h.began_at desc, h.id desc limit 1`,
    [classId],
  )
  return all.find((x) => x.course === newest?.course_id && x.lesson.id === newest.lesson_id) ?? all[0]
}

export const listCards: Handler<'GET /class-cards'> = async (c) => {
  const { q, platform, query } = c
  const doc = await classFor(c, query.class_id, 'look')
  const now = platform.now()
  const asked = await lessonAsked(q, doc.id, doc.data.courses ?? [], query)
  if (!asked) return { items: [], total: 0, page: query.page, page_size: query.page_size }
  const w = where()
  w.and(`m.class_id = ${w.add(doc.id)} and m.left_at is null`)
  if (query.ids) w.and(`m.user_id = any(${w.add(query.ids)}::text[])`)
  if (query.q?.trim()) w.and(`u.find like ${w.add(containingIn(query.q))}`)
  const { rows, ...rest } = await paged<PersonRow>(q, {
    select: `m.user_id, coalesce(nullif(u.data->>'name', ''), u.data->>'username') as name, u.data->>'username' as username, o.name as org_name`,
    from: 'class_member m join r_user u on u.id = m.user_id left join org o on o.id = u.k_org_id',
    w,
    order: 'u.k_name, m.user_id',
    query,
  })
  const people = rows.map((r) => r.user_id)
  const { lesson } = asked
  const [names, { rows: records }, [hour]] = await Promise.all([
    courseNames(q, [asked.course]),
    recordsIn(c, doc, asked.course, people, lesson.sections),
    hourRows(
      q,
      `where h.class_id = $1 and h.course_id = $2 and h.lesson_id = $3 and h.cancelled_at is null and h.began_at is not null
       order by h.began_at desc, h.id desc limit 1`,
      [doc.id, asked.course, lesson.id],
    ),
  ])
  const [there, ticks] = await Promise.all([inHour(q, hour, people), tickedBy(c, asked.course, people)])
  const course = names.get(asked.course) ?? { id: asked.course, name: '', language: '', translation: null }
  const by = new Map<string, RecordRow[]>()
  for (const r of records) by.set(r.user_id, [...(by.get(r.user_id) ?? []), r])
  const status = hour && hourStatus(hour, now.getTime())
  const leads = (status === 'ongoing' || status === 'pause') && teaches(c.who, doc.data)
  return {
    items: rows.map((person): ClassCard => {
      const own = new Map((by.get(person.user_id) ?? []).map((r) => [r.section_id, r]))
      const counting = lesson.sections.filter((s) => !s.optional)
      const shares = lesson.sections.flatMap((s) => own.get(s.id)?.share ?? [])
      const times = [...own.values()].map((r) => isoInstant(r.updated_at)).toSorted()
      return {
        ...person,
        org_name: person.org_name ?? '',
        course,
        lesson: titleOf(lesson),
        hour:
          hour && status
            ? {
                id: hour.id,
                starts_at: hour.starts_at,
                status,
                attendance: there.get(person.user_id)?.state ?? (status === 'ended' ? 'absent' : null),
              }
            : null,
        console: leads && (there.get(person.user_id)?.machines ?? false),
        done: counting.filter((s) => (own.get(s.id)?.done_at ?? null) !== null).length,
        sections: counting.length,
        share: shares.length ? shares.reduce((n, x) => n + x, 0) / shares.length : null,
        tries: [...own.values()].reduce((n, r) => n + r.tries, 0),
        last_at: times.at(-1) ?? null,
        lines: lesson.sections.map((s) => {
          const r = own.get(s.id)
          return {
            ...titleOf(s),
            kind: s.kind,
            done_at: r?.done_at ? isoInstant(r.done_at) : null,
            share: r?.share ?? null,
            tries: r?.tries ?? 0,
            ticks:
              s.rule === 'teacher' && ticks.has(person.user_id) && (!r || r.done_at === null || r.rule === 'teacher'),
          }
        }),
      }
    }),
    ...rest,
  }
}

/**
 * What the members did of a lesson in this class: since each is in it, and until it ended. What they did before and beside it is for those who see
 * all the course's scores.
 */
async function recordsIn(
  { q, who }: CallerContext,
  doc: ClassDocument,
  course: string,
  people: readonly string[],
  sections: readonly { id: string }[],
) {
  const w = where()
  w.and(`r.course_id = ${w.add(course)} and r.user_id = any(${w.add([...people])}::text[])`)
  w.and(`r.section_id = any(${w.add(sections.map((s) => s.id))}::text[])`)
  const over = doc.data.status === 'ended' || doc.data.status === 'archived' ? w.add(doc.updated_at) : undefined
  w.and(
    `(exists (select 1 from ${courseRows} t where t.id = r.course_id and ${looksAfter(who, w.add)})
      or (r.updated_at >= m.since${over ? ` and r.updated_at <= ${over}::timestamptz` : ''}))`,
  )
  return q.query<RecordRow>(
    `select r.user_id, r.section_id, r.done_at, r.rule, r.share, r.tries, r.updated_at from course_record r
     join class_member m on m.class_id = ${w.add(doc.id)} and m.user_id = r.user_id ${w.text()}`,
    w.params,
  )
}

/** Of these people those of whom the caller may say that a section is done. */
async function tickedBy(
  { q, who }: CallerContext,
  course: string,
  people: readonly string[],
): Promise<ReadonlySet<string>> {
  const w = where()
  const id = w.add(course)
  w.and(
    `m.course_id = ${id} and m.user_id = any(${w.add([...people])}::text[]) and m.state <> 'withdrawn' and t.k_status <> 'archived'`,
  )
  w.and(marksWork(who, w.add, { course: 'm.course_id', user: 'm.user_id' }))
  const { rows } = await q.query<{ user_id: string }>(
    `select m.user_id from course_member m join ${courseRows} t on t.id = m.course_id ${w.text()}`,
    w.params,
  )
  return new Set(rows.map((r) => r.user_id))
}

interface InHour {
  state: AttendanceState | null
  /** Machines of theirs run. */
  machines: boolean
}
async function inHour(
  q: Queryable,
  hour: HourRow | undefined,
  people: readonly string[],
): Promise<ReadonlyMap<string, InHour>> {
  if (!hour) return new Map()
  const { rows } = await q.query<InHour & { user_id: string }>(
    `select p.id as user_id, a.state, exists (select 1 from course_scene x join scene s on s.id = x.scene_id
       where x.course_id = $3 and x.lesson_id = $4 and x.user_id = p.id and not s.status = any($5::text[])) as machines
     from unnest($2::text[]) p(id) left join class_attendance a on a.hour_id = $1 and a.user_id = p.id`,
    [hour.id, people, hour.course_id, hour.lesson_id, [...overStatuses]],
  )
  return new Map(rows.map((r) => [r.user_id, r]))
}
