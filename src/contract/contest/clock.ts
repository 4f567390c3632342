/**
 * When a contest starts, freezes and ends. Instants are milliseconds since 1970 by the server's clock. A pause moves whatever was still to come
 * when it began: the end, a freeze that had not begun, and what opens or closes after the start.
 */
import { moved, type Pause } from '../exam/time.ts'
import type { ContestStatus } from './status.ts'

export interface ContestPlan {
  start_mode: 'clock' | 'go'
  start: number
  end: number
  /** From when on others are not told what is won; null: never. */
  freeze: number | null
  /** When they are told; null: when somebody says so. Without a freeze it means nothing. */
  thaw: number | null
}
export interface ContestRun {
  /** When somebody started it, where the clock did not. */
  started: number | null
  ended: number | null
  thawed: number | null
  /** When somebody froze the board, whatever was planned. */
  frozen?: number | null
  pauses: readonly Pause[]
}
export interface ContestTimes {
  status: ContestStatus
  /** Null while it waits for somebody to start it. */
  start: number | null
  end: number
  freeze: number | null
  /** Others are not told what was won since `freeze`. */
  frozen: boolean
}

/** The instant at which its own clock has gone so far; while it pauses, as if it went on now. */
export const atContestClock = (start: number, gone: number, pauses: readonly Pause[], now: number): number =>
  moved(start + gone, start, pauses, now)

export function contestTimes(plan: ContestPlan, run: ContestRun, now: number): ContestTimes {
  const start = plan.start_mode === 'clock' ? plan.start : run.started
  if (start === null)
    return {
      status: run.ended === null ? 'unstarted' : 'finished',
      start,
      end: plan.end,
      freeze: plan.freeze,
      frozen: false,
    }
  const at = (planned: number) => atContestClock(start, planned - plan.start, run.pauses, now)
  const end = run.ended ?? at(plan.end)
  const status =
    run.ended !== null
      ? 'finished'
      : now < start
        ? 'unstarted'
        : run.pauses.some((p) => p.to === null)
          ? 'paused'
          : now >= end
            ? 'finished'
            : 'ongoing'
  const freeze = run.frozen ?? (plan.freeze === null ? null : at(plan.freeze))
  const over = run.thawed !== null || (status === 'finished' && plan.thaw !== null && now >= plan.thaw)
  return { status, start, end, freeze, frozen: freeze !== null && now >= freeze && !over }
}

/** Time that staff added to a contest that had begun. */
export interface Extension {
  minutes: number
  /** The freeze had not begun, and moved as well. */
  freeze: boolean
}
const minute = 60_000
/** The plan with the time that was added to it; what opens and closes after the start stays where it was. */
export const extendedPlan = (plan: ContestPlan, extensions: readonly Extension[]): ContestPlan => {
  const sum = (of: readonly Extension[]) => of.reduce((ms, x) => ms + x.minutes * minute, 0)
  return {
    ...plan,
    end: plan.end + sum(extensions),
    freeze: plan.freeze === null ? null : plan.freeze + sum(extensions.filter((x) => x.freeze)),
  }
}
