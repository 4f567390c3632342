/** Compute nodes: an enabled one neither moves nor goes, and one whose service does not answer is enabled only by who wants it anyway. */
import { ipv4 } from '#src/contract/lib/ip.ts'
import { keepsPlace, type PlatformNetwork, subnetOf } from '#src/contract/system/network.ts'
import { nodeMachine } from '#src/contract/system/node.ts'
import { crud } from '#mock/crud/crud.ts'
import { Fail } from '#mock/http/request/handler.ts'
import { type NodeHealth, simulatedNodes } from '#mock/world/nodes.ts'
import { mendThing } from '#mock/world/faults.ts'
import { currentNetwork } from './deployment.ts'

const driver = simulatedNodes
const unknown: NodeHealth = { service: 'abnormal', cpu_load: 0, memory_load: 0 }

/** Why a node cannot stand at an address of this network. */
function misplaced(address: string, network: PlatformNetwork): string | undefined {
  if (!keepsPlace(address, network)) return 'not_same_network'
  const [ip, subnet] = [ipv4(address), subnetOf(network.web_ip, network.mask)]
  if (ip === subnet?.first || ip === subnet?.last) return 'ip_reserved'
  const { web_ip, gateway, component_ip } = network
  return [web_ip, gateway, component_ip].includes(address) ? 'ip_taken' : undefined
}

export const computeNodeHandlers = crud<'compute-node', Map<string, NodeHealth>>('compute-node', {
  facts: (docs, { q, now }) =>
    driver.look(
      q,
      docs.map((d) => ({ id: d.id, enabled: d.data.status === 'enabled' })),
      now,
    ),
  columns: (doc, health) => health.get(doc.id) ?? unknown,
  starts: () => ({ status: 'disabled' as const }),
  async check(data, before, { q, now }) {
    // enabling and disabling move nothing
    if (before && before.data.address === data.address) return
    const { network } = await currentNetwork(q, now)
    const rule = misplaced(data.address ?? '', network)
    if (rule) throw new Fail('validation', { fields: [{ path: 'address', rule }], in: 'body' })
  },
  refuse: (action, row) =>
    row.status === 'enabled' && (action === 'update' || action === 'remove') ? 'node_enabled' : undefined,
  warns: (action, row) => (action === 'enable' && row.service === 'abnormal' ? 'node_abnormal' : undefined),
  moves: { field: 'status', table: nodeMachine },
  removed: (before, { q }) => mendThing(q, 'node', before.id),
})
