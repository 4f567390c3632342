/** What a reader looks for on a marked sheet: where points are missing, and what a total, a grade and a rank are made of. */
import type { Review } from '../../../contract/exam/attempt.schema.ts'
import { type Settled, settled } from '../../../contract/exam/mark.ts'
import { cents } from '../../../contract/exam/score.ts'

type Item = Pick<Review['sections'][number]['items'][number], 'points' | 'score' | 'why' | 'closed' | 'waits'>

/** All points, some, or none; an item that counts nothing has all it can have. */
export const gotOf = ({ points, score }: Pick<Item, 'points' | 'score'>): 'all' | 'some' | 'none' =>
  (points ?? 0) >= score ? 'all' : (points ?? 0) > 0 ? 'some' : 'none'

/** What is not told yet is not known to be missing. */
export const isMissing = (i: Pick<Item, 'points' | 'score' | 'closed' | 'waits'>): boolean =>
  !i.closed && !i.waits && gotOf(i) !== 'all'

/** Of what is told; where nothing is, no points of all there are. */
export function sumOf(all: readonly (Pick<Item, 'points' | 'score'> & Partial<Pick<Item, 'closed' | 'waits'>>)[]): {
  points: number | null
  score: number
} {
  const items = all.filter((i) => !i.closed && !i.waits)
  const worth = (of: typeof all) => cents(of.reduce((sum, i) => sum + i.score, 0))
  if (!items.length && all.length) return { points: null, score: worth(all) }
  return { points: cents(items.reduce((sum, i) => sum + (i.points ?? 0), 0)), score: worth(items) }
}

/** How several judgements became the points that count; nothing where there was one. */
export function cameBy(
  { why, score }: Pick<Item, 'why' | 'score'>,
  rules: Pick<Review['rules'], 'double' | 'threshold'>,
): Settled['by'] {
  return why.length > 1 ? settled(why, score, rules).by : null
}

/** The share from which a grade is given, and the one from which the better one would be; null where there is none. */
export function boundsOf(
  grade: NonNullable<Review['grade']>,
  r: Pick<Review['rules'], 'grade_a' | 'grade_b' | 'grade_c'>,
): { from: number | null; below: number | null } {
  const at = { A: r.grade_a, B: r.grade_b, C: r.grade_c }
  switch (grade) {
    case 'A':
      return { from: at.A, below: null }
    case 'B':
      return { from: at.B, below: at.A }
    case 'C':
      return { from: at.C, below: at.B }
    case 'D':
      return { from: null, below: at.C }
  }
}

/** Questions that nobody sees the points of yet, and what they are worth: `left` out of the sum of the sheet, or in it while their own points wait. */
export function closedOf(r: {
  score: number
  sections: readonly { items: readonly { closed: boolean; score: number }[] }[]
}): { n: number; points: number; left: boolean } {
  const all = r.sections.flatMap((s) => s.items)
  const closed = all.filter((i) => i.closed)
  const worth = (items: readonly { score: number }[]) => cents(items.reduce((sum, i) => sum + i.score, 0))
  return { n: closed.length, points: worth(closed), left: r.score < worth(all) }
}
