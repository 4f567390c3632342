/**
 * What every format is read into: nodes and networks by the file's own keys, cables by the names of ports. It gives names that fit, ports that
 * are free and places that are missing, and notes for the report whatever it changed or left out.
 */
import { formatCidr, parseCidr, parseIp, inCidr } from '../../lib/ip.ts'
import {
  documentLimits as most,
  type Drawing,
  type Link,
  type Network,
  type Node,
  type NodeKind,
  type Port,
  type PortType,
  type TopologyDocument,
  emptyDocument,
} from '../document.ts'
import { layout } from '../layout.ts'
import { freeId, madeLink, madeNetwork, madeNode, madePort, portName } from '../made.ts'
import { claimName, isLabel, isNodeName, networkNameOf, nodeNameOf } from '../name.ts'
import type { ImportFormat } from '../topology.ts'
import {
  type ChangeCode,
  type ImportReport,
  type LeftCode,
  mostLines,
  TopologyFileRefusal,
  type ReportLine,
} from './report.ts'

export interface Sketched {
  document: TopologyDocument
  report: ImportReport
}
interface NodeFacts {
  name: string
  kind: NodeKind
  place: string
  /** Undefined where the file has none. */
  at?: { x: number; y: number } | undefined
  cpu?: unknown
  /** MiB */
  memory?: unknown
  /** GiB */
  disk?: unknown
  /** As the file calls it. */
  image?: string | undefined
  visibility?: Node['visibility']
  note?: string
}
interface PortFacts {
  type?: PortType
  network?: string | undefined
  address?: string
  mac?: string
  /** An access port that is a trunk. */
  trunk?: boolean
}
export interface EndFacts extends PortFacts {
  node: string
  /** Empty: the next free one. */
  port: string
}
type Params = Record<string, string | number>

export interface Sketch {
  network(
    key: string,
    facts: {
      name: string
      cidr: string
      place: string
      gateway?: string
      dhcp?: boolean
      visibility?: Network['visibility']
    },
  ): void
  node(key: string, facts: NodeFacts): void
  has(node: string): boolean
  /** Gives a node a port that no cable need be in. */
  port(node: string, name: string, facts?: PortFacts): void
  link(from: EndFacts, to: EndFacts, place: string, more?: { label?: string; bends?: Link['bends'] }): void
  drawing(kind: Drawing['kind'], text: string, box: Pick<Drawing, 'x' | 'y' | 'width' | 'height'>): void
  changed(code: ChangeCode, place: string, params?: Params): void
  left(code: LeftCode, place: string, params?: Params): void
  done(name: string, isolation?: TopologyDocument['isolation']): Sketched
}

