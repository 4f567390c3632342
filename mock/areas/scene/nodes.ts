/** Single nodes: switched by those who may, listed as instances for those who oversee every scene. */
import { signed } from '#src/contract/notice/byline.ts'
import type { z } from 'zod'
import type { Instance } from '#src/contract/scene/instance.schema.ts'
import { instance } from '#src/contract/scene/instance.ts'
import type { NodeEvent } from '#src/contract/scene/node.ts'
import { openStatuses } from '#src/contract/scene/status.ts'
import type { TopologyDocument } from '#src/contract/topology/document.ts'
import { each } from '#mock/crud/bulk.ts'
import { paged } from '#mock/crud/paged.ts'
import { where } from '#mock/crud/where.ts'
import type { Queryable } from '#mock/db/db.ts'
import { area, handlersByWord, Fail, type Caller } from '#mock/http/request/handler.ts'
import type { NodeMetrics, SceneDriver } from '#mock/world/scene/driver.ts'
import type { Drivers } from '#mock/world/scene/drivers.ts'
import { type SceneRequestContext, settleEnd, sceneAuditState } from './ask.ts'
import { narrowTo, orderTo } from './list.ts'
import { insertSceneNodes } from './make.ts'
import { shownScenes } from './present.ts'
import { isSceneLeader, mayOpenNode, maySwitch, runsAll, sceneFor } from './rights.ts'
import { matterOf, type NodeRow, nodesOf, type SceneRow } from './row.ts'
import { moveScene, logSceneEvents, type Noted, publishSceneChange, wake, write } from './write.ts'

type OnNode = NodeEvent | 'remove'

/** What of the scene's nodes the caller may touch; anything else is not there for him. */
async function picked(c: SceneRequestContext, scene: string, ids: readonly string[]) {
  const found = await sceneFor(c.q, c.who, scene, true)
  const row = await settleEnd(c.q, found.row, c.platform.now())
  const all = (await nodesOf(c.q, [scene])).get(scene) ?? []
  const own = all.filter((n) => ids.includes(n.node_id) && n.boots && mayOpenNode(found.part, n, row))
  if (own.length < new Set(ids).size) throw new Fail('not_found')
  return { row, part: found.part, own }
}

/** The scene after nodes of it were switched. */
async function onNodes(
  c: SceneRequestContext,
  scene: string,
  ids: readonly string[],
  event: OnNode,
): Promise<SceneRow> {
  const { q, who, platform } = c
  const now = platform.now()
  const { row, part, own } = await picked(c, scene, ids)
  if (event === 'remove' ? !isSceneLeader(part) : !maySwitch(part, row)) throw new Fail('no_operation_permission')
  if (row.status !== 'running' && row.status !== 'ongoing' && !(row.status === 'abnormal' && event !== 'remove'))
    throw new Fail('not_allowed_in_state', { status: row.status, action: event })
  const by = { id: who.id, name: signed(who) }
  await logSceneEvents(
    q,
    scene,
    now,
    own.map(
      (node): Noted => ({
        ...(event === 'remove' ? { code: 'node_removed' } : { code: 'node_asked', params: { event } }),
        node,
        by,
      }),
    ),
  )
  const after = event === 'remove' ? await without(c, row, own) : await switched(q, row, own, event, now, who.id)
  for (const n of own)
    c.audit({
      entity: 'instance',
      id: `${scene}.${n.node_id}`,
      before: { name: n.name, status: n.status },
      details: { scene: row.name },
    })
  await wake(q)
  return after
}

async function switched(
  q: Queryable,
  row: SceneRow,
  own: readonly NodeRow[],
  event: NodeEvent,
  now: Date,
  by: string,
): Promise<SceneRow> {
  await q.query(`update scene_node set wanted = $3, reboot_at = $4 where scene_id = $1 and node_id = any($2::text[])`, [
    row.id,
    own.map((n) => n.node_id),
    event === 'stop' ? 'off' : 'on',
    // a crashed one is started by rebooting it
    event === 'reboot' || (event === 'start' && own.some((n) => n.status === 'crashed')) ? now.toISOString() : null,
  ])
  const after = await write(q, row, { updated_by: by, next_at: now.toISOString() }, now)
  await publishSceneChange(q, row)
  return after
}

/** Takes nodes out of the scene's drawing; the engine makes what runs agree with it. */
async function without(c: SceneRequestContext, row: SceneRow, own: readonly NodeRow[]): Promise<SceneRow> {
  const { q, platform, who } = c
  const now = platform.now()
  const gone = new Set(own.map((n) => n.node_id))
  const matter = await matterOf(q, row.id)
  const document: TopologyDocument = {
    ...matter.document,
    nodes: matter.document.nodes.filter((n) => !gone.has(n.id)),
    links: matter.document.links.filter((l) => !gone.has(l.from.node) && !gone.has(l.to.node)),
  }
  const instances = row.instances - own.length
  if (instances === 0) throw new Fail('topology_unfit', { problems: [{ node: '', code: 'no_nodes' }] })
  await q.query('update scene set document = $2::jsonb where id = $1', [row.id, JSON.stringify(document)])
  await insertSceneNodes(q, { id: row.id, driver: row.driver, ...matter }, document, now)
  const after = await moveScene(q, row, 'modify', now, {
    task: { event: 'modify', step: 0 },
    node_count: document.nodes.length,
    instances,
    // they are gone before anybody else is let in for them
    next_at: now.toISOString(),
    updated_by: who.id,
  })
  c.audit({ entity: 'scene', id: row.id, before: sceneAuditState(row), after: sceneAuditState(after) })
  return after
}

