/** Homework in plain words: when it may be handed in, what lateness costs, which hand-in counts, and what its learner is told when. */
import { cents } from '../exam/score.ts'

/** Marks and keys are told: as soon as a hand-in is marked; or once nobody hands in any more. */
export const homeworkTellings = ['marked', 'due'] as const
/** Which of several hand-ins counts. */
export const countedHandIns = ['last', 'best'] as const
/** A hand-in waits for its marker, was given back to be done again, or is marked. */
export const handInStates = ['submitted', 'returned', 'marked'] as const
export type HandInState = (typeof handInStates)[number]
/** `mark` comes of itself with the last answer that is judged. */
export const handInMachine = {
  submitted: { mark: 'marked', return: 'returned' },
  returned: {},
  marked: { reopen: 'submitted' },
} as const satisfies Record<HandInState, Partial<Record<string, HandInState>>>
/** Where somebody stands in a homework: nothing written, something written, or the state of their newest hand-in. */
export const homeworkStates = ['none', 'draft', ...handInStates] as const
export type HomeworkState = (typeof homeworkStates)[number]
/** Homework at a moment. `late`: after the due time, and still taken. */
export const homeworkPhases = ['before', 'open', 'late', 'over'] as const
export type HomeworkPhase = (typeof homeworkPhases)[number]

export const homeworkLimits = {
  /** Answers in one save. */
  save: 100,
  /** Characters of what is written to a learner, or of a reason. */
  words: 1000,
  /** Seconds after which a page that wrote and is not heard of gives way without being asked. */
  quiet: 600,
} as const

/** What a homework says before anybody wrote it. */
export const noHomework = {
  kind: 'homework' as const,
  items: [],
  paper: null,
  opens_at: null,
  due_at: null,
  late_until: null,
  late_permille: 0,
  attempts: null,
  counts: 'last' as const,
  tells: 'marked' as const,
}

/** Instants, and the thousandths of its points that each begun day after the due time costs. */
export interface HomeworkDates {
  opens_at: string | null
  due_at: string | null
  late_until: string | null
  late_permille: number
}
/** When the last hand-in is taken; null: never over. */
export const homeworkEnd = ({ due_at, late_until }: Pick<HomeworkDates, 'due_at' | 'late_until'>): string | null =>
  due_at === null ? null : (late_until ?? due_at)

/** The instant of the due time itself is in time, and that of the end is taken. */
export function homeworkPhase(h: HomeworkDates, now: Date): HomeworkPhase {
  const at = now.getTime()
  if (h.opens_at !== null && at < Date.parse(h.opens_at)) return 'before'
  if (h.due_at === null || at <= Date.parse(h.due_at)) return 'open'
  return at <= Date.parse(homeworkEnd(h) ?? h.due_at) ? 'late' : 'over'
}

const day = 86_400_000
/** Begun days after the due time. */
export const daysLate = (due_at: string | null, now: Date): number =>
  due_at === null ? 0 : Math.max(0, Math.ceil((now.getTime() - Date.parse(due_at)) / day))
/** What so many days cost, in thousandths of the points; never more than all. */
export const lateDeduction = (days: number, permille: number): number => Math.min(1000, days * permille)
export const afterDeduction = (points: number, permille: number): number => cents((points * (1000 - permille)) / 1000)

/** Which of the dates contradict; those of a homework that is in order, none. */
export function contradictingDates(h: HomeworkDates): ('due_at' | 'late_until')[] {
  const out: ('due_at' | 'late_until')[] = []
  if (h.opens_at !== null && h.due_at !== null && Date.parse(h.due_at) <= Date.parse(h.opens_at)) out.push('due_at')
  if (h.late_until !== null && (h.due_at === null || Date.parse(h.late_until) <= Date.parse(h.due_at)))
    out.push('late_until')
  return out
}

export interface HandInLine {
  n: number
  state: HandInState
  /** With the deduction taken; of what is judged so far. */
  points: number
  /** Returned: until when it may be done again; null: as long as others hand in. */
  until: string | null
}
/** The hand-in that counts: what was given back does not. Of equal ones the later. */
export function countedHandIn<H extends HandInLine>(
  rule: (typeof countedHandIns)[number],
  all: readonly H[],
): H | undefined {
  return all
    .filter((h) => h.state !== 'returned')
    .toSorted((a, b) => (rule === 'best' ? b.points - a.points : 0) || b.n - a.n)[0]
}

/** Whether somebody may hand in now. One that was returned may be done again, whatever the number of attempts, and until its own end. */
export function mayHandIn(
  h: HomeworkDates & { attempts: number | null },
  all: readonly HandInLine[],
  now: Date,
): boolean {
  const phase = homeworkPhase(h, now)
  const newest = all.toSorted((a, b) => b.n - a.n)[0]
  if (newest?.state === 'returned')
    return phase === 'open' || phase === 'late' || (newest.until !== null && now.getTime() <= Date.parse(newest.until))
  return (phase === 'open' || phase === 'late') && handInsLeft(h.attempts, all) !== 0
}
/** How often it may be handed in still; null: as often as one likes. What was returned uses none up. */
export const handInsLeft = (attempts: number | null, all: readonly HandInLine[]): number | null =>
  attempts === null ? null : Math.max(0, attempts - all.filter((h) => h.state !== 'returned').length)

/** No attempt is left, and all are marked: nothing more comes of it. */
export const isSpent = (attempts: number | null, all: readonly HandInLine[]): boolean =>
  handInsLeft(attempts, all) === 0 && all.every((h) => h.state === 'marked' || h.state === 'returned')

/** Whether the marks of a hand-in may be told to its learner now. */
export const tellsMarks = (
  h: HomeworkDates & { tells: (typeof homeworkTellings)[number] },
  state: HandInState,
  now: Date,
): boolean => state === 'marked' && (h.tells === 'marked' || homeworkPhase(h, now) === 'over' || h.due_at === null)

/**
 * Whether a homework keeps the keys of its questions from this learner everywhere else: it has opened, and there is still something to be won
 * by a key, or its own marks are not told yet. One with all its points has nothing more to win.
 */
export function holdsKeys(
  h: HomeworkDates & {
    attempts: number | null
    counts: (typeof countedHandIns)[number]
    tells: (typeof homeworkTellings)[number]
  },
  all: readonly (HandInLine & { score: number })[],
  now: Date,
): boolean {
  if (homeworkPhase(h, now) === 'before') return false
  const counted = countedHandIn(h.counts, all)
  const told = counted !== undefined && tellsMarks(h, counted.state, now)
  if (mayHandIn(h, all, now)) return !(told && counted.points >= counted.score)
  return counted !== undefined && !told
}
