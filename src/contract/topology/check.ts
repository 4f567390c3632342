/**
 * What is wrong with a drawing, as people type and before it is saved or started: one module for the editor, the text twin, the server and
 * the command line. It says codes with their places; the sentences are the app's. A drawing with findings may be kept, but for the few
 * of `unsavableFindings`; only one without errors is started.
 */
import { inCidr, isReserved } from '../lib/ip.ts'
import { bootedKinds, isWorkplace, type Network, type Node, type TopologyDocument } from './document.ts'
import { lockedFindings } from './locked.ts'
import { aloneFindings, linkFindings } from './checkLinks.ts'
import { networkFacts, type NetworkFacts, overlapFindings } from './checkNetworks.ts'
import { nodeFacts, type NodeFacts } from './checkNode.ts'
import { type Finding, unsavableFindings } from './finding.ts'

export interface CheckContext {
  /** The drawing as it is stored, for whoever may not change its locked nodes. */
  before?: TopologyDocument | undefined
  /** How many nodes the licence lets a drawing have; null or left out is no limit. */
  editableNodes?: number | null
  /** Ids of what there is outside of the drawing, where it is known. */
  images?: ReadonlySet<string> | undefined
  devices?: ReadonlySet<string> | undefined
  services?: ReadonlySet<string> | undefined
}
export type TopologyCheck = (document: TopologyDocument, context?: CheckContext) => Finding[]

/** Kinds that pass packets on: they may have the address of a gateway. A device that stands elsewhere may be a router. */
const forwards = new Set<Node['kind']>(['router', 'firewall', 'internet', 'device'])

/** Things whose name, compared without regard to case, somebody before them has. */
function taken<T extends { id: string; name: string }>(things: readonly T[]): Map<T, T> {
  const seen = new Map<string, T>()
  const out = new Map<T, T>()
  for (const thing of things) {
    if (thing.name === '') continue
    const key = thing.name.toLowerCase()
    const first = seen.get(key)
    if (first) out.set(thing, first)
    else seen.set(key, thing)
  }
  return out
}

function sameIds(document: TopologyDocument, out: Finding[]): void {
  for (const kind of ['node', 'network', 'link', 'drawing'] as const) {
    const seen = new Set<string>()
    for (const { id } of document[`${kind}s`]) {
      if (seen.has(id)) out.push({ level: 'error', code: 'id_taken', at: { kind, id } })
      seen.add(id)
    }
  }
}

/** Addresses against their networks and against each other. */
function addressFindings(
  nodes: readonly NodeFacts[],
  networks: ReadonlyMap<string, NetworkFacts>,
  out: Finding[],
): void {
  const owner = new Map<string, string>()
  const cards = new Map<string, string>()
  const held = new Set<string>()
  const routed = new Set<string>()
  for (const { node, ports } of nodes)
    for (const { port, ip } of ports) {
      const at = { kind: 'port', id: port.id, node: node.id, field: 'address' } as const
      const say = (code: Finding['code'], params?: Finding['params']) =>
        out.push(params ? { level: 'error', code, at, params } : { level: 'error', code, at })
      if (port.mac !== '') {
        const mac = port.mac.toLowerCase()
        const other = cards.get(mac)
        if (other === undefined) cards.set(mac, node.name)
        else out.push({ level: 'error', code: 'mac_taken', at: { ...at, field: 'mac' }, params: { other } })
      }
      const facts = port.network_id === null ? undefined : networks.get(port.network_id)
      if (port.network_id !== null && !facts) {
        out.push({ level: 'error', code: 'network_unknown', at: { ...at, field: 'network_id' } })
        continue
      }
      if (facts && forwards.has(node.kind)) {
        routed.add(facts.network.id)
        if (port.address === '') held.add(facts.network.id)
      }
      if (!ip) continue
      if (!facts) {
        say('address_without_network')
        continue
      }
      const { cidr, gateway, network } = facts
      if (!cidr) continue
      if (!inCidr(ip, cidr)) {
        say('address_outside', { cidr: network.cidr })
        continue
      }
      const isGateway = gateway !== undefined && gateway.version === ip.version && gateway.value === ip.value
      if (isGateway && forwards.has(node.kind)) held.add(network.id)
      if (isReserved(ip, cidr)) say('address_reserved')
      else if (isGateway && !forwards.has(node.kind)) say('address_gateway')
      const key = `${network.id} ${ip.version} ${ip.value}`
      const other = owner.get(key)
      if (other === undefined) owner.set(key, node.name)
      else say('address_taken', { other })
    }
  // a network on its own needs nobody there
  for (const { network, gateway } of networks.values())
    if (gateway && routed.has(network.id) && !held.has(network.id))
      out.push({ level: 'warning', code: 'gateway_nobody', at: { kind: 'network', id: network.id, field: 'gateway' } })
}

