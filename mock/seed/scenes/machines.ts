/** What the simulated hypervisor has of a scene of the demonstration. */
import type { TopologyDocument } from '#src/contract/topology/document.ts'
import type { Queryable } from '../../db/db.ts'
import { boots } from '../../world/scene/simulated/state.ts'
import { type SceneSeed, minute } from './entries.ts'

export interface SimulatedSceneSeed {
  id: string
  e: SceneSeed
  document: TopologyDocument
  given: object
  images: object
  flags: object
  on: boolean
  began: boolean
  started: Date
  now: Date
}
export async function layMachines(q: Queryable, m: SimulatedSceneSeed): Promise<void> {
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
  const nodes = m.document.nodes.filter(boots).map(({ id }) => {
    const crashed = m.e.crashed !== undefined && id === first
    const status = crashed ? 'crashed' : !m.on ? 'off' : m.e.status === 'hang' ? 'suspended' : 'on'
    return {
      node: id,
      power: crashed ? 'crashed' : m.on ? 'on' : 'off',
      fails: crashed ? 'kernel_panic' : null,
      status,
      progress: status === 'off' ? 0 : 1,
    }
  })
  await q.query(
    `with w as (
       select * from jsonb_to_recordset($2::jsonb) as w(node text, power text, fails text, status text, progress double precision)
     ), powered as (
       insert into sim_node (scene, node, power, since, boot_ms, boots, fails) select $1, node, power, $3, $4, 1, fails from w
     )
     update scene_node n set status = w.status, progress = w.progress, reason = w.fails from w where n.scene_id = $1 and n.node_id = w.node`,
    [m.id, JSON.stringify(nodes), new Date(m.started.getTime() - 12_000).toISOString(), m.on ? 9000 : 0],
  )
}
