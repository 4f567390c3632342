/** Times of a scene, worked out from what is stored and the clock. */
import { sceneLimits } from '#src/contract/scene/node.ts'
import { nextStatus, standsStill } from '#src/contract/scene/status.ts'
import type { SceneRow } from './row.ts'

type Timed = Pick<SceneRow, 'status' | 'ends_at' | 'paused_at'>

/** Seconds left, null where there is no end. An exercise that is paused stands still. */
export function remainingOf(row: Timed, now: Date): number | null {
  if (row.ends_at === null) return null
  const from = standsStill(row) && row.paused_at !== null ? Date.parse(row.paused_at) : now.getTime()
  return Math.max(0, Math.ceil((Date.parse(row.ends_at) - from) / 1000))
}

/** Its time is over, whether or not somebody has written that down. */
export const isSceneExpired = (row: Timed, now: Date): boolean =>
  !standsStill(row) && nextStatus(row.status, 'end') !== undefined && remainingOf(row, now) === 0

export function isEnding(row: Timed, now: Date): boolean {
  const left = remainingOf(row, now)
  return left !== null && left < sceneLimits.ending && nextStatus(row.status, 'end') !== undefined
}

export const ranSeconds = (row: Pick<SceneRow, 'ran_seconds' | 'on_since'>, now: Date): number =>
  row.ran_seconds +
  (row.on_since === null ? 0 : Math.max(0, Math.floor((now.getTime() - Date.parse(row.on_since)) / 1000)))

export const secondsLater = (now: Date, seconds: number): string =>
  new Date(now.getTime() + seconds * 1000).toISOString()
