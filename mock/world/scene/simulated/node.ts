/** A simulated node as its shells see it: the ground it stands on, its disk, its switch. */
import type { Queryable } from '#mock/db/db.ts'
import type { UsbPlug } from '../driver.ts'
import { bootImageOf } from '../image.ts'
import { type DiskChange, type Disk, makeDisk } from '../shell/disk.ts'
import { type Host, imageDisk } from '../shell/image.ts'
import { programNames } from '../shell/programs.ts'
import type { SceneNetwork } from '../shell/reach.ts'
import { bootTime, simNodes, simScene, nodeStateAt, stopTime } from './state.ts'

export interface Sim {
  ground: SceneNetwork
  hosts: ReadonlyMap<string, Host>
}

/** What there is of a scene now. Wires and what stands elsewhere are always on. */
export async function simOf(q: Queryable, scene: string, now: Date): Promise<Sim | undefined> {
  const s = await simScene(q, scene)
  if (!s || s.gone) return undefined
  const nodes = new Map((await simNodes(q, scene)).map((n) => [n.node, n]))
  const on = new Set(
    s.document.nodes.flatMap((d) => {
      const n = nodes.get(d.id)
      return !n || nodeStateAt(n, s.paused_at, now).power === 'on' ? [d.id] : []
    }),
  )
  const { rows: sticks } = await q.query<{ node: string; about: UsbPlug }>(
    'select node, about from sim_usb where scene = $1 order by at, device',
    [scene],
  )
  const ground: SceneNetwork = { document: s.document, addresses: s.addresses, on }
  const usbOf = (node: string) => sticks.filter((u) => u.node === node).map((u) => u.about)
  const hosts = new Map(
    s.document.nodes.map((node): [string, Host] => {
      const image = bootImageOf(node, s.images)
      const n = nodes.get(node.id)
      const since = n ? new Date(Date.parse(n.since) + n.boot_ms) : now
      const layer = (node.image_id === null ? undefined : s.images[node.image_id]?.layer) ?? ''
      const services = node.service_ids.flatMap((id) => s.services[id] ?? [])
      return [
        node.id,
        {
          scene,
          node,
          system: image.os,
          image: image.name,
          layer,
          usb: usbOf(node.id),
          ground,
          flags: s.flags,
          services,
          since,
        },
      ]
    }),
  )
  return { ground, hosts }
}

interface Stored extends Omit<DiskChange, 'changed'> {
  changed_at: string
}

/** @param bodies false where nothing is read: what stands in files may be much */
export async function diskOf(q: Queryable, host: Host, now: () => Date, bodies = true): Promise<Disk> {
  const columns = `path, kind, mode, owner, size, ${bodies ? '' : 'null::bytea as '}body, gone, changed_at`
  const { rows: under } = host.layer
    ? await q.query<Stored>(`select ${columns} from sim_layer_file where layer = $1 order by path`, [host.layer])
    : { rows: [] }
  const { rows: over } = await q.query<Stored>(
    `select ${columns} from sim_file where scene = $1 and node = $2 order by path`,
    [host.scene, host.node.id],
  )
  const changes = [...under, ...over].map(
    ({ changed_at, ...r }): DiskChange => ({ ...r, changed: new Date(changed_at) }),
  )
  const up = () => Math.max(1, (now().getTime() - host.since.getTime()) / 1000)
  return makeDisk(imageDisk(host, programNames), changes, now, {
    '/proc/uptime': () => `${up().toFixed(2)} ${(up() * 0.93).toFixed(2)}\n`,
    '/proc/loadavg': () => '0.08 0.05 0.01 1/112 731\n',
    '/proc/meminfo': () =>
      `MemTotal:       ${host.node.memory * 1024} kB\nMemFree:        ${Math.floor(host.node.memory * 700)} kB\n`,
  })
}

/** Writes what a command changed; a scene that went meanwhile takes nothing. */
export async function keep(q: Queryable, scene: string, node: string, changes: readonly DiskChange[]): Promise<void> {
  for (const c of changes)
    await q.query(
      `insert into sim_file (scene, node, path, kind, mode, owner, size, body, gone, changed_at)
       select $1, $2, $3, $4, $5, $6, $7, $8, $9, $10 from sim_node where scene = $1 and node = $2
       on conflict (scene, node, path) do update set kind = excluded.kind, mode = excluded.mode, owner = excluded.owner, size = excluded.size,
         body = excluded.body, gone = excluded.gone, changed_at = excluded.changed_at`,
      [
        scene,
        node,
        c.path,
        c.kind,
        c.mode,
        c.owner,
        c.size,
        c.body === undefined ? null : Buffer.from(c.body),
        c.gone,
        c.changed.toISOString(),
      ],
    )
}

/** Everything that was written on a node's disk since its image was new, as a layer that other nodes may have under theirs. */
export async function capture(q: Queryable, host: Host, layer: string, at: Date): Promise<void> {
  await q.query('insert into sim_layer (id, image_id, made_at) values ($1, $2, $3)', [
    layer,
    host.node.image_id ?? '',
    at.toISOString(),
  ])
  await q.query(
    `insert into sim_layer_file (layer, path, kind, mode, owner, size, body, gone, changed_at)
     select $1, path, kind, mode, owner, size, body, gone, changed_at from sim_file where scene = $2 and node = $3`,
    [layer, host.scene, host.node.id],
  )
  await q.query(
    `insert into sim_layer_file (layer, path, kind, mode, owner, size, body, gone, changed_at)
     select $1, path, kind, mode, owner, size, body, gone, changed_at from sim_layer_file where layer = $2 on conflict do nothing`,
    [layer, host.layer],
  )
}

/** From inside: switched off in order, or off and on again. */
export async function switchOff(db: Queryable, scene: string, node: string, now: Date, reboot: boolean): Promise<void> {
  const s = await simScene(db, scene)
  const drawn = s?.document.nodes.find((n) => n.id === node)
  if (!drawn) return
  if (!reboot) await db.query('delete from sim_usb where scene = $1 and node = $2', [scene, node])
  await db.query(
    `update sim_node set power = $3, since = $4, boot_ms = $5, boots = boots + 1 where scene = $1 and node = $2 and power = 'on'`,
    [
      scene,
      node,
      reboot ? 'on' : 'off',
      now.toISOString(),
      reboot ? bootTime(drawn, scene, now.getTime(), 1) : stopTime,
    ],
  )
}
