/** Reports as whoever marks in their course reads and marks them. */
import { createReadStream } from 'node:fs'
import fs from 'node:fs/promises'
import type { z } from 'zod'
import type { LabContent, LabRubricLine } from '#src/contract/course/lab.schema.ts'
import { isOfKind } from '#src/contract/course/outline.ts'
import type { SectionContent } from '#src/contract/course/outline.schema.ts'
import { deepEqual } from '#src/contract/lib/equal.ts'
import { nextReportStatus, type ReportEvent, reportScore, type ReportStatus } from '#src/contract/course/report.ts'
import type { CourseReport, CourseReportLine } from '#src/contract/course/report.schema.ts'
import type { reportRoutes } from '#src/contract/course/report.routes.ts'
import { shownReportStatuses } from '#src/contract/course/report.routes.ts'
import { recordingTypes } from '#src/contract/scene/recording.ts'
import { bylines } from '#mock/areas/notice/byline.ts'
import { notify } from '#mock/areas/notice/notify.ts'
import type { ReportCell } from '#mock/crud/cells.ts'
import { csv } from '#mock/crud/csv.ts'
import { containingIn, fold } from '#mock/crud/fold.ts'
import { types } from '#mock/crud/export.ts'
import { paged } from '#mock/crud/paged.ts'
import { type Add, where, type Where } from '#mock/crud/where.ts'
import { xlsx } from '#mock/crud/xlsx.ts'
import type { Queryable } from '#mock/db/db.ts'
import { type Caller, Fail, type Handler, type Platform } from '#mock/http/request/handler.ts'
import { publish } from '#mock/live/publish.ts'
import { recordingFile } from '../../scene/recording/file.ts'
import { certifyLater } from '../../record/certificate/store.ts'
import { documentsOf, tellNotes, writeNotes } from './document.ts'
import { doneByReport } from './doneByReport.ts'
import { classesOf, doneInClass, marksWork } from '../marks.ts'
import { type LookedAfterCourse, keptCourses, labNamed, labsOf } from './keeps.ts'
import { eventsOf, evidenceOf, isoOrNull, noteReportEvent, reportColumns, type ReportRow } from './report.ts'

type Asking = { q: Queryable; who: Caller; platform: Platform }
type Narrowed = Omit<z.output<(typeof reportRoutes)['GET /course-reports']['query']>, 'page' | 'page_size'>

/** What labs say in the editions that learners see, by course and section. */
export async function shownLabs(
  q: Queryable,
  courses: Iterable<LookedAfterCourse>,
): Promise<(course: string, section: string) => LabContent | undefined> {
  const asked = [...courses].flatMap((c) =>
    labsOf(c).map(({ section }) => ({ course: c.id, id: section.id, revision: section.revision })),
  )
  const { rows } = await q.query<{ course_id: string; section_id: string; content: SectionContent }>(
    `select c.course_id, c.section_id, c.content from course_content c
     join jsonb_to_recordset($1::jsonb) as w(course text, id text, revision integer)
       on c.course_id = w.course and c.section_id = w.id and c.revision = w.revision`,
    [JSON.stringify(asked)],
  )
  const by = new Map(rows.map((r) => [`${r.course_id} ${r.section_id}`, r.content]))
  return (course, section) => {
    const content = by.get(`${course} ${section}`)
    return isOfKind(content, 'lab') ? content : undefined
  }
}
export const rubricNow = (lab: LabContent | undefined): LabRubricLine[] => lab?.report?.rubric ?? []
/** Marked by other lines, or by lines of other worth. What they are called moves nobody. */
export const isOutdated = (row: Pick<ReportRow, 'status' | 'rubric'>, rubric: readonly LabRubricLine[]): boolean => {
  const worth = (of: readonly LabRubricLine[]) => of.map(({ id, points }) => ({ id, points }))
  return row.status === 'marked' && row.rubric !== null && !deepEqual(worth(row.rubric), worth(rubric))
}

