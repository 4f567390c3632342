/** Machines that images are worked on at, as rows of images show them. */
import type { BenchReason } from '#src/contract/image/bench.ts'
import type { Bench } from '#src/contract/image/image.schema.ts'
import { overStatuses, type SceneStatus } from '#src/contract/scene/status.ts'
import type { Queryable } from '#mock/db/db.ts'

interface Row {
  image_id: string
  scene_id: string
  state: 'open' | 'saving'
  reason: BenchReason | null
  at: string
  by_id: string
  by_name: string
  status: SceneStatus | null
}

/** Machines that images are worked on at, by image. One whose scene is over is none, unless its disk is being kept. */
export async function benchesOf(
  q: Queryable,
  ids: readonly string[],
): Promise<ReadonlyMap<string, NonNullable<Bench>>> {
  if (!ids.length) return new Map()
  const { rows } = await q.query<Row>(
    `select b.image_id, b.scene_id, b.state, b.reason, b.at, b.by_id, b.by_name, s.status
     from image_bench b left join scene s on s.id = b.scene_id where b.image_id = any($1::text[])`,
    [[...ids]],
  )
  return new Map(
    rows
      .filter(
        (r) => r.state === 'saving' || (r.status !== null && r.status !== 'failed' && !overStatuses.has(r.status)),
      )
      .map(({ image_id, status: _s, at, ...r }) => [image_id, { ...r, at: new Date(at).toISOString() }]),
  )
}
