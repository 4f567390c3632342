/** Courses in which somebody marks, those in which most waits for them first. */
import { wholeDocument, type DataOf } from '#mock/crud/documents.ts'
import { containingIn, fold } from '#mock/crud/fold.ts'
import { paged } from '#mock/crud/paged.ts'
import { type Add, where } from '#mock/crud/where.ts'
import type { Caller, Handler } from '#mock/http/request/handler.ts'
import { waitsForMark } from '../homework/mark.ts'
import { classesTeaching, courseRows, doneInClass, isTaughtIn, marksCourse, marksWork } from '../marks.ts'
import { marksReport } from './marking.ts'

interface Row {
  id: string
  data: DataOf<'course'>
  reports: number
  homework: number
}
const per = (from: string, conditions: string): string =>
  `(select course_id, count(*)::integer as n from ${from} where ${conditions} group by course_id)`
const inChosen = (who: Caller, add: Add, row: string, id: string | undefined): string =>
  id === undefined ? 'true' : doneInClass(who, add, id, { course: `${row}.course_id`, user: `${row}.user_id` })

export const listMarking: Handler<'GET /course-marking'> = async ({ q, who, query }) => {
  const w = where()
  const reports = `r.status = 'submitted' and ${marksReport(who, w.add)} and ${inChosen(who, w.add, 'r', query.class_id)}`
  const handIn = { course: 'h.course_id', user: 'h.user_id', at: 'h.at' }
  const homework = `${waitsForMark} and ${marksWork(who, w.add, handIn)} and ${inChosen(who, w.add, 'h', query.class_id)}`
  const from = `${courseRows} t join course_outline o on o.course_id = t.id
    left join ${per('course_report r', reports)} rs on rs.course_id = t.id
    left join ${per('course_hand_in h', homework)} hs on hs.course_id = t.id`
  w.and('o.published is not null')
  w.and(marksCourse(who, w.add))
  if (query.class_id !== undefined) w.and(isTaughtIn(who, w.add, query.class_id))
  if (query.q?.trim()) w.and(`t.find like ${w.add(containingIn(fold(query.q)))}`)
  const { rows, ...rest } = await paged<Row>(q, {
    select: 't.id, t.data, coalesce(rs.n, 0) as reports, coalesce(hs.n, 0) as homework',
    from,
    w,
    order: 'coalesce(rs.n, 0) + coalesce(hs.n, 0) desc, t.k_name, t.id',
    query,
  })
  const classes = await classesTeaching(
    q,
    who,
    rows.map((r) => r.id),
  )
  return {
    items: rows.map(({ id, data, reports: inReports, homework: inHomework }) => {
      const { name, language, translation } = wholeDocument(data)
      return {
        course: { id, name: name ?? '', language, translation: translation && { name: translation.name } },
        reports: inReports,
        homework: inHomework,
      }
    }),
    classes,
    ...rest,
  }
}