const shown: readonly ReportStatus[] = shownReportStatuses
/** A condition on report `r`: the caller marks it. */
export const marksReport = (who: Caller, add: Add): string =>
  marksWork(who, add, { course: 'r.course_id', user: 'r.user_id', at: 'r.submitted_at' })
function narrow(w: Where, who: Caller, query: Narrowed): void {
  w.and(marksReport(who, w.add))
  w.and('exists (select 1 from course_outline o where o.course_id = r.course_id and o.published is not null)')
  w.and(`r.status = any(${w.add(query.status ?? [...shown])}::text[])`)
  if (query.course_id) w.and(`r.course_id = ${w.add(query.course_id)}`)
  if (query.section_id) w.and(`r.section_id = ${w.add(query.section_id)}`)
  if (query.class_id) w.and(doneInClass(who, w.add, query.class_id, { course: 'r.course_id', user: 'r.user_id' }))
  if (query.q?.trim()) w.and(`u.find like ${w.add(containingIn(fold(query.q)))}`)
}
const waitingFirst = `case r.status when 'submitted' then 0 when 'returned' then 1 else 2 end, r.submitted_at, r.id`
/** Of report `r`. */
export const markedColumns = reportColumns.replace(/\b([a-z_]+)\b/g, 'r.$1')

interface Around {
  courses: ReadonlyMap<string, LookedAfterCourse>
  labs: Awaited<ReturnType<typeof shownLabs>>
  people: Awaited<ReturnType<typeof bylines>>
  classes: Awaited<ReturnType<typeof classesOf>>
}
async function around({ q, who }: Pick<Asking, 'q' | 'who'>, rows: readonly ReportRow[]): Promise<Around> {
  const courses = await keptCourses(q, who, [...new Set(rows.map((r) => r.course_id))])
  const [labs, people, classes] = await Promise.all([
    shownLabs(q, courses.values()),
    bylines(
      q,
      rows.map((r) => r.user_id),
    ),
    classesOf(
      q,
      who,
      rows.map((r) => ({ course: r.course_id, user: r.user_id })),
    ),
  ])
  return { courses, labs, people, classes }
}
function lineOf(row: ReportRow, { courses, labs, people, classes }: Around): CourseReportLine {
  const course = courses.get(row.course_id)
  if (!course) throw new Fail('not_found')
  const marked = row.status === 'marked'
  return {
    id: row.id,
    ...labNamed(course, row.lesson_id, row.section_id),
    by: { id: row.user_id, ...people(row.user_id, '') },
    classes: classes(row.course_id, row.user_id),
    status: row.status,
    submitted_at: isoOrNull(row.submitted_at),
    points: marked ? row.points : null,
    score: marked ? row.score : null,
    share: marked ? row.share : null,
    outdated: isOutdated(row, rubricNow(labs(row.course_id, row.section_id))),
  }
}

export const listReports: Handler<'GET /course-reports'> = async (c) => {
  const w = where()
  narrow(w, c.who, c.query)
  const { rows, ...page } = await paged<ReportRow>(c.q, {
    select: markedColumns,
    from: 'course_report r join r_user u on u.id = r.user_id',
    w,
    order: waitingFirst,
    query: c.query,
  })
  const by = await around(c, rows)
  return { items: rows.map((r) => lineOf(r, by)), ...page }
}

