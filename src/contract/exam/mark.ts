/** Which points of an item count when several judged it: one rule for the server, the pages and the shadow scorer. */
import { cents } from './score.ts'

/** Round 0 is the key, 1 and 2 are the markers, 3 settles between them, 4 answers an objection. */
export const rounds = { key: 0, first: 1, second: 2, third: 3, objection: 4 } as const
export interface Mark {
  round: number
  points: number
}
export interface MarkingRules {
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
export function settled(marks: readonly Mark[], score: number, { double, threshold }: MarkingRules): Settled {
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
