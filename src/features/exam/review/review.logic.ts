/** What a reader looks for on a marked sheet: where points are missing, and what a total, a grade and a rank are made of. */
import type { Review } from '../../../contract/exam/attempt.schema.ts'
import { type Settled, settledMark } from '../../../contract/exam/mark.ts'
import { cents } from '../../../contract/exam/score.ts'

type Item = Pick<Review['sections'][number]['items'][number], 'points' | 'score' | 'why' | 'closed' | 'waits'>

/** All points, some, or none; an item that counts nothing has all it can have. */
export const gotOf = ({ points, score }: Pick<Item, 'points' | 'score'>): 'all' | 'some' | 'none' =>
  (points ?? 0) >= score ? 'all' : (points ?? 0) > 0 ? 'some' : 'none'

/** What is not told yet is not known to be missing. */
export const isMissing = (i: Pick<Item, 'points' | 'score' | 'closed' | 'waits'>): boolean =>
  !i.closed && !i.waits && gotOf(i) !== 'all'

/** Points of what is told, null where nothing is; what all of it is worth, and what is not told yet. */
export function reviewTotals(
  all: readonly (Pick<Item, 'points' | 'score'> & Partial<Pick<Item, 'closed' | 'waits'>>)[],
): {
  points: number | null
  score: number
  waiting: number
} {
  const items = all.filter((i) => !i.closed && !i.waits)
  const worth = (of: typeof all) => cents(of.reduce((sum, i) => sum + i.score, 0))
  const points = items.length || !all.length ? cents(items.reduce((sum, i) => sum + (i.points ?? 0), 0)) : null
  return { points, score: worth(all), waiting: worth(all.filter((i) => i.closed || i.waits)) }
}

/** No point of the sheet is told yet: a sum of none would read as nothing right. */
export const isAllHeld = (r: Pick<Review, 'waiting' | 'score'>): boolean => r.waiting > 0 && r.waiting >= r.score

/** How several judgements became the points that count; nothing where there was one. */
export function cameBy(
  { why, score }: Pick<Item, 'why' | 'score'>,
  rules: Pick<Review['rules'], 'double' | 'threshold'>,
): Settled['by'] {
  return why.length > 1 ? settledMark(why, score, rules).by : null
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

/** Questions that nobody sees the points of yet. */
export const closedIn = (r: { sections: readonly { items: readonly Pick<Item, 'closed'>[] }[] }): number =>
  r.sections.flatMap((s) => s.items).filter((i) => i.closed).length
