/** Which points of an item count when several judged it: one rule for the server, the pages and the shadow scorer. */
import type { QuestionType } from '../bank/question.ts'
import { cents } from './score.ts'

/** What a person judges, fill-ins with accepted texts among it; the rest is judged by its key. */
export const isMarked = (type: QuestionType): boolean =>
  type === 'short' || type === 'completion' || type === 'operation'

/** Round 0 is the key, 1 and 2 are the markers, 3 settles between them, 4 answers an objection. */
export const rounds = { key: 0, first: 1, second: 2, third: 3, objection: 4 } as const
export interface RoundMark {
  round: number
  points: number
}
export interface DoubleMarkingRules {
  double: boolean
  /** Share of the item's points by which two markers may differ. */
  threshold: number
}
export interface Settled {
  /** Null while somebody has to mark it. */
  points: number | null
  by: 'key' | 'marker' | 'mean' | 'third' | 'objection' | null
  /** The round that is missing. */
  needs: 1 | 2 | 3 | null
}

/** @param score most points of the item */
export function settledMark(
  marks: readonly RoundMark[],
  score: number,
  { double, threshold }: DoubleMarkingRules,
): Settled {
  const of = (round: number) => marks.find((m) => m.round === round)?.points
  const [objection, third, first, second, key] = [4, 3, 1, 2, 0].map(of)
  if (objection !== undefined) return { points: objection, by: 'objection', needs: null }
  if (third !== undefined) return { points: third, by: 'third', needs: null }
  if (first !== undefined && second !== undefined) {
    // half a hundredth of slack for what binary fractions add
    if (Math.abs(first - second) > threshold * score + 0.005) return { points: null, by: null, needs: 3 }
    return { points: cents((first + second) / 2), by: 'mean', needs: null }
  }
  // what no marker touched counts by its key
  if (first === undefined && second === undefined && key !== undefined) return { points: key, by: 'key', needs: null }
  if (first === undefined) return { points: null, by: null, needs: 1 }
  return double ? { points: null, by: null, needs: 2 } : { points: first, by: 'marker', needs: null }
}

/**
 * The lines of a rubric for an item of so many points: they add up to its own question's points, and a paper gives it others. In hundredths that
 * add up to the whole; what is left over by rounding down goes to the lines that lost most, the earlier first.
 */
export function scaledRubric<L extends { points: number }>(rubric: readonly L[], score: number): L[] {
  const sum = rubric.reduce((all, l) => all + l.points, 0)
  if (sum <= 0) return [...rubric]
  const exact = rubric.map((l) => (l.points / sum) * score * 100)
  // what binary fractions take away below a millionth is no loss
  const whole = exact.map((x) => Math.floor(x + 1e-6))
  const left = Math.round(score * 100) - whole.reduce((all, x) => all + x, 0)
  const lucky = new Set(
    exact
      .map((x, n) => ({ n, lost: x - (whole[n] ?? 0) }))
      .sort((a, b) => (Math.abs(a.lost - b.lost) < 1e-6 ? a.n - b.n : b.lost - a.lost))
      .slice(0, Math.max(0, left))
      .map((l) => l.n),
  )
  return rubric.map((l, n) => ({ ...l, points: ((whole[n] ?? 0) + (lucky.has(n) ? 1 : 0)) / 100 }))
}