/** Networks that give more addresses than they have. */
function fullFindings(nodes: readonly NodeFacts[], networks: ReadonlyMap<string, NetworkFacts>, out: Finding[]): void {
  const wanted = new Map<string, number>()
  for (const { node, ports } of nodes)
    if (node.kind !== 'switch')
      for (const { port } of ports)
        if (port.network_id !== null) wanted.set(port.network_id, (wanted.get(port.network_id) ?? 0) + 1)
  for (const { network, cidr } of networks.values()) {
    const n = wanted.get(network.id) ?? 0
    if (!network.dhcp || !cidr) continue
    const room = cidr.last - cidr.first + 1n - (cidr.version === 4 && cidr.prefix < 31 ? 2n : 0n)
    if (BigInt(n) > room)
      out.push({
        level: 'error',
        code: 'network_full',
        at: { kind: 'network', id: network.id, field: 'cidr' },
        params: { wanted: n, room: Number(room) },
      })
  }
}

function nameFindings(document: TopologyDocument, out: Finding[]): void {
  for (const [node, first] of taken(document.nodes))
    out.push({
      level: 'error',
      code: 'name_taken',
      at: { kind: 'node', id: node.id, field: 'name' },
      params: { name: first.name },
    })
  for (const [network, first] of taken(document.networks))
    out.push({
      level: 'error',
      code: 'network_name_taken',
      at: { kind: 'network', id: network.id, field: 'name' },
      params: { name: first.name },
    })
}

/** What lies outside of the drawing: is it there, and is it named once? */
function outsideFindings(
  document: TopologyDocument,
  { images, devices, services }: Pick<CheckContext, 'images' | 'devices' | 'services'>,
  out: Finding[],
): void {
  const owner = new Map<string, string>()
  for (const { id, name, kind, image_id, device_id, service_ids } of document.nodes) {
    const say = (code: Finding['code'], field: string, params?: Finding['params']) => {
      const at = { kind: 'node', id, field } as const
      out.push(params ? { level: 'error', code, at, params } : { level: 'error', code, at })
    }
    if (image_id !== null && images && !images.has(image_id)) say('image_unknown', 'image_id')
    if (services && service_ids.some((s) => !services.has(s))) say('service_unknown', 'service_ids')
    if (kind !== 'device' || device_id === null) continue
    const other = owner.get(device_id)
    if (devices && !devices.has(device_id)) say('device_unknown', 'device_id')
    else if (other !== undefined) say('device_twice', 'device_id', { other })
    else owner.set(device_id, name)
  }
}

/**
 * A check that remembers what it found in parts that did not change, so that a drawing of a thousand nodes is checked at every key. It
 * relies on changed parts being new objects, which a document of the editor's model always has.
 */
export function checker(): TopologyCheck {
  const nodes = new WeakMap<Node, NodeFacts>()
  const networks = new WeakMap<Network, NetworkFacts>()
  const once = <T extends object, F>(known: WeakMap<T, F>, thing: T, work: (thing: T) => F): F => {
    const before = known.get(thing)
    if (before) return before
    const facts = work(thing)
    known.set(thing, facts)
    return facts
  }
  return (document, { before, editableNodes = null, ...outside } = {}) => {
    const out: Finding[] = []
    const facts = document.nodes.map((n) => once(nodes, n, nodeFacts))
    const nets = new Map(document.networks.map((n) => [n.id, once(networks, n, networkFacts)]))
    sameIds(document, out)
    nameFindings(document, out)
    for (const f of nets.values()) out.push(...f.findings)
    overlapFindings([...nets.values()], out)
    for (const f of facts) out.push(...f.findings)
    addressFindings(facts, nets, out)
    fullFindings(facts, nets, out)
    linkFindings(document, out)
    outsideFindings(document, outside, out)
    if (document.nodes.some((n) => bootedKinds.has(n.kind)) && !document.nodes.some(isWorkplace))
      out.push({ level: 'warning', code: 'no_workplace', at: { kind: 'document', id: '' } })
    if (before) out.push(...lockedFindings(before, document))
    // of a drawing that is whole: who is not part of it, and that nobody in it gets an address
    if (!out.some((f) => f.level === 'error')) aloneFindings(document, out)
    if (document.links.length && !document.networks.length && !out.some((f) => f.level === 'error'))
      out.push({ level: 'warning', code: 'no_networks', at: { kind: 'document', id: '' } })
    const count = document.nodes.length
    if (editableNodes !== null && count > editableNodes)
      out.push({
        level: 'warning',
        code: 'editable_nodes',
        at: { kind: 'document', id: '' },
        params: { used: count, max: editableNodes },
      })
    return out
  }
}

export const check: TopologyCheck = (document, context) => checker()(document, context)

/** Why a drawing is not kept. */
export const saveRefusals = (findings: readonly Finding[]): Finding[] =>
  findings.filter((f) => unsavableFindings.has(f.code))
/** Why a scene of it is not started; the licence's limit, a warning while it is drawn, refuses here. */
export const startRefusals = (findings: readonly Finding[]): Finding[] =>
  findings.filter((f) => f.level === 'error' || f.code === 'editable_nodes')
