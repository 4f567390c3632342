/** What happened to a scene, what its topology has become, its figures and its snapshots. */
import { signed } from '#src/contract/notice/byline.ts'
import { sceneLimits } from '#src/contract/scene/node.ts'
import type { SceneEventLine, SceneSnapshot } from '#src/contract/scene/scene.schema.ts'
import { area, Fail } from '#mock/http/request/handler.ts'
import type { Drivers } from '#mock/world/scene/drivers.ts'
import { sceneChangesOf } from './changes.ts'
import { sceneOrderOf } from './engine/step.ts'
import { drawnFor } from './make.ts'
import { isSceneLeader, mayAsk, maySee, sceneFor } from './rights.ts'
import { matterOf, nodesOf } from './row.ts'
import { logSceneEvents, publishSceneChange, write } from './write.ts'

const page = 50
const { span, step } = sceneLimits.metrics

export const pastHandlers = (drivers: Drivers) =>
  area({
    'GET /scenes/:id/events': async ({ q, who, params, query }) => {
      const { part } = await sceneFor(q, who, params.id)
      const own = ((await nodesOf(q, [params.id])).get(params.id) ?? []).filter((n) => maySee(part, n))
      const { rows } = await q.query<SceneEventLine>(
        `select seq, at, level, code, params, node_id, node_name, by_id, by_name from scene_event
         where scene_id = $1 and ($2::bigint is null or seq < $2) and ($3::text is null or node_id = $3)
           and ($5 or node_id is null or node_id = any($4::text[]))
         order by seq desc limit ${page + 1}`,
        [
          params.id,
          query.before ?? null,
          query.node ?? null,
          own.map((n) => n.node_id),
          isSceneLeader(part) || part === 'onlooker',
        ],
      )
      const items = rows.slice(0, page)
      return { items, older: rows.length > page ? (items.at(-1)?.seq ?? null) : null }
    },
    'GET /scenes/:id/metrics': async ({ q, who, platform, params }) => {
      const { row, part } = await sceneFor(q, who, params.id)
      const now = platform.now()
      const last = Math.floor(now.getTime() / (step * 1000)) * step * 1000
      const times = Array.from({ length: span / step }, (_, i) => new Date(last - (span / step - 1 - i) * step * 1000))
      const order = { scene: params.id, fence: 0 }
      const driver = drivers.of(row)
      // one that remembers nothing knows the last instant; one that is not here knows nothing
      const known = driver.history
        ? driver.history(order, times)
        : driver.metrics(order).then((last) => [...times.slice(1).map(() => []), last])
      const figures = await known.catch(() => [])
      const nodes = ((await nodesOf(q, [params.id])).get(params.id) ?? []).filter((n) => n.boots && maySee(part, n))
      return {
        from: (times[0] ?? now).toISOString(),
        step,
        server_time: now.toISOString(),
        nodes: nodes.map((n) => {
          const own = figures.map((f) => f.find((m) => m.node === n.node_id))
          return {
            id: n.node_id,
            name: n.name,
            cpu: own.map((m) => m?.cpu ?? null),
            memory: own.map((m) => m?.memory ?? null),
            received: own.map((m) => m?.received ?? null),
            sent: own.map((m) => m?.sent ?? null),
            read: own.map((m) => m?.read ?? null),
            written: own.map((m) => m?.written ?? null),
          }
        }),
      }
    },
    'GET /scenes/:id/changes': async ({ q, who, params }) => {
      const { row, part } = await sceneFor(q, who, params.id)
      if (!mayAsk('modify', part, row)) throw new Fail('no_operation_permission')
      if (row.topology_id === null) throw new Fail('not_allowed_in_state', { status: row.status, action: 'modify' })
      const { document } = await drawnFor(q, who, row.topology_id)
      return sceneChangesOf((await matterOf(q, row.id)).document, document)
    },
    'GET /scenes/:id/snapshots': async ({ q, who, params }) => {
      await sceneFor(q, who, params.id)
      const { rows } = await q.query<SceneSnapshot>(
        'select id, name, at, by_id, by_name, bytes, ready from scene_snapshot where scene_id = $1 order by at desc, id desc',
        [params.id],
      )
      return { items: rows, most: sceneLimits.snapshots }
    },
    'POST /scenes/:id/snapshots/remove': async ({ q, who, platform, params, body, audit, after }) => {
      const { row, part } = await sceneFor(q, who, params.id, true)
      if (!mayAsk('restore', part, row)) throw new Fail('no_operation_permission')
      const { rows } = await q.query<{ name: string }>(
        'select name from scene_snapshot where id = $1 and scene_id = $2 and ready',
        [body.snapshot_id, row.id],
      )
      const [found] = rows
      if (!found) throw new Fail('not_found')
      // one that is being restored is still needed
      if (row.task?.snapshot?.id === body.snapshot_id)
        throw new Fail('not_allowed_in_state', { status: row.status, action: 'remove' })
      await q.query('delete from scene_snapshot where id = $1', [body.snapshot_id])
      const now = platform.now()
      await write(q, row, { updated_by: who.id }, now)
      await logSceneEvents(q, row.id, now, [
        { code: 'snapshot_removed', params: { name: found.name }, by: { id: who.id, name: signed(who) } },
      ])
      await publishSceneChange(q, row)
      audit({ entity: 'snapshot', id: body.snapshot_id, before: { name: found.name, scene: row.name } })
      const order = await sceneOrderOf(q, row)
      after(() => platform.background('scene.snapshot', () => drivers.of(row).dropSnapshot(order, body.snapshot_id)))
      return { id: body.snapshot_id }
    },
  })
