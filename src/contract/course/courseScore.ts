/**
 * The score of a course: what its parts came to, weighed. One rule for the server, the pages and the what-if.
 *
 * A part is a section whose work is judged; parts are of kinds, and a course says what each kind weighs. Within a kind each part counts by its
 * points. A part that is not graded counts nothing before its due time and zero after; one without a due time counts once it is graded, and one
 * that was handed in and waits for its marker counts nothing until it is marked. A kind of which nothing counts gives its weight to the others.
 */
import { gradeOf, type Grade } from '../exam/score.ts'

/** Kinds of parts, in the order in which they are shown. Attendance is one part: the class hours of the course that took place. */
export const scoreKinds = ['quiz', 'homework', 'report', 'package', 'attendance'] as const
export type ScoreKind = (typeof scoreKinds)[number]
/** What each kind weighs against the others, 0 to 100. */
export type ScoreWeights = Readonly<Record<ScoreKind, number>>
export const usualWeights: ScoreWeights = { quiz: 50, homework: 50, report: 50, package: 50, attendance: 0 }
/** What coming late to a class hour is worth of being there. */
export const lateShare = 0.5
export const mostWeight = 100
/** Points of a package: whatever it counts in itself, it reports a share of. */
export const packagePoints = 100

export const partStates = ['graded', 'waiting', 'open', 'missing'] as const
export interface ScorePart {
  id: string
  kind: ScoreKind
  /** Points it is worth. */
  score: number
  /** Share of them that was reached, 0 to 1; null: not graded. */
  share: number | null
  /** When the last hand-in is taken: until then nobody is missing. */
  due_at: string | null
  /** It was handed in and waits for its marker. */
  waits: boolean
}

/** How a part stands: `graded` counts what was reached, `missing` counts zero, the others count nothing yet. */
export function partState({ share, due_at, waits }: ScorePart, now: Date): (typeof partStates)[number] {
  if (share !== null) return 'graded'
  if (waits) return 'waiting'
  return due_at !== null && now.getTime() > Date.parse(due_at) ? 'missing' : 'open'
}

interface ScoreLine {
  kind: ScoreKind
  weight: number
  /** Points of the parts that count, and what was reached of them. */
  score: number
  points: number
  share: number
  /** How much of the whole it makes: its weight among the kinds that count. */
  part: number
}
export interface CourseScore {
  /** 0 to 1; null: nothing counts yet. */
  share: number | null
  grade: Grade | null
  lines: ScoreLine[]
}

/** @param parts in any order; each share between 0 and 1 */
export function courseScore(parts: readonly ScorePart[], weights: ScoreWeights, now: Date): CourseScore {
  const counted = parts.flatMap((p) => {
    const state = partState(p, now)
    return p.score > 0 && (state === 'graded' || state === 'missing') ? [{ ...p, share: p.share ?? 0 }] : []
  })
  const kinds = scoreKinds.flatMap((kind) => {
    const weight = weights[kind]
    const own = counted.filter((p) => p.kind === kind)
    if (weight <= 0 || !own.length) return []
    const score = own.reduce((n, p) => n + p.score, 0)
    const points = own.reduce((n, p) => n + p.share * p.score, 0)
    return [{ kind, weight, score, points, share: points / score }]
  })
  const whole = kinds.reduce((n, k) => n + k.weight, 0)
  const lines = kinds.map((k) => ({ ...k, part: k.weight / whole }))
  if (!lines.length) return { share: null, grade: null, lines }
  const share = Math.min(1, lines.reduce((n, l) => n + l.weight * l.share, 0) / whole)
  return { share, grade: gradeOf(share), lines }
}

/** The same with shares that somebody tries out, by part. */
export const withTried = (parts: readonly ScorePart[], tried: ReadonlyMap<string, number>): ScorePart[] =>
  parts.map((p) => {
    const share = tried.get(p.id)
    return share === undefined ? p : { ...p, share }
  })