/** A report that was handed in and that the caller marks. Throws `not_found` for anybody else. */
async function reportFor(c: Asking, id: string, lock = ''): Promise<{ row: ReportRow; course: LookedAfterCourse }> {
  const w = where()
  w.and(`r.id = ${w.add(id)} and r.status = any(${w.add([...shown])}::text[])`)
  w.and(marksReport(c.who, w.add))
  const { rows } = await c.q.query<ReportRow>(
    `select ${markedColumns} from course_report r ${w.text()} ${lock}`,
    w.params,
  )
  const [row] = rows
  const course = row && (await keptCourses(c.q, c.who, [row.course_id])).get(row.course_id)
  if (!row || !course) throw new Fail('not_found')
  return { row, course }
}
const events = ['return', 'mark', 'reopen'] as const
async function shownReport(c: Asking, row: ReportRow, course: LookedAfterCourse): Promise<CourseReport> {
  const by = await around(c, [row])
  const line = lineOf(row, by)
  const lab = by.labs(row.course_id, row.section_id)
  const found = labsOf(course).find((l) => l.section.id === row.section_id)
  const w = where()
  w.and(
    `r.course_id = ${w.add(row.course_id)} and r.section_id = ${w.add(row.section_id)} and r.id <> ${w.add(row.id)}`,
  )
  w.and(`r.status = 'submitted' and ${marksReport(c.who, w.add)}`)
  const { rows: next } = await c.q.query<{ id: string }>(
    `select r.id from course_report r ${w.text()} order by r.submitted_at, r.id limit 1`,
    w.params,
  )
  const evidence = await evidenceOf(c.q, row.id)
  return {
    ...line,
    version: row.version,
    text: row.text,
    template: lab?.report?.template ?? '',
    template_other: lab?.report?.template_other ?? '',
    evidence: evidence.map(({ recording_id: _id, ...e }) => e),
    documents: await documentsOf(c.q, row.id, 'marker'),
    events: await eventsOf(c.q, row.id),
    // what was marked is read by the lines it was marked by, until it is marked anew
    rubric: row.status === 'marked' && row.rubric ? row.rubric : rubricNow(lab),
    marks: row.marks,
    comment: row.comment,
    pass: found?.section.rule === 'report' ? found.section.share : null,
    can: events.filter((e) => nextReportStatus(row.status, e) !== undefined),
    next: next[0]?.id ?? null,
  }
}
export const readReport: Handler<'GET /course-reports/:id'> = async (c) => {
  const { row, course } = await reportFor(c, c.params.id)
  return shownReport(c, row, course)
}

/** The report, held, when the event may come now and the caller has seen what it is. */
async function reportTo(c: Asking, id: string, event: ReportEvent, version: number) {
  const found = await reportFor(c, id, 'for update')
  const to = nextReportStatus(found.row.status, event)
  if (found.row.version !== version)
    throw new Fail('stale_version', { current: await shownReport(c, found.row, found.course) })
  if (to === undefined) throw new Fail('not_allowed_in_state', { status: found.row.status, action: event })
  return { ...found, to }
}
async function tell(
  { q, platform }: Asking,
  { row, course }: { row: ReportRow; course: LookedAfterCourse },
  kind: 'report_returned' | 'report_marked' | 'report_reopened',
): Promise<void> {
  const { lesson, section } = labNamed(course, row.lesson_id, row.section_id)
  await notify(q, platform, {
    to: [row.user_id],
    kind,
    params: { lab: section.title, course: course.data.name ?? '' },
    link: {
      screen: 'my-lesson',
      params: { resource_id: course.id, lesson_id: lesson.id },
      query: { section: row.section_id },
    },
  })
  await publish(q, 'courses', { users: [row.user_id] })
  await publish(q, 'courses', { screens: ['course-report'] })
}
const after = async (c: Asking, id: string): Promise<CourseReport> => {
  const { row, course } = await reportFor(c, id)
  return shownReport(c, row, course)
}

export const annotateReport: Handler<'PUT /course-reports/:id/documents/:file/notes'> = async (c) => {
  const { row, course } = await reportFor(c, c.params.id, 'for update')
  // what is said of it is settled with its mark
  if (nextReportStatus(row.status, 'mark') === undefined)
    throw new Fail('not_allowed_in_state', { status: row.status, action: 'update' })
  const document = await writeNotes(c, row.id, c.params.file, c.body)
  c.audit({
    entity: 'course',
    id: course.id,
    details: { report: row.id, file: document.name, count: document.notes.length },
  })
  return document
}

