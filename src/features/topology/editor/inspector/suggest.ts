/** An address for a port: a router without one takes the gateway's, others the first free one from the tenth on. */
import { formatIp, inCidr, isReserved, parseCidr, parseIp } from '../../../../contract/lib/ip.ts'
import type { Node, Port, TopologyDocument } from '../../../../contract/topology/document.ts'

const forwards = new Set<Node['kind']>(['router', 'firewall', 'internet'])

export function suggestedAddress(doc: TopologyDocument, node: Node, port: Port): string | undefined {
  const network = doc.networks.find((n) => n.id === port.network_id)
  const cidr = network && parseCidr(network.cidr)
  if (!network || !cidr) return undefined
  const taken = new Set<bigint>()
  for (const n of doc.nodes)
    for (const p of n.ports) {
      const ip = p.id === port.id && n.id === node.id ? undefined : parseIp(p.address)
      if (ip?.version === cidr.version) taken.add(ip.value)
    }
  const gateway = parseIp(network.gateway)
  if (gateway && inCidr(gateway, cidr)) {
    if (forwards.has(node.kind) && !taken.has(gateway.value)) return formatIp(gateway)
    taken.add(gateway.value)
  }
  const size = cidr.last - cidr.first + 1n
  for (let i = 0n; i < size && i <= BigInt(taken.size) + 12n; i++) {
    const value = cidr.first + ((i + (size > 32n ? 10n : 0n)) % size)
    const ip = { version: cidr.version, value }
    if (!taken.has(value) && !isReserved(ip, cidr)) return formatIp(ip)
  }
  return undefined
}
