/** Reports of labs as whoever marks in a course reads and marks them. Drafts are their authors' alone. */
import { z } from 'zod'
import { LocalId } from '../bank/question.schema.ts'
import { ClassNames } from '../classroom/names.schema.ts'
import { FreeText } from '../lib/oneLine.schema.ts'
import { Id, many, page, Paging } from '../lib/crud.ts'
import { routes } from '../lib/route.ts'
import { labLimits } from './lab.ts'
import {
  CourseReport,
  MarkedCourseLine,
  ReportLab,
  CourseReportLine,
  RubricChange,
  SimilarReports,
} from './report.schema.ts'
import { ReportDocument, WrittenPdfNotes } from './pdfNote.schema.ts'
import { reportsAtOnce } from './report.ts'
import { courseReporting } from './screens.ts'

/** Those that a keeper sees. */
export const shownReportStatuses = ['submitted', 'returned', 'marked'] as const
const Version = z.number().int()
const Said = FreeText.trim().max(labLimits.comment)
const of = { course_id: Id.optional(), section_id: LocalId.optional(), class_id: Id.optional() }
const narrowed = { ...of, status: many(z.enum(shownReportStatuses)), q: z.string().max(200).optional() }
const lab = z.strictObject({ course_id: Id, section_id: LocalId })
const state = ['stale_version', 'not_allowed_in_state'] as const

export const reportRoutes = routes({
  'GET /course-marking': {
    summary: 'Courses in which the caller marks, with how many reports and hand-ins wait',
    screens: courseReporting,
    query: z.strictObject({ ...Paging, class_id: of.class_id }),
    reply: page(MarkedCourseLine).extend({ classes: ClassNames }),
  },
  'GET /course-reports': {
    summary: 'Reports of labs, those that wait longest first',
    screens: courseReporting,
    query: z.strictObject({ ...Paging, ...narrowed }),
    reply: page(CourseReportLine),
  },
  'GET /course-reports/export': {
    summary: 'Reports of labs with their points, as a file',
    screens: courseReporting,
    query: z.strictObject({
      ...narrowed,
      format: z.enum(['csv', 'xlsx']).default('csv'),
    }),
    reply: z.unknown(),
    stream: 'download',
    audit: 'course.report-export',
  },
  'GET /course-reports/:id': {
    summary: 'One report with its evidence, its rubric and what was said of it',
    screens: courseReporting,
    reply: CourseReport,
  },
  'GET /course-reports/:id/evidence/:n': {
    summary: 'A recording or a picture of a report',
    screens: courseReporting,
    reply: z.unknown(),
    stream: 'download',
    audit: 'course.report-look',
  },
  'GET /course-reports/:id/evidence/:n/typed': {
    summary: 'Lines typed while a recording of a report was made',
    screens: courseReporting,
    reply: z.object({ items: z.array(z.object({ at: z.number(), text: z.string() })) }),
  },
  'PUT /course-reports/:id/documents/:file/notes': {
    summary:
      'Write what is highlighted and said in the PDF of a report; its author reads it once it is returned or marked',
    screens: courseReporting,
    body: z.strictObject({ version: Version, notes: WrittenPdfNotes }),
    reply: ReportDocument,
    problems: state,
    audit: 'course.report-notes',
  },
  'POST /course-reports/:id/return': {
    summary: 'Give a report back to its author with a comment',
    screens: courseReporting,
    body: z.strictObject({ version: Version, comment: Said.min(1) }),
    reply: CourseReport,
    problems: state,
    audit: 'course.report-return',
  },
  'POST /course-reports/:id/mark': {
    summary: 'Give a report its points, line by line of the rubric',
    screens: courseReporting,
    body: z.strictObject({
      version: Version,
      marks: z.record(LocalId, z.number().min(0).max(labLimits.points)),
      comment: Said.default(''),
    }),
    reply: CourseReport,
    problems: state,
    audit: 'course.report-mark',
  },
  'POST /course-reports/:id/reopen': {
    summary: 'Open a marked report again, with a reason',
    screens: courseReporting,
    body: z.strictObject({ version: Version, reason: Said.min(1) }),
    reply: CourseReport,
    problems: state,
    audit: 'course.report-reopen',
  },
  'GET /course-report-labs': {
    summary: 'Labs whose reports the caller marks, with how many wait, and the classes in which they are taught',
    screens: courseReporting,
    reply: z.object({ items: z.array(ReportLab), classes: ClassNames }),
  },
  'GET /course-report-labs/similar': {
    summary: 'Pairs of reports of a lab that are alike',
    screens: courseReporting,
    query: lab,
    reply: SimilarReports,
  },
  'GET /course-report-labs/rubric': {
    summary: 'What the rubric a lab has now makes of reports that were marked by another',
    screens: courseReporting,
    query: lab,
    reply: RubricChange,
  },
  'POST /course-report-labs/rubric': {
    summary: 'Mark reports by the rubric a lab has now; who was through stays through',
    screens: courseReporting,
    body: z.strictObject({
      course_id: Id,
      section_id: LocalId,
      reports: z
        .array(z.strictObject({ id: Id, version: Version }))
        .min(1)
        .max(reportsAtOnce),
    }),
    reply: z.object({ moved: z.number().int() }),
    problems: ['stale_version'],
    audit: 'course.report-rubric',
  },
  'GET /course-report-remarks': {
    summary: 'Remarks the caller keeps for marking',
    screens: courseReporting,
    reply: z.object({ items: z.array(z.string()) }),
  },
  'PUT /course-report-remarks': {
    summary: 'Keep remarks for marking',
    screens: courseReporting,
    body: z.strictObject({ items: z.array(FreeText.trim().min(1).max(labLimits.remark)).max(labLimits.remarks) }),
    reply: z.object({ items: z.array(z.string()) }),
    own_trail: true,
  },
})
