/** Networks of a drawing. A new one takes the next free private range, so that it is valid at once. */
import { documentLimits, type Network, type TopologyDocument } from '../../../../contract/topology/document.ts'
import { parseCidr } from '../../../../contract/lib/ip.ts'
import { newKey } from '../../../../lib/id.ts'
import { type TopologyChange, filteredOrSame, mapped, withParts } from './change.ts'
import { changePort } from './nodes.ts'
import { freeName } from './names.ts'

/** Where new networks are looked for, one block after the other (RFC 1918). */
const blocks = ['10.1', '192.168', '172.16']

/** Network part of the first `/24` there that shares no address with a network of the drawing. */
function freeRange(doc: TopologyDocument): string {
  const taken = doc.networks.flatMap((n) => parseCidr(n.cidr) ?? [])
  const isFree = (range: string) => {
    const wanted = parseCidr(`${range}.0/24`)
    return wanted && !taken.some((c) => c.version === 4 && c.first <= wanted.last && wanted.first <= c.last)
  }
  for (const block of blocks) for (let n = 1; n < 255; n++) if (isFree(`${block}.${n}`)) return `${block}.${n}`
  return `${blocks[0]}.255`
}

function newNetwork(doc: TopologyDocument): Network {
  const range = freeRange(doc)
  return {
    id: newKey(),
    name: freeName(new Set(doc.networks.map((x) => x.name.toLowerCase())), 'net-1'),
    cidr: `${range}.0/24`,
    gateway: `${range}.1`,
    dhcp: true,
    visibility: 'everybody',
  }
}

export function addNetwork(doc: TopologyDocument): TopologyChange & { id?: string } {
  if (doc.networks.length >= documentLimits.networks) return { doc }
  const network = newNetwork(doc)
  return { doc: { ...doc, networks: [...doc.networks, network] }, id: network.id }
}

export const changeNetwork = (doc: TopologyDocument, id: string, to: Partial<Network>): TopologyDocument =>
  withParts(doc, { networks: mapped(doc.networks, (n) => (n.id === id ? { ...n, ...to } : n)) })

/** Ports that were in it are in none and have no address. */
export const removeNetwork = (doc: TopologyDocument, id: string): TopologyDocument =>
  withParts(doc, {
    networks: filteredOrSame(doc.networks, (n) => n.id !== id),
    nodes: mapped(doc.nodes, (node) => {
      const ports = mapped(node.ports, (p) => (p.network_id === id ? { ...p, network_id: null, address: '' } : p))
      return ports === node.ports ? node : { ...node, ports }
    }),
  })

/** Puts a port and everything wired to it through switches into a network; addresses of the one before go. */
export function joinAll(doc: TopologyDocument, node: string, port: string, network: string | null): TopologyDocument {
  const byId = new Map(doc.nodes.map((n) => [n.id, n]))
  const seen = new Set<string>()
  const queue: [string, string][] = [[node, port]]
  let out = doc
  for (let at = queue.shift(); at; at = queue.shift()) {
    const [n, p] = at
    const key = `${n}/${p}`
    if (seen.has(key)) continue
    seen.add(key)
    const here = byId.get(n)
    const was = here?.ports.find((x) => x.id === p)
    if (!here || !was || here.locked) continue
    if (was.network_id !== network) out = changePort(out, n, p, { network_id: network, address: '' })
    for (const l of doc.links) {
      if (l.from.node === n && l.from.port === p) queue.push([l.to.node, l.to.port])
      if (l.to.node === n && l.to.port === p) queue.push([l.from.node, l.from.port])
    }
    // what enters an untagged switch leaves it by every other of its ports
    if (here.kind === 'switch' && was.access === 'access')
      for (const other of here.ports) if (other.access === 'access') queue.push([n, other.id])
  }
  return out
}

/** Names of the other nodes whose ports are in another network than before. */
export function wentAlong(before: TopologyDocument, after: TopologyDocument, but: readonly string[]): string[] {
  const was = new Map(before.nodes.map((n) => [n.id, n]))
  return after.nodes.flatMap((n) => {
    const networks = (x: typeof n | undefined) => x?.ports.map((p) => p.network_id).join(' ')
    return !but.includes(n.id) && n !== was.get(n.id) && networks(n) !== networks(was.get(n.id)) ? [n.name] : []
  })
}