interface Raw extends Omit<NodeRow, 'kind'> {
  /** Of those that boot. */
  kind: z.input<typeof Instance>['kind']
  scene_name: string
  scene_status: SceneRow['status']
  driver: string
  host: string
  owner_id: string
  owner_name: string
  updated_at: string
  created_at: string
  created_by: string
}

const named = {
  id: `t.scene_id || '.' || t.node_id`,
  scene_name: 's.name',
  scene_status: 's.status',
  owner_id: 's.owner_id',
  owner_name: 's.owner_id',
  name: 't.name collate "C"',
  address: 't.address collate "C"',
}

/** How busy nodes are, by scene and node: what runs them is asked once for all of its scenes where it can be. */
async function loadsOf(drivers: Drivers, live: readonly Raw[]): Promise<ReadonlyMap<string, NodeMetrics>> {
  const scenesOf = new Map<SceneDriver, Set<string>>()
  for (const r of live) {
    const driver = drivers.of(r)
    scenesOf.set(driver, (scenesOf.get(driver) ?? new Set()).add(r.scene_id))
  }
  const loads = new Map<string, NodeMetrics>()
  const keep = (scene: string, figures: readonly NodeMetrics[]): void => {
    for (const f of figures) loads.set(`${scene}.${f.node}`, f)
  }
  await Promise.all(
    [...scenesOf].map(async ([driver, scenes]) => {
      const found = await driver.metricsOf?.([...scenes]).catch(() => new Map<string, NodeMetrics[]>())
      if (found) for (const [scene, figures] of found) keep(scene, figures)
      else
        await Promise.all(
          [...scenes].map(async (scene) => keep(scene, await driver.metrics({ scene, fence: 0 }).catch(() => []))),
        )
    }),
  )
  return loads
}

async function page(q: Queryable, who: Caller, drivers: Drivers, query: Readonly<Record<string, unknown>>) {
  const works = runsAll(who)
  const w = where()
  w.and('t.boots')
  w.and(`s.status <> 'deleted'`)
  narrowTo(w, instance, query, { ...named, address: 't.find' }, `(t.find || ' ' || s.find)`)
  const found = await paged<Raw>(q, {
    select: `t.*, s.name as scene_name, s.status as scene_status, s.driver, s.host, s.owner_id, s.created_at, s.created_by,
      (select u.data ->> 'name' from r_user u where u.id = s.owner_id) as owner_name`,
    from: 'scene_node t join scene s on s.id = t.scene_id',
    w,
    order: orderTo(instance, query, named, ['t.scene_id', 't.node_id']),
    query,
  })
  const loads = await loadsOf(
    drivers,
    found.rows.filter((r) => r.status === 'on' || r.status === 'booting'),
  )
  return {
    ...found,
    items: found.rows.map((r): z.input<typeof Instance> => {
      const id = `${r.scene_id}.${r.node_id}`
      const load = loads.get(id)
      const live = r.scene_status === 'running' || r.scene_status === 'ongoing' || r.scene_status === 'abnormal'
      const on = r.status === 'on' || r.status === 'booting'
      return {
        id,
        version: 1,
        created_at: r.created_at,
        updated_at: r.since,
        created_by: r.created_by,
        updated_by: r.created_by,
        can: !works
          ? []
          : [
              ...(live && (r.status === 'off' || r.status === 'crashed') ? ['start'] : []),
              ...(live && on ? ['stop'] : []),
              ...(live && (on || r.status === 'crashed') ? ['reboot'] : []),
              ...(live && r.scene_status !== 'abnormal' ? ['remove'] : []),
              ...(openStatuses.has(r.scene_status) && r.status === 'on' ? ['console'] : []),
            ],
        name: r.name,
        status: r.status,
        scene_id: r.scene_id,
        scene_name: r.scene_name,
        scene_status: r.scene_status,
        node_id: r.node_id,
        owner_id: r.owner_id,
        owner_name: r.owner_name ?? '',
        address: r.address,
        image_name: r.image_name,
        system: r.system,
        kind: r.kind,
        cpu: r.cpu,
        memory: r.memory,
        disk: r.disk,
        cpu_load: load?.cpu ?? null,
        memory_load: load?.memory ?? null,
        since: r.since,
        consoles: r.desktop ? ['terminal', 'desktop'] : ['terminal'],
        reason: r.reason ? { code: r.reason } : null,
      }
    }),
  }
}

const split = (id: string): [scene: string, node: string] => {
  const at = id.indexOf('.')
  if (at < 1) throw new Fail('not_found')
  return [id.slice(0, at), id.slice(at + 1)]
}

const words = ['start', 'stop', 'reboot', 'remove'] as const
const ofScene = handlersByWord(
  'POST /scenes/:id/nodes/',
  words,
  (event) => async (c: SceneRequestContext & { params: { id: string }; body: { nodes: string[] } }) => {
    const [out] = await shownScenes(c.q, c.platform, c.who, [await onNodes(c, c.params.id, c.body.nodes, event)])
    if (!out) throw new Fail('not_found')
    return out
  },
)
const several = handlersByWord(
  'POST /instances/',
  words,
  (event) => (c: SceneRequestContext & { body: { ids: string[] } }) =>
    each(
      c.q,
      c.body.ids,
      async (id) => {
        const [scene, node] = split(id)
        await onNodes(c, scene, [node], event)
      },
      (id, { code, details }) => c.audit({ entity: 'instance', id, code, details }),
    ),
)

export const sceneNodeHandlers = (drivers: Drivers) => ({
  ...ofScene,
  ...several,
  ...area({
    'GET /instances': async ({ q, who, query }) => {
      const { items, total, page: at, page_size } = await page(q, who, drivers, query)
      return { items, total, page: at, page_size }
    },
  }),
})
