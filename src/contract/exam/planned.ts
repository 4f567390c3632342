/** Whether an exam as it is planned can still be sat: asked by the form while it is written, and by the server once it is sent. */
import type { FieldProblem } from '../problems.ts'
import { examLimits, type startModes } from './exam.ts'

interface Plan {
  starts_at: string
  ends_at: string
  start_mode: (typeof startModes)[number]
  duration: number | null
}

/** The review would be over before there is anything to look back at. Practice is looked at as soon as it is handed in. */
export const isReviewedTooEarly = (e: {
  kind: string
  ends_at: string
  results_at: string | null
  review_to: string | null
}): boolean =>
  e.kind !== 'practice' &&
  e.review_to !== null &&
  Date.parse(e.review_to) <= Math.max(Date.parse(e.ends_at), Date.parse(e.results_at ?? e.ends_at))

/** Whole minutes that the plan leaves of an exam to who begins now, or at its start. One that an invigilator starts has all of them from then on. */
export const minutesLeft = (e: Omit<Plan, 'duration'>, now: number): number => {
  const start = Date.parse(e.starts_at)
  return Math.floor((Date.parse(e.ends_at) - (e.start_mode === 'go' ? start : Math.max(start, now))) / 60_000)
}

/**
 * Nobody could sit an exam that is planned to be over already, or as long as it says. What the plan said before may stay.
 * @param now milliseconds
 */
export function planBreaks(e: Plan, had: Plan | undefined, now: number): FieldProblem[] {
  const moved = (field: 'starts_at' | 'ends_at') => had === undefined || Date.parse(had[field]) !== Date.parse(e[field])
  const planned = moved('ends_at') || had?.start_mode !== e.start_mode
  if (planned && e.start_mode === 'clock' && Date.parse(e.ends_at) <= now)
    return [{ path: 'ends_at', rule: 'exam_over' }]
  const ago = now - Date.parse(e.starts_at)
  const left = minutesLeft(e, ago <= examLimits.at_once * 60_000 ? now - Math.max(0, ago) : now)
  const timed = planned || moved('starts_at') || had?.duration !== e.duration
  return timed && e.duration !== null && e.duration > left
    ? [{ path: 'duration', rule: 'within_left', params: { minutes: e.duration, left } }]
    : []
}
