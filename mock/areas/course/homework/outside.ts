/** What learners did before they came to the classes in which somebody marks: it is no part of what is shown to them. */
import { where } from '#mock/crud/where.ts'
import type { Queryable } from '#mock/db/db.ts'
import type { MarkedCourse } from './keeper.ts'

/** Records and reports by learner and section, hand-ins by their id. */
export interface WorkOutside {
  record: (user: string, section: string) => boolean
  report: (user: string, section: string) => boolean
  handIn: (id: string) => boolean
}
const nothing: WorkOutside = { record: () => false, report: () => false, handIn: () => false }

/** Asks nothing of whoever marks all of the course. */
export async function workOutside(q: Queryable, course: MarkedCourse, users: readonly string[]): Promise<WorkOutside> {
  if (course.all || !users.length) return nothing
  const w = where()
  const [id, people] = [w.add(course.id), w.add([...users])]
  const of = (table: string, key: string, at: string) =>
    `select '${table}' as what, ${key} as key from ${table} x where x.course_id = ${id} and x.user_id = any(${people}::text[])
       and not ${course.theirs(w.add, { user: 'x.user_id', at })}`
  const place = `x.user_id || ' ' || x.section_id`
  const { rows } = await q.query<{ what: string; key: string }>(
    [
      of('course_record', place, 'x.updated_at'),
      of('course_report', place, 'x.submitted_at'),
      of('course_hand_in', 'x.id', 'x.at'),
    ].join(' union all '),
    w.params,
  )
  const had = new Set(rows.map((r) => `${r.what} ${r.key}`))
  return {
    record: (user, section) => had.has(`course_record ${user} ${section}`),
    report: (user, section) => had.has(`course_report ${user} ${section}`),
    handIn: (hand) => had.has(`course_hand_in ${hand}`),
  }
}
