/** Draws the topologies of the demonstration: nodes at their places, cables by the names of what they join. */
import type {
  Drawing,
  Network,
  Node,
  NodeFile,
  NodeKind,
  Port,
  PortAccess,
  PortType,
  TopologyDocument,
} from '#src/contract/topology/document.ts'

export interface DrawnNodeOptions {
  /** Name of an image of the demonstration. */
  image?: string
  /** Name of a physical device of the demonstration. */
  device?: string
  cpu?: number
  memory?: number
  disk?: number
  note?: string
  visibility?: Node['visibility']
  /** Who opens its console: a workplace is everybody's. */
  console?: Node['console']
  locked?: true
  files?: readonly [path: string, text: string, mode?: string][]
  flags?: readonly [name: string, path: string, points: number, value?: string][]
}
interface CableFacts {
  /** Network both ends are in; of a switch's end only where the switch keeps networks apart. */
  network?: string
  from?: string
  to?: string
  type?: PortType
  access?: PortAccess
  bends?: readonly (readonly [x: number, y: number])[]
  label?: string
  /** The switch's ports belong to the network, as in a switch with several. */
  tagged?: true
}

const portNames: Record<NodeKind, (n: number) => string> = {
  machine: (n) => `eth${n}`,
  container: (n) => `eth${n}`,
  switch: (n) => `Gi0/${n + 1}`,
  router: (n) => `ge-0/0/${n}`,
  firewall: (n) => `port${n + 1}`,
  device: (n) => `lan${n + 1}`,
  internet: (n) => `uplink${n + 1}`,
}
const sizes: Record<NodeKind, readonly [cpu: number, memory: number, disk: number]> = {
  machine: [2, 2048, 40],
  container: [1, 512, 4],
  switch: [1, 256, 0],
  router: [1, 512, 4],
  firewall: [2, 2048, 20],
  device: [1, 512, 0],
  internet: [1, 256, 0],
}

export interface Pen {
  network(name: string, cidr: string, gateway?: string, dhcp?: boolean): void
  node(name: string, kind: NodeKind, x: number, y: number, facts?: DrawnNodeOptions): void
  cable(from: string, to: string, facts?: CableFacts): void
  box(text: string, left: number, top: number, width: number, height: number, tone?: Drawing['tone']): void
  note(text: string, x: number, y: number, tone?: Drawing['tone']): void
}

/** Places are thought in squares; nodes are drawn three times as wide as they are high. */
const across = (x: number): number => Math.round((x * 1.6) / 8) * 8

/** @param image id of an image by its name; null where there is none; `device` the same of a physical device */
export function drawTopology(
  isolation: TopologyDocument['isolation'],
  { image, device }: Record<'image' | 'device', (name: string) => string | null>,
  work: (pen: Pen) => void,
): TopologyDocument {
  const networks = new Map<string, Network>()
  const nodes = new Map<string, Node>()
  const document: TopologyDocument = { isolation, networks: [], nodes: [], links: [], drawings: [] }

  function port(node: Node, address: string, { network, type, access, tagged }: CableFacts): Port {
    const inNetwork = network !== undefined && (node.kind !== 'switch' || tagged)
    const known = network === undefined ? undefined : networks.get(network)
    if (network !== undefined && !known) throw new Error(`${node.name}: no network ${network}`)
    const made: Port = {
      id: `p${node.ports.length + 1}`,
      name: portNames[node.kind](node.ports.length),
      type: type ?? 'ethernet',
      access: access ?? 'access',
      network_id: inNetwork && known ? known.id : null,
      address,
      mac: '',
    }
    node.ports.push(made)
    return made
  }
  const named = (name: string): Node => {
    const node = nodes.get(name)
    if (!node) throw new Error(`no node ${name}`)
    return node
  }
  const drawing = (kind: Drawing['kind'], text: string, at: Pick<Drawing, 'x' | 'y' | 'width' | 'height' | 'tone'>) =>
    document.drawings.push({ id: `d${document.drawings.length + 1}`, kind, text, ...at })

  work({
    network(name, cidr, gateway = '', dhcp = false) {
      const network: Network = {
        id: `net${networks.size + 1}`,
        name,
        cidr,
        gateway,
        dhcp,
        visibility: 'everybody',
      }
      networks.set(name, network)
      document.networks.push(network)
    },
    node(name, kind, x, y, facts = {}) {
      const [cpu, memory, disk] = sizes[kind]
      const node: Node = {
        id: `n${nodes.size + 1}`,
        name,
        kind,
        x: across(x),
        y,
        image_id: facts.image === undefined ? null : image(facts.image),
        device_id: facts.device === undefined ? null : device(facts.device),
        cpu: facts.cpu ?? cpu,
        memory: facts.memory ?? memory,
        disk: facts.disk ?? disk,
        ports: [],
        service_ids: [],
        files: (facts.files ?? []).map(([path, text, mode = '644']): NodeFile => ({ path, text, mode })),
        flags: (facts.flags ?? []).map(([flag, path, points, value = ''], i) => ({
          id: `f${i + 1}`,
          name: flag,
          path,
          value,
          points,
        })),
        visibility: facts.visibility ?? 'everybody',
        ...(facts.console === undefined ? {} : { console: facts.console }),
        locked: facts.locked === true,
        note: facts.note ?? '',
      }
      nodes.set(name, node)
      document.nodes.push(node)
    },
    cable(from, to, facts = {}) {
      const [a, b] = [named(from), named(to)]
      const [one, other] = [port(a, facts.from ?? '', facts), port(b, facts.to ?? '', facts)]
      document.links.push({
        id: `c${document.links.length + 1}`,
        from: { node: a.id, port: one.id },
        to: { node: b.id, port: other.id },
        bends: (facts.bends ?? []).map(([x, y]) => ({ x: across(x), y })),
        label: facts.label ?? '',
      })
    },
    box: (text, left, top, width, height, tone = 'plain') =>
      drawing('group', text, { x: across(left + width / 2), y: top + height / 2, width: across(width), height, tone }),
    note: (text, x, y, tone = 'info') => drawing('note', text, { x: across(x), y, width: 224, height: 72, tone }),
  })
  return document
}
