/**
 * Who hears whom in a scene: over cables and switches within a network, over gateways between them, out only as far as its isolation says.
 * A pure function of the drawing, the addresses, and what is on.
 */
import { inCidr, parseCidr, parseIp } from '#src/contract/lib/ip.ts'
import type { Node, TopologyDocument } from '#src/contract/topology/document.ts'

export interface Ground {
  document: TopologyDocument
  /** By `node/port`. */
  addresses: Readonly<Record<string, string>>
  on: ReadonlySet<string>
}
export interface Face {
  node: Node
  port: string
  name: string
  address: string
  network: string
}
export type Path =
  | { ok: true; to: Face | undefined; hops: Face[] }
  | { ok: false; why: 'no_address' | 'no_route' | 'down' | 'unknown' | 'isolated' }

const forwards = (n: Node) => n.kind === 'router' || n.kind === 'firewall'

/** Every interface with an address. */
export function facesOf({ document, addresses }: Pick<Ground, 'document' | 'addresses'>): Face[] {
  return document.nodes.flatMap((node) =>
    node.ports.flatMap((p) => {
      const address = addresses[`${node.id}/${p.id}`] ?? p.address
      return address && p.network_id !== null
        ? [{ node, port: p.id, name: p.name, address, network: p.network_id }]
        : []
    }),
  )
}

/** Nodes joined by cables and switches: a switch carries frames on, anything else ends the wire. */
function wired(g: Ground, from: Face): Set<string> {
  const kinds = new Map(g.document.nodes.map((n) => [n.id, n.kind]))
  const ends = new Map<string, { node: string; port: string }[]>()
  const add = (a: { node: string; port: string }, b: { node: string; port: string }) => {
    // a switch floods to all of its ports, so only the node counts there
    const key = kinds.get(a.node) === 'switch' ? a.node : `${a.node}/${a.port}`
    ends.set(key, [...(ends.get(key) ?? []), b])
  }
  for (const l of g.document.links) {
    add(l.from, l.to)
    add(l.to, l.from)
  }
  const out = new Set<string>()
  const seen = new Set<string>()
  const walk = [`${from.node.id}/${from.port}`]
  for (let at = walk.pop(); at !== undefined; at = walk.pop())
    for (const b of ends.get(at) ?? []) {
      if (kinds.get(b.node) !== 'switch') out.add(`${b.node}/${b.port}`)
      else if (!seen.has(b.node)) {
        seen.add(b.node)
        walk.push(b.node)
      }
    }
  return out
}

/** Interfaces that hear this one without a router between. */
export function neighbours(g: Ground, from: Face): Face[] {
  const ends = wired(g, from)
  return facesOf(g).filter(
    (f) =>
      f.network === from.network &&
      f.node.id !== from.node.id &&
      ends.has(`${f.node.id}/${f.port}`) &&
      g.on.has(f.node.id),
  )
}

function local(g: Ground, node: string): Face[] {
  return facesOf(g).filter((f) => f.node.id === node)
}

