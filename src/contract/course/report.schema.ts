import { z } from 'zod'
import { LocalId } from '../bank/question.schema.ts'
import { textLanguages } from '../bank/question.ts'
import { ClassNames } from '../classroom/names.schema.ts'
import { Id, Timestamp } from '../lib/crud.ts'
import { Byline } from '../notice/byline.ts'
import { recordingKinds } from '../scene/recording.ts'
import { LabRubricLine } from './lab.schema.ts'
import { ReportDocument } from './pdfNote.schema.ts'
import { reportEvents, reportStatuses } from './report.ts'

const Count = z.number().int()
const Titled = z.object({ id: LocalId, title: z.string(), title_other: z.string() })
const Named = z.object({ id: Id, name: z.string() })
/** A recording or a picture that goes with a report, by its place in it. */
export const ReportEvidence = z.object({
  n: Count,
  recording_id: Id,
  kind: z.enum(recordingKinds),
  node: z.string(),
  at: Timestamp,
  seconds: z.number(),
  bytes: Count,
})
export type ReportEvidence = z.output<typeof ReportEvidence>
const ReportEventLine = z.object({
  event: z.enum(reportEvents),
  at: Timestamp,
  author: Byline,
  comment: z.string(),
})
/** What came of it: told once it is marked. */
const Mark = z.object({
  rubric: z.array(LabRubricLine),
  marks: z.record(z.string(), z.number()),
  points: z.number(),
  score: z.number(),
  share: z.number(),
  comment: z.string(),
  at: Timestamp,
})

export const OwnLabReport = z.object({
  status: z.enum(reportStatuses),
  text: z.string(),
  /** 0 before anything of it was kept. */
  version: Count,
  updated_at: Timestamp.nullable(),
  evidence: z.array(ReportEvidence),
  /** The PDF that goes with it, and earlier ones that were handed in; their notes once it was returned or marked. */
  documents: z.array(ReportDocument),
  /** What was said when it was returned, opened again or marked. */
  events: z.array(ReportEventLine),
  mark: Mark.nullable(),
  /** Scenes the caller had of the lab, the latest first: what was recorded in them may go with the report. */
  scenes: z.array(Id),
  can: z.array(z.enum(['write', 'submit'])),
})
export type OwnLabReport = z.output<typeof OwnLabReport>

const Where = {
  course: z.object({
    id: Id,
    name: z.string(),
    language: z.enum(textLanguages),
    translation: z.object({ name: z.string() }).nullable(),
  }),
  lesson: Titled,
  section: Titled,
}
export const CourseReportLine = z.object({
  id: Id,
  ...Where,
  by: Byline.extend({ id: Id }),
  /** In which they are taught the course. */
  classes: ClassNames,
  status: z.enum(reportStatuses),
  submitted_at: Timestamp.nullable(),
  points: z.number().nullable(),
  score: z.number().nullable(),
  share: z.number().nullable(),
  /** Marked by another rubric than the lab has now. */
  outdated: z.boolean(),
})
export type CourseReportLine = z.output<typeof CourseReportLine>

export const CourseReport = CourseReportLine.extend({
  version: Count,
  text: z.string(),
  template: z.string(),
  template_other: z.string(),
  evidence: z.array(ReportEvidence.omit({ recording_id: true })),
  documents: z.array(ReportDocument),
  events: z.array(ReportEventLine),
  rubric: z.array(LabRubricLine),
  marks: z.record(z.string(), z.number()),
  comment: z.string(),
  /** Share that passes where the lab is done by its report. */
  pass: z.number().nullable(),
  can: z.array(z.enum(['return', 'mark', 'reopen'])),
  /** The next that waits in the same lab. */
  next: Id.nullable(),
})
export type CourseReport = z.output<typeof CourseReport>

/** A course in which the caller marks, with what waits for them. */
export const MarkedCourseLine = z.object({ course: Where.course, reports: Count, homework: Count })
export type MarkedCourseLine = z.output<typeof MarkedCourseLine>

/** A lab whose reports the caller marks. */
export const ReportLab = z.object({
  ...Where,
  waiting: Count,
  returned: Count,
  marked: Count,
  outdated: Count,
})
export type ReportLab = z.output<typeof ReportLab>

export const SimilarReports = z.object({
  reports: Count,
  pairs: z.array(z.object({ a: Id, a_name: z.string(), b: Id, b_name: z.string(), share: z.number() })),
})
export type SimilarReports = z.output<typeof SimilarReports>
/** What the rubric a lab has now makes of reports that were marked by another. */
export const RubricChange = z.object({
  rubric: z.array(LabRubricLine),
  pass: z.number().nullable(),
  reports: z.array(
    z.object({
      id: Id,
      version: Count,
      by: Named,
      before: z.number(),
      after: z.number(),
      /** Lines without points: somebody has to look again, and it waits for that. */
      open: Count,
      passed_before: z.boolean().nullable(),
      passed_after: z.boolean().nullable(),
    }),
  ),
})
export type RubricChange = z.output<typeof RubricChange>

export const LabDrawing = z.object({
  topology_id: Id.nullable(),
  name: z.string(),
  /** Of the drawing the lab has, and of the topology as it is now. */
  version: Count,
  current: Count,
  nodes: z.array(z.object({ id: z.string(), name: z.string() })),
  flags: z.array(z.object({ id: z.string(), name: z.string(), node: z.string(), path: z.string() })),
})
export type LabDrawing = z.output<typeof LabDrawing>
