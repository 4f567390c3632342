/** What becomes of a scene whose driver refused: some things are tried again until their deadline, some end at once. */
import type { StatusReason } from '#src/contract/scene/node.ts'
import { nextStatus } from '#src/contract/scene/status.ts'
import type { DriverAway, DriverRefusal, NodeObservation } from '#mock/world/scene/driver.ts'
import type { NodeRow, SceneRow } from '../row.ts'
import { isSceneExpired } from '../time.ts'
import { neglected } from './decide.ts'
import type { SceneDecision } from './decision.ts'

/** Seconds before the next try. */
const waits = [1, 2, 4, 8, 15, 30] as const

export function decisionOnRefusal(
  row: Pick<SceneRow, 'status' | 'task' | 'failures'>,
  { code, node }: Pick<DriverRefusal, 'code' | 'node'>,
): SceneDecision {
  const next = waits[Math.min(row.failures, waits.length - 1)] ?? 30
  // the plan says what will never work
  if (row.status === 'init') {
    const reason: StatusReason =
      code === 'image_missing'
        ? { code: 'image_missing', params: { node } }
        : { code: 'driver_refused', params: { code, node } }
    return { orders: [], move: 'fail', task: null, reason, next: 1 }
  }
  if (row.task?.event === 'snapshot') {
    const reason = { code: 'snapshot_failed' as const, params: { name: row.task.snapshot?.name ?? '' } }
    return { orders: [], move: 'done', task: null, reason, next }
  }
  return { orders: [], ...(row.task ? { task: { ...row.task, error: code } } : {}), next }
}

/** A node nobody can look at: what ran is lost, what was off stays off. */
export function lostNodeLook({ node_id: node, status, progress, address, reason }: NodeRow): NodeObservation {
  return status === 'on' || status === 'booting' || status === 'suspended'
    ? { node, power: 'crashed', progress: 0, address, reason: 'host_lost' }
    : { node, power: status, progress, address, reason }
}

/** Seconds between two looks whether it is there again. */
const again = 30

/**
 * What becomes of a scene whose driver is not here or cannot run machines any more: what passes fails at once, what runs is lost, and what is
 * being removed is gone; should its driver come back, it clears away what nobody knows (`reconcile`).
 */
export function unreached(
  row: Pick<SceneRow, 'status' | 'back' | 'held' | 'since' | 'ends_at' | 'paused_at'>,
  { driver, reason: code }: Pick<DriverAway, 'driver' | 'reason'>,
  now: Date,
): SceneDecision {
  const reason: StatusReason = { code: 'driver_unavailable', params: { driver, code } }
  if (isSceneExpired(row, now)) return { orders: [], move: 'end', task: null, next: 0 }
  if (row.status === 'deleting') return { orders: [], move: 'gone', release: true, next: null }
  if (row.status === 'abnormal')
    return now.getTime() - Date.parse(row.since) >= neglected * 60_000
      ? { orders: [], move: 'give-up', reason, next: 1 }
      : { orders: [], reason, next: again }
  for (const move of ['fail', 'lose'] as const)
    if (nextStatus(row.status, move, row.back) !== undefined) return { orders: [], move, task: null, reason, next: 1 }
  return row.held === null ? { orders: [], next: null } : { orders: [], release: true, next: null }
}
