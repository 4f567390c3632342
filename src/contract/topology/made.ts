/** What a part of a drawing is before anybody says more: for the palette, the text twin and the importers alike. */
import type { Link, LinkEnd, Network, Node, NodeKind, Port } from './document.ts'

const sizes: Record<NodeKind, { cpu: number; memory: number; disk: number }> = {
  machine: { cpu: 2, memory: 2048, disk: 40 },
  container: { cpu: 1, memory: 512, disk: 4 },
  switch: { cpu: 1, memory: 256, disk: 0 },
  router: { cpu: 1, memory: 512, disk: 4 },
  firewall: { cpu: 2, memory: 2048, disk: 20 },
  device: { cpu: 1, memory: 512, disk: 0 },
  internet: { cpu: 1, memory: 256, disk: 0 },
}

export const madeNode = (id: string, name: string, kind: NodeKind, at: { x: number; y: number }): Node => ({
  id,
  name,
  kind,
  x: at.x,
  y: at.y,
  image_id: null,
  device_id: null,
  ...sizes[kind],
  ports: [],
  service_ids: [],
  files: [],
  flags: [],
  visibility: 'everybody',
  // a workplace is marked as one
  console: 'leaders',
  locked: false,
  note: '',
})

export const madePort = (id: string, name: string): Port => ({
  id,
  name,
  type: 'ethernet',
  access: 'access',
  network_id: null,
  address: '',
  mac: '',
})

export const madeNetwork = (id: string, name: string, cidr: string): Network => ({
  id,
  name,
  cidr,
  gateway: '',
  dhcp: false,
  visibility: 'everybody',
})

export const madeLink = (id: string, from: LinkEnd, to: LinkEnd): Link => ({ id, from, to, bends: [], label: '' })

const portNames: Record<NodeKind, (n: number) => string> = {
  machine: (n) => `eth${n}`,
  container: (n) => `eth${n}`,
  switch: (n) => `Gi0/${n + 1}`,
  router: (n) => `ge-0/0/${n}`,
  firewall: (n) => `port${n + 1}`,
  device: (n) => `lan${n + 1}`,
  internet: (n) => `uplink${n + 1}`,
}
/** The name of a port nobody named: the first of its kind's that is free. */
export function portName(node: Pick<Node, 'kind' | 'ports'>): string {
  const taken = new Set(node.ports.map((p) => p.name.toLowerCase()))
  let n = 0
  while (taken.has(portNames[node.kind](n).toLowerCase())) n++
  return portNames[node.kind](n)
}

/** An id nobody of them has: `n1`, `n2`, … */
export function freeId(prefix: string, taken: Set<string>, from = taken.size + 1): string {
  let n = from
  while (taken.has(`${prefix}${n}`)) n++
  const id = `${prefix}${n}`
  taken.add(id)
  return id
}
