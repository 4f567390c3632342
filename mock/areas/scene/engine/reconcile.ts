/** At the start of a server: what the driver has and nobody knows goes; what should be there and is not is looked at at once. */
import type { Platform } from '#mock/http/handler.ts'
import type { SceneDriver } from '#mock/world/scene/driver.ts'
import { note, wake } from '../write.ts'

export async function reconcile(
  { db, now, log }: Platform,
  driver: SceneDriver,
): Promise<{ removed: number; looked: number }> {
  const there = await driver.scenes()
  const { rows: known } = await db.query<{ id: string; status: string; fence: number }>(
    `select id, status, fence from scene where id = any($1::text[])`,
    [[...there]],
  )
  const rows = new Map(known.map((r) => [r.id, r]))
  let removed = 0
  for (const id of there) {
    const row = rows.get(id)
    if (row && row.status !== 'deleted') continue
    await driver.delete({ scene: id, fence: (row?.fence ?? 0) + 1_000_000 })
    removed++
    log.warn({ event: 'scene-orphan', scene: id }, 'a scene nobody knows was removed')
  }
  // a look at each decides whether it is still what it should be
  const { rows: lost } = await db.query<{ id: string }>(
    `update scene set next_at = $1 where status in ('running', 'ongoing', 'hang', 'paused', 'abnormal') and driver = $2
       and not id = any($3::text[]) returning id`,
    [now().toISOString(), driver.name, [...there]],
  )
  for (const { id } of lost)
    await note(db, id, now(), [{ code: 'reconciled', level: 'warn', params: { code: 'lost' } }])
  if (lost.length) await wake(db)
  return { removed, looked: lost.length }
}
