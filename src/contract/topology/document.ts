/**
 * A drawn network. The editor changes it, the text twin writes it, importers make it, the scene engine builds it. Names are unique within a
 * document, because people, the text twin and the shells of a running scene call nodes by name; ids only tie the parts together.
 */
export const nodeKinds = ['machine', 'container', 'switch', 'router', 'firewall', 'device', 'internet'] as const
export type NodeKind = (typeof nodeKinds)[number]
/** Kinds a scene boots; a physical device stands elsewhere, the internet and a switch are wires. */
export const bootedKinds: ReadonlySet<NodeKind> = new Set(['machine', 'container', 'router', 'firewall'])

export const portTypes = ['ethernet', 'fiber', 'serial', 'wireless'] as const
export type PortType = (typeof portTypes)[number]
/** Of a port at a switch: one network untagged, or several tagged ones (IEEE 802.1Q). Both ends of a link have the same. */
export const portAccesses = ['access', 'trunk'] as const
export type PortAccess = (typeof portAccesses)[number]

/** Whether a running scene reaches others: nothing, the networks of the platform, or the internet. */
export const isolations = ['isolated', 'platform', 'internet'] as const
export type Isolation = (typeof isolations)[number]

/** Who sees a node in a scene, and who opens its console: everybody in it, whoever leads it, nobody. */
export const visibilities = ['everybody', 'leaders', 'nobody'] as const
export type Visibility = (typeof visibilities)[number]

export interface Port {
  id: string
  name: string
  type: PortType
  access: PortAccess
  /** Network it is in; null where it is in none (a cable between two switches). */
  network_id: string | null
  /** IPv4 or IPv6 without a prefix; empty: by the network's DHCP, or none. */
  address: string
  /** Empty: given at start. */
  mac: string
}

/** A file that a node finds when it has booted. */
export interface NodeFile {
  /** Absolute path on the node. */
  path: string
  /** Its text; a longer file is one of `service_ids` or injected later. */
  text: string
  /** Octal permissions. */
  mode: string
}

/** A secret to be found on the node. */
export interface NodeFlag {
  id: string
  name: string
  /** Written there when it boots; empty: not written, somebody else places it. */
  path: string
  /** Empty: a fresh one per scene. */
  value: string
  points: number
}

export interface Node {
  id: string
  name: string
  kind: NodeKind
  /** Centre, in units of the drawing. */
  x: number
  y: number
  /** Image it boots from; null where it is still to be chosen. */
  image_id: string | null
  /** Physical device it stands for. */
  device_id: string | null
  /** Virtual processors. */
  cpu: number
  /** MiB. */
  memory: number
  /** GiB. */
  disk: number
  ports: Port[]
  service_ids: string[]
  files: NodeFile[]
  flags: NodeFlag[]
  visibility: Visibility
  /** Who opens its console: a workplace is everybody's. Left out by drawings older than the field; `consoleAccessOf` reads it. */
  console?: Visibility | undefined
  /** Kept as it is by whoever made the drawing: "Current node cannot be edited". */
  locked: boolean
  note: string
}

export interface Network {
  id: string
  name: string
  /** `10.1.26.0/24` or an IPv6 one. */
  cidr: string
  /** Empty: no way out of it. */
  gateway: string
  dhcp: boolean
  visibility: Visibility
  /** One of the eight of a drawing, from 0; left out, that of its place among the networks. */
  colour?: number | undefined
}

export interface LinkEnd {
  node: string
  port: string
}
export interface Link {
  id: string
  from: LinkEnd
  to: LinkEnd
  /** Points it bends at, from `from` to `to`. */
  bends: { x: number; y: number }[]
  label: string
}

export const drawingKinds = ['note', 'group'] as const
export const drawingTones = ['plain', 'info', 'good', 'warn', 'bad'] as const
/** What is drawn beside the network: a text, or a box around nodes. Centre and size in units of the drawing. */
export interface Drawing {
  id: string
  kind: (typeof drawingKinds)[number]
  text: string
  x: number
  y: number
  width: number
  height: number
  tone: (typeof drawingTones)[number]
}

export interface TopologyDocument {
  isolation: Isolation
  networks: Network[]
  nodes: Node[]
  links: Link[]
  drawings: Drawing[]
}

export const documentLimits = {
  nodes: 1000,
  links: 4000,
  networks: 500,
  drawings: 500,
  ports: 128,
  name: 63,
  note: 1000,
  file: 65_536,
  files: 50,
  flags: 50,
  services: 50,
  bends: 50,
  cpu: 64,
  /** MiB */
  memory: 262_144,
  /** GiB */
  disk: 4096,
  colours: 8,
  /** A drawing reaches this far from its origin. */
  reach: 100_000,
} as const

export const emptyDocument = (): TopologyDocument => ({
  isolation: 'isolated',
  networks: [],
  nodes: [],
  links: [],
  drawings: [],
})

/** What stands in a node before anybody says who opens it: a target's console would be its solution. */
const targets = ({ flags, service_ids }: Pick<Node, 'flags' | 'service_ids'>): boolean =>
  flags.length > 0 || service_ids.length > 0

/**
 * Who opens the node's console. A drawing older than the setting said it by what people see: there a machine or a container with nothing to
 * be found or attacked in it is a workplace, and everything else is its leaders'.
 */
export const consoleAccessOf = (
  node: Pick<Node, 'kind' | 'flags' | 'service_ids' | 'visibility'> & { console?: Visibility | undefined },
): Visibility =>
  node.console ??
  (node.visibility === 'everybody' && (node.kind === 'machine' || node.kind === 'container') && !targets(node)
    ? 'everybody'
    : 'leaders')

/** Whether everybody in a scene works at it. */
export const isWorkplace = (node: Node): boolean =>
  bootedKinds.has(node.kind) && node.visibility === 'everybody' && consoleAccessOf(node) === 'everybody'
