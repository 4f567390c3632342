/**
 * Addresses of ports that have none of their own in the drawing: by their network's DHCP, the lowest free one from its pool on, in the order of
 * the drawing; so the same drawing always gets the same. Nothing that is reserved (network, broadcast, gateway) or taken is given away.
 */
import type { TopologyDocument } from '#src/contract/topology/document.ts'
import { share } from '../service/chance.ts'
import { format, parseAddress, parseCidr } from './ip.ts'

/** Where a pool begins, counted from the network's own address: the first are for things that are set by hand. */
const poolFrom = (size: bigint): bigint => (size >= 64n ? 10n : 2n)

/** By `node/port`. */
export function addresses(document: TopologyDocument): Record<string, string> {
  const out: Record<string, string> = {}
  for (const network of document.networks) {
    const cidr = parseCidr(network.cidr)
    if (!cidr) continue
    const taken = new Set<bigint>()
    const gateway = parseAddress(network.gateway)
    if (gateway) taken.add(gateway.value)
    const ports = document.nodes.flatMap((n) =>
      n.ports.filter((p) => p.network_id === network.id).map((p) => ({ n, p })),
    )
    for (const { p } of ports) {
      const own = parseAddress(p.address)
      if (own) taken.add(own.value)
    }
    const last = cidr.first + cidr.size - 1n
    let next = cidr.first + poolFrom(cidr.size)
    for (const { n, p } of ports) {
      if (p.address !== '') {
        out[`${n.id}/${p.id}`] = p.address
        continue
      }
      // a router without an address of its own is the way out of the network
      if (
        network.gateway !== '' &&
        (n.kind === 'router' || n.kind === 'firewall') &&
        !Object.values(out).includes(network.gateway)
      ) {
        out[`${n.id}/${p.id}`] = network.gateway
        continue
      }
      if (!network.dhcp || n.kind === 'switch' || n.kind === 'internet') continue
      while (taken.has(next)) next++
      if (next >= last) continue
      taken.add(next)
      out[`${n.id}/${p.id}`] = format(next, cidr.bits)
    }
  }
  return out
}

/** A locally administered address (IEEE 802c) that is the port's for good. */
export function macOf(scene: string, node: string, port: string): string {
  const n = Math.floor(share(scene, node, port, 'mac') * 2 ** 32)
  const hex = n.toString(16).padStart(8, '0')
  return ['52', '54', ...(hex.match(/../g) ?? [])].join(':')
}
