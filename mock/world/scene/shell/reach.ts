/** The network as the shells of a scene see it: the ways of the drawing (`contract/topology/reach.ts`) over what is on, out only as far as its isolation says. */
import { inCidr, parseCidr, parseIp } from '#src/contract/lib/ip.ts'
import type { Node, TopologyDocument } from '#src/contract/topology/document.ts'
import { type Reachability, reachOf, type Unreached } from '#src/contract/topology/reach.ts'

export interface SceneNetwork {
  document: TopologyDocument
  /** By `node/port`. */
  addresses: Readonly<Record<string, string>>
  on: ReadonlySet<string>
}
export interface NodeInterface {
  node: Node
  port: string
  name: string
  address: string
  network: string
}
export type Path =
  | { ok: true; to: NodeInterface | undefined; hops: NodeInterface[] }
  /** `by`: the router that says so; undefined where the sender knows it himself, or hears nothing. */
  | { ok: false; why: Unreached; by: string | undefined }

/** Every interface with an address. */
export function facesOf({ document, addresses }: Pick<SceneNetwork, 'document' | 'addresses'>): NodeInterface[] {
  return document.nodes.flatMap((node) =>
    node.ports.flatMap((p) => {
      const address = addresses[`${node.id}/${p.id}`] ?? p.address
      return address && p.network_id !== null
        ? [{ node, port: p.id, name: p.name, address, network: p.network_id }]
        : []
    }),
  )
}

/** The ways between what is on. @param out whether what lies outside of the drawing may be asked for */
function ways(g: SceneNetwork, out = false): Reachability {
  const addresses = new Map(facesOf(g).map((f) => [`${f.node.id}/${f.port}`, f.address]))
  const nodes = g.document.nodes.filter((n) => g.on.has(n.id))
  return reachOf({ ...g.document, nodes, isolation: out ? 'internet' : 'isolated' }, addresses)
}

/** Interfaces that hear this one without a router between. */
export function neighbours(g: SceneNetwork, from: NodeInterface): NodeInterface[] {
  const all = ways(g)
  const own = all.interfaces(from.node.id).find((i) => i.port === from.port)
  const near = all.neighbours(from.node.id).filter((i) => i.segment === own?.segment && i.network.id === from.network)
  return facesOf(g).filter((f) => near.some((i) => i.node === f.node.id && i.port === f.port))
}

/** The way from a node to an address; its hops are the interfaces it goes through, the last one's own included. */
export function pathBetween(g: SceneNetwork, from: string, to: string): Path {
  const faces = facesOf(g)
  const own = faces.find((f) => f.node.id === from)
  if (to === '127.0.0.1' || to === '::1') return { ok: true, to: own, hops: [] }
  const path = ways(g, publicly(g, to)).ping(from, to)
  if (path.ok) {
    const hops = path.hops.flatMap((h) => faces.find((f) => f.node.id === h.node && f.address === h.address) ?? [])
    return { ok: true, to: path.outside ? undefined : (hops.at(-1) ?? own), hops }
  }
  const says = path.why !== 'no_answer' && path.at !== from
  return { ok: false, why: path.why, by: says ? path.hops.findLast((h) => h.node === path.at)?.address : undefined }
}

/** Outside of the scene: nothing when it is isolated, the platform's networks, or everything. */
function publicly(g: SceneNetwork, to: string): boolean {
  if (g.document.isolation === 'isolated') return false
  if (g.document.isolation === 'internet') return true
  const ip = parseIp(to)
  return ['10.0.0.0/8', '172.16.0.0/12', '192.168.0.0/16'].some((c) => {
    const net = parseCidr(c)
    return ip !== undefined && net !== undefined && inCidr(ip, net)
  })
}