export const returnReport: Handler<'POST /course-reports/:id/return'> = async (c) => {
  const { q, platform, who, params, body } = c
  const found = await reportTo(c, params.id, 'return', body.version)
  const now = platform.now().toISOString()
  await q.query('update course_report set status = $2, version = version + 1, updated_at = $3 where id = $1', [
    found.row.id,
    found.to,
    now,
  ])
  await tellNotes(q, found.row.id, platform.now())
  await noteReportEvent(q, platform, who, { report: found.row.id, event: 'return', comment: body.comment })
  await tell(c, found, 'report_returned')
  c.audit({ entity: 'course', id: found.course.id, details: { report: found.row.id } })
  return after(c, found.row.id)
}

export const markReport: Handler<'POST /course-reports/:id/mark'> = async (c) => {
  const { q, platform, who, params, body } = c
  const found = await reportTo(c, params.id, 'mark', body.version)
  const lab = (await shownLabs(q, [found.course]))(found.row.course_id, found.row.section_id)
  const rubric = rubricNow(lab)
  const fields = rubric.flatMap((l) => {
    const given = body.marks[l.id]
    if (given === undefined) return [{ path: `marks.${l.id}`, rule: 'required' }]
    return given > l.points ? [{ path: `marks.${l.id}`, rule: 'too_large', params: { max: l.points } }] : []
  })
  if (!rubric.length) throw new Fail('not_allowed_in_state')
  if (fields.length) throw new Fail('validation', { fields })
  const marks = Object.fromEntries(rubric.map((l) => [l.id, body.marks[l.id] ?? 0]))
  const { points, score, share } = reportScore(rubric, marks)
  const now = platform.now().toISOString()
  await q.query(
    `update course_report set status = $2, rubric = $3::jsonb, marks = $4::jsonb, comment = $5, points = $6, score = $7, share = $8,
       marked_at = $9, marked_by = $10, version = version + 1, updated_at = $9 where id = $1`,
    [
      found.row.id,
      found.to,
      JSON.stringify(rubric),
      JSON.stringify(marks),
      body.comment,
      points,
      score,
      share,
      now,
      who.id,
    ],
  )
  await tellNotes(q, found.row.id, platform.now())
  await noteReportEvent(q, platform, who, { report: found.row.id, event: 'mark', comment: body.comment })
  await doneByReport(c, found.row, share)
  await certifyLater(q, platform, found.row.course_id, found.row.user_id)
  await tell(c, found, 'report_marked')
  c.audit({ entity: 'course', id: found.course.id, details: { report: found.row.id, result: `${points}/${score}` } })
  return after(c, found.row.id)
}

export const reopenReport: Handler<'POST /course-reports/:id/reopen'> = async (c) => {
  const { q, platform, who, params, body } = c
  const found = await reportTo(c, params.id, 'reopen', body.version)
  await q.query('update course_report set status = $2, version = version + 1, updated_at = $3 where id = $1', [
    found.row.id,
    found.to,
    platform.now().toISOString(),
  ])
  await noteReportEvent(q, platform, who, { report: found.row.id, event: 'reopen', comment: body.reason })
  await tell(c, found, 'report_reopened')
  c.audit({ entity: 'course', id: found.course.id, details: { report: found.row.id, reason: body.reason } })
  return after(c, found.row.id)
}

