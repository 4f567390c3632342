/** Scenes over HTTP. */
import { hides } from '#src/contract/lib/oneLine.ts'
import { signed } from '#src/contract/notice/byline.ts'
import { existing } from '#mock/crud/references.ts'
import { usable } from '#mock/crud/ownership.ts'
import type { FieldProblem } from '#src/contract/problems.ts'
import { bulkEvents } from '#src/contract/scene/routes.ts'
import { askedEvents } from '#src/contract/scene/status.ts'
import { each } from '#mock/crud/bulk.ts'
import { fold } from '#mock/crud/fold.ts'
import type { Queryable } from '#mock/db/db.ts'
import { area, handlersByWord, Fail, type Platform, type Caller } from '#mock/http/request/handler.ts'
import type { Drivers } from '#mock/world/scene/drivers.ts'
import { type SceneRequestContext, requestSceneEvent, extend, faults, settleEnd, sceneAuditState } from './ask.ts'
import { chosenRunner } from './drivers.ts'
import { sceneChoices, sceneList } from './list.ts'
import { layPeople, makeScene } from './make.ts'
import { sceneDetailOf, shownScenes } from './present.ts'
import { isSceneLeader, sceneFor } from './rights.ts'
import { findScene, type SceneRow } from './row.ts'
import { watch } from './watch.ts'
import { logSceneEvents, publishSceneChange, wake, write } from './write.ts'

/** Its own scenes the platform names as what they are for is named. */
function refuseHidden(name: string): void {
  if (hides(name)) throw new Fail('validation', { fields: [{ path: 'name', rule: 'hidden_characters' }], in: 'body' })
}

/** Accounts and teams that are others than before, each by where the body names it; one that is left out by its list. */
function changed(
  path: 'member_ids' | 'team_ids' | 'leader_ids',
  asked: readonly string[],
  had: readonly string[],
): FieldProblem[] {
  const at = (id: string, place: string): FieldProblem => ({ path: place, rule: 'fixed', params: { id } })
  return [
    ...asked.flatMap((id, n) => (had.includes(id) ? [] : [at(id, `${path}.${n}`)])),
    ...had.filter((id) => !asked.includes(id)).map((id) => at(id, path)),
  ]
}

async function one(q: Queryable, platform: Platform, who: Caller, row: SceneRow) {
  const [out] = await shownScenes(q, platform, who, [row])
  if (!out) throw new Fail('not_found')
  return out
}

const events = (drivers: Drivers) =>
  handlersByWord(
    'POST /scenes/:id/',
    askedEvents,
    (event) =>
      async (c: SceneRequestContext & { params: { id: string }; body: { name?: string; snapshot_id?: string } }) => {
        const { name, snapshot_id } = c.body
        const snapshot = name !== undefined ? { name } : snapshot_id !== undefined ? { id: snapshot_id } : undefined
        return one(
          c.q,
          c.platform,
          c.who,
          await requestSceneEvent({ ...c, drivers }, c.params.id, event, snapshot ? { snapshot } : {}),
        )
      },
  )

const bulk = (drivers: Drivers) =>
  handlersByWord(
    'POST /scenes/',
    bulkEvents,
    (event) => (c: SceneRequestContext & { body: { ids: string[] } }) =>
      each(
        c.q,
        c.body.ids,
        async (id) => void (await requestSceneEvent({ ...c, drivers }, id, event)),
        (id, { code, details }) => c.audit({ entity: 'scene', id, code, details }),
      ),
  )