/** The way from a node to an address; its hops are the interfaces it goes through. */
export function reach(g: Ground, from: string, to: string): Path {
  const own = local(g, from)
  if (own.some((f) => f.address === to) || to === '127.0.0.1' || to === '::1') return { ok: true, to: own[0], hops: [] }
  if (!own.length) return { ok: false, why: 'no_address' }
  const target = facesOf(g).find((f) => f.address === to)
  const outside = !target
  const seen = new Set<string>([from])
  const queue: { node: string; hops: Face[] }[] = [{ node: from, hops: [] }]
  for (let at = queue.shift(); at; at = queue.shift()) {
    const faces = local(g, at.node)
    for (const face of faces) {
      const near = neighbours(g, face)
      const hit = near.find((f) => f.address === to)
      if (hit) return { ok: true, to: hit, hops: [...at.hops, hit] }
      const network = g.document.networks.find((n) => n.id === face.network)
      for (const f of near) {
        if (seen.has(f.node.id)) continue
        if (f.node.kind === 'internet' && outside && publicly(g, to))
          return { ok: true, to: undefined, hops: [...at.hops, f] }
        // a machine sends what is not in its network to the gateway; routers know each other
        const first = at.node === from && !forwards(faces[0]?.node as Node)
        if (!forwards(f.node) || (first && f.address !== network?.gateway)) continue
        seen.add(f.node.id)
        queue.push({ node: f.node.id, hops: [...at.hops, f] })
      }
      // an uplink needs no address of its own
      const uplink = [...wired(g, face)]
        .map((e) => g.document.nodes.find((n) => n.id === e.split('/')[0]))
        .find((n) => n?.kind === 'internet')
      if (uplink && outside && publicly(g, to)) return { ok: true, to: undefined, hops: at.hops }
    }
  }
  if (target) return { ok: false, why: g.on.has(target.node.id) ? 'no_route' : 'down' }
  return { ok: false, why: outside && g.document.isolation === 'isolated' ? 'isolated' : 'unknown' }
}

/** Outside of the scene: nothing when it is isolated, the platform's networks, or everything. */
function publicly(g: Ground, to: string): boolean {
  if (g.document.isolation === 'isolated') return false
  if (g.document.isolation === 'internet') return true
  const ip = parseIp(to)
  return ['10.0.0.0/8', '172.16.0.0/12', '192.168.0.0/16'].some((c) => {
    const net = parseCidr(c)
    return ip !== undefined && net !== undefined && inCidr(ip, net)
  })
}

export interface Service {
  port: number
  name: string
  banner: string
}

/** What listens on a node, by what it is called and what it runs: the same for everybody who knocks. */
export function servicesOf(node: Pick<Node, 'name' | 'kind'>, system: string, image: string): Service[] {
  const text = `${node.name} ${image}`.toLowerCase()
  const has = (...words: string[]) => words.some((w) => text.includes(w))
  const out: Service[] = []
  if (system === 'windows')
    out.push(
      { port: 135, name: 'msrpc', banner: 'Microsoft Windows RPC' },
      { port: 139, name: 'netbios-ssn', banner: 'Microsoft Windows netbios-ssn' },
      { port: 445, name: 'microsoft-ds', banner: 'Microsoft Windows Server' },
      { port: 3389, name: 'ms-wbt-server', banner: 'Microsoft Terminal Services' },
    )
  else
    out.push({ port: 22, name: 'ssh', banner: system === 'network' ? 'SSH-2.0-vty' : 'SSH-2.0-OpenSSH_9.2p1 Debian-2' })
  if (system === 'network') out.push({ port: 23, name: 'telnet', banner: 'telnetd' })
  if (has('web', 'www', 'shop', 'http', 'nginx', 'apache', 'portal', 'app', 'dvwa'))
    out.push({ port: 80, name: 'http', banner: 'nginx 1.24.0' })
  if (has('db', 'sql', 'maria')) out.push({ port: 3306, name: 'mysql', banner: 'MariaDB 10.11.6' })
  if (has('postgres', 'pg')) out.push({ port: 5432, name: 'postgresql', banner: 'PostgreSQL 15' })
  if (has('redis', 'cache')) out.push({ port: 6379, name: 'redis', banner: 'Redis 7.0' })
  if (has('mail', 'smtp', 'mx')) out.push({ port: 25, name: 'smtp', banner: 'Postfix smtpd' })
  if (has('dns', 'dc0', 'domain')) out.push({ port: 53, name: 'domain', banner: 'ISC BIND 9.18' })
  if (has('ftp', 'file', 'nas')) out.push({ port: 21, name: 'ftp', banner: 'vsftpd 3.0.3' })
  if (has('plc', 'scada', 'modbus', 'hmi')) out.push({ port: 502, name: 'modbus', banner: 'Modbus TCP' })
  return out.sort((a, b) => a.port - b.port)
}
