/**
 * Who reaches whom in a drawing: over segments, gateways and routers. Machines send what is not in their own networks to the gateway of one;
 * routers and firewalls know every network of every router they can reach, by the fewest hops, as a routing protocol would tell them; what
 * lies outside of the drawing is reached through a node of the kind `internet`, when the drawing is not isolated from it.
 */
import { type Cidr, formatIp, inCidr, type Ip, parseCidr, parseIp } from '../lib/ip.ts'
import { type PortAddresses, addressesOf, portKey } from './addresses.ts'
import type { Network, Node, TopologyDocument } from './document.ts'
import { segmentsOf } from './segments.ts'

interface Interface {
  node: string
  port: string
  /** As the node calls it: `eth0`. */
  name: string
  network: Network
  address: string
  cidr: Cidr
  ip: Ip
  segment: string
}
interface Hop {
  node: string
  /** Address the packet came in at. */
  address: string
}
/** Why a packet does not arrive: nobody has the address; nobody knows the way; the sender has no address; it has no way back. */
const unreached = ['host_unreachable', 'network_unreachable', 'no_address', 'no_answer'] as const
export type Unreached = (typeof unreached)[number]
type Path =
  | {
      ok: true
      /** Node that has the address; the one of the kind `internet` for an address outside of the drawing. */
      node: string
      outside: boolean
      /** Interface it leaves by; undefined when the sender has the address itself. */
      by: Interface | undefined
      /** Routers on the way, and the end. */
      hops: readonly Hop[]
    }
  | { ok: false; why: Unreached; at: string; hops: readonly Hop[] }

export interface Reachability {
  addresses: PortAddresses
  /** Interfaces with an address, in the order of the node's ports. */
  interfaces(node: string): readonly Interface[]
  /** Interfaces of others on the same segment. */
  neighbours(node: string): readonly Interface[]
  /** Who has the address; the first in the drawing. */
  owner(address: string): Interface | undefined
  /** The way of a packet from the node to the address, whether anybody answers or not. */
  path(from: string, address: string): Path
  /** The way there, when an answer finds its way back. */
  ping(from: string, address: string): Path
}

const routes = new Set<Node['kind']>(['router', 'firewall', 'internet'])
const mostHops = 64

interface Next {
  /** Interface of the router it is sent from, and of the one it is sent to. */
  from: Interface
  to: Interface
}

