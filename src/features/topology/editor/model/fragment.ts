/**
 * A piece of a drawing that travels: through the clipboard to another drawing, or kept as a stamp. Placed, its parts get new ids and free
 * names; a network that is there already is joined, one that would overlap another is left out; addresses and MACs that somebody has are
 * given up.
 */
import type { Link, Network, Node, Port, TopologyDocument } from '../../../../contract/topology/document.ts'
import { documentLimits } from '../../../../contract/topology/document.ts'
import { type Cidr, inCidr, parseCidr, parseIp } from '../../../../contract/lib/ip.ts'
import { newKey } from '../../../../lib/id.ts'
import { around, drawingRect, nodeRect, type Point } from '../../../../parts/topology-view/figure.ts'
import type { TopologyChange } from './change.ts'
import { freeName } from './names.ts'
import { snap } from './nodes.ts'

export const fragmentFormat = 'range.topology.fragment/1'
export type Fragment = Pick<TopologyDocument, 'nodes' | 'links' | 'networks' | 'drawings'>

/** What is selected, the links between selected nodes and the networks they are in. Undefined when it would be empty. */
export function fragmentOf(doc: TopologyDocument, ids: readonly string[]): Fragment | undefined {
  const is = new Set(ids)
  const nodes = doc.nodes.filter((n) => is.has(n.id))
  const drawings = doc.drawings.filter((d) => is.has(d.id))
  if (nodes.length === 0 && drawings.length === 0) return undefined
  const inside = new Set(nodes.map((n) => n.id))
  const used = new Set(nodes.flatMap((n) => n.ports.map((p) => p.network_id)))
  return {
    nodes,
    drawings,
    links: doc.links.filter((l) => inside.has(l.from.node) && inside.has(l.to.node)),
    networks: doc.networks.filter((n) => used.has(n.id)),
  }
}

export const fragmentText = (fragment: Fragment): string => JSON.stringify({ format: fragmentFormat, ...fragment })

/** Middle of a fragment, which comes to stand where it is placed. */
function centreOf(f: Fragment): Point {
  const rect = around([...f.nodes.map(nodeRect), ...f.drawings.map(drawingRect)])
  return rect ? { x: rect.x + rect.width / 2, y: rect.y + rect.height / 2 } : { x: 0, y: 0 }
}

const overlaps = (a: Cidr, b: Cidr): boolean => a.version === b.version && a.first <= b.last && b.first <= a.last

interface Joined {
  networks: Network[]
  /** Network of the fragment → of the drawing, or none. */
  of: Map<string, string | null>
}
function joinNetworks(doc: TopologyDocument, fragment: Fragment): Joined {
  const networks = [...doc.networks]
  const of = new Map<string, string | null>()
  for (const network of fragment.networks) {
    const there = networks.find((n) => n.cidr === network.cidr && (n.id === network.id || n.name === network.name))
    const range = parseCidr(network.cidr)
    const crossing = networks.some((n) => {
      const other = parseCidr(n.cidr)
      return range && other && overlaps(range, other)
    })
    if (there) of.set(network.id, there.id)
    else if (crossing || networks.length >= documentLimits.networks) of.set(network.id, null)
    else {
      const name = freeName(new Set(networks.map((n) => n.name.toLowerCase())), network.name)
      const fresh = { ...network, id: newKey(), name }
      networks.push(fresh)
      of.set(network.id, fresh.id)
    }
  }
  return { networks, of }
}

/** Places a fragment with its middle at a point. */
export function placeFragment(doc: TopologyDocument, fragment: Fragment, at: Point): TopologyChange {
  if (
    doc.nodes.length + fragment.nodes.length > documentLimits.nodes ||
    doc.links.length + fragment.links.length > documentLimits.links ||
    doc.drawings.length + fragment.drawings.length > documentLimits.drawings
  )
    return { doc }
  const { networks, of } = joinNetworks(doc, fragment)
  const centre = centreOf(fragment)
  const [dx, dy] = [snap(at.x - centre.x), snap(at.y - centre.y)]
  const shift = <T extends Point>(p: T): T => ({ ...p, x: p.x + dx, y: p.y + dy })
  const names = new Set(doc.nodes.map((n) => n.name.toLowerCase()))
  const addresses = new Set(doc.nodes.flatMap((n) => n.ports.map((p) => p.address)).filter(Boolean))
  const macs = new Set(doc.nodes.flatMap((n) => n.ports.map((p) => p.mac.toLowerCase())).filter(Boolean))
  const nodeIds = new Map<string, string>()
  const portIds = new Map<string, string>()

  const portOf = (node: Node, port: Port): Port => {
    const id = newKey()
    portIds.set(`${node.id}/${port.id}`, id)
    const network_id = port.network_id === null ? null : (of.get(port.network_id) ?? null)
    const range = parseCidr(networks.find((n) => n.id === network_id)?.cidr ?? '')
    const ip = parseIp(port.address)
    const keep = ip && range && inCidr(ip, range) && !addresses.has(port.address)
    const mac = macs.has(port.mac.toLowerCase()) ? '' : port.mac
    return { ...port, id, network_id, address: keep ? port.address : '', mac }
  }
  const nodes = fragment.nodes.map((node): Node => {
    const id = newKey()
    nodeIds.set(node.id, id)
    const name = freeName(names, node.name)
    names.add(name.toLowerCase())
    return {
      ...shift(node),
      id,
      name,
      locked: false,
      ports: node.ports.map((p) => portOf(node, p)),
      flags: node.flags.map((f) => ({ ...f, id: newKey() })),
    }
  })
  const endOf = (end: Link['from']) => {
    const node = nodeIds.get(end.node)
    const port = portIds.get(`${end.node}/${end.port}`)
    return node !== undefined && port !== undefined ? { node, port } : undefined
  }
  const links = fragment.links.flatMap((link): Link[] => {
    const [from, to] = [endOf(link.from), endOf(link.to)]
    return from && to ? [{ ...link, id: newKey(), from, to, bends: link.bends.map(shift) }] : []
  })
  const drawings = fragment.drawings.map((d) => ({ ...shift(d), id: newKey() }))
  return {
    doc: {
      ...doc,
      networks: networks.length === doc.networks.length ? doc.networks : networks,
      nodes: [...doc.nodes, ...nodes],
      links: [...doc.links, ...links],
      drawings: [...doc.drawings, ...drawings],
    },
    select: [...nodes, ...drawings, ...links].map((x) => x.id),
  }
}
