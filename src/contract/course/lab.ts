/** Labs of lessons in plain words: machines, steps that are checked, a report. What is right in a step stays on the server. */
import type { LabContent, LabReportForm, LabStep } from './lab.schema.ts'

/**
 * How a step is checked: not at all, the learner ticks it off; by a text they find; by a flag that is made for each of them and lies in their
 * own scene; by the state of a node of that scene, which a command looks at.
 */
export const stepChecks = ['none', 'text', 'made', 'state'] as const
export type StepCheck = (typeof stepChecks)[number]
/** As learners know it: how it is checked says nothing of what is right. */
export const shownChecks = ['none', 'flag', 'state'] as const
export type ShownCheck = (typeof shownChecks)[number]
export const shownCheckOf = (check: StepCheck): ShownCheck => (check === 'text' || check === 'made' ? 'flag' : check)

export const labLimits = {
  steps: 30,
  /** Characters of a step's Markdown, in each language. */
  text: 8000,
  hints: 10,
  hint: 2048,
  flag: 512,
  /** Characters of the line that looks at a node, and the seconds it may take. */
  command: 1000,
  seconds: 20,
  points: 1000,
  rubric: 20,
  line: 300,
  /** Characters of a report, and of its template. */
  report: 20_000,
  /** Recordings and pictures of one report, and their bytes. */
  evidence: 20,
  evidenceBytes: 512 * 1024 ** 2,
  comment: 4000,
  /** Remarks that one teacher keeps. */
  remarks: 40,
  remark: 500,
} as const

const isWrittenCheck = ({ check }: Pick<LabStep, 'check'>): boolean => {
  switch (check.kind) {
    case 'none':
      return true
    case 'text':
      return check.value.trim() !== ''
    case 'made':
      return check.flag !== ''
    case 'state':
      return check.node !== '' && check.command.trim() !== ''
  }
}
const needsMachines = ({ check }: Pick<LabStep, 'check'>): boolean => check.kind === 'made' || check.kind === 'state'
const isWrittenReport = ({ rubric }: LabReportForm): boolean =>
  rubric.length > 0 && rubric.every((l) => l.text.trim() !== '' && l.points > 0)

/** Nothing to do, or something in it is begun and not written: it cannot be published so. */
export const isEmptyLab = ({ steps, report, topology_id }: LabContent): boolean =>
  (steps.length === 0 && report === null) ||
  steps.some((s) => s.title.trim() === '' || !isWrittenCheck(s) || s.hints.some((h) => h.text.trim() === '')) ||
  (topology_id === null && steps.some(needsMachines)) ||
  (report !== null && !isWrittenReport(report))

/** What a step is worth to somebody who took hints of this cost. */
const stepWorth = (points: number, spent: number): number => Math.max(0, points - spent)

export interface StepDone {
  passed: boolean
  /** Cost of the hints that were taken. */
  spent: number
}
export interface LabStanding {
  points: number
  score: number
  /** 0 to 1; null where nothing is worth points. */
  share: number | null
  /** Every step that is checked was passed, and there is one. */
  passed: boolean
}
export function labStanding(
  steps: readonly { id: string; points: number; check: { kind: StepCheck } }[],
  done: ReadonlyMap<string, StepDone>,
): LabStanding {
  const checked = steps.filter((s) => s.check.kind !== 'none')
  const score = checked.reduce((n, s) => n + s.points, 0)
  const points = checked.reduce((n, s) => {
    const of = done.get(s.id)
    return of?.passed ? n + stepWorth(s.points, of.spent) : n
  }, 0)
  return {
    points,
    score,
    share: score > 0 ? points / score : null,
    passed: checked.length > 0 && checked.every((s) => done.get(s.id)?.passed === true),
  }
}
