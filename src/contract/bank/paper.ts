/** Test papers in plain words. */
import type { Bank, Difficulty, QuestionType } from './question.ts'

/** A paper is put together by hand, or drawn from the banks by rules. */
export const paperModes = ['hand', 'rules'] as const
export const paperVariants = 8
export const paperItems = 500

/** How many questions of which kind a section draws, each worth the same. */
export interface DrawRule {
  bank: Bank
  types: readonly QuestionType[]
  difficulties: readonly Difficulty[]
  knowledge: readonly string[]
  set_ids: readonly string[]
  count: number
  score: number
}

interface Item {
  score: number
}
export const scoreOf = (sections: readonly { items: readonly Item[] }[]): number =>
  Math.round(sections.reduce((n, s) => n + s.items.reduce((m, i) => m + i.score, 0), 0) * 100) / 100
