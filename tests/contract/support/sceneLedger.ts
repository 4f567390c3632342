/** What a database says of its scenes, to be held against what callers were told. */
import type { Queryable } from '#mock/db/db.ts'

export interface SceneLedger {
  scenes: { id: string; name: string; status: string; held: number | null; reason: string | null }[]
  /** Scenes the hypervisor has machines of. */
  there: string[]
  /** How often each event was taken: `scene event`. */
  asked: Record<string, number>
}

export async function sceneLedger(q: Queryable): Promise<SceneLedger> {
  const { rows: scenes } = await q.query<SceneLedger['scenes'][number]>(
    `select id, name, status, held, reason ->> 'code' as reason from scene order by id`,
  )
  const { rows: there } = await q.query<{ scene: string }>('select scene from sim_scene where not gone order by scene')
  const { rows: asked } = await q.query<{ what: string; n: number }>(
    `select scene_id || ' ' || (params ->> 'event') as what, count(*)::int as n from scene_event where code = 'asked' group by 1`,
  )
  return { scenes, there: there.map((r) => r.scene), asked: Object.fromEntries(asked.map((r) => [r.what, r.n])) }
}