export function reachOf(document: TopologyDocument, addresses: PortAddresses = addressesOf(document)): Reachability {
  const segments = segmentsOf(document)
  const nodes = new Map(document.nodes.map((n) => [n.id, n]))
  const networks = new Map(
    document.networks.flatMap((network) => {
      const cidr = parseCidr(network.cidr)
      return cidr ? [[network.id, { network, cidr }] as const] : []
    }),
  )
  const all = new Map<string, Interface[]>()
  const bySegment = new Map<string, Interface[]>()
  const byAddress = new Map<string, Interface>()
  for (const node of document.nodes) {
    if (node.kind === 'switch') continue
    for (const port of node.ports) {
      const known = networks.get(port.network_id ?? '')
      const address = addresses.get(portKey(node.id, port.id))
      const ip = address === undefined ? undefined : parseIp(address)
      const segment = segments.of(node.id, port.id)
      if (!known || address === undefined || !ip || segment === undefined) continue
      const made = { node: node.id, port: port.id, name: port.name, ...known, address, ip, segment }
      all.set(node.id, [...(all.get(node.id) ?? []), made])
      bySegment.set(segment, [...(bySegment.get(segment) ?? []), made])
      const key = formatIp(ip)
      if (!byAddress.has(key)) byAddress.set(key, made)
    }
  }
  const of = (node: string): readonly Interface[] => all.get(node) ?? []
  const isRouter = (id: string) => {
    const kind = nodes.get(id)?.kind
    return kind !== undefined && routes.has(kind)
  }
  const isOutside = (id: string) => nodes.get(id)?.kind === 'internet'
  const same = (a: Ip, b: Ip) => a.version === b.version && a.value === b.value

  /** Who answers for the address on the segment of an interface. */
  const onWire = (from: Interface, ip: Ip): Interface | undefined =>
    bySegment.get(from.segment)?.find((i) => i.node !== from.node && same(i.ip, ip))

  /** Routers a router speaks to: on one segment, in one network. */
  const peers = (router: string): Next[] =>
    of(router).flatMap((from) =>
      (bySegment.get(from.segment) ?? [])
        .filter((to) => to.node !== router && isRouter(to.node) && inCidr(to.ip, from.cidr))
        .map((to) => ({ from, to })),
    )

  /** First step from a router to every other it can reach, nearest first. */
  const trees = new Map<string, Map<string, Next>>()
  function tree(router: string): Map<string, Next> {
    const known = trees.get(router)
    if (known) return known
    const out = new Map<string, Next>()
    let ring: string[] = [router]
    while (ring.length) {
      const further: string[] = []
      for (const at of ring)
        for (const next of peers(at)) {
          const to = next.to.node
          if (to === router || out.has(to)) continue
          out.set(to, at === router ? next : (out.get(at) ?? next))
          // packets do not cross the internet to come back into the drawing
          if (!isOutside(to)) further.push(to)
        }
      ring = further
    }
    trees.set(router, out)
    return out
  }

  /** Interface a packet leaves by, and the one that takes it; undefined where nobody knows the way. */
  function step(at: string, ip: Ip): Next | undefined {
    if (!isRouter(at)) {
      for (const from of of(at)) {
        const gateway = from.network.gateway === '' ? undefined : parseIp(from.network.gateway)
        if (gateway?.version !== ip.version || same(gateway, from.ip)) continue
        const to = onWire(from, gateway)
        if (to && isRouter(to.node)) return { from, to }
      }
      return undefined
    }
    let outside: Next | undefined
    for (const [router, next] of tree(at)) {
      if (of(router).some((i) => inCidr(ip, i.cidr))) return next
      if (isOutside(router)) outside ??= next
    }
    return outside
  }

  function path(from: string, address: string): Path {
    const ip = parseIp(address)
    const hops: Hop[] = []
    const lost = (why: Unreached, at: string): Path => ({ ok: false, why, at, hops })
    if (!ip) return lost('host_unreachable', from)
    if (of(from).some((i) => same(i.ip, ip))) return { ok: true, node: from, outside: false, by: undefined, hops }
    if (!of(from).length) return lost('no_address', from)
    let by: Interface | undefined
    for (let at = from; hops.length < mostHops; ) {
      const direct = of(at).filter((i) => inCidr(ip, i.cidr))
      for (const i of direct) {
        const to = onWire(i, ip)
        if (!to) continue
        hops.push({ node: to.node, address: to.address })
        return { ok: true, node: to.node, outside: false, by: by ?? i, hops }
      }
      if (direct.length) return lost('host_unreachable', at)
      if (isOutside(at))
        return document.isolation === 'internet' && !known(ip)
          ? { ok: true, node: at, outside: true, by, hops }
          : lost('network_unreachable', at)
      const next = step(at, ip)
      if (!next) return lost('network_unreachable', at)
      by ??= next.from
      at = next.to.node
      hops.push({ node: at, address: next.to.address })
      if (of(at).some((i) => same(i.ip, ip))) return { ok: true, node: at, outside: false, by, hops }
    }
    return lost('network_unreachable', from)
  }
  /** Whether the address belongs to a network of the drawing. */
  const known = (ip: Ip) => [...networks.values()].some((n) => inCidr(ip, n.cidr))

  return {
    addresses,
    interfaces: of,
    neighbours: (node) =>
      of(node).flatMap((i) => (bySegment.get(i.segment) ?? []).filter((other) => other.node !== node)),
    owner(address) {
      const ip = parseIp(address)
      return ip && byAddress.get(formatIp(ip))
    },
    path,
    ping(from, address) {
      const there = path(from, address)
      // the outside knows the way back to whatever came out
      if (!there.ok || !there.by || there.outside) return there
      const back = path(there.node, there.by.address)
      return back.ok && back.node === from ? there : { ok: false, why: 'no_answer', at: there.node, hops: there.hops }
    },
  }
}
