/** Machines of a class hour end with it, after its grace: whoever learns in them does not put that off. */
import { overrun, sceneGrace } from '#src/contract/classroom/hour.ts'
import { overStatuses } from '#src/contract/scene/status.ts'
import type { Queryable } from '#mock/db/db.ts'
import type { SceneRole } from './rights.ts'
import type { SceneRow } from './row.ts'

/** When they end, by scene; null: the hour is over. Scenes of no hour are not in it. */
export async function hourEndsOf(
  q: Queryable,
  ids: readonly string[],
  now: Date,
): Promise<ReadonlyMap<string, string | null>> {
  if (!ids.length) return new Map()
  const { rows } = await q.query<{ id: string; at: string | null }>(
    `select c.scene_id as id, max(h.ends_at) filter (where h.ended_at is null and h.cancelled_at is null
         and h.ends_at + ${overrun} * interval '1 minute' > $2::timestamptz) + ${sceneGrace} * interval '1 minute' as at
     from class_scene c join class_hour h on h.id = c.hour_id where c.scene_id = any($1::text[]) group by 1`,
    [[...ids], now.toISOString()],
  )
  return new Map(rows.map(({ id, at }) => [id, at === null ? null : new Date(at).toISOString()]))
}

/** Those among these hours whose machines are not gone. */
export async function hoursWithScenes(q: Queryable, hours: readonly string[], now: Date): Promise<ReadonlySet<string>> {
  if (!hours.length) return new Set()
  const { rows } = await q.query<{ id: string }>(
    `select distinct c.hour_id as id from class_scene c join scene s on s.id = c.scene_id
     where c.hour_id = any($1::text[]) and not s.status = any($2::text[]) and (s.ends_at is null or s.ends_at > $3::timestamptz)`,
    [[...hours], [...overStatuses], now.toISOString()],
  )
  return new Set(rows.map((r) => r.id))
}

/** The owner of a scene of several is who leads it. */
export const learnsIn = (part: SceneRole, { kind }: Pick<SceneRow, 'kind'>): boolean =>
  part === 'member' || (part === 'owner' && kind === 'private')

/** Whether more time is left before that than a minute. */
export const endsBefore = (ends_at: string | null, latest: string | null | undefined): boolean =>
  latest === undefined ||
  (latest !== null && ends_at !== null && Date.parse(latest) - new Date(ends_at).getTime() >= 60_000)
