/** Totals, grades and ranks of exams; each figure says by which rule it came. */
export const grades = ['A', 'B', 'C', 'D'] as const
export type Grade = (typeof grades)[number]
/** Least share of the points for each grade above D. */
export type Boundaries = Readonly<Record<'A' | 'B' | 'C', number>>
export const usualBoundaries: Boundaries = { A: 0.9, B: 0.75, C: 0.6 }

/** To the hundredth, half up, as points are everywhere; free of what binary fractions add below a millionth. */
export const cents = (points: number): number => Math.round(points * 100 + 1e-6) / 100

/** @param share of the points, 0 to 1. A share on a boundary has the better grade. */
export function gradeOf(share: number, b: Boundaries = usualBoundaries): Grade {
  const at = Math.round(share * 1e6) / 1e6
  if (at >= b.A) return 'A'
  if (at >= b.B) return 'B'
  return at >= b.C ? 'C' : 'D'
}

/** Equal totals share a rank and the next rank skips: 1, 2, 2, 4. In the order of the totals given. */
export function ranksOf(totals: readonly number[]): number[] {
  const sorted = [...totals].sort((a, b) => b - a)
  const first = new Map<number, number>()
  sorted.forEach((t, i) => {
    if (!first.has(t)) first.set(t, i + 1)
  })
  return totals.map((t) => first.get(t) ?? 0)
}

/** Which of several attempts counts. */
export const attemptRules = ['highest', 'last', 'first', 'average'] as const
/** @param totals in the order of the attempts; at least one */
export function countedTotal(rule: (typeof attemptRules)[number], totals: readonly number[]): number {
  switch (rule) {
    case 'highest':
      return Math.max(...totals)
    case 'last':
      return totals.at(-1) ?? 0
    case 'first':
      return totals[0] ?? 0
    case 'average':
      return cents(totals.reduce((a, b) => a + b, 0) / totals.length)
  }
}
