/** Machines of contests are put off by the rule of their contest: by as long as they run, as often as they like, shortly before they end. */
import type { Queryable } from '#mock/db/db.ts'
import type { SceneRow } from './row.ts'
import { remainingOf } from './time.ts'

/** Seconds left from which on they are put off. */
const last = 10 * 60

/** Minutes by which scenes of contests are put off. Other scenes are not in it. */
export async function contestMinutes(q: Queryable, ids: readonly string[]): Promise<ReadonlyMap<string, number>> {
  if (!ids.length) return new Map()
  const { rows } = await q.query<{ id: string; minutes: number }>(
    `select c.scene_id as id, coalesce((t.instances->>'minutes')::integer, 120) as minutes
     from contest_scene c join contest_item i on i.id = c.item_id join contest t on t.id = i.contest_id where c.scene_id = any($1::text[])`,
    [[...ids]],
  )
  return new Map(rows.map((r) => [r.id, r.minutes]))
}
/** How often one may be put off in all, as things stand. */
export const contestExtensions = (row: SceneRow, now: Date): number => {
  const left = remainingOf(row, now)
  return row.extensions + Number(left !== null && left <= last)
}
