/** The simulated hypervisor. Its machines are rows and the clock: they boot, stop, fail and are snapshotted without anything running. */
import type { NodeReason } from '#src/contract/scene/node.ts'
import type { Db, Queryable } from '#mock/db/db.ts'
import type { Platform } from '#mock/http/request/handler.ts'
import { faultsOf } from '../../faults.ts'
import { seededFraction } from '../../service/chance.ts'
import { DriverRefusal, type NodeObservation, type NodeMetrics, type SceneDriver, type SceneOrder } from '../driver.ts'
import { noDesktops, openDesktop } from './desktops.ts'
import { injectFile } from './inject.ts'
import { figuresNow, simulatedMetricsOf } from './figures.ts'
import { capture, simOf } from './node.ts'
import { boots, bootTime, holding, simNodes, simScene, nodeStateAt, stopTime } from './state.ts'
import { openTerminal } from './terminal.ts'
import { makeTalks } from './talks.ts'

export type SimulatorPlatform = Pick<Platform, 'db' | 'now' | 'settings' | 'threads'>

/** Settings of the simulation: how fast boots are, and with how many boots and injections in a hundred something goes wrong. */
export const simulation = { speed: 'simulation.speed', faults: 'simulation.faults' } as const
/** What can be broken by name (`mock/world/faults.ts`); the reference is a scene, or a scene and a node with a dot between. */
export const sceneFaults = {
  create: 'scene.create',
  boot: 'scene.boot',
  stuck: 'scene.stuck',
  snapshot: 'scene.snapshot',
  inject: 'scene.inject',
  hang: 'scene.hang',
} as const

const accidents: readonly NodeReason[] = ['boot_failed', 'disk_failed', 'out_of_memory', 'kernel_panic']

const broken = async (q: Queryable, kind: string, ...refs: string[]): Promise<boolean> => {
  const found = await faultsOf(q, kind)
  return refs.some((r) => found.has(r))
}

