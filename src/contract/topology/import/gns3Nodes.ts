/** What a node of a GNS3 project is, and what its ports are called: GNS3 makes both up again whenever it loads the file. */
import type { NodeKind } from '../document.ts'
import { type Fields, foreignFieldsOf, listOf, numberOf, stringOf } from './values.ts'

/** Types of 1.x; routers were named by their model there. */
const oldTypes: Readonly<Record<string, string>> = {
  Cloud: 'cloud',
  VPCSDevice: 'vpcs',
  IOUDevice: 'iou',
  EthernetSwitch: 'ethernet_switch',
  EthernetHub: 'ethernet_hub',
  FrameRelaySwitch: 'frame_relay_switch',
  ATMSwitch: 'atm_switch',
  DockerVM: 'docker',
  QemuVM: 'qemu',
  VirtualBoxVM: 'virtualbox',
  VMwareVM: 'vmware',
}
const kinds: Readonly<Record<string, NodeKind>> = {
  vpcs: 'container',
  docker: 'container',
  traceng: 'container',
  qemu: 'machine',
  virtualbox: 'machine',
  vmware: 'machine',
  dynamips: 'router',
  iou: 'router',
  ethernet_switch: 'switch',
  ethernet_hub: 'switch',
  frame_relay_switch: 'switch',
  atm_switch: 'switch',
  cloud: 'internet',
  nat: 'internet',
}
export const wireKinds = new Set<NodeKind>(['switch', 'internet'])

/** MiB of a router whose file says nothing, as GNS3 fills it in (gns3server/compute/dynamips, PLATFORMS_DEFAULT_RAM). */
const usualMemory: Readonly<Record<string, number>> = {
  c1700: 160,
  c2600: 160,
  c2691: 192,
  c3600: 192,
  c3725: 128,
  c3745: 256,
  c7200: 512,
}
export function gns3MemoryOf(node: Fields, type: string): unknown {
  const { ram, platform } = foreignFieldsOf(node['properties'])
  return ram ?? (type === 'dynamips' ? usualMemory[stringOf(platform ?? node['type']).toLowerCase()] : undefined)
}

export function typeOf(node: Fields): string {
  const said = stringOf(node['node_type'])
  if (said) return said
  const old = stringOf(node['type'])
  return (
    oldTypes[old] ??
    (/^C\d{4}/.test(old) || foreignFieldsOf(node['properties'])['image'] !== undefined ? 'dynamips' : old)
  )
}
/** A machine drawn as a router is one. */
export function gns3KindOf(type: string, symbol: string): NodeKind | undefined {
  const kind = kinds[type]
  if (kind === undefined || wireKinds.has(kind) || type === 'vpcs') return kind
  if (/firewall|asa\b|\bpix\b|fortigate|palo/.test(symbol)) return 'firewall'
  if (/switch/.test(symbol)) return 'switch'
  if (/router|gateway/.test(symbol)) return 'router'
  return kind
}

const serialCards = /NM-4T|WIC-[12]T|PA-[48]T|PA-POS/
const fastCards = /FE|16ESW|FE-TX/
/** Names of ports as GNS3 gives them (gns3server/controller/ports). */
export function nameOfPort(node: Fields, type: string, adapter: number, port: number): string {
  const properties = foreignFieldsOf(node['properties'])
  const mapped = listOf(properties['ports_mapping'])
    .map(foreignFieldsOf)
    .find((m) => numberOf(m['port_number']) === port)
  if (stringOf(mapped?.['name'])) return stringOf(mapped?.['name'])
  if (type === 'dynamips') {
    const slot = stringOf(properties[`slot${adapter}`])
    if (port >= 16 || serialCards.test(slot)) return `Serial${adapter}/${port % 16}`
    return `${fastCards.test(slot) ? 'FastEthernet' : /GE/.test(slot) ? 'GigabitEthernet' : 'Ethernet'}${adapter}/${port}`
  }
  if (type === 'iou') {
    const ethernet = numberOf(properties['ethernet_adapters']) ?? 2
    return `${adapter < ethernet ? 'Ethernet' : 'Serial'}${adapter}/${port}`
  }
  if (type === 'docker') return `eth${adapter}`
  if (type === 'vpcs') return 'Ethernet0'
  const custom = listOf(node['custom_adapters'] ?? properties['custom_adapters'])
    .map(foreignFieldsOf)
    .find((a) => numberOf(a['adapter_number']) === adapter)
  if (stringOf(custom?.['port_name'])) return stringOf(custom?.['port_name'])
  const format = stringOf(node['port_name_format']) || 'Ethernet{0}'
  const first = stringOf(node['first_port_name'])
  if (first && adapter === 0) return first
  const n = first ? adapter - 1 : adapter
  const size = numberOf(node['port_segment_size']) ?? 0
  const [segment, inside] = size > 0 ? [Math.floor(n / size), n % size] : [n, n]
  return kinds[type] === 'switch' || kinds[type] === 'internet'
    ? `${type === 'nat' ? 'nat' : 'port'}${port}`
    : format
        .replaceAll('{0}', String(n))
        .replaceAll('{port0}', String(inside))
        .replaceAll('{port1}', String(inside + 1))
        .replaceAll('{segment0}', String(segment))
        .replaceAll('{segment1}', String(segment + 1))
}