export const sceneHandlers = (drivers: Drivers) => ({
  ...events(drivers),
  ...bulk(drivers),
  ...area({
    'GET /scenes': async ({ q, who, platform, query }) => {
      const { rows, ...page } = await sceneList(q, who, query)
      return { items: await shownScenes(q, platform, who, rows), ...page }
    },
    'GET /scenes/options': async ({ q, who, query }) => {
      const { rows, ...page } = await sceneChoices(q, who, query)
      return { items: rows.map((r) => ({ id: r.id, label: r.name, hint: r.topology_name })), ...page }
    },
    'POST /scenes': async (c) => {
      const { q, platform, who, body, audit } = c
      const { topology_id: of, document } = body
      const drawn = [...new Set(document?.nodes.flatMap((n) => n.image_id ?? []))]
      const mine = await usable(q, 'image', drawn, who)
      const withheld = [...(await existing(q, 'image', drawn)).keys()].filter((id) => !mine.has(id))
      if (withheld.length) throw new Fail('validation', { fields: [{ path: 'document', rule: 'not_usable' }] })
      if (of !== undefined && !(await usable(q, 'topology', [of], who)).has(of))
        throw new Fail('validation', { fields: [{ path: 'topology_id', rule: 'not_usable' }] })
      refuseHidden(body.name)
      const on = await chosenRunner(platform, drivers, body.driver)
      const row = await makeScene(q, platform, body, { id: who.id, name: signed(who) }, on)
      await faults(q, row.id, c.meta.fault, platform.now())
      audit({ entity: 'scene', id: row.id, after: sceneAuditState(row) })
      return one(q, platform, who, row)
    },
    'POST /scenes/watch': async ({ q, who, platform, body }) => watch(q, platform, who, body.items),
    'GET /scenes/:id': async ({ q, who, platform, params }) => {
      const { row, part } = await sceneFor(q, who, params.id)
      const out = await sceneDetailOf(q, platform, who, row, part)
      if (!out) throw new Fail('not_found')
      return out
    },
    'PUT /scenes/:id': async (c) => {
      const { q, who, platform, params, body, audit } = c
      const now = platform.now()
      const { row, part } = await sceneFor(q, who, params.id, true)
      if (part === 'member') throw new Fail('no_operation_permission')
      const current = await settleEnd(q, row, now)
      if (current.version !== body.version)
        throw new Fail('stale_version', { current: await one(q, platform, who, current) })
      if (body.name !== row.name) refuseHidden(body.name)
      const { version, ...asked } = body
      // whoever gives away what he only owned stays in it as a member, whom its owner may remove
      const gives = part === 'owner' && asked.owner_id !== row.owner_id
      const people = gives ? { ...asked, member_ids: [...new Set([...asked.member_ids, row.owner_id])] } : asked
      if (!isSceneLeader(part)) {
        // leading opens what people are to find out: nobody makes himself a leader; what the platform made for one stays his alone
        const fields = changed('leader_ids', asked.leader_ids, row.leader_ids)
        if (row.created_by === '') {
          if (asked.owner_id !== row.owner_id)
            fields.push({ path: 'owner_id', rule: 'fixed', params: { id: asked.owner_id } })
          fields.push(...changed('member_ids', asked.member_ids, row.member_ids))
          fields.push(...changed('team_ids', asked.team_ids, row.team_ids))
        }
        if (fields.length) throw new Fail('no_operation_permission', { fields })
      }
      // who made it goes on leading it; who did not lead it does not begin to by giving it away
      const { rows: led } = await q.query(
        `select 1 from scene_person where scene_id = $1 and user_id = $2 and part = 'leader'`,
        [row.id, row.created_by],
      )
      await layPeople(q, row.id, people, led.length ? row.created_by : '')
      const after = await write(q, current, { ...people, version: version + 1, updated_by: who.id }, now)
      await q.query('update scene set find = $2 where id = $1', [row.id, fold(people.name)])
      audit({ entity: 'scene', id: row.id, before: sceneAuditState(current), after: sceneAuditState(after) })
      await logSceneEvents(q, row.id, now, [
        { code: 'asked', params: { event: 'update' }, by: { id: who.id, name: signed(who) } },
      ])
      await publishSceneChange(q, row)
      // consoles of those who are in it no more end
      await wake(q)
      return one(q, platform, who, (await findScene(q, row.id)) ?? after)
    },
    'POST /scenes/:id/extend': async (c) => one(c.q, c.platform, c.who, await extend(c, c.params.id)),
  }),
})
