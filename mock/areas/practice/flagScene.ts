/** The scene of a challenge or an exercise: one for each learner, with his own flag in it where there is one. */
import { signed } from '#src/contract/notice/byline.ts'
import { overStatuses, type SceneStatus } from '#src/contract/scene/status.ts'
import { sceneLimits } from '#src/contract/scene/node.ts'
import { cut } from '#src/contract/lib/text.ts'
import { questionTitleOf } from '#src/contract/bank/shown.ts'
import { SceneBody } from '#src/contract/scene/scene.schema.ts'
import type { Queryable } from '#mock/db/db.ts'
import { type Ctx, Fail, type Handler } from '#mock/http/request/handler.ts'
import type { Drivers } from '#mock/world/scene/drivers.ts'
import { flagInScene, flagRuleOf } from '../bank/flag/inScene.ts'
import { flagKeys } from '../bank/flag/seal.ts'
import { passGate, refuseMany } from '../scene/capacity.ts'
import { chosenRunner } from '../scene/drivers.ts'
import { makeScene } from '../scene/make.ts'
import { openQuestion } from './allowed.ts'
import { challengeOf } from './flagSubmit.ts'

/** The scene that is there; one that is over is none. */
export async function liveScene(q: Queryable, user: string, question: string): Promise<string | null> {
  const { rows } = await q.query<{ id: string; status: SceneStatus }>(
    `select s.id, s.status from flag_scene f join scene s on s.id = f.scene_id where f.user_id = $1 and f.question_id = $2`,
    [user, question],
  )
  return rows[0] && !overStatuses.has(rows[0].status) ? rows[0].id : null
}

interface Practised {
  entity: 'flag-challenge' | 'exercise'
  id: string
  /** As who starts it reads it: the scene is called so. */
  title: string
  topology: string | null | undefined
  /** What is to be found in it. */
  flag?: () => Promise<string | undefined>
}
/** The one he has, or a new one. */
async function sceneOf(
  { q, who, platform, audit }: Pick<Ctx<'POST /practice-flags/:id/scene'>, 'q' | 'who' | 'platform' | 'audit'>,
  drivers: Drivers,
  { entity, id, title, topology, flag }: Practised,
): Promise<{ scene_id: string }> {
  if (!topology) throw new Fail('not_allowed_in_state')
  // who presses twice waits for himself
  await q.query('select 1 from account where user_id = $1 for update', [who.id])
  const had = await liveScene(q, who.id, id)
  if (had) return { scene_id: had }
  await passGate(q)
  await refuseMany(q, platform, who.id)
  const asked = SceneBody.parse({
    name: cut(title, sceneLimits.name.max).padEnd(sceneLimits.name.min, '·'),
    topology_id: topology,
    kind: 'private',
    type: 'practice',
    owner_id: who.id,
  })
  // made by the platform: he owns what runs and leads nothing
  const by = { id: '', name: signed(who) }
  const row = await makeScene(q, platform, asked, by, await chosenRunner(platform, drivers, undefined), await flag?.())
  await q.query(
    `insert into flag_scene (user_id, question_id, scene_id) values ($1, $2, $3)
     on conflict (user_id, question_id) do update set scene_id = excluded.scene_id`,
    [who.id, id, row.id],
  )
  audit({ entity, id, details: { scene: row.id } })
  return { scene_id: row.id }
}

export const startScene =
  (drivers: Drivers): Handler<'POST /practice-flags/:id/scene'> =>
  async (c) => {
    const { id, data } = await challengeOf(c, c.params.id)
    const flag = async () => {
      const keys = await flagKeys(c.platform)
      return flagInScene(flagRuleOf(data.flag, keys), id, c.who.id, keys)
    }
    return sceneOf(c, drivers, {
      entity: 'flag-challenge',
      id,
      title: questionTitleOf(data, c.who.language),
      topology: data.topology_id,
      flag,
    })
  }

export const startExerciseScene =
  (drivers: Drivers): Handler<'POST /practice/questions/:id/scene'> =>
  async (c) => {
    const { id, data } = await openQuestion(c.q, c.who, c.params.id, c.platform.now())
    const title = questionTitleOf(data, c.who.language)
    return sceneOf(c, drivers, { entity: 'exercise', id, title, topology: data.topology_id })
  }
