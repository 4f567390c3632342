/** Ends a scene that another area made for itself. */
import { nextStatus } from '#src/contract/scene/status.ts'
import type { Queryable } from '#mock/db/db.ts'
import { findScene } from './row.ts'
import { moveScene, wake } from './write.ts'

/** @returns whether there was something to end */
export async function closeScene(q: Queryable, id: string, now: Date): Promise<boolean> {
  const row = await findScene(q, id, true)
  if (!row || nextStatus(row.status, 'close') === undefined) return false
  await q.query('delete from scene_ticket where scene_id = $1', [id])
  await moveScene(q, row, 'close', now, { task: null, reason: null, failures: 0, next_at: now.toISOString() })
  await wake(q)
  return true
}
