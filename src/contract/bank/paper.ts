/** Test papers in plain words. */
import { cents } from '../exam/score.ts'

/** A paper is put together by hand, or drawn from the banks by rules. */
export const paperModes = ['hand', 'rules'] as const
export const paperVariants = 8
export const paperItems = 500

/** What an exam does with a question just now: it may still be asked it, or answers of it wait for a mark. */
export const inExamStates = ['asked', 'marked'] as const
export type InExam = (typeof inExamStates)[number]

interface Item {
  score: number
}
export const paperScoreOf = (sections: readonly { items: readonly Item[] }[]): number =>
  cents(sections.reduce((n, s) => n + s.items.reduce((m, i) => m + i.score, 0), 0))
