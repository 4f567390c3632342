/** How far somebody is in a lab, and what goes into its report. */
import type { LearnLesson } from '../../../../../contract/course/learn.schema.ts'

export type ShownLab = Extract<LearnLesson['sections'][number]['content'], { kind: 'lab' }>
export type ShownStep = ShownLab['steps'][number]

export const isOpenState = (s: ShownStep): boolean => s.check === 'state' && s.passed_at === null
export const stepsDone = (steps: readonly ShownStep[]): { done: number; all: number } => ({
  done: steps.filter((s) => s.passed_at !== null).length,
  all: steps.length,
})
/** The step somebody is at: the first that is not done. */
export const stepAt = (steps: readonly ShownStep[]): string | undefined =>
  steps.find((s) => s.passed_at === null)?.id ?? steps[0]?.id

/** What a step is worth now, after the hints that were taken. */
export const remainingWorth = (s: ShownStep): number =>
  Math.max(0, s.points - s.hints.reduce((n, h) => n + (h.text === null ? 0 : h.cost), 0))
/** The hint that may be taken next. */
export const nextHint = (s: ShownStep): number | undefined => {
  const n = s.hints.findIndex((h) => h.text === null)
  return n < 0 ? undefined : n
}

/** Lines of a terminal at the end of a report, as they stood there: a fence longer than any in them. */
export function withLines(report: string, lines: string, node: string): string {
  const longest = Math.max(2, ...[...lines.matchAll(/`{3,}/g)].map((m) => m[0].length))
  const fence = '`'.repeat(longest + 1)
  const before = report.trimEnd()
  return `${before}${before ? '\n\n' : ''}**${node}**\n\n${fence}\n${lines}\n${fence}\n`
}
/** A place in the text that names a piece of evidence. */
export function withEvidence(report: string, words: string): string {
  const before = report.trimEnd()
  return `${before}${before ? '\n\n' : ''}*${words}*\n`
}
