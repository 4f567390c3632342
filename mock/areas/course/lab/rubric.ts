/** Labs whose reports somebody marks: how many wait, which are alike, and what another rubric makes of those that are marked. */
import { marksBy, reportScore, rubricMove } from '#src/contract/course/report.ts'
import type { RubricChange } from '#src/contract/course/report.schema.ts'
import { similarPairs } from '#src/contract/course/similar.ts'
import { labelsOf } from '#mock/crud/references.ts'
import { where } from '#mock/crud/where.ts'
import type { Queryable } from '#mock/db/db.ts'
import { type Caller, Fail, type Handler } from '#mock/http/request/handler.ts'
import { publish } from '#mock/live/publish.ts'
import { certifyLater } from '../../record/certificate/store.ts'
import { doneByReport } from './doneByReport.ts'
import { classesTeaching } from '../marks.ts'
import { type FoundLab, type LookedAfterCourse, keptCourses, labNamed, labsOf } from './keeps.ts'
import { marksReport, isOutdated, markedColumns, rubricNow, shownLabs } from './marking.ts'
import type { ReportRow } from './report.ts'

export const reportLabs: Handler<'GET /course-report-labs'> = async ({ q, who }) => {
  const courses = await keptCourses(q, who, 'reported')
  const w = where()
  w.and(`r.course_id = any(${w.add([...courses.keys()])}::text[]) and r.status <> 'draft'`)
  w.and(marksReport(who, w.add))
  const [{ rows }, labs, classes] = await Promise.all([
    q.query<Pick<ReportRow, 'course_id' | 'section_id' | 'status' | 'rubric'> & { n: number }>(
      `select r.course_id, r.section_id, r.status, r.rubric, count(*)::integer as n from course_report r ${w.text()} group by 1, 2, 3, 4`,
      w.params,
    ),
    shownLabs(q, courses.values()),
    classesTeaching(q, who, [...courses.keys()]),
  ])
  return {
    classes,
    items: [...courses.values()].flatMap((course) =>
      labsOf(course)
        .filter(({ section }) => (labs(course.id, section.id)?.report ?? null) !== null)
        .map(({ lesson, section }) => {
          const mine = rows.filter((r) => r.course_id === course.id && r.section_id === section.id)
          const rubric = rubricNow(labs(course.id, section.id))
          const count = (which: (r: (typeof mine)[number]) => boolean) =>
            mine.filter(which).reduce((n, r) => n + r.n, 0)
          return {
            ...labNamed(course, lesson.id, section.id),
            waiting: count((r) => r.status === 'submitted'),
            returned: count((r) => r.status === 'returned'),
            marked: count((r) => r.status === 'marked'),
            outdated: count((r) => isOutdated(r, rubric)),
          }
        }),
    ),
  }
}

interface Asked {
  course_id: string
  section_id: string
}
async function labFor(
  q: Queryable,
  who: Caller,
  { course_id, section_id }: Asked,
): Promise<FoundLab & { course: LookedAfterCourse }> {
  const course = (await keptCourses(q, who, [course_id])).get(course_id)
  const found = course && labsOf(course).find((l) => l.section.id === section_id)
  if (!course || !found) throw new Fail('not_found')
  return { ...found, course }
}
/** Reports of a lab that the caller marks. */
async function ofLab(
  { q, who }: { q: Queryable; who: Caller },
  { course_id, section_id }: Asked,
  statuses: readonly string[],
  lock = '',
): Promise<ReportRow[]> {
  const w = where()
  w.and(
    `r.course_id = ${w.add(course_id)} and r.section_id = ${w.add(section_id)} and r.status = any(${w.add([...statuses])}::text[])`,
  )
  w.and(marksReport(who, w.add))
  return (
    await q.query<ReportRow>(`select ${markedColumns} from course_report r ${w.text()} order by r.id ${lock}`, w.params)
  ).rows
}

