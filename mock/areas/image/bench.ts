/** Working on an image: a scene of one machine for its keeper, then its disk is kept or nothing of it. */
import { signed } from '#src/contract/notice/byline.ts'
import { benchMinutes, type BenchTarget, workable } from '#src/contract/image/bench.ts'
import type { Image } from '#src/contract/image/image.schema.ts'
import { imageMachine } from '#src/contract/image/status.ts'
import { cut } from '#src/contract/lib/text.ts'
import { sceneLimits } from '#src/contract/scene/node.ts'
import type { SceneStatus } from '#src/contract/scene/status.ts'
import { emptyDocument, type TopologyDocument } from '#src/contract/topology/document.ts'
import { documents } from '#mock/crud/documents.ts'
import type { ResourceDocument } from '#mock/crud/hooks.ts'
import { type CallerContext, crudContext } from '#mock/crud/setting.ts'
import { roomOfPerson, roomOnDisk } from '#mock/deposit/room.ts'
import { area, Fail, staged } from '#mock/http/request/handler.ts'
import { publish } from '#mock/live/publish.ts'
import type { Drivers } from '#mock/world/scene/drivers.ts'
import { closeScene } from '../scene/close.ts'
import { chosenRunner, runnerOf } from '../scene/drivers.ts'
import { makeScene } from '../scene/make.ts'
import { wake } from '../scene/write.ts'
import { keepBench, planKeep } from './benchKeep.ts'
import { imageHooks } from './image.ts'
import { keepImage } from './keep.ts'

const s = crudContext('image', imageHooks)
const images = documents('image')
const nodeId = 'image'

/** The machine alone, with a card that leads nowhere. */
const drawingOf = (id: string, data: Partial<Image>): TopologyDocument => ({
  ...emptyDocument(),
  nodes: [
    {
      id: nodeId,
      name: nodeId,
      kind: data.type === 'container' ? 'container' : 'machine',
      x: 0,
      y: 0,
      image_id: id,
      device_id: null,
      cpu: data.cpu ?? 1,
      memory: data.memory ?? 1024,
      disk: data.disk ?? 10,
      ports: [{ id: 'p1', name: 'eth0', type: 'ethernet', access: 'access', network_id: null, address: '', mac: '' }],
      service_ids: [],
      files: [],
      flags: [],
      visibility: 'everybody',
      locked: false,
      note: '',
    },
  ],
})

/** The image and the caller's own machine at it, both held. */
async function mine(
  c: CallerContext,
  id: string,
): Promise<{ before: ResourceDocument<'image'>; was: 'saved' | 'to-edit'; scene: string }> {
  const before = await s.see(c, id, 'lock')
  const row = await s.rows.one(before, s.at(c))
  if (!row.bench || row.bench.state !== 'open') throw new Fail('not_allowed_in_state', { status: row.status })
  if (row.bench.by_id !== c.who.id && !row.can.includes('discard')) throw new Fail('image_connected')
  const { rows } = await c.q.query<{ was: 'saved' | 'to-edit'; scene_id: string }>(
    'select was, scene_id from image_bench where image_id = $1 for update',
    [id],
  )
  return { before, was: rows[0]?.was ?? 'to-edit', scene: rows[0]?.scene_id ?? '' }
}

/** What was asked for once its machine is off, and what a snapshot of it is called. */
export interface Keeping {
  as: BenchTarget
  snapshot: string
}

