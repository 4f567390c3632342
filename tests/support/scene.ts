/** Drawings and steps that tests of scenes share. */
import { emptyDocument, type Node, type NodeKind, type TopologyDocument } from '#src/contract/topology/document.ts'
import type { SceneDriver } from '#mock/world/scene/driver.ts'
import type { TestServer } from '#tests/contract/support/server.ts'

export const node = (id: string, kind: NodeKind = 'machine', more: Partial<Node> = {}): Node => ({
  id,
  name: id,
  kind,
  x: 0,
  y: 0,
  image_id: null,
  device_id: null,
  cpu: 1,
  memory: 1024,
  disk: 10,
  ports: [{ id: 'p1', name: 'eth0', type: 'ethernet', access: 'access', network_id: 'lan', address: '', mac: '' }],
  service_ids: [],
  files: [],
  flags: [],
  visibility: 'everybody',
  locked: false,
  note: '',
  ...more,
})

/** Machines in one network, each wired to a switch. */
export function lan(...nodes: Node[]): TopologyDocument {
  const ports = nodes.map((n) => ({
    id: `to-${n.id}`,
    name: n.id,
    type: 'ethernet' as const,
    access: 'access' as const,
    network_id: 'lan',
    address: '',
    mac: '',
  }))
  return {
    ...emptyDocument(),
    networks: [
      { id: 'lan', name: 'lan', cidr: '10.1.1.0/24', gateway: '10.1.1.1', dhcp: true, visibility: 'everybody' },
    ],
    nodes: [...nodes, node('sw', 'switch', { ports })],
    links: nodes.map((n) => ({
      id: `l-${n.id}`,
      from: { node: n.id, port: 'p1' },
      to: { node: 'sw', port: `to-${n.id}` },
      bends: [],
      label: '',
    })),
  }
}

/** What runs the scenes of tests. */
export const simulated = (s: TestServer): SceneDriver => s.scenes.drivers.of({ driver: 'simulated', host: '' })

/** Lets the clock pass in steps, with the engine at work, until the scene is in one of the statuses. */
export async function until(s: TestServer, id: string, statuses: readonly string[], most = 120): Promise<string> {
  for (let t = 0; t <= most; t++) {
    await s.scenes.sweep()
    const { rows } = await s.db.query<{ status: string }>('select status from scene where id = $1', [id])
    const status = rows[0]?.status ?? ''
    if (statuses.includes(status)) return status
    s.clock.advance(1)
  }
  const { rows } = await s.db.query('select status, reason, task, progress, next_at from scene where id = $1', [id])
  throw new Error(`scene ${id} is ${JSON.stringify(rows[0])} and not ${statuses.join(' or ')}`)
}
