/** The life of a lab report, what its marks come to, and what another rubric makes of them. */
import type { LabRubricLine } from './lab.schema.ts'

export const reportStatuses = ['draft', 'submitted', 'returned', 'marked'] as const
export type ReportStatus = (typeof reportStatuses)[number]
export const reportEvents = ['submit', 'return', 'mark', 'reopen'] as const
export type ReportEvent = (typeof reportEvents)[number]
/** Its author submits; who keeps the course does the rest. One that is marked is opened again with a reason. */
export const reportMachine = {
  draft: { submit: 'submitted' },
  submitted: { return: 'returned', mark: 'marked' },
  returned: { submit: 'submitted', mark: 'marked' },
  marked: { reopen: 'submitted' },
} as const satisfies Record<ReportStatus, Partial<Record<ReportEvent, ReportStatus>>>

export const nextReportStatus = (status: ReportStatus, event: ReportEvent): ReportStatus | undefined => {
  const line: Partial<Record<ReportEvent, ReportStatus>> = reportMachine[status]
  return line[event]
}
/** Its author writes in it. */
export const mayWriteReport = (status: ReportStatus): boolean => nextReportStatus(status, 'submit') !== undefined

/** Reports that one call marks by another rubric. */
export const reportsAtOnce = 200

/** Points by line. */
export type ReportMarks = Readonly<Record<string, number>>
export interface ReportScore {
  points: number
  score: number
  /** 0 to 1. */
  share: number
}
type Line = Pick<LabRubricLine, 'id' | 'points'>
export function reportScore(rubric: readonly Line[], marks: ReportMarks): ReportScore {
  const score = rubric.reduce((n, l) => n + l.points, 0)
  const points = rubric.reduce((n, l) => n + Math.min(l.points, Math.max(0, marks[l.id] ?? 0)), 0)
  return { points, score, share: score > 0 ? points / score : 0 }
}
/** Lines that have no points yet. */
export const openLines = (rubric: readonly Line[], marks: ReportMarks): string[] =>
  rubric.filter((l) => marks[l.id] === undefined).map((l) => l.id)

export interface RubricMove {
  before: number
  after: number
  /** Lines the marks say nothing of: somebody has to look again. */
  open: number
}
/**
 * What the marks that a report has come to by another rubric. A line keeps its points as a share of what it was worth, so that one that is
 * worth more now gives more to everybody who had all of it.
 */
export function marksBy(marks: ReportMarks, was: readonly Line[], is: readonly Line[]): ReportMarks {
  const old = new Map(was.map((l) => [l.id, l.points]))
  const out: Record<string, number> = {}
  for (const { id, points } of is) {
    const [had, of] = [marks[id], old.get(id)]
    if (had === undefined || of === undefined) continue
    out[id] = of > 0 ? Math.round((had / of) * points * 100) / 100 : 0
  }
  return out
}
export function rubricMove(marks: ReportMarks, was: readonly Line[], is: readonly Line[]): RubricMove {
  const moved = marksBy(marks, was, is)
  return {
    before: reportScore(was, marks).share,
    after: reportScore(is, moved).share,
    open: openLines(is, moved).length,
  }
}