export const benchHandlers = (drivers: Drivers) => {
  return area({
    'POST /images/:id/connect': async (c) => {
      const { q, platform, who, audit } = c
      const { id } = c.params
      const before = await s.see(c, id, 'lock')
      const row = await s.rows.allow('connect', before, s.at(c))
      if (row.bench) return row
      if (!workable(row)) throw new Fail('not_allowed_in_state', { status: row.status, action: 'connect' })
      await q.query('delete from image_bench where image_id = $1', [id])
      const opened = imageMachine[row.status].reopen
      const hand = { at: platform.now(), by: who.id }
      const doc = opened ? await images.update(q, before, { ...before.data, status: opened }, hand) : before
      const by = { id: who.id, name: signed(who) }
      // an image without a file is only known to the simulation
      const on = before.data.sha256 ? await chosenRunner(platform, drivers, undefined) : runnerOf(drivers, 'simulated')
      const scene = await makeScene(
        q,
        platform,
        {
          name: cut(row.name, sceneLimits.name.max).trim(),
          document: drawingOf(id, before.data),
          kind: 'private',
          type: 'backend-test',
          isolation: 'isolated',
          member_ids: [],
          team_ids: [],
          leader_ids: [],
          minutes: benchMinutes,
        },
        by,
        on,
      )
      await q.query(
        `insert into image_bench (image_id, scene_id, node_id, was, at, by_id, by_name) values ($1, $2, $3, $4, $5, $6, $7)`,
        [id, scene.id, nodeId, row.status, hand.at.toISOString(), who.id, signed(who)],
      )
      audit({ entity: 'image', id, before: { status: row.status }, after: { status: 'to-edit', scene: scene.id } })
      await publish(q, 'images', 'all')
      return s.rows.one(doc ?? before, s.at(c))
    },

    'POST /images/:id/bench/save': staged(
      async ({ platform, params, q }) => {
        const doc = await images.get(q, params.id)
        await roomOnDisk(platform, doc?.data.size ?? 0)
      },
      async (c) => {
        const { q, platform, who, body, audit, after } = c
        const { id } = c.params
        const { before, scene } = await mine(c, id)
        const { rows } = await q.query<{ status: SceneStatus }>('select status from scene where id = $1 for update', [
          scene,
        ])
        const status = rows[0]?.status
        const saving = imageMachine[before.data.status ?? 'error'].save
        if ((status !== 'running' && status !== 'not-running') || !saving)
          throw new Fail('not_allowed_in_state', { status: status ?? '', action: 'save' })
        const hand = { at: platform.now(), by: who.id }
        const at = hand.at.toISOString()
        const keeping: Keeping = { as: body.as, snapshot: '' }
        if (body.as === 'snapshot') {
          if (body.name === '') throw new Fail('validation', { fields: [{ path: 'name', rule: 'required' }] })
          const { rows: taken } = await q.query(
            'select 1 as one from image_snapshot where image_id = $1 and name = $2',
            [id, body.name],
          )
          if (taken.length) throw new Fail('name_taken', { fields: [{ path: 'name', rule: 'taken' }] })
          await roomOfPerson(q, platform, who.id, before.data.size ?? 0)
          keeping.snapshot = platform.newId()
          await q.query(
            `insert into image_snapshot (id, image_id, name, note, state, size, virtual_size, sha256, created_at, created_by, created_by_name)
             values ($1, $2, $3, $4, 'taking', $5, $6, $7, $8, $9, $10)`,
            [
              keeping.snapshot,
              id,
              body.name,
              body.note,
              before.data.size ?? 0,
              before.data.virtual_size ?? 0,
              before.data.sha256 ?? '',
              at,
              who.id,
              signed(who),
            ],
          )
        }
        await q.query(
          `update image_bench set state = 'saving', reason = null, keeping = $2::jsonb, beat_at = null where image_id = $1`,
          [id, JSON.stringify(keeping)],
        )
        await planKeep(q, platform, id)
        await q.query(`update scene_node set wanted = 'off', reboot_at = null where scene_id = $1`, [scene])
        await q.query('update scene set next_at = $2, revision = revision + 1 where id = $1', [scene, at])
        const doc = await images.update(q, before, { ...before.data, status: saving }, hand)
        audit({ entity: 'image', id, before: { status: before.data.status }, after: { status: saving, ...body } })
        await publish(q, 'images', 'all')
        await wake(q)
        after(() => platform.background('image.bench', () => keepBench(platform, drivers, id)))
        return s.rows.one(doc ?? before, s.at(c))
      },
    ),

    'POST /images/:id/bench/discard': async (c) => {
      const { q, platform, who, audit, after } = c
      const { id } = c.params
      const { before, was, scene } = await mine(c, id)
      await s.rows.allow('discard', before, s.at(c))
      await q.query('delete from image_bench where image_id = $1', [id])
      await closeScene(q, scene, platform.now())
      // one that could be used before can be used again
      const back = was === 'saved' ? imageMachine[before.data.status ?? 'error'].save : undefined
      const status = back && before.data.file_name === '' ? 'saved' : back
      const hand = { at: platform.now(), by: who.id }
      const doc = status ? await images.update(q, before, { ...before.data, status }, hand) : before
      audit({
        entity: 'image',
        id,
        before: { status: before.data.status },
        after: { status: status ?? before.data.status },
      })
      await publish(q, 'images', 'all')
      if (status === 'saving') after(() => platform.background('image.keep', () => keepImage(platform, id)))
      return s.rows.one(doc ?? before, s.at(c))
    },
  })
}
