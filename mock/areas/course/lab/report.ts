/** A report as its author writes it. Nobody else reads it before it is handed in. */
import type { LabRubricLine } from '#src/contract/course/lab.schema.ts'
import { labLimits } from '#src/contract/course/lab.ts'
import {
  mayWriteReport,
  nextReportStatus,
  type ReportEvent,
  type ReportMarks,
  type ReportStatus,
} from '#src/contract/course/report.ts'
import type { OwnLabReport, ReportEvidence } from '#src/contract/course/report.schema.ts'
import { courseTextIn } from '#src/contract/course/texts.ts'
import { signed } from '#src/contract/notice/byline.ts'
import type { RecordingKind } from '#src/contract/scene/recording.ts'
import { bylines } from '#mock/areas/notice/byline.ts'
import type { Queryable } from '#mock/db/db.ts'
import { type Caller, Fail, type Handler, type Platform } from '#mock/http/request/handler.ts'
import { publish } from '#mock/live/publish.ts'
import { holdTextPictures, picturesIn, releasePictures } from '../../bank/pictures.ts'
import { keepDoing } from '../learn/progress.ts'
import { courseTexts } from '../learn/seen.ts'
import { documentsOf, handDocument, hasDocument, putDocument } from './document.ts'
import { openLab, type OpenLab } from './open.ts'

export interface ReportRow {
  id: string
  course_id: string
  lesson_id: string
  section_id: string
  user_id: string
  status: ReportStatus
  version: number
  text: string
  revision: number
  /** It was marked by. */
  rubric: LabRubricLine[] | null
  marks: ReportMarks
  comment: string
  points: number | null
  score: number | null
  share: number | null
  marked_at: string | null
  submitted_at: string | null
  updated_at: string
}
export const reportColumns = `id, course_id, lesson_id, section_id, user_id, status, version, text, revision, rubric, marks, comment, points, score,
  share, marked_at, submitted_at, updated_at`
export const isoOrNull = (at: string | null): string | null => at && new Date(at).toISOString()

interface EvidenceRow {
  n: number
  recording_id: string
  kind: RecordingKind
  node_name: string
  started_at: string
  seconds: number
  bytes: number
}
export async function evidenceOf(q: Queryable, report: string): Promise<ReportEvidence[]> {
  const { rows } = await q.query<EvidenceRow>(
    `select e.n, e.recording_id, r.kind, r.node_name, r.started_at, r.seconds, r.bytes
     from course_evidence e join recording r on r.id = e.recording_id where e.report_id = $1 order by e.n`,
    [report],
  )
  return rows.map(({ node_name, started_at, ...r }) => ({
    ...r,
    node: node_name,
    at: new Date(started_at).toISOString(),
  }))
}
export async function eventsOf(q: Queryable, report: string): Promise<OwnLabReport['events']> {
  const { rows } = await q.query<{ event: ReportEvent; at: string; by_id: string; by_name: string; comment: string }>(
    'select event, at, by_id, by_name, comment from course_report_event where report_id = $1 order by at, id',
    [report],
  )
  const by = await bylines(
    q,
    rows.map((r) => r.by_id),
  )
  return rows.map(({ event, at, by_id, by_name, comment }) => ({
    event,
    at: new Date(at).toISOString(),
    author: by(by_id, by_name),
    comment,
  }))
}
export const noteReportEvent = (
  q: Queryable,
  { newId, now }: Pick<Platform, 'newId' | 'now'>,
  who: Caller,
  { report, event, comment = '' }: { report: string; event: ReportEvent; comment?: string },
): Promise<unknown> =>
  q.query(
    `insert into course_report_event (id, report_id, event, at, by_id, by_name, comment) values ($1, $2, $3, $4, $5, $6, $7)`,
    [newId(), report, event, now().toISOString(), who.id, signed(who), comment],
  )

async function ownReport(q: Queryable, { course, section }: OpenLab, user: string): Promise<ReportRow | undefined> {
  const { rows } = await q.query<ReportRow>(
    `select ${reportColumns} from course_report where course_id = $1 and section_id = $2 and user_id = $3 for update`,
    [course.id, section.id, user],
  )
  return rows[0]
}

type Writing = Pick<
  Parameters<Handler<'PUT /learning/courses/:id/sections/:section/report'>>[0],
  'q' | 'who' | 'platform'
