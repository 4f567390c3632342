/** The scene of a challenge: one for each learner, with his own flag in it. */
import { overStatuses, type SceneStatus } from '#src/contract/scene/status.ts'
import { sceneLimits } from '#src/contract/scene/node.ts'
import { cut } from '#src/contract/lib/text.ts'
import { SceneBody } from '#src/contract/scene/scene.schema.ts'
import type { Queryable } from '#mock/db/db.ts'
import { Fail, type Handler } from '#mock/http/handler.ts'
import type { Drivers } from '#mock/world/scene/drivers.ts'
import { flagInScene, ruleOf } from '../bank/flag/inScene.ts'
import { flagKeys } from '../bank/flag/seal.ts'
import { chosen } from '../scene/drivers.ts'
import { makeScene } from '../scene/make.ts'
import { challengeOf } from './flagSubmit.ts'

/** The scene that is there; one that is over is none. */
export async function liveScene(q: Queryable, user: string, question: string): Promise<string | null> {
  const { rows } = await q.query<{ id: string; status: SceneStatus }>(
    `select s.id, s.status from flag_scene f join scene s on s.id = f.scene_id where f.user_id = $1 and f.question_id = $2`,
    [user, question],
  )
  return rows[0] && !overStatuses.has(rows[0].status) ? rows[0].id : null
}

export const startScene =
  (drivers: Drivers): Handler<'POST /practice-flags/:id/scene'> =>
  async (c) => {
    const { q, who, platform, params, audit } = c
    const { id, data } = await challengeOf(c, params.id)
    if (!data.topology_id) throw new Fail('not_allowed_in_state')
    // who presses twice waits for himself
    await q.query('select 1 from account where user_id = $1 for update', [who.id])
    const had = await liveScene(q, who.id, id)
    if (had) return { scene_id: had }
    const keys = await flagKeys(platform)
    const flag = flagInScene(ruleOf(data.flag, keys), id, who.id, keys)
    const name = cut(data.title ?? '', sceneLimits.name.max).padEnd(sceneLimits.name.min, '·')
    const asked = SceneBody.parse({
      name,
      topology_id: data.topology_id,
      kind: 'private',
      type: 'practice',
      owner_id: who.id,
    })
    // made by the platform: he owns what runs and leads nothing
    const by = { id: '', name: who.name }
    const row = await makeScene(q, platform, asked, by, await chosen(platform, drivers, undefined), flag)
    await q.query(
      `insert into flag_scene (user_id, question_id, scene_id) values ($1, $2, $3)
       on conflict (user_id, question_id) do update set scene_id = excluded.scene_id`,
      [who.id, id, row.id],
    )
    audit({ entity: 'flag-challenge', id, details: { scene: row.id } })
    return { scene_id: row.id }
  }
