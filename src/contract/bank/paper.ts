/** Test papers in plain words. */
import { cents } from '../exam/score.ts'

/** A paper is put together by hand, or drawn from the banks by rules. */
export const paperModes = ['hand', 'rules'] as const
export const paperVariants = 8
export const paperItems = 500

interface Item {
  score: number
}
export const paperScoreOf = (sections: readonly { items: readonly Item[] }[]): number =>
  cents(sections.reduce((n, s) => n + s.items.reduce((m, i) => m + i.score, 0), 0))