>
async function shownOwn({ q, who }: Writing, open: OpenLab): Promise<OwnLabReport> {
  const asked = open.content.report
  if (!asked) throw new Fail('not_found')
  const row = await ownReport(q, open, who.id)
  const { rows: had } = await q.query<{ scene_id: string }>(
    `select scene_id from course_scene where user_id = $1 and course_id = $2 and section_id = $3 order by at desc limit 50`,
    [who.id, open.course.id, open.section.id],
  )
  const scenes = had.map((s) => s.scene_id)
  if (!row) {
    const { language } = courseTexts(open.course)
    return {
      status: 'draft',
      text: courseTextIn(asked.template, asked.template_other, language, who.language ?? '').text,
      version: 0,
      updated_at: null,
      evidence: [],
      documents: [],
      events: [],
      mark: null,
      scenes,
      can: ['write', 'submit'],
    }
  }
  const told = row.status === 'marked' && row.rubric && row.marked_at
  return {
    status: row.status,
    text: row.text,
    version: row.version,
    updated_at: isoOrNull(row.updated_at),
    evidence: await evidenceOf(q, row.id),
    documents: await documentsOf(q, row.id, 'author'),
    events: await eventsOf(q, row.id),
    mark:
      told && row.rubric && row.marked_at
        ? {
            rubric: row.rubric,
            marks: row.marks,
            points: row.points ?? 0,
            score: row.score ?? 0,
            share: row.share ?? 0,
            comment: row.comment,
            at: new Date(row.marked_at).toISOString(),
          }
        : null,
    scenes,
    can: mayWriteReport(row.status) ? ['write', 'submit'] : [],
  }
}

/** The report that is written in, begun with its template where there is none. Throws where it is not the author's turn, or it was changed elsewhere. */
async function writable(c: Writing, open: OpenLab, version?: number): Promise<ReportRow> {
  const { q, who, platform } = c
  const shown = await shownOwn(c, open)
  if (!shown.can.includes('write')) throw new Fail('not_allowed_in_state', { status: shown.status })
  if (version !== undefined && version !== shown.version) throw new Fail('stale_version', { current: shown })
  const had = await ownReport(q, open, who.id)
  if (had) return had
  const { rows } = await q.query<ReportRow>(
    `insert into course_report (id, course_id, lesson_id, section_id, user_id, status, version, text, revision, updated_at)
     values ($1, $2, $3, $4, $5, 'draft', 0, $6, $7, $8) returning ${reportColumns}`,
    [
      platform.newId(),
      open.course.id,
      open.lesson.id,
      open.section.id,
      who.id,
      shown.text,
      open.section.revision,
      platform.now().toISOString(),
    ],
  )
  await keepDoing(c, open, { done: false })
  if (!rows[0]) throw new Error('a report was not kept')
  return rows[0]
}
const touch = (q: Queryable, row: ReportRow, now: Date): Promise<unknown> =>
  q.query('update course_report set version = version + 1, updated_at = $2 where id = $1', [row.id, now.toISOString()])

const readReport: Handler<'GET /learning/courses/:id/sections/:section/report'> = async (c) =>
  shownOwn(c, await openLab(c, c.params.id, c.params.section))

const writeReport: Handler<'PUT /learning/courses/:id/sections/:section/report'> = async (c) => {
  const { q, platform, params, body } = c
  const open = await openLab(c, params.id, params.section)
  const row = await writable(c, open, body.version)
  await q.query('update course_report set text = $2 where id = $1', [row.id, body.text])
  await holdTextPictures(q, { text: body.text }, { at: platform.now() })
  const gone = picturesIn(row.text).filter((name) => !picturesIn(body.text).includes(name))
  await releasePictures(q, gone, { at: platform.now() })
  await touch(q, row, platform.now())
  return shownOwn(c, open)
}

