/** What becomes of a scene whose driver refused: some things are tried again until their deadline, some end at once. */
import type { Reason } from '#src/contract/scene/node.ts'
import type { DriverRefusal } from '#mock/world/scene/driver.ts'
import type { SceneRow } from '../row.ts'
import type { Decision } from './decision.ts'

/** Seconds before the next try. */
const waits = [1, 2, 4, 8, 15, 30] as const

export function refused(
  row: Pick<SceneRow, 'status' | 'task' | 'failures'>,
  { code, node }: Pick<DriverRefusal, 'code' | 'node'>,
): Decision {
  const next = waits[Math.min(row.failures, waits.length - 1)] ?? 30
  // the plan says what will never work
  if (row.status === 'init') {
    const reason: Reason =
      code === 'image_missing'
        ? { code: 'image_missing', params: { node } }
        : { code: 'driver_refused', params: { code } }
    return { orders: [], move: 'fail', task: null, reason, next: 1 }
  }
  if (row.task?.event === 'snapshot') {
    const reason = { code: 'snapshot_failed' as const, params: { name: row.task.snapshot?.name ?? '' } }
    return { orders: [], move: 'done', task: null, reason, next }
  }
  return { orders: [], ...(row.task ? { task: { ...row.task, error: code } } : {}), next }
}
