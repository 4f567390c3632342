/** A candidate's own scene of a question on his sheet: started from there, with his flag in it, while he may write. */
import { signed } from '#src/contract/notice/byline.ts'
import { cut } from '#src/contract/lib/text.ts'
import { sceneLimits } from '#src/contract/scene/node.ts'
import { SceneBody } from '#src/contract/scene/scene.schema.ts'
import { Fail, type Handler } from '#mock/http/request/handler.ts'
import type { Drivers } from '#mock/world/scene/drivers.ts'
import { flagKeys } from '../../bank/flag/seal.ts'
import { flagInScene, flagRuleOf } from '../../bank/flag/inScene.ts'
import { chosenRunner } from '../../scene/drivers.ts'
import { makeScene } from '../../scene/make.ts'
import { ownSheet, stillOpen } from '../attempt.ts'
import { idsInOrder, sheetOrderOf, type Papers } from '../sheet.ts'
import { isSceneLive, scenesOf } from './scenes.ts'

const wrong = (rule: string) => new Fail('validation', { fields: [{ path: 'item', rule }] })

export const startExamScene =
  (papers: Papers, drivers: Drivers): Handler<'POST /exam-attempts/:id/scene'> =>
  async (c) => {
    const { q, who, platform, params, body, audit } = c
    const now = platform.now()
    // who presses twice waits for himself, and nobody hands in meanwhile
    const sheet = await ownSheet(c, params.id, true)
    const { row, exam, run } = sheet
    stillOpen(sheet, now)
    // answers on their way are taken for a moment longer, machines are not
    if (run?.paused_from) throw new Fail('exam_paused')
    const read = await papers.read(q, row.paper_id, row.variant, who.language)
    const key = read.items.keys.get(body.item)
    if (!key) throw wrong('unknown_reference')
    if (exam.navigation === 'sequential' && idsInOrder(sheetOrderOf(read, row))[row.position - 1] !== body.item)
      throw wrong('not_before_you')
    if (key.topology_id === null) throw new Fail('not_allowed_in_state')
    const had = (await scenesOf(q, [row.id], now)).find((s) => s.item === body.item)
    if (had && isSceneLive(had)) return { scene_id: had.scene_id }
    const { rows: drawn } = await q.query('select 1 from r_topology where id = $1', [key.topology_id])
    if (!drawn.length) throw new Fail('topology_gone')
    const keys = await flagKeys(platform)
    const flag = key.flag && flagInScene(flagRuleOf(key.flag, keys), key.question_id, row.id, keys)
    const title = read.items.asked.get(body.item)?.title ?? ''
    const asked = SceneBody.parse({
      name: cut(title, sceneLimits.name.max).padEnd(sceneLimits.name.min, '·'),
      topology_id: key.topology_id,
      kind: 'private',
      type: 'individual',
      owner_id: who.id,
      // it ends with the sheet, whenever that will be
      minutes: null,
    })
    // made by the platform: he owns what runs and leads nothing
    const by = { id: '', name: signed(who) }
    const scene = await makeScene(q, platform, asked, by, await chosenRunner(platform, drivers, undefined), flag)
    await q.query('insert into exam_scene (attempt_id, item, scene_id, at) values ($1, $2, $3, $4)', [
      row.id,
      body.item,
      scene.id,
      now.toISOString(),
    ])
    audit({ entity: 'exam', id: row.exam_id, details: { attempt: row.id, item: body.item, scene: scene.id } })
    return { scene_id: scene.id }
  }

/** Scenes of the caller's sheet that are not over. */
export const examScenes: Handler<'GET /exam-attempts/:id/scenes'> = async (c) => {
  const { row } = await ownSheet(c, c.params.id)
  const all = await scenesOf(c.q, [row.id], c.platform.now())
  return { items: all.filter(isSceneLive).map(({ item, scene_id }) => ({ item, scene_id })) }
}
