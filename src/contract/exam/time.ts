/**
 * When an exam and an attempt at it begin and end. Only the server's clock counts: instants are milliseconds since 1970 by it. A pause moves
 * every end behind it by as long as it lasted.
 */
export interface Pause {
  from: number
  /** Null while it lasts. */
  to: number | null
}

/** Milliseconds of pauses between two instants. */
export function pausedBetween(pauses: readonly Pause[], from: number, to: number): number {
  let sum = 0
  for (const p of pauses) sum += Math.max(0, Math.min(p.to ?? to, to) - Math.max(p.from, from))
  return sum
}

export interface ExamTimes {
  /** When it began: at its start time, or when the invigilator said so. */
  start: number
  /** When it was to end as planned. */
  end: number
  /** Milliseconds a candidate has from his own beginning; null: until the end. */
  duration: number | null
  /** Milliseconds after the start in which one may still begin; null: until the end. */
  late: number | null
  /** Milliseconds after one's own beginning before which nobody hands in. */
  early: number
  pauses: readonly Pause[]
  /** Somebody ended it: nobody begins it any more, whatever minutes he has beyond the others'. */
  ended?: boolean
}

/** The instant at which `planned` is reached when pauses stop the clock from `since` on; while a pause lasts it moves with `now`. */
export function moved(planned: number, since: number, pauses: readonly Pause[], now: number): number {
  let at = planned
  for (const p of [...pauses].sort((a, b) => a.from - b.from))
    if (p.from < at) at += Math.max(0, (p.to ?? Math.max(now, p.from)) - Math.max(p.from, since))
  return at
}

export const examEndOf = (t: ExamTimes, now: number): number => moved(t.end, t.start, t.pauses, now)

/**
 * When an attempt is handed in by the clock.
 * @param begun when the candidate began
 * @param extra milliseconds he has more than others, which count beyond the end of the exam as well
 */
export function deadlineOf(t: ExamTimes, begun: number, extra: number, now: number): number {
  const end = moved(t.end + extra, t.start, t.pauses, now)
  return t.duration === null ? end : Math.min(end, moved(begun + t.duration + extra, begun, t.pauses, now))
}

/** Until when one may begin; null where that has no limit but the end. Pauses move it. */
export const entryDeadlineOf = (t: ExamTimes, now: number): number | null =>
  t.late === null ? null : moved(t.start + t.late, t.start, t.pauses, now)

/** Whether a candidate may begin now, and why not. */
export function mayBegin(t: ExamTimes, extra: number, now: number): 'yes' | 'early' | 'late' | 'over' | 'paused' {
  if (t.ended) return 'over'
  if (now < t.start) return 'early'
  if (now >= moved(t.end + extra, t.start, t.pauses, now)) return 'over'
  if (t.pauses.some((p) => p.from <= now && (p.to === null || now < p.to))) return 'paused'
  const until = entryDeadlineOf(t, now)
  if (until !== null && now > until) return 'late'
  return 'yes'
}

/**
 * Whether who has no sheet was absent: the exam took place, has ended, and is over for them too. One that was called off before it began
 * took no place.
 */
export function isMissed(t: ExamTimes, extra: number, now: number): boolean {
  if (t.end < t.start || now < examEndOf(t, now)) return false
  const may = mayBegin(t, extra, now)
  return may === 'over' || may === 'late'
}
