/** Where USB devices are plugged in, as their rows show it. */
import type { UsbPlace } from '#src/contract/device/usb.schema.ts'
import { openStatuses } from '#src/contract/scene/status.ts'
import type { Queryable } from '#mock/db/db.ts'

/** Milliseconds after which one that is still being plugged in is not: its server ended meanwhile. */
const patience = 60_000

/** Plugs by device; only those of nodes that are on in scenes that are open. */
export async function plugsOf(
  q: Queryable,
  ids: readonly string[],
  now: Date,
): Promise<ReadonlyMap<string, NonNullable<UsbPlace>>> {
  if (!ids.length) return new Map()
  const { rows } = await q.query<NonNullable<UsbPlace> & { device_id: string }>(
    `select p.device_id, p.scene_id, s.name as scene_name, p.node_id, n.name as node_name, p.state, p.at, p.by_name
     from usb_plug p join scene s on s.id = p.scene_id join scene_node n on n.scene_id = p.scene_id and n.node_id = p.node_id
     where p.device_id = any($1::text[]) and n.status = 'on' and s.status = any($2::text[]) and (p.state = 'plugged' or p.at > $3)`,
    [[...ids], [...openStatuses], new Date(now.getTime() - patience).toISOString()],
  )
  return new Map(rows.map(({ device_id, at, ...r }) => [device_id, { ...r, at: new Date(at).toISOString() }]))
}