const submitReport: Handler<'POST /learning/courses/:id/sections/:section/report/submit'> = async (c) => {
  const { q, who, platform, params, body, audit } = c
  const open = await openLab(c, params.id, params.section)
  const row = await writable(c, open, body.version)
  const asked = open.content.report
  // a template that nothing was written into is no report, but beside a document
  const written = asked && ![asked.template, asked.template_other, ''].some((t) => t.trim() === row.text.trim())
  if (!written && !(await hasDocument(q, row.id))) throw new Fail('answer_blank')
  const now = platform.now()
  await q.query(
    `update course_report set status = $2, revision = $3, submitted_at = $4, lesson_id = $5 where id = $1`,
    [row.id, nextReportStatus(row.status, 'submit'), open.section.revision, now.toISOString(), open.lesson.id],
  )
  await touch(q, row, now)
  await handDocument(q, row.id, now)
  await noteReportEvent(q, platform, who, { report: row.id, event: 'submit' })
  await publish(q, 'courses', { screens: ['course-report'] })
  audit({ entity: 'course', id: open.course.id, details: { report: row.id, item: open.section.title } })
  return shownOwn(c, open)
}

const addEvidence: Handler<'POST /learning/courses/:id/sections/:section/report/evidence'> = async (c) => {
  const { q, who, platform, params, body, audit } = c
  const open = await openLab(c, params.id, params.section)
  const row = await writable(c, open)
  const had = await evidenceOf(q, row.id)
  // of the scenes of this lab alone, and one's own
  const { rows } = await q.query<{ bytes: number }>(
    `select r.bytes from recording r join course_scene s on s.scene_id = r.scene_id
     where r.id = $1 and r.user_id = $2 and s.user_id = $2 and s.course_id = $3 and s.section_id = $4 for share of r`,
    [body.recording_id, who.id, open.course.id, open.section.id],
  )
  if (!rows[0]) throw new Fail('validation', { fields: [{ path: 'recording_id', rule: 'unknown_reference' }] })
  const entry = { entity: 'course', id: open.course.id }
  if (had.some((e) => e.recording_id === body.recording_id)) {
    audit({ ...entry, again: true })
    return shownOwn(c, open)
  }
  if (had.length >= labLimits.evidence)
    throw new Fail('quota_full', { reason: 'report_evidence', max: labLimits.evidence })
  const used = had.reduce((n, e) => n + e.bytes, 0)
  if (used + rows[0].bytes > labLimits.evidenceBytes)
    throw new Fail('quota_full', {
      reason: 'report_evidence_bytes',
      max_bytes: labLimits.evidenceBytes,
      used_bytes: used,
    })
  const n = Math.max(0, ...had.map((e) => e.n)) + 1
  await q.query('insert into course_evidence (report_id, n, recording_id) values ($1, $2, $3)', [
    row.id,
    n,
    body.recording_id,
  ])
  await touch(q, row, platform.now())
  audit({ ...entry, details: { report: row.id, n } })
  return shownOwn(c, open)
}

const removeEvidence: Handler<'POST /learning/courses/:id/sections/:section/report/evidence/remove'> = async (c) => {
  const { q, platform, params, body, audit } = c
  const open = await openLab(c, params.id, params.section)
  const row = await writable(c, open)
  const { count } = await q.query('delete from course_evidence where report_id = $1 and recording_id = $2', [
    row.id,
    body.recording_id,
  ])
  const entry = { entity: 'course', id: open.course.id }
  if (count) {
    await touch(q, row, platform.now())
    audit({ ...entry, details: { report: row.id } })
  } else audit({ ...entry, again: true })
  return shownOwn(c, open)
}

const chooseDocument: Handler<'PUT /learning/courses/:id/sections/:section/report/document'> = async (c) => {
  const { q, platform, params, body, audit } = c
  const open = await openLab(c, params.id, params.section)
  const row = await writable(c, open)
  const changed = await putDocument(c, row.id, body.file)
  if (changed) await touch(q, row, platform.now())
  audit({ entity: 'course', id: open.course.id, ...(changed ? { details: { report: row.id } } : { again: true }) })
  return shownOwn(c, open)
}

export const ownReportHandlers = {
  'GET /learning/courses/:id/sections/:section/report': readReport,
  'PUT /learning/courses/:id/sections/:section/report': writeReport,
  'POST /learning/courses/:id/sections/:section/report/submit': submitReport,
  'PUT /learning/courses/:id/sections/:section/report/document': chooseDocument,
  'POST /learning/courses/:id/sections/:section/report/evidence': addEvidence,
  'POST /learning/courses/:id/sections/:section/report/evidence/remove': removeEvidence,
}
