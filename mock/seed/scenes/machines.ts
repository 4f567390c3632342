/** What the simulated hypervisor has of a scene of the demonstration. */
import type { TopologyDocument } from '#src/contract/topology/document.ts'
import type { Queryable } from '../../db/db.ts'
import { boots } from '../../world/scene/simulated/state.ts'
import { type Entry, minute } from './entries.ts'

export interface Machines {
  id: string
  e: Entry
  document: TopologyDocument
  given: object
  images: object
  flags: object
  on: boolean
  began: boolean
  started: Date
  now: Date
}
export async function layMachines(q: Queryable, m: Machines): Promise<void> {
  const kept = m.on || m.e.status === 'not-running' || m.e.status === 'error'
  if (!kept) return
  await q.query(
    `insert into sim_scene (scene, fence, paused_at, document, addresses, images, flags, made_at) values ($1, 1, $2, $3::jsonb, $4::jsonb, $5::jsonb, $6::jsonb, $7)`,
    [
      m.id,
      m.e.status === 'hang' ? new Date(m.now.getTime() - 9 * minute).toISOString() : null,
      JSON.stringify(m.document),
      JSON.stringify(m.given),
      JSON.stringify(m.images),
      JSON.stringify(m.flags),
      m.started.toISOString(),
    ],
  )
  const first = m.document.nodes.find(boots)?.id
  for (const node of m.document.nodes.filter(boots)) {
    const crashed = m.e.crashed !== undefined && node.id === first
    await q.query(
      `insert into sim_node (scene, node, power, since, boot_ms, boots, fails) values ($1, $2, $3, $4, $5, 1, $6)`,
      [
        m.id,
        node.id,
        crashed ? 'crashed' : m.on ? 'on' : 'off',
        new Date(m.started.getTime() - 12_000).toISOString(),
        m.on ? 9000 : 0,
        crashed ? 'kernel_panic' : null,
      ],
    )
    const status = crashed ? 'crashed' : !m.on ? 'off' : m.e.status === 'hang' ? 'suspended' : 'on'
    await q.query(
      'update scene_node set status = $3, progress = $4, reason = $5 where scene_id = $1 and node_id = $2',
      [m.id, node.id, status, status === 'off' ? 0 : 1, crashed ? 'kernel_panic' : null],
    )
  }
}
