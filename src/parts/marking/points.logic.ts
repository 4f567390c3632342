/** Points as a marker types them: digits, halves by the point, lines of the rubric by letters. */
import { cents } from '../../contract/exam/score.ts'

export interface PointsDraft {
  /** As it stands in the field. */
  typed: string
  /** Lines of the rubric that are given, by their place. */
  lines: readonly number[]
  comment: string
  /** What keys would have made of them, where that is more than there are. */
  refused?: string | undefined
}
export const emptyDraft: PointsDraft = { typed: '', lines: [], comment: '' }

/** @returns undefined while what is typed is no number between nothing and all points */
export function typedPointsOf({ typed }: PointsDraft, score: number): number | undefined {
  if (!/^\d{1,4}([.,]\d{1,2})?$/.test(typed)) return undefined
  const points = Number(typed.replace(',', '.'))
  return points <= score ? points : undefined
}
export const typedOf = (points: number): string => String(cents(points))

const fits = (typed: string, score: number) => typedPointsOf({ ...emptyDraft, typed }, score) !== undefined

/** A digit goes on a number; what is too much is refused, and what stood there stays. The point adds a half, or takes it away. */
export function typeKey({ refused: _refused, ...draft }: PointsDraft, key: string, score: number): PointsDraft {
  const { typed } = draft
  if (key === 'Backspace') return { ...draft, typed: typed.slice(0, -1), lines: [] }
  if (key === '.' || key === ',') {
    const whole = Math.floor(typedPointsOf(draft, score) ?? 0)
    const half = typed.endsWith('.5') ? typedOf(whole) : typedOf(whole + 0.5)
    return fits(half, score) ? { ...draft, typed: half, lines: [] } : draft
  }
  // after a half a new number begins: keys have no place for another
  const longer = typed === '0' || typed.includes('.') ? key : typed + key
  return fits(longer, score) ? { ...draft, typed: longer, lines: [] } : { ...draft, refused: longer }
}

type Rubric = readonly { points: number }[]

/** What the lines given are worth, never more than the question has; undefined without one. */
export function worthOfLines({ lines }: PointsDraft, rubric: Rubric, score: number): number | undefined {
  if (!lines.length) return undefined
  return cents(
    Math.min(
      lines.reduce((all, l) => all + (rubric[l]?.points ?? 0), 0),
      score,
    ),
  )
}
/** Points are the sum of the lines given, or nobody has typed any. */
const isOfLines = (draft: PointsDraft, rubric: Rubric, score: number): boolean =>
  draft.typed === '' || typedPointsOf(draft, score) === worthOfLines(draft, rubric, score)

/** Gives or takes a line of the rubric; points are then the sum of those given. Points that the marker typed stay. */
export function toggleLine(draft: PointsDraft, n: number, rubric: Rubric, score: number): PointsDraft {
  if (!rubric[n]) return draft
  const lines = draft.lines.includes(n) ? draft.lines.filter((l) => l !== n) : [...draft.lines, n].sort((a, b) => a - b)
  if (!isOfLines(draft, rubric, score)) return { ...draft, lines }
  const sum = worthOfLines({ ...draft, lines }, rubric, score)
  return { ...draft, lines, typed: sum === undefined ? '' : typedOf(sum) }
}

/** Adds a remark where it is not there yet. */
export const addComment = (draft: PointsDraft, text: string): PointsDraft =>
  draft.comment.split('\n').includes(text)
    ? draft
    : { ...draft, comment: draft.comment ? `${draft.comment}\n${text}` : text }