/** @param usual times as fast as life that machines boot, where no setting says otherwise */
export function simulatedDriver({ db, now, settings, threads }: SimulatorPlatform, usual = 1): SceneDriver {
  const talks = makeTalks({ db, now, start: () => threads.shell() })
  const desktops = noDesktops(talks)
  let injected: Promise<void> = Promise.resolve()
  const at = () => now().toISOString()
  const within = <T>(order: Pick<SceneOrder, 'scene' | 'fence'>, work: Parameters<typeof holding<T>>[2]) =>
    holding(db as Db, order, work)

  async function create(order: SceneOrder): Promise<void> {
    if (await broken(db, sceneFaults.create, order.scene)) throw new DriverRefusal('no_space')
    await (db as Db).tx(async (q) => {
      const had = await simScene(q, order.scene, true)
      if (had && order.fence < had.fence) throw new DriverRefusal('fenced')
      await q.query(
        `insert into sim_scene (scene, fence, document, addresses, images, flags, services, made_at)
         values ($1, $2, $3::jsonb, $4::jsonb, $5::jsonb, $6::jsonb, $7::jsonb, $8)
         on conflict (scene) do update set fence = excluded.fence, document = excluded.document, addresses = excluded.addresses,
           images = excluded.images, flags = excluded.flags, services = excluded.services, gone = false,
           paused_at = case when sim_scene.gone then null else sim_scene.paused_at end`,
        [
          order.scene,
          order.fence,
          JSON.stringify(order.document),
          JSON.stringify(order.addresses),
          JSON.stringify(order.images),
          JSON.stringify(order.flags),
          JSON.stringify(order.services),
          at(),
        ],
      )
      const ids = order.document.nodes.filter(boots).map((n) => n.id)
      await q.query('delete from sim_node where scene = $1 and not node = any($2::text[])', [order.scene, ids])
      await q.query(
        `insert into sim_node (scene, node, power, since) select $1, id, 'off', $3 from unnest($2::text[]) as id on conflict do nothing`,
        [order.scene, ids, at()],
      )
    })
  }

  async function start(order: SceneOrder, nodes?: readonly string[]): Promise<void> {
    const [speed, rate] = [await settings.get(simulation.speed, usual), await settings.get(simulation.faults, 0)]
    await within(order, async (q, s) => {
      const have = await simNodes(q, order.scene)
      for (const n of have) {
        const drawn = s.document.nodes.find((d) => d.id === n.node)
        if (!drawn || (nodes && !nodes.includes(n.node))) continue
        const { power } = nodeStateAt(n, s.paused_at, now())
        if (power === 'on' || power === 'booting' || power === 'suspended') continue
        await q.query('delete from sim_usb where scene = $1 and node = $2', [order.scene, n.node])
        const unlucky = seededFraction(order.scene, n.node, 'accident', n.boots) * 100 < rate
        const named = await broken(q, sceneFaults.boot, order.scene, `${order.scene}.${n.node}`)
        const fails =
          unlucky || named
            ? accidents[Math.floor(seededFraction(order.scene, n.node, 'which', n.boots) * accidents.length)]
            : null
        const stuck = await broken(q, sceneFaults.stuck, order.scene, `${order.scene}.${n.node}`)
        await q.query(
          `update sim_node set power = 'on', since = $3, boot_ms = $4, boots = boots + 1, fails = $5 where scene = $1 and node = $2`,
          [order.scene, n.node, at(), stuck ? 1e9 : bootTime(drawn, order.scene, n.boots, speed), fails ?? null],
        )
      }
    })
  }

  async function history({ scene }: Pick<SceneOrder, 'scene'>, times: readonly Date[]): Promise<NodeMetrics[][]> {
    const s = await simScene(db, scene)
    if (!s || s.gone) return times.map(() => [])
    return simulatedMetricsOf(scene, s, await simNodes(db, scene), times)
  }

  return {
    name: 'simulated',
    local: false,
    available: async () => ({ ok: true }),
    async plan(order) {
      const nodes = order.document.nodes.filter(boots)
      const problems = nodes
        .filter((n) => n.image_id !== null && !(n.image_id in order.images))
        .map((n) => ({ node: n.id, code: 'image_missing' }))
      return { nodes, problems }
    },
    create,
    start,
    stop: (order, nodes, hard = false) =>
      within(order, async (q, s) => {
        for (const n of await simNodes(q, order.scene)) {
          if (nodes && !nodes.includes(n.node)) continue
          const { power } = nodeStateAt(n, s.paused_at, now())
          if (n.power === 'off' && !hard) continue
          if (power === 'off') continue
          await q.query('delete from sim_usb where scene = $1 and node = $2', [order.scene, n.node])
          await q.query(
            `update sim_node set power = 'off', since = $3, boot_ms = $4, fails = null where scene = $1 and node = $2`,
            [order.scene, n.node, at(), hard || power !== 'on' ? 0 : stopTime],
          )
        }
      }),
    pause: (order) =>
      within(order, async (q) => {
        await q.query('update sim_scene set paused_at = $2 where scene = $1 and paused_at is null', [order.scene, at()])
      }),
    resume: (order) =>
      within(order, async (q) => {
        // the time it stood still did not pass for its boots
        await q.query(
          `update sim_node n set since = n.since + ($2::timestamptz - s.paused_at) from sim_scene s
           where n.scene = $1 and s.scene = $1 and s.paused_at is not null and n.power = 'on'`,
          [order.scene, at()],
        )
        await q.query('update sim_scene set paused_at = null where scene = $1', [order.scene])
      }),
    snapshot: (order, name) =>
      within(order, async (q) => {
        if (await broken(q, sceneFaults.snapshot, order.scene)) throw new DriverRefusal('no_space')
        await q.query(
          `insert into sim_snapshot (scene, name, at, bytes, nodes, files)
           select $1, $2, $3,
             coalesce((select sum(coalesce(octet_length(f.body), 0) + 512) from sim_file f where f.scene = $1), 0) + 1048576,
             coalesce((select jsonb_agg(jsonb_build_object('node', n.node, 'power', n.power)) from sim_node n where n.scene = $1), '[]'),
             coalesce((select jsonb_agg(jsonb_build_object('node', f.node, 'path', f.path, 'kind', f.kind, 'mode', f.mode, 'owner', f.owner,
               'size', f.size, 'body', encode(f.body, 'base64'), 'gone', f.gone, 'changed_at', f.changed_at))
               from sim_file f where f.scene = $1), '[]')
           on conflict (scene, name) do update set at = excluded.at, bytes = excluded.bytes, nodes = excluded.nodes, files = excluded.files`,
          [order.scene, name, at()],
        )
        const { rows } = await q.query<{ bytes: number }>(
          'select bytes from sim_snapshot where scene = $1 and name = $2',
          [order.scene, name],
        )
        return { bytes: rows[0]?.bytes ?? 0 }
      }),
    restore: (order, name) =>
      within(order, async (q) => {
        const { rows } = await q.query<{ nodes: { node: string; power: string }[] }>(
          'select nodes from sim_snapshot where scene = $1 and name = $2',
          [order.scene, name],
        )
        if (!rows[0]) throw new DriverRefusal('no_snapshot')
        await q.query('delete from sim_file where scene = $1', [order.scene])
        await q.query(
          `insert into sim_file (scene, node, path, kind, mode, owner, size, body, gone, changed_at)
           select $1, f.node, f.path, f.kind, f.mode, f.owner, f.size, decode(f.body, 'base64'), f.gone, f.changed_at
           from sim_snapshot s cross join lateral jsonb_to_recordset(s.files)
             as f(node text, path text, kind text, mode int, owner text, size bigint, body text, gone boolean, changed_at timestamptz)
           join sim_node n on n.scene = $1 and n.node = f.node
           where s.scene = $1 and s.name = $2`,
          [order.scene, name],
        )
        // those that were off then are off now; the engine starts the others
        const off = rows[0].nodes.filter((n) => n.power !== 'on').map((n) => n.node)
        await q.query(
          `update sim_node set power = 'off', since = $2, boot_ms = 0, fails = null where scene = $1 and (node = any($3::text[]) or power = 'crashed')`,
          [order.scene, at(), off],
        )
      }),
    dropSnapshot: (order, name) =>
      within(order, async (q) => {
        await q.query('delete from sim_snapshot where scene = $1 and name = $2', [order.scene, name])
      }),
    capture: async (order, node, { layer }) => {
      await within(order, async (q) => {
        const host = (await simOf(q, order.scene, now()))?.hosts.get(node)
        const { power } = (await simNodes(q, order.scene)).find((n) => n.node === node) ?? { power: 'on' }
        if (!host) throw new DriverRefusal('unknown_node')
        if (power === 'on') throw new DriverRefusal('node_on')
        await capture(q, host, layer, now())
      })
      return 'layer'
    },
    async delete({ scene, fence }) {
      await (db as Db).tx(async (q) => {
        const s = await simScene(q, scene, true)
        if (s && fence < s.fence) throw new DriverRefusal('fenced')
        await q.query('delete from sim_node where scene = $1', [scene])
        await q.query('delete from sim_snapshot where scene = $1', [scene])
        // of one it never heard of as well: an order to make it may still be on its way
        await q.query(
          `insert into sim_scene (scene, fence, gone, document, addresses, images, flags, made_at) values ($1, $2, true, '{}', '{}', '{}', '{}', $3)
           on conflict (scene) do update set gone = true, fence = $2, document = '{}', addresses = '{}', images = '{}', flags = '{}',
             services = '{}'`,
          [scene, fence, at()],
        )
      })
    },
    async look({ scene, fence }) {
      const s = await simScene(db, scene)
      if (!s || s.gone) return []
      // from now on nobody gives orders whom this one followed
      if (fence > s.fence)
        await db.query('update sim_scene set fence = greatest(fence, $2) where scene = $1', [scene, fence])
      return (await simNodes(db, scene)).map((n): NodeObservation => {
        const ports = s.document.nodes.find((d) => d.id === n.node)?.ports ?? []
        const address =
          ports.map((p) => p.address || (s.addresses[`${n.node}/${p.id}`] ?? '')).find((a) => a !== '') ?? ''
        return { node: n.node, address, ...nodeStateAt(n, s.paused_at, now()) }
      })
    },
    metrics: async (order) => (await history(order, [now()]))[0] ?? [],
    metricsOf: (scenes) => figuresNow(db, scenes, now()),
    history,
    // the engine writes its own log, and nothing happens here that it does not see
    events: async () => [],
    console: ({ scene }, node, kind) =>
      kind === 'terminal' ? openTerminal(db, now, scene, node, talks) : openDesktop(desktops, db, now, scene, node),
    ask: ({ scene }, node, line, limit) => talks.ask({ scene, node, line, limit }),
    plug: (order, node, device) =>
      within(order, async (q, s) => {
        const n = (await simNodes(q, order.scene)).find((each) => each.node === node)
        if (!n || nodeStateAt(n, s.paused_at, now()).power !== 'on') throw new DriverRefusal('node_off')
        await q.query(
          `insert into sim_usb (scene, node, device, about, at) values ($1, $2, $3, $4::jsonb, $5)
           on conflict (scene, device) do update set node = excluded.node, about = excluded.about`,
          [order.scene, node, device.id, JSON.stringify(device), at()],
        )
      }),
    unplug: (order, node, device) =>
      within(order, async (q) => {
        await q.query('delete from sim_usb where scene = $1 and node = $2 and device = $3', [order.scene, node, device])
      }),
    async inject({ scene }, node, file) {
      const of = [scene, `${scene}.${node}`]
      // whoever hangs says nothing, neither now nor later
      if (await broken(db, sceneFaults.hang, ...of)) await new Promise(() => {})
      const unlucky =
        seededFraction(scene, node, file.path, now().getTime()) * 100 < (await settings.get(simulation.faults, 0))
      if (unlucky || (await broken(db, sceneFaults.inject, ...of))) throw new DriverRefusal('no_space')
      // one after the other: a large one keeps the embedded database for a while, and in between others have their turn
      const mine = injected.then(() => injectFile(db, now, scene, node, file))
      injected = mine.catch(() => {})
      await mine
    },
    async scenes() {
      const { rows } = await db.query<{ scene: string }>('select scene from sim_scene where not gone')
      return rows.map((r) => r.scene)
    },
  }
}