/** What was recorded, by its place in the report: the id of a recording opens it to its owner, not to whoever marks. */
async function evidenceFor(c: Asking, id: string, n: string) {
  const { row, course } = await reportFor(c, id)
  const found = (await evidenceOf(c.q, row.id)).find((e) => String(e.n) === n)
  if (!found) throw new Fail('not_found')
  return { ...found, course: course.id, report: row.id }
}
export const readEvidence: Handler<'GET /course-reports/:id/evidence/:n'> = async (c) => {
  const found = await evidenceFor(c, c.params.id, c.params.n)
  const file = recordingFile(c.platform.files, found.kind, found.recording_id)
  const stat = await fs.stat(file).catch(() => undefined)
  if (!stat) throw new Fail('not_found')
  c.audit({ entity: 'course', id: found.course, details: { report: found.report, n: found.n } })
  return {
    name: `report-${found.n}${file.slice(file.lastIndexOf('.'))}`,
    type: recordingTypes[found.kind],
    size: stat.size,
    body: createReadStream(file, { end: Math.max(0, stat.size - 1) }),
    part: (start: number, end: number) => createReadStream(file, { start, end }),
  }
}
export const readTyped: Handler<'GET /course-reports/:id/evidence/:n/typed'> = async (c) => {
  const { recording_id } = await evidenceFor(c, c.params.id, c.params.n)
  const { rows } = await c.q.query<{ at: number; text: string }>(
    'select at, text from recording_typed where recording_id = $1 order by at limit 5000',
    [recording_id],
  )
  return { items: rows }
}

const headings = {
  'en-US': [
    'Course',
    'Lesson',
    'Lab',
    'Name',
    'Username',
    'Class',
    'Status',
    'Handed in (UTC)',
    'Points',
    'Of',
    'Share %',
    'Marked (UTC)',
  ],
  'zh-CN': [
    '课程',
    '课时',
    '实验',
    '姓名',
    '用户名',
    '班级',
    '状态',
    '提交时间（UTC）',
    '得分',
    '满分',
    '得分率 %',
    '批阅时间（UTC）',
  ],
} as const
const states = {
  'en-US': { draft: 'draft', submitted: 'submitted', returned: 'returned', marked: 'marked' },
  'zh-CN': { draft: '草稿', submitted: '已提交', returned: '已退回', marked: '已批阅' },
} as const
async function* once(rows: readonly ReportCell[][]): AsyncGenerator<ReportCell[][]> {
  yield [...rows]
}
/** Rows of one file at most. */
const mostRows = 20_000
export const exportReports: Handler<'GET /course-reports/export'> = async (c) => {
  const { q, who, query, audit } = c
  const w = where()
  narrow(w, who, query)
  const { rows } = await q.query<ReportRow>(
    `select ${markedColumns} from course_report r join r_user u on u.id = r.user_id ${w.text()} order by ${waitingFirst} limit ${mostRows + 1}`,
    w.params,
  )
  if (rows.length > mostRows) throw new Fail('too_large', { max: mostRows })
  const by = await around(c, rows)
  // two people may have one name
  const { rows: people } = await q.query<{ id: string; username: string }>(
    `select id, data->>'username' as username from r_user where id = any($1::text[])`,
    [[...new Set(rows.map((r) => r.user_id))]],
  )
  const usernames = new Map(people.map((p) => [p.id, p.username]))
  const language = who.language === 'zh-CN' ? 'zh-CN' : 'en-US'
  const cells = rows.map((row): ReportCell[] => {
    const line = lineOf(row, by)
    return [
      line.course.name,
      line.lesson.title,
      line.section.title,
      line.by.name,
      usernames.get(row.user_id) ?? '',
      line.classes.map((k) => k.name).join(', '),
      states[language][line.status],
      line.submitted_at ?? '',
      line.points,
      line.score,
      line.share === null ? null : Math.round(line.share * 1000) / 10,
      line.status === 'marked' ? (isoOrNull(row.marked_at) ?? '') : '',
    ]
  })
  audit({ entity: 'course', id: query.course_id ?? '', details: { rows: rows.length, format: query.format } })
  const header = headings[language]
  const { format } = query
  const body = format === 'csv' ? csv([...header], once(cells)) : xlsx([...header], once(cells))
  return { name: `lab-reports.${format}`, type: types[format], body }
}
