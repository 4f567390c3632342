/** The scenes of sheets: which there are, and their end, which is the sheet's. */
import { overStatuses, type SceneStatus } from '#src/contract/scene/status.ts'
import type { Queryable } from '#mock/db/db.ts'
import { closeScene } from '../../scene/close.ts'
import type { SceneRow } from '../../scene/row.ts'
import { ranSeconds } from '../../scene/time.ts'

export interface SceneOfItem {
  attempt_id: string
  item: string
  scene_id: string
  name: string
  status: SceneStatus
  started_at: string | null
  /** How long it ran, in seconds. */
  ran: number
  recordings: number
}
type Found = Omit<SceneOfItem, 'ran'> & Pick<SceneRow, 'ran_seconds' | 'on_since'>

/** The newest scene of each item of these sheets. */
export async function scenesOf(q: Queryable, attempts: readonly string[], now: Date): Promise<SceneOfItem[]> {
  if (!attempts.length) return []
  const { rows } = await q.query<Found>(
    `select distinct on (e.attempt_id, e.item) e.attempt_id, e.item, s.id as scene_id, s.name, s.status, s.started_at, s.ran_seconds, s.on_since,
       (select count(*)::integer from recording r where r.scene_id = s.id and r.bytes > 0) as recordings
     from exam_scene e join scene s on s.id = e.scene_id where e.attempt_id = any($1::text[])
     order by e.attempt_id, e.item, e.at desc, e.scene_id desc`,
    [[...attempts]],
  )
  return rows.map(({ ran_seconds, on_since, ...r }) => ({
    ...r,
    started_at: r.started_at && new Date(r.started_at).toISOString(),
    ran: ranSeconds({ ran_seconds, on_since }, now),
  }))
}
/** A scene without whose sheet it belongs to. */
export const sceneWithoutAttempt = ({ item, scene_id, name, status, started_at, ran, recordings }: SceneOfItem) => ({
  item,
  scene_id,
  name,
  status,
  started_at,
  ran,
  recordings,
})
export const isSceneLive = ({ status }: Pick<SceneOfItem, 'status'>): boolean => !overStatuses.has(status)

/** The sheet is handed in, by whoever: what ran for it ends. */
export async function endScenes(q: Queryable, attempt: string, now: Date): Promise<void> {
  const { rows } = await q.query<{ scene_id: string }>(
    'select scene_id from exam_scene where attempt_id = $1 order by scene_id',
    [attempt],
  )
  for (const { scene_id } of rows) await closeScene(q, scene_id, now)
}
