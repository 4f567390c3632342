/** Machines that entries have for challenges of a contest. */
import { overStatuses, type SceneStatus } from '#src/contract/scene/status.ts'
import type { Queryable } from '#mock/db/db.ts'
import { closeScene } from '../scene/close.ts'

/** The scene that is there; one that is over is none. */
export async function ownScene(q: Queryable, entry: string, item: string): Promise<string | null> {
  const { rows } = await q.query<{ id: string; status: SceneStatus }>(
    'select s.id, s.status from contest_scene c join scene s on s.id = c.scene_id where c.participant_id = $1 and c.item_id = $2',
    [entry, item],
  )
  return rows[0] && !overStatuses.has(rows[0].status) ? rows[0].id : null
}
/** Those an entry has, the oldest in front. */
export async function entryScenes(q: Queryable, entry: string): Promise<{ id: string; name: string }[]> {
  const { rows } = await q.query<{ id: string; name: string }>(
    `select s.id, s.name from contest_scene c join scene s on s.id = c.scene_id
     where c.participant_id = $1 and not s.status = any($2::text[]) order by s.created_at, s.id`,
    [entry, [...overStatuses]],
  )
  return rows
}
export async function closeEntryScenes(q: Queryable, entry: string, now: Date): Promise<void> {
  for (const { id } of await entryScenes(q, entry)) await closeScene(q, id, now)
}
