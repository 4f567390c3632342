/** containerlab: https://containerlab.dev/manual/topo-def-file/ and its JSON schema of 2025. */
import type { NodeKind } from '../document.ts'
import { TopologyFileRefusal } from './report.ts'
import { type EndFacts, type Sketch, sketch, type Sketched } from './sketch.ts'
import { foreignEntriesOf, type Fields, foreignFieldsOf, isFields, listOf, numberOf, stringOf } from './values.ts'

const switches = new Set(['bridge', 'ovs-bridge', 'cumulus_cvx', 'cvx'])
const firewalls = /fortigate|checkpoint|paloalto|vsrx|asav|ftdv|firepower|f5_big|openwrt/
const routers =
  /^(?:vr-|nokia|srl|sros|juniper|crpd|vmx|arista|ceos|veos|cisco|xrd|iol|6wind|arrcus|aruba|ciena|dell|huawei|ipinfusion|keysight|mikrotik|ros|sonic|rare|vyos|frr|bgpd|openbsd|linux_router)/
const machines = /^(?:freebsd|openbsd|generic_vm|windows|vr-freebsd|vr-openbsd)/
const routerImages = /\b(?:frr|frrouting|vyos|bird|quagga|gobgp|openbgpd|exabgp)\b/

function kindOf(kind: string, image: string): { kind: NodeKind; guessed: boolean } {
  if (switches.has(kind)) return { kind: 'switch', guessed: false }
  if (kind === 'host') return { kind: 'internet', guessed: false }
  if (firewalls.test(kind)) return { kind: 'firewall', guessed: false }
  if (machines.test(kind)) return { kind: 'machine', guessed: false }
  if (kind === 'linux' || kind === '' || kind === 'ext-container' || kind.startsWith('k8s'))
    return { kind: routerImages.test(image) ? 'router' : 'container', guessed: kind === '' }
  if (routers.test(kind)) return { kind: 'router', guessed: false }
  return { kind: 'container', guessed: true }
}

/** What our drawing has no place for, by the field that says it. */
const unused = [
  'startup-config',
  'config',
  'license',
  'binds',
  'env',
  'env-files',
  'exec',
  'ports',
  'components',
  'stages',
  'healthcheck',
  'dns',
  'certificate',
  'cmd',
  'entrypoint',
  'user',
  'sysctls',
  'devices',
  'cap-add',
  'aliases',
  'enforce-startup-config',
  'startup-delay',
  'network-mode',
  'type',
] as const

/** `4Gb`, `512 MiB`, `2048` → MiB. */
function mebibytes(value: unknown): number | undefined {
  const m = /^(\d{1,20}(?:\.\d{1,20})?)\s*([kmgt]?)i?b?$/i.exec(stringOf(value).trim())
  if (!m) return undefined
  const unit = { '': 1 / 1024 ** 2, k: 1 / 1024, m: 1, g: 1024, t: 1024 ** 2 }[(m[2] ?? '').toLowerCase()] ?? 1
  return Number(m[1]) * unit
}

/** Addresses as containerlab writes them, each with the prefix of its network; where they have no place here, every one is named. */
const addressesOf = (value: unknown): string[] =>
  (Array.isArray(value) ? value : [value]).map(stringOf).filter((a) => a.trim() !== '')
function leaveAddresses(s: Sketch, of: Fields, place: string): void {
  for (const field of ['ipv4', 'ipv6', 'mgmt-ipv4', 'mgmt-ipv6'] as const)
    for (const address of addressesOf(of[field]))
      s.left('address', `${place}.${field}`, { address: address.slice(0, 60) })
}

/** Ends that are not nodes of the file: the machine it runs on, its management network, a card of it. */
const outsides = new Set(['host', 'mgmt-net', 'macvlan'])

function endOf(s: Sketch, text: string, place: string): EndFacts | undefined {
  const at = text.indexOf(':')
  const [node, port] = at < 0 ? [text, ''] : [text.slice(0, at), text.slice(at + 1)]
  if (outsides.has(node) && !s.has(node)) {
    s.node(node, { name: node, kind: 'internet', place })
    s.changed('host_link', place, { name: node })
  }
  return { node, port }
}

function readLink(s: Sketch, link: Fields, place: string): void {
  const kind = stringOf(link['type'])
  const said = listOf(link['endpoints'])
  const ends = (said.length ? said : link['endpoint'] === undefined ? [] : [link['endpoint']]).map(
    (e): EndFacts | undefined => {
      if (!isFields(e)) return endOf(s, stringOf(e), place)
      const node = stringOf(e['node'])
      leaveAddresses(s, e, `${place}.${node}`)
      return { node, port: stringOf(e['interface']), mac: stringOf(e['mac']) }
    },
  )
  if (kind === 'host' || kind === 'mgmt-net' || kind === 'macvlan')
    ends.push(endOf(s, `${kind}:${stringOf(link['host-interface'])}`, place))
  else if (kind !== '' && kind !== 'veth') return s.left('link_kind', place, { kind })
  // the short form lists them by end: `ipv4: ["10.0.0.1/30", "10.0.0.2/30"]`
  leaveAddresses(s, link, place)
  for (const field of ['vars', 'labels', 'mtu'] as const)
    if (link[field] !== undefined) s.left('setting', `${place}.${field}`, { field })
  const [from, to] = ends
  if (!from || !to) return s.left('link_end', place, { end: '' })
  s.link(from, to, place)
}

export function readContainerlab(value: unknown, images: ReadonlyMap<string, string>): Sketched {
  const lab = foreignFieldsOf(value)
  const topology = foreignFieldsOf(lab['topology'])
  if (!isFields(topology['nodes'])) throw new TopologyFileRefusal('no_topology', 'topology.nodes')
  const s = sketch('containerlab', images)
  if (lab['mgmt'] !== undefined) s.left('management', 'mgmt')
  const defaults = foreignFieldsOf(topology['defaults'])
  for (const [name, own] of foreignEntriesOf(topology['nodes'])) {
    const place = `topology.nodes.${name}`
    const group = foreignFieldsOf(foreignFieldsOf(topology['groups'])[stringOf(foreignFieldsOf(own)['group'])])
    const kind = stringOf(foreignFieldsOf(own)['kind'] ?? group['kind'] ?? defaults['kind'])
    const node: Fields = {
      ...defaults,
      ...foreignFieldsOf(foreignFieldsOf(topology['kinds'])[kind]),
      ...group,
      ...foreignFieldsOf(own),
    }
    const image = stringOf(node['image'])
    const found = kindOf(kind, image)
    const labels = foreignFieldsOf(node['labels'])
    const [x, y] = [numberOf(labels['graph-posX']), numberOf(labels['graph-posY'])]
    if (found.guessed) s.changed('kind_guessed', place, { was: kind || '?', kind: found.kind })
    s.node(name, {
      name,
      kind: found.kind,
      place,
      at: x === undefined || y === undefined ? undefined : { x, y },
      cpu: node['cpu'],
      memory: mebibytes(node['memory']),
      image: found.kind === 'switch' || found.kind === 'internet' ? '' : image,
    })
    leaveAddresses(s, node, place)
    for (const field of unused) if (node[field] !== undefined) s.left('setting', `${place}.${field}`, { field })
  }
  listOf(topology['links']).forEach((link, i) => readLink(s, foreignFieldsOf(link), `topology.links[${i}]`))
  return s.done(stringOf(lab['name']))
}
