/**
 * Addresses of all ports: those people gave, and those a start gives: a gateway its router leaves empty, and what DHCP hands out. A pure
 * function of the drawing, so that the page can show them before a scene runs and every server gives the same: in the order of nodes and
 * ports, from the hundredth address of a network on where it has that many, so that low ones stay free for people to give.
 */
import { type Cidr, formatIp, type Ip, inCidr, isReserved, parseCidr, parseIp } from '../lib/ip.ts'
import type { Network, NodeKind, TopologyDocument } from './document.ts'

/** By `node/port`, of ports that have an address. */
export type PortAddresses = ReadonlyMap<string, string>

export const portKey = (node: string, port: string): string => `${node}/${port}`

/** A switch carries addresses of others and needs none; what stands elsewhere answers for itself. */
const served = (kind: NodeKind) => kind !== 'switch' && kind !== 'internet'
const mayBeGateway = (kind: NodeKind) => kind === 'router' || kind === 'firewall' || kind === 'internet'

interface Pool {
  network: Network
  cidr: Cidr
  gateway: Ip | undefined
  taken: Set<bigint>
  next: bigint
}

function pools(document: TopologyDocument): Map<string, Pool> {
  const out = new Map<string, Pool>()
  for (const network of document.networks) {
    const cidr = parseCidr(network.cidr)
    if (!cidr) continue
    const gateway = network.gateway === '' ? undefined : parseIp(network.gateway)
    const roomy = cidr.last - cidr.first >= 200n
    out.set(network.id, {
      network,
      cidr,
      gateway: gateway && inCidr(gateway, cidr) ? gateway : undefined,
      taken: new Set(gateway?.version === cidr.version ? [gateway.value] : []),
      next: roomy ? cidr.first + 100n : cidr.first,
    })
  }
  return out
}

/** The next free address, going round once; undefined when there is none. */
function take(pool: Pool): string | undefined {
  const { cidr, taken } = pool
  const size = cidr.last - cidr.first + 1n
  // more than everything that is taken, and the two nobody has, never has to be looked at
  const most = BigInt(taken.size) + 3n
  for (let n = 0n; n < size && n < most; n++) {
    const value = cidr.first + ((pool.next - cidr.first + n) % size)
    const ip: Ip = { version: cidr.version, value }
    if (isReserved(ip, cidr) || taken.has(value)) continue
    taken.add(value)
    pool.next = value + 1n
    return formatIp(ip)
  }
  return undefined
}

export function addressesOf(document: TopologyDocument): PortAddresses {
  const out = new Map<string, string>()
  const all = pools(document)
  const gatewayHeld = new Set<string>()
  for (const node of document.nodes)
    for (const port of node.ports) {
      const ip = port.address === '' ? undefined : parseIp(port.address)
      if (!ip) continue
      out.set(portKey(node.id, port.id), formatIp(ip))
      const pool = port.network_id === null ? undefined : all.get(port.network_id)
      if (!pool || pool.cidr.version !== ip.version) continue
      pool.taken.add(ip.value)
      if (pool.gateway?.value === ip.value) gatewayHeld.add(pool.network.id)
    }
  for (const node of document.nodes) {
    if (!mayBeGateway(node.kind)) continue
    for (const port of node.ports) {
      const pool = port.address === '' && port.network_id !== null ? all.get(port.network_id) : undefined
      if (!pool?.gateway || gatewayHeld.has(pool.network.id)) continue
      out.set(portKey(node.id, port.id), formatIp(pool.gateway))
      gatewayHeld.add(pool.network.id)
    }
  }
  for (const node of document.nodes) {
    if (!served(node.kind)) continue
    for (const port of node.ports) {
      const key = portKey(node.id, port.id)
      const pool = port.network_id === null || out.has(key) ? undefined : all.get(port.network_id)
      const address = pool?.network.dhcp ? take(pool) : undefined
      if (address !== undefined) out.set(key, address)
    }
  }
  return out
}
