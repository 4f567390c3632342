/**
 * What the figures of a question say in plain words. Facility from 95 % is extremely easy and to 5 % extremely hard; discrimination below 20 %
 * is very weak and below nothing probably invalid: docs.moodle.org, "Quiz statistics report". A distractor works when somebody chooses it:
 * Haladyna and Downing, "How many options is enough for a multiple-choice test item?", 1993, with their 5 %.
 */
export const thresholds = {
  /** Candidates below whom nothing is said. */
  few: 10,
  /** Percent. */
  too_easy: 95,
  too_hard: 5,
  weak: 20,
  /** Share of candidates. */
  dead: 0.05,
} as const

/**
 * A figure that compares candidates with each other (a covariance, a shape), from enough of them: of fewer it is chance, and null.
 * Of two candidates every correlation is 100 % or -100 %.
 */
export const reliableFigure = (figure: number | null, candidates: number): number | null =>
  candidates < thresholds.few ? null : figure

interface Chosen {
  id: string
  right: boolean
  low: number
  middle: number
  high: number
}
export interface Readable {
  sheets: number
  score: number
  facility: number | null
  discrimination: number | null
  choices: readonly Chosen[]
}
export type QuestionFinding =
  | { says: 'few' | 'dropped' | 'too_easy' | 'too_hard' | 'against' | 'weak' | 'sound' }
  /** Of options, by their ids. */
  | { says: 'wrong_key' | 'dead'; options: string[] }

/** Findings, the gravest first; one at least. */
export function itemFindingsOf(item: Readable): QuestionFinding[] {
  const { sheets, score, facility, discrimination: d, choices } = item
  if (score <= 0) return [{ says: 'dropped' }]
  if (sheets < thresholds.few || facility === null) return [{ says: 'few' }]
  const out: QuestionFinding[] = []
  const best = Math.max(0, ...choices.filter((c) => c.right).map((c) => c.high))
  // more of the best chose it than what is held to be right, and more of them than of the weakest
  const rivals = choices.filter((c) => !c.right && c.high > best && c.high > c.low)
  if (rivals.length) out.push({ says: 'wrong_key', options: rivals.map((c) => c.id) })
  if (d !== null && d < 0) out.push({ says: 'against' })
  if (facility >= thresholds.too_easy) out.push({ says: 'too_easy' })
  else if (facility <= thresholds.too_hard) out.push({ says: 'too_hard' })
  else if (d !== null && d >= 0 && d < thresholds.weak) out.push({ says: 'weak' })
  const chosen = (c: Chosen) => c.low + c.middle + c.high
  const dead = choices.filter((c) => !c.right && chosen(c) < thresholds.dead * sheets)
  // where nearly everybody is right, other options cannot be chosen
  if (dead.length && facility < thresholds.too_easy) out.push({ says: 'dead', options: dead.map((c) => c.id) })
  return out.length ? out : [{ says: 'sound' }]
}

/**
 * Thirds of candidates by their totals: 0 lower, 1 middle, 2 upper. As many in the upper as in the lower; who is equal is parted by
 * the order given, so that the same data says the same.
 */
export function thirds(totals: readonly number[]): number[] {
  const size = Math.floor(totals.length / 3)
  const order = totals.map((_, i) => i).sort((x, y) => (totals[x] ?? 0) - (totals[y] ?? 0) || x - y)
  const out = totals.map(() => 1)
  order.slice(0, size).forEach((i) => {
    out[i] = 0
  })
  order.slice(totals.length - size).forEach((i) => {
    out[i] = 2
  })
  return out
}