export const similarReports: Handler<'GET /course-report-labs/similar'> = async ({ q, who, query }) => {
  const { course } = await labFor(q, who, query)
  const rows = await ofLab({ q, who }, query, ['submitted', 'returned', 'marked'])
  const report = (await shownLabs(q, [course]))(course.id, query.section_id)?.report
  const people = await labelsOf({ q }, 'user', [...new Set(rows.map((r) => r.user_id))])
  const nameOf = new Map(rows.map((r) => [r.id, people.get(r.user_id) ?? '']))
  const pairs = similarPairs(rows, [report?.template ?? '', report?.template_other ?? ''])
  return {
    reports: rows.length,
    pairs: pairs.slice(0, 200).map(({ a, b, share }) => ({
      a,
      a_name: nameOf.get(a) ?? '',
      b,
      b_name: nameOf.get(b) ?? '',
      share,
    })),
  }
}

export const rubricChange: Handler<'GET /course-report-labs/rubric'> = async ({ q, who, query }) => {
  const { course, section } = await labFor(q, who, query)
  const rubric = rubricNow((await shownLabs(q, [course]))(course.id, query.section_id))
  const rows = (await ofLab({ q, who }, query, ['marked'])).filter((r) => isOutdated(r, rubric))
  const people = await labelsOf({ q }, 'user', [...new Set(rows.map((r) => r.user_id))])
  const pass = section.rule === 'report' ? section.share : null
  return {
    rubric,
    pass,
    reports: rows.map((r): RubricChange['reports'][number] => {
      const move = rubricMove(r.marks, r.rubric ?? [], rubric)
      const through = (share: number) => (pass === null ? null : share >= pass)
      return {
        id: r.id,
        version: r.version,
        by: { id: r.user_id, name: people.get(r.user_id) ?? '' },
        ...move,
        passed_before: through(move.before),
        passed_after: through(move.after),
      }
    }),
  }
}

export const applyRubric: Handler<'POST /course-report-labs/rubric'> = async (c) => {
  const { q, who, platform, body, audit } = c
  const { course } = await labFor(q, who, body)
  const rubric = rubricNow((await shownLabs(q, [course]))(course.id, body.section_id))
  const rows = new Map((await ofLab({ q, who }, body, ['marked'], 'for update')).map((r) => [r.id, r]))
  const now = platform.now().toISOString()
  let moved = 0
  for (const { id, version } of body.reports) {
    const row = rows.get(id)
    if (!row || row.version !== version) throw new Fail('stale_version')
    if (!isOutdated(row, rubric)) continue
    const marks = marksBy(row.marks, row.rubric ?? [], rubric)
    const { points, score, share } = reportScore(rubric, marks)
    // a line that nobody gave points for waits for somebody
    const open = rubric.some((l) => marks[l.id] === undefined)
    await q.query(
      `update course_report set rubric = $2::jsonb, marks = $3::jsonb, points = $4, score = $5, share = $6, status = $7,
         version = version + 1, updated_at = $8 where id = $1`,
      [id, JSON.stringify(rubric), JSON.stringify(marks), points, score, share, open ? 'submitted' : 'marked', now],
    )
    if (!open) {
      await doneByReport(c, row, share)
      await certifyLater(q, platform, row.course_id, row.user_id)
    }
    moved++
  }
  await publish(q, 'courses', { users: [...new Set(body.reports.flatMap(({ id }) => rows.get(id)?.user_id ?? []))] })
  await publish(q, 'courses', { screens: ['course-report'] })
  audit({ entity: 'course', id: course.id, details: { n: moved } })
  return { moved }
}

export const readRemarks: Handler<'GET /course-report-remarks'> = async ({ q, who }) => {
  const { rows } = await q.query<{ items: string[] }>('select items from course_remark where user_id = $1', [who.id])
  return { items: rows[0]?.items ?? [] }
}
export const keepRemarks: Handler<'PUT /course-report-remarks'> = async ({ q, who, body }) => {
  const items = [...new Set(body.items)]
  await q.query(
    `insert into course_remark (user_id, items) values ($1, $2::jsonb) on conflict (user_id) do update set items = excluded.items`,
    [who.id, JSON.stringify(items)],
  )
  return { items }
}
