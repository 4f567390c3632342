/** A drawing as the plain value its text says: names in place of ids, and nothing that goes without saying. */
import {
  consoleAccessOf,
  type Drawing,
  type Link,
  type Network,
  type Node,
  type Port,
  type TopologyDocument,
} from '../document.ts'
import { madeNetwork, madeNode, madePort } from '../made.ts'

/** Names of what lies outside of the drawing, by id. */
export interface ExternalNames {
  images?: ReadonlyMap<string, string>
  devices?: ReadonlyMap<string, string>
  services?: ReadonlyMap<string, string>
}
export type PlainValue = string | number | boolean | PlainValue[] | { [key: string]: PlainValue }
type Fields = { [key: string]: PlainValue }

/** Things whose name does not tell them apart say their id too, so that nothing is lost on the way. */
function ambiguous(things: readonly { id: string; name: string }[]): ReadonlySet<string> {
  const by = new Map<string, string[]>()
  for (const { id, name } of things) by.set(name, [...(by.get(name) ?? []), id])
  return new Set([...by].flatMap(([name, ids]) => (name === '' || ids.length > 1 ? ids : [])))
}

/** The id when names do not tell, marked so that no name looks like it. */
export const idMark = '~'
const named = (name: string | undefined, id: string): string =>
  name === undefined || name === '' || name.startsWith(idMark) ? `${idMark}${id}` : name

/** Fields of `thing` that differ from what they are anyway. */
function differing<N extends string>(
  is: Partial<Record<N, PlainValue>>,
  was: Partial<Record<N, PlainValue>>,
  names: readonly N[],
): Fields {
  return Object.fromEntries(names.flatMap((n) => (is[n] === was[n] || is[n] === undefined ? [] : [[n, is[n]]])))
}

/** Names of things outside, where one name means one thing. */
function outside(ids: ReadonlyMap<string, string> | undefined): (id: string) => string {
  const count = new Map<string, number>()
  for (const name of ids?.values() ?? []) count.set(name, (count.get(name) ?? 0) + 1)
  return (id) => {
    const name = ids?.get(id)
    return name !== undefined && count.get(name) === 1 ? named(name, id) : `${idMark}${id}`
  }
}

function portValue(port: Port, unclear: boolean, network: (id: string) => string): Fields {
  return {
    name: port.name,
    ...(unclear ? { id: port.id } : {}),
    ...(port.network_id === null ? {} : { network: network(port.network_id) }),
    ...differing(port, madePort(port.id, port.name), ['address', 'type', 'access', 'mac']),
  }
}

interface Wording {
  network: (id: string) => string
  image(id: string): string
  device(id: string): string
  service: (id: string) => string
}

function nodeValue(node: Node, unclear: boolean, say: Wording): Fields {
  const plain = madeNode(node.id, node.name, node.kind, node)
  const ports = ambiguous(node.ports)
  const flags = ambiguous(node.flags)
  return {
    name: node.name,
    ...(unclear ? { id: node.id } : {}),
    kind: node.kind,
    at: [node.x, node.y],
    ...(node.image_id === null ? {} : { image: say.image(node.image_id) }),
    ...(node.device_id === null ? {} : { device: say.device(node.device_id) }),
    ...differing(node, plain, ['cpu', 'memory', 'disk', 'visibility']),
    // also where an older drawing leaves it to its content: the text says it
    ...(consoleAccessOf(node) === plain.console ? {} : { console: consoleAccessOf(node) }),
    ...differing(node, plain, ['locked', 'note']),
    ...(node.service_ids.length ? { services: node.service_ids.map(say.service) } : {}),
    ...(node.ports.length ? { ports: node.ports.map((p) => portValue(p, ports.has(p.id), say.network)) } : {}),
    ...(node.files.length
      ? {
          files: node.files.map(
            (f): Fields => ({
              path: f.path,
              ...(f.mode === '644' ? {} : { mode: f.mode }),
              text: f.text,
            }),
          ),
        }
      : {}),
    ...(node.flags.length
      ? {
          flags: node.flags.map(
            (f): Fields => ({
              name: f.name,
              ...(flags.has(f.id) ? { id: f.id } : {}),
              ...(f.path === '' ? {} : { path: f.path }),
              ...(f.value === '' ? {} : { value: f.value }),
              points: f.points,
            }),
          ),
        }
      : {}),
  }
}

const networkValue = (network: Network, unclear: boolean): Fields => ({
  name: network.name,
  ...(unclear ? { id: network.id } : {}),
  cidr: network.cidr,
  ...differing(network, madeNetwork(network.id, network.name, network.cidr), [
    'gateway',
    'dhcp',
    'visibility',
    'colour',
  ]),
})

const drawingValue = (d: Drawing): Fields => ({
  kind: d.kind,
  text: d.text,
  at: [d.x, d.y],
  size: [d.width, d.height],
  ...(d.tone === 'plain' ? {} : { tone: d.tone }),
})

export function plainValueOf(document: TopologyDocument, names: ExternalNames = {}): Fields {
  const unclear = { nodes: ambiguous(document.nodes), networks: ambiguous(document.networks) }
  const networks = new Map(document.networks.map((n) => [n.id, n]))
  const nodes = new Map(document.nodes.map((n) => [n.id, n]))
  const say: Wording = {
    network: (id) => named(unclear.networks.has(id) ? undefined : networks.get(id)?.name, id),
    image: outside(names.images),
    device: outside(names.devices),
    service: outside(names.services),
  }
  const unclearPorts = new Map(document.nodes.map((n) => [n.id, ambiguous(n.ports)]))
  const end = ({ node: id, port: portId }: Link['from']): string => {
    const node = nodes.get(id)
    const port = node?.ports.find((p) => p.id === portId)
    const nodeName = unclear.nodes.has(id) || node?.name.includes(':') ? undefined : node?.name
    return `${named(nodeName, id)}:${named(unclearPorts.get(id)?.has(portId) ? undefined : port?.name, portId)}`
  }
  return {
    isolation: document.isolation,
    networks: document.networks.map((n) => networkValue(n, unclear.networks.has(n.id))),
    nodes: document.nodes.map((n) => nodeValue(n, unclear.nodes.has(n.id), say)),
    links: document.links.map(
      (l): Fields => ({
        ends: [end(l.from), end(l.to)],
        ...(l.label === '' ? {} : { label: l.label }),
        ...(l.bends.length ? { bends: l.bends.map((b) => [b.x, b.y]) } : {}),
      }),
    ),
    ...(document.drawings.length ? { drawings: document.drawings.map(drawingValue) } : {}),
  }
}
