/** Marking a report: points line by line of its rubric, by keys as by hand. */
import type { LabRubricLine } from '../../../contract/course/lab.schema.ts'
import { openLines, type ReportMarks, reportScore } from '../../../contract/course/report.ts'

export interface MarkDraft {
  /** What is typed, by line. */
  typed: Readonly<Record<string, string>>
  comment: string
  /** The line that keys go to. */
  at: number
  /** What keys would have made of it, where that is more than it is worth. */
  refused?: string | undefined
}
type Rubric = readonly LabRubricLine[]

export const beginMarks = (rubric: Rubric, marks: ReportMarks, comment: string): MarkDraft => ({
  typed: Object.fromEntries(rubric.flatMap((l) => (marks[l.id] === undefined ? [] : [[l.id, String(marks[l.id])]]))),
  comment,
  at: Math.max(
    0,
    rubric.findIndex((l) => marks[l.id] === undefined),
  ),
})

const figure = /^\d{1,4}([.,]\d{0,2})?$/
/** Points that are typed; undefined where they are none, or more than the line is worth. */
export function pointsTyped(line: Pick<LabRubricLine, 'points'>, text: string | undefined): number | undefined {
  if (text === undefined || !figure.test(text)) return undefined
  const n = Number(text.replace(',', '.'))
  return n <= line.points ? n : undefined
}
export const typedMarks = (rubric: Rubric, { typed }: MarkDraft): ReportMarks =>
  Object.fromEntries(
    rubric.flatMap((l) => {
      const n = pointsTyped(l, typed[l.id])
      return n === undefined ? [] : [[l.id, n]]
    }),
  )
export const scoreTyped = (rubric: Rubric, draft: MarkDraft) => reportScore(rubric, typedMarks(rubric, draft))
/** Lines that still want points. */
export const linesLeft = (rubric: Rubric, draft: MarkDraft): string[] => openLines(rubric, typedMarks(rubric, draft))

export const typed = (d: MarkDraft, line: string, text: string): MarkDraft => ({
  ...d,
  typed: { ...d.typed, [line]: text },
  refused: undefined,
})
/** A digit at the line the keys are at: what is too much is refused, and what stood there stays, as in its field. */
export function digit(d: MarkDraft, rubric: Rubric, key: string): MarkDraft {
  const line = rubric[d.at]
  if (!line) return d
  const longer = `${d.typed[line.id] ?? ''}${key}`
  return pointsTyped(line, longer) === undefined ? { ...d, refused: longer } : typed(d, line.id, longer)
}
export function erase(d: MarkDraft, rubric: Rubric): MarkDraft {
  const line = rubric[d.at]
  return line ? typed(d, line.id, (d.typed[line.id] ?? '').slice(0, -1)) : d
}
export function full(d: MarkDraft, rubric: Rubric): MarkDraft {
  const line = rubric[d.at]
  return line ? moveLine(typed(d, line.id, String(line.points)), rubric, 1) : d
}
export const moveLine = (d: MarkDraft, rubric: Rubric, by: number): MarkDraft => ({
  ...d,
  refused: undefined,
  at: Math.min(Math.max(0, rubric.length - 1), Math.max(0, d.at + by)),
})
export const addRemark = (d: MarkDraft, remark: string): MarkDraft => ({
  ...d,
  comment: d.comment.trim() === '' ? remark : `${d.comment.trimEnd()}\n${remark}`,
})

export type MarkCommand =
  | { do: 'digit'; key: string }
  | { do: 'remark'; n: number }
  | { do: 'full' | 'erase' | 'up' | 'down' | 'write' | 'leave' | 'mark' }
interface Press {
  key: string
  code: string
  shiftKey: boolean
  ctrlKey: boolean
  altKey: boolean
  metaKey: boolean
}
/**
 * @param place where the focus is: in a text, on something that Enter presses, or on nothing of the kind
 * @returns undefined for what is not ours
 */
export function markCommandOf(p: Press, place: 'text' | 'button' | 'page'): MarkCommand | undefined {
  if (p.altKey || p.metaKey) return undefined
  if (p.ctrlKey) return p.key === 'Enter' ? { do: 'mark' } : undefined
  if (place === 'text') return p.key === 'Escape' ? { do: 'leave' } : undefined
  // by the place of the key: what Shift makes of a digit is different on every keyboard
  const numbered = /^Digit([1-9])$/.exec(p.code)
  if (p.shiftKey && numbered) return { do: 'remark', n: Number(numbered[1]) - 1 }
  if (p.key === 'Enter') return place === 'button' ? undefined : { do: 'down' }
  if (p.key === '/') return { do: 'write' }
  if (p.key === '+' || p.key === '=') return { do: 'full' }
  if (p.key === 'ArrowDown') return { do: 'down' }
  if (p.key === 'ArrowUp') return { do: 'up' }
  if (p.key === 'Backspace') return { do: 'erase' }
  if (/^[0-9.,]$/.test(p.key)) return { do: 'digit', key: p.key }
  return undefined
}
/** The keys as the page explains them. */
export const markKeys = [
  { keys: '0…9', what: 'digit' },
  { keys: '+', what: 'full' },
  { keys: '↑', what: 'up' },
  { keys: '↓', what: 'down' },
  { keys: 'Shift+1…9', what: 'remark' },
  { keys: '/', what: 'write' },
  { keys: 'Ctrl+Enter', what: 'mark' },
] as const
