/** The machines of a challenge: one scene for each entry, with its own flag in it, for everybody of its roster. */
import { questionTitleOf } from '#src/contract/bank/shown.ts'
import { divisionAllows } from '#src/contract/contest/division.ts'
import { cut } from '#src/contract/lib/text.ts'
import { signed } from '#src/contract/notice/byline.ts'
import { sceneLimits } from '#src/contract/scene/node.ts'
import { SceneBody } from '#src/contract/scene/scene.schema.ts'
import type { Queryable } from '#mock/db/db.ts'
import { Fail, type Handler, staged } from '#mock/http/request/handler.ts'
import type { Drivers } from '#mock/world/scene/drivers.ts'
import { flagInScene, flagRuleOf } from '../bank/flag/inScene.ts'
import { flagKeys } from '../bank/flag/seal.ts'
import { passGate } from '../scene/capacity.ts'
import { closeScene } from '../scene/close.ts'
import { chosenRunner } from '../scene/drivers.ts'
import { makeScene } from '../scene/make.ts'
import type { ContestRow } from './contest.ts'
import { openItem } from './play.ts'
import { entryScenes, ownScene } from './scenes.ts'

/** Makes room for one more, or says what stands in its way. */
async function makeRoom(q: Queryable, { instances }: ContestRow, entry: string, now: Date): Promise<void> {
  const { most = 3, close_oldest = false } = instances
  const live = await entryScenes(q, entry)
  if (live.length < most) return
  if (!close_oldest) throw new Fail('contest_scenes', { most, names: live.map((s) => s.name).join(', ') })
  for (const { id } of live.slice(0, live.length - most + 1)) await closeScene(q, id, now)
}

export const startContestScene = (drivers: Drivers): Handler<'POST /contest-items/:id/scene'> =>
  staged(
    async (c) => {
      const { view, item } = await openItem(c, c.params.id)
      const { own, contest, times } = view
      if (own === undefined) throw new Fail('contest_not_in')
      const open = times.status === 'ongoing' && !item.closed && divisionAllows(item.bits, 'submit')
      if (!open || !item.data.topology_id)
        throw new Fail('not_allowed_in_state', { status: times.status === 'ongoing' ? 'closed' : times.status })
      return { own, contest, item, topology_id: item.data.topology_id }
    },
    async (c, { own, contest, item, topology_id }) => {
      const { q, who, platform, audit } = c
      // somebody else of the team may press at the same moment
      const { rows: still } = await q.query(
        `select 1 from contest_participant where id = $1 and status = 'accepted' for update`,
        [own],
      )
      if (!still.length) throw new Fail('contest_not_in')
      const had = await ownScene(q, own, item.id)
      if (had) return { scene_id: had }
      await passGate(q)
      await makeRoom(q, contest, own, platform.now())
      const { rows: people } = await q.query<{ user_id: string }>(
        'select user_id from contest_member where participant_id = $1 order by user_id',
        [own],
      )
      const asked = SceneBody.parse({
        name: cut(questionTitleOf(item.data, who.language), sceneLimits.name.max).padEnd(sceneLimits.name.min, '·'),
        topology_id,
        kind: 'group',
        type: 'practice',
        owner_id: who.id,
        member_ids: people.flatMap((p) => (p.user_id === who.id ? [] : [p.user_id])),
        minutes: contest.instances.minutes ?? 120,
      })
      const keys = await flagKeys(platform)
      const flag = flagInScene(flagRuleOf(item.data.flag, keys), item.question_id, own, keys)
      // made by the platform: nobody leads it
      const by = { id: '', name: signed(who) }
      const row = await makeScene(q, platform, asked, by, await chosenRunner(platform, drivers, undefined), flag)
      await q.query(
        `insert into contest_scene (participant_id, item_id, scene_id) values ($1, $2, $3)
         on conflict (participant_id, item_id) do update set scene_id = excluded.scene_id`,
        [own, item.id, row.id],
      )
      audit({ entity: 'contest-item', id: item.id, details: { scene: row.id } })
      return { scene_id: row.id }
    },
  )
