/** What is due is said beforehand to whoever has it open and has not handed it in: homework, quizzes and reports. */
import { lessonLock } from '#src/contract/course/learn.ts'
import { sectionsOf } from '#src/contract/course/outline.ts'
import type { Outline } from '#src/contract/course/outline.schema.ts'
import type { Queryable } from '#mock/db/db.ts'
import { isAssignedTo } from '../../classroom/members.ts'
import type { Reminding } from '../../classroom/schedule/remind.ts'
import { isMeant } from '../../exam/meant.ts'
import { activeAccounts } from '../../notice/audience.ts'
import type { Notification } from '../../notice/notify.ts'
import { recordsOfMany, sectionInOutline } from '../learn/seen.ts'
import { homeworkOfMany } from './lines.ts'
import { datedWork } from './work.ts'

/** Undefined of a course that is closed, or was never shown. */
async function shownCourse(q: Queryable, id: string): Promise<{ name: string; outline: Outline } | undefined> {
  const { rows } = await q.query<{ name: string; outline: Outline }>(
    `select t.data->>'name' as name, o.published as outline from course_outline o join r_course t on t.id = o.course_id
     where o.course_id = $1 and t.k_status in ('published', 'hidden') and o.published is not null`,
    [id],
  )
  return rows[0]
}

/** Who learns in it, may, and has not handed in; `taught`: a class hour of theirs with the lesson has begun. */
async function owing(q: Queryable, course: string, lesson: string, section: string, handed: string) {
  const { rows } = await q.query<{ id: string; taught: boolean }>(
    `select u.id, exists (select 1 from class_hour h join class_member x on x.class_id = h.class_id and x.user_id = u.id and x.left_at is null
         join r_class c on c.id = h.class_id and c.k_status <> 'planned'
         where h.course_id = $1 and h.lesson_id = $2 and h.began_at is not null and h.cancelled_at is null) as taught
     from ${activeAccounts}
       and exists (select 1 from course_member m where m.course_id = $1 and m.user_id = u.id and m.state <> 'withdrawn')
       and exists (select 1 from r_course t where t.id = $1 and (t.open or ${isMeant('t.id', 'course')} or ${isAssignedTo('u.id')}))
       and not (${handed})
     order by u.id`,
    [course, lesson, section],
  )
  return rows
}

interface Due {
  /** When sections of a course are due, by course and section. */
  dates: (q: Queryable, course: string) => Promise<ReadonlyMap<string, { due_at: string | null }>>
  /** SQL: user `u` has handed in section $3 of course $1. */
  handed: string
  kind: 'homework_soon' | 'work_soon'
  link: (course: string, lesson: string, section: string) => NonNullable<Notification['link']>
}
const remindingOf = ({ dates, handed, kind, link }: Due): Reminding => ({
  async coming(q, course, now) {
    const shown = await shownCourse(q, course)
    if (!shown) return []
    const due = await dates(q, course)
    return sectionsOf(shown.outline).flatMap(({ id }) => {
      const at = due.get(`${course} ${id}`)?.due_at ?? null
      return at !== null && Date.parse(at) > now.getTime() ? [{ id, at: new Date(at).toISOString() }] : []
    })
  },
  async said(q, course, { id, at }, now) {
    const shown = await shownCourse(q, course)
    const found = shown && sectionInOutline(shown.outline, id)
    if (!found) return undefined
    const { lesson, section } = found
    const people = await owing(q, course, lesson.id, id, handed)
    const records = await recordsOfMany(
      q,
      course,
      people.map((p) => p.id),
    )
    const begun = new Map([[lesson.id, { begun: true, at: null }]])
    const open = people.filter(
      (p) => !lessonLock(shown.outline, lesson, records(p.id), now, p.taught ? begun : undefined),
    )
    return {
      to: open.map((p) => p.id),
      kind,
      params: { course: shown.name, homework: section.title, at },
      link: link(course, lesson.id, id),
    }
  },
})
export const homeworkReminding = remindingOf({
  dates: (q, course) => homeworkOfMany(q, [course]),
  handed: `exists (select 1 from course_hand_in h where h.course_id = $1 and h.user_id = u.id and h.section_id = $3 and h.state <> 'returned')`,
  kind: 'homework_soon',
  link: (course, lesson, section) => ({
    screen: 'homework-exercise',
    params: { resource_id: course, lesson_id: lesson, exercise_id: section },
  }),
})
export const workReminding = remindingOf({
  dates: (q, course) => datedWork(q, [course]),
  handed: `exists (select 1 from course_try h where h.course_id = $1 and h.user_id = u.id and h.section_id = $3)
    or exists (select 1 from course_report h where h.course_id = $1 and h.user_id = u.id and h.section_id = $3 and h.status in ('submitted', 'marked'))`,
  kind: 'work_soon',
  link: (course, lesson, section) => ({
    screen: 'my-lesson',
    params: { resource_id: course, lesson_id: lesson },
    query: { section },
  }),
})