/** @param images ids of the platform's images by name, compared without regard to case */
export function sketch(format: ImportFormat, images: ReadonlyMap<string, string> = new Map()): Sketch {
  const document: TopologyDocument = emptyDocument()
  const lines: ReportLine[] = []
  let more = 0
  const nodes = new Map<string, { node: Node; names: Set<string>; place: string }>()
  const networks = new Map<string, Network>()
  const nodeNames = new Set<string>()
  const networkNames = new Set<string>()
  const used = new Set<string>()
  const placed = new Set<Node>()
  const ids = { net: new Set<string>(), n: new Set<string>(), c: new Set<string>(), d: new Set<string>() }

  const note = (line: ReportLine) => {
    if (lines.length < mostLines) lines.push(line)
    else more++
  }
  const changed: Sketch['changed'] = (code, place, params) =>
    note(params ? { kind: 'changed', code, place, params } : { kind: 'changed', code, place })
  const left: Sketch['left'] = (code, place, params) =>
    note(params ? { kind: 'left_out', code, place, params } : { kind: 'left_out', code, place })

  function nodeName(wanted: string, kind: NodeKind, place: string): string {
    const clean = isNodeName(wanted) ? wanted : nodeNameOf(wanted)
    let n = 1
    while (clean === '' && nodeNames.has(`${kind}-${n}`)) n++
    const name = claimName(clean || `${kind}-${n}`, nodeNames)
    if (wanted.trim() === '' || clean === '') changed('name_made', place, { name, was: wanted.slice(0, 60) })
    else if (name !== wanted) changed('name_changed', place, { name, was: wanted.slice(0, 60) })
    return name
  }
  function figure(value: unknown, min: number, max: number, was: number, place: string, field: string): number {
    const n = typeof value === 'string' && value.trim() !== '' ? Number(value) : value
    if (typeof n !== 'number' || !Number.isFinite(n) || n <= 0) return was
    const fits = Math.min(max, Math.max(min, Math.round(n)))
    if (fits !== n) changed('figure_changed', place, { field, was: n, now: fits })
    return fits
  }
  const reach = (v: number) =>
    Math.round(Math.min(most.reach, Math.max(-most.reach, Number.isFinite(v) ? v : 0)) * 100) / 100
  const cutNote = (text: string, max: number, place: string): string => {
    if (text.length > max) left('too_long', place, { max })
    return text.slice(0, max)
  }

  function fill(port: Port, { type, network, address, mac, trunk }: PortFacts, place: string): void {
    if (type) port.type = type
    if (trunk) port.access = 'trunk'
    const known = network === undefined ? undefined : networks.get(network)
    if (known) port.network_id = known.id
    if (address) {
      const [ip, cidr] = [parseIp(address), known && parseCidr(known.cidr)]
      if (ip && cidr && inCidr(ip, cidr)) port.address = address
      else left('address', place, { address: address.slice(0, 60) })
    }
    if (mac && /^[0-9a-f]{2}(:[0-9a-f]{2}){5}$/i.test(mac)) port.mac = mac.toLowerCase()
  }
  function makePort(key: string, wanted: string): Port | undefined {
    const found = nodes.get(key)
    if (!found) return undefined
    const { node, names, place } = found
    if (node.ports.length >= most.ports) return undefined
    const clean = isLabel(wanted) ? wanted : networkNameOf(wanted)
    const name = claimName(clean || portName(node), names)
    if (wanted !== '' && name !== wanted)
      changed('port_name_changed', place, { node: node.name, name, was: wanted.slice(0, 60) })
    const port = madePort(`p${node.ports.length + 1}`, name)
    node.ports.push(port)
    return port
  }
  /** The port of the name, when no cable is in it; a new one when there is none. */
  function freePort(end: EndFacts, place: string): Port | undefined {
    const node = nodes.get(end.node)?.node
    const wanted = networkNameOf(end.port).toLowerCase()
    const found = end.port === '' ? undefined : node?.ports.find((p) => p.name.toLowerCase() === wanted)
    if (found && node && used.has(`${node.id}/${found.id}`)) {
      left('port_in_use', place, { node: node.name, port: found.name })
      return undefined
    }
    const port = found ?? makePort(end.node, end.port)
    if (!port && node) left('too_many', place, { max: most.ports })
    return port
  }

  return {
    has: (key) => nodes.has(key),
    changed,
    left,
    network(key, { name, cidr, place, gateway = '', dhcp = false, visibility = 'everybody' }) {
      if (document.networks.length >= most.networks) return left('too_many', place, { max: most.networks })
      const clean = isLabel(name) ? name : networkNameOf(name)
      const free = claimName(clean || 'network', networkNames)
      if (free !== name) changed('network_name_changed', place, { name: free, was: name.slice(0, 60) })
      const known = parseCidr(cidr)
      if (cidr !== '' && !known) left('address', place, { address: cidr.slice(0, 60) })
      const made = madeNetwork(freeId('net', ids.net), free, known ? formatCidr(known) : '')
      const ip = parseIp(gateway)
      if (ip && known && inCidr(ip, known)) made.gateway = gateway
      made.dhcp = dhcp && known !== undefined
      made.visibility = visibility
      networks.set(key, made)
      document.networks.push(made)
    },
    node(key, facts) {
      if (document.nodes.length >= most.nodes)
        throw new TopologyFileRefusal('too_many_nodes', facts.place, { max: most.nodes })
      const { kind, place, at, image = '' } = facts
      const made = madeNode(freeId('n', ids.n), nodeName(facts.name, kind, place), kind, {
        x: reach(at?.x ?? 0),
        y: reach(at?.y ?? 0),
      })
      made.cpu = figure(facts.cpu, 1, most.cpu, made.cpu, place, 'cpu')
      made.memory = figure(facts.memory, 16, most.memory, made.memory, place, 'memory')
      made.disk = figure(facts.disk, 0, most.disk, made.disk, place, 'disk')
      if (facts.visibility) made.visibility = facts.visibility
      const notes = [facts.note ?? '', made.name === facts.name ? '' : facts.name.trim()]
      if (image) {
        made.image_id = images.get(image.toLowerCase()) ?? null
        if (made.image_id === null) {
          notes.push(image)
          changed('image_by_hand', place, { node: made.name, image: image.slice(0, 120) })
        }
      }
      made.note = cutNote(notes.filter(Boolean).join('\n'), most.note, place)
      if (at) placed.add(made)
      nodes.set(key, { node: made, names: new Set(), place })
      document.nodes.push(made)
    },
    port(key, name, facts = {}) {
      const port = makePort(key, name)
      if (port) fill(port, facts, nodes.get(key)?.place ?? '')
    },
    link(from, to, place, { label = '', bends = [] } = {}) {
      const [a, b] = [nodes.get(from.node)?.node, nodes.get(to.node)?.node]
      if (!a || !b) return left('link_end', place, { end: (a ? to : from).node.slice(0, 60) })
      if (a === b) return left('link_end', place, { end: a.name })
      if (document.links.length >= most.links) return left('too_many', place, { max: most.links })
      const one = freePort(from, place)
      const other = one && freePort(to, place)
      if (!one || !other) return
      const type = from.type ?? to.type ?? 'ethernet'
      const trunk = from.trunk === true || to.trunk === true
      fill(one, { ...from, type, trunk }, place)
      fill(other, { ...to, type, trunk }, place)
      const made = madeLink(freeId('c', ids.c), { node: a.id, port: one.id }, { node: b.id, port: other.id })
      used.add(`${a.id}/${one.id}`).add(`${b.id}/${other.id}`)
      made.label = label.slice(0, 120)
      made.bends = bends.slice(0, most.bends).map((p) => ({ x: reach(p.x), y: reach(p.y) }))
      document.links.push(made)
    },
    drawing(kind, text, { x, y, width, height }) {
      if (document.drawings.length >= most.drawings) return left('too_many', 'drawings', { max: most.drawings })
      document.drawings.push({
        id: freeId('d', ids.d),
        kind,
        text: text.slice(0, 2000),
        x: reach(x),
        y: reach(y),
        width: Math.min(most.reach, Math.max(1, Math.round(width) || 1)),
        height: Math.min(most.reach, Math.max(1, Math.round(height) || 1)),
        tone: 'plain',
      })
    },
    done(name, isolation = 'isolated') {
      document.isolation = isolation
      const lonely = document.nodes.length > 0 && document.nodes.some((n) => !placed.has(n))
      if (lonely) changed('places_made', '', { n: document.nodes.length })
      const out = lonely ? layout(document) : document
      return {
        document: out,
        report: {
          format,
          name: networkNameOf(name).slice(0, 60),
          taken: {
            nodes: out.nodes.length,
            links: out.links.length,
            networks: out.networks.length,
            drawings: out.drawings.length,
            files: out.nodes.reduce((n, node) => n + node.files.length, 0),
          },
          lines,
          more,
        },
      }
    },
  }
}
