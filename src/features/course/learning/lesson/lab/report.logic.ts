/** A report while it is written: what is typed, what the server has, and which of two texts stays. */
import type { OwnLabReport } from '../../../../../contract/course/report.schema.ts'

export interface ReportDraft {
  text: string
  /** As the server has it. */
  own: OwnLabReport
  phase:
    | { at: 'idle' | 'typing' | 'saving' | 'saved' | 'failed' }
    /** Written elsewhere meanwhile. */
    | { at: 'stale'; theirs: OwnLabReport }
}
export const beginReport = (own: OwnLabReport): ReportDraft => ({ text: own.text, own, phase: { at: 'idle' } })

/** While two texts stand against each other typing goes on, but nothing is saved. */
export function typedReport(d: ReportDraft, text: string): ReportDraft {
  if (d.phase.at === 'stale' || d.phase.at === 'saving') return { ...d, text }
  return { ...d, text, phase: { at: text === d.own.text ? 'saved' : 'typing' } }
}
export const isReportOwed = (d: ReportDraft): boolean =>
  d.text !== d.own.text && (d.phase.at === 'typing' || d.phase.at === 'failed')
export const savingReport = (d: ReportDraft): ReportDraft => ({ ...d, phase: { at: 'saving' } })
/** The server has this now; what was typed meanwhile is owed. */
export const tookReport = (d: ReportDraft, own: OwnLabReport): ReportDraft => {
  // nothing of one's own stands against it
  const text = d.text === d.own.text ? own.text : d.text
  return { text, own, phase: { at: text === own.text ? 'saved' : 'typing' } }
}
export const failedReport = (d: ReportDraft): ReportDraft => ({ ...d, phase: { at: 'failed' } })
export const overtakenReport = (d: ReportDraft, theirs: OwnLabReport): ReportDraft =>
  // evidence came or went, and the text is the same: nothing stands against anything
  theirs.text === d.own.text
    ? { ...d, own: theirs, phase: { at: d.text === theirs.text ? 'saved' : 'typing' } }
    : { ...d, phase: { at: 'stale', theirs } }
export function resolvedReport(d: ReportDraft, keep: 'mine' | 'theirs'): ReportDraft {
  if (d.phase.at !== 'stale') return d
  const { theirs } = d.phase
  const text = keep === 'mine' ? d.text : theirs.text
  return { text, own: theirs, phase: { at: text === theirs.text ? 'saved' : 'typing' } }
}
