/** Physical devices that scenes are wired to: one scene at a time, from its place in the queue until it is over. */
import { deviceLinkOf } from '#src/contract/device/physical.ts'
import { heldStatuses } from '#src/contract/scene/status.ts'
import type { TopologyDocument } from '#src/contract/topology/document.ts'
import { documents } from '#mock/crud/documents.ts'
import type { Queryable } from '#mock/db/db.ts'
import { Fail } from '#mock/http/request/handler.ts'
import { simulatedDevices } from '#mock/world/devices.ts'

const devices = documents('physical-device')

/** A scene in one of these has its devices. */
export const havingStatuses: readonly string[] = ['in-queue', ...heldStatuses]

export interface DeviceUser {
  scene_id: string
  scene_name: string
  owner_name: string
  node_name: string
  at: string
}

/** Scenes that have devices now, by device. */
export async function devicesInScenes(q: Queryable, ids: readonly string[]): Promise<ReadonlyMap<string, DeviceUser>> {
  if (!ids.length) return new Map()
  const { rows } = await q.query<DeviceUser & { device_id: string }>(
    `select d.device_id, d.node_name, s.id as scene_id, s.name as scene_name, s.created_at as at,
       coalesce((select u.data ->> 'name' from r_user u where u.id = s.owner_id), '') as owner_name
     from scene_device d join scene s on s.id = d.scene_id
     where d.device_id = any($1::text[]) and s.status = any($2::text[])`,
    [[...ids], [...havingStatuses]],
  )
  return new Map(rows.map(({ device_id, at, ...r }) => [device_id, { ...r, at: new Date(at).toISOString() }]))
}

const drawn = (document: TopologyDocument) =>
  document.nodes.flatMap((n) =>
    n.kind === 'device' && n.device_id !== null ? [{ id: n.device_id, node: n.name }] : [],
  )

/**
 * Refuses a scene that needs a device somebody else has, or that nobody hears of; the devices are held, so that no two scenes take one.
 * @param own the scene itself, which may have them already
 */
export async function claimDevices(q: Queryable, document: TopologyDocument, now: Date, own = ''): Promise<void> {
  const ids = [...new Set(drawn(document).map((d) => d.id))].toSorted()
  if (!ids.length) return
  const seen = await simulatedDevices.seen(q, ids, now)
  for (const id of ids) {
    const doc = await devices.lock(q, id)
    // one that is gone is only a shape in the drawing
    if (!doc) continue
    const name = doc.data.name ?? ''
    if (doc.data.usage === 'used') throw new Fail('device_used', { name, by: doc.data.used_for ?? '' })
    const user = (await devicesInScenes(q, [id])).get(id)
    if (user && user.scene_id !== own) throw new Fail('device_used', { name, by: user.scene_name })
    if (deviceLinkOf(seen.get(id) ?? null, now) === 'offline') throw new Fail('device_silent', { name })
  }
}

/** Writes down which devices the drawing of a scene has. */
export async function layDevicesOf(q: Queryable, scene: string, document: TopologyDocument): Promise<void> {
  await q.query('delete from scene_device where scene_id = $1', [scene])
  for (const { id, node } of drawn(document))
    await q.query(
      'insert into scene_device (scene_id, device_id, node_name) values ($1, $2, $3) on conflict do nothing',
      [scene, id, node],
    )
}
