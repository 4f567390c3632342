/** What an invigilator reads off a candidate, and what he is about to do to several. */
import { examLimits } from '../../../contract/exam/exam.ts'
import type { Exam } from '../../../contract/exam/exam.schema.ts'
import type { Candidate, Turnout } from '../../../contract/exam/run.schema.ts'

export type CandidateState = Candidate['state']
type Of = Pick<Candidate, 'attempt' | 'extra' | 'state'>

/** Milliseconds left by the server's clock; null for who does not write. */
export const timeLeftOf = (c: Of, now: number): number | null =>
  c.attempt && c.state === 'writing' ? Math.max(0, Date.parse(c.attempt.deadline_at) - now) : null

/** Signs of life that may be missed before somebody is told. */
const missed = 3
/** Milliseconds since the page of somebody who writes was last heard of, where that is too long. */
export function silentFor(c: Of, now: number): number | null {
  if (!c.attempt || c.state !== 'writing') return null
  const silent = now - Date.parse(c.attempt.heard_at)
  return silent > missed * examLimits.beat * 1000 ? silent : null
}

export interface ExtraEffect {
  /** Those who write now, with their deadlines before and after, the earliest first. */
  writing: { id: string; before: number; after: number }[]
  /** Those for whom it counts when they begin. */
  later: number
  /** Those who have handed in: it changes nothing for them unless they are let in again. */
  over: number
}
/** What so many minutes beyond the others' would mean: they take the place of those one has. */
export function extraEffect(chosen: readonly (Of & { user_id: string })[], minutes: number): ExtraEffect {
  const writing = chosen.flatMap((c) => {
    if (!c.attempt || c.state !== 'writing') return []
    const before = Date.parse(c.attempt.deadline_at)
    return [{ id: c.user_id, before, after: before + (minutes - c.extra) * 60_000 }]
  })
  const later = chosen.filter((c) => c.attempt === null).length
  return {
    writing: writing.sort((a, b) => a.after - b.after),
    later,
    over: chosen.length - writing.length - later,
  }
}

/** How many can be spoken to in one call. */
export const mostChosen = 500
/** Adds or takes a page of candidates; no more than fit in one call. */
export function turn<C extends { user_id: string }>(
  chosen: ReadonlyMap<string, C>,
  rows: readonly C[],
  on: boolean,
): ReadonlyMap<string, C> {
  const next = new Map(chosen)
  for (const row of rows)
    if (!on) next.delete(row.user_id)
    else if (next.size < mostChosen) next.set(row.user_id, row)
  return next
}

/** States in the order in which one looks for them. */
export const candidateOrder: readonly CandidateState[] = ['writing', 'not-begun', 'absent', 'to-be-scored', 'scored']
/** Those worth a filter: nobody is absent before the end, hardly anybody has yet to begin after it, and of an exam for everybody it is not known who does not come. */
export const statesShown = (
  counts: Readonly<Record<CandidateState, number>> | undefined,
  ended: boolean,
  chosen: CandidateState | undefined,
  everybody = false,
): readonly CandidateState[] =>
  candidateOrder.filter((s) => {
    const idle = everybody ? s === 'not-begun' || s === 'absent' : s === (ended ? 'not-begun' : 'absent')
    return !idle || s === chosen || (counts?.[s] ?? 0) > 0
  })

/** What everybody in a hall may read of how far the others are. Of an exam for everybody nobody knows who is still to come. */
export const hallCounts = ({ not_begun, writing, handed_in }: Pick<Turnout, 'not_begun' | 'writing' | 'handed_in'>) => [
  ...(not_begun === null ? [] : [{ what: 'not_begun' as const, n: not_begun }]),
  { what: 'writing' as const, n: writing },
  { what: 'handed_in' as const, n: handed_in },
]

/** Whether the page of an exam while it goes on is of use: its candidates, or messages, pauses and the clock to whoever runs it and marks without names. */
export const opensWatch = ({ can, status }: Pick<Exam, 'can' | 'status'>): boolean =>
  can.includes('watch') || (can.includes('run') && status !== 'ended')
