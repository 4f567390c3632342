/** At the start of a server: what the driver has and nobody knows goes; what should be there and is not is looked at at once. */
import type { Platform } from '#mock/http/request/handler.ts'
import type { SceneDriver } from '#mock/world/scene/driver.ts'
import { logSceneEvents, wake } from '../write.ts'

/** @param host whose machines the driver has, for one that only reaches this computer’s */
export async function reconcile(
  { db, now, log }: Platform,
  driver: SceneDriver,
  host = '',
): Promise<{ removed: number; looked: number }> {
  const there = await driver.scenes()
  const { rows: known } = await db.query<{ id: string; status: string; fence: number; driver: string }>(
    `select id, status, fence, driver from scene where id = any($1::text[])`,
    [[...there]],
  )
  const rows = new Map(known.map((r) => [r.id, r]))
  let removed = 0
  for (const id of there) {
    const row = rows.get(id)
    if (row && row.driver === driver.name && row.status !== 'deleted') continue
    try {
      await driver.delete({ scene: id, fence: (row?.fence ?? 0) + 1_000_000 })
      removed++
      log.warn({ event: 'scene-orphan', scene: id, driver: driver.name }, 'a scene nobody knows was removed')
    } catch (error) {
      log.error({ event: 'scene-orphan', scene: id, driver: driver.name, error }, 'a scene nobody knows stays')
    }
  }
  // a look at each decides whether it is still what it should be; machines that end with their server have ended with the last one
  const gone = driver.local ? [] : [...there]
  const { rows: lost } = await db.query<{ id: string }>(
    `update scene set next_at = $1 where status in ('running', 'ongoing', 'hang', 'paused', 'abnormal') and driver = $2
       and host = $4 and not id = any($3::text[]) returning id`,
    [now().toISOString(), driver.name, gone, host],
  )
  const kept = new Set(there)
  for (const { id } of lost.filter((s) => !kept.has(s.id)))
    await logSceneEvents(db, id, now(), [{ code: 'reconciled', level: 'warn', params: { code: 'lost' } }])
  if (lost.length) await wake(db)
  return { removed, looked: lost.length }
}
