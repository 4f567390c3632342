/**
 * Which sockets join which ports: every network card of a node sends to one socket and listens on another. Two cards that face each other talk
 * directly; where switches stand between several, a hub does: a QEMU without a machine. What a switch keeps apart (its networks) are hubs apart.
 */
import {
  bootedKinds,
  type Link,
  type LinkEnd,
  type Node,
  type TopologyDocument,
} from '#src/contract/topology/document.ts'

/** A network card: `card` counts the ports of its node from 0. */
export interface Card {
  node: string
  port: string
  card: number
}
/** Cards that hear each other. */
export interface Segment {
  id: string
  cards: readonly Card[]
  /** Whether it leads out of the platform, through QEMU's own translation of addresses. */
  internet: boolean
}
export interface CardWire {
  local: string
  /** Null for a card without a cable. */
  remote: string | null
}
export interface HubPlan {
  id: string
  ports: readonly { local: string; remote: string }[]
  internet: boolean
}
export interface Wiring {
  /** By `node/port`. */
  cards: ReadonlyMap<string, CardWire>
  hubs: readonly HubPlan[]
}

export const cardKey = (node: string, port: string): string => `${node}/${port}`

/** Joins names into groups. */
function joiner(): { join(a: string, b: string): void; of(a: string): string } {
  const parent = new Map<string, string>()
  const of = (a: string): string => {
    const up = parent.get(a)
    if (up === undefined || up === a) return a
    const top = of(up)
    parent.set(a, top)
    return top
  }
  return { of, join: (a, b) => void parent.set(of(a), of(b)) }
}

/** Networks that some port of a switch is in: a trunk carries each of them. */
function carried(switches: readonly Node[]): string[] {
  const all = new Set<string>()
  for (const s of switches) for (const p of s.ports) if (p.network_id) all.add(p.network_id)
  return [...all]
}

/** What hears what, from the cables and what the switches keep apart. */
export function segments(document: TopologyDocument): Segment[] {
  const nodes = new Map(document.nodes.map((n) => [n.id, n]))
  const networks = carried(document.nodes.filter((n) => n.kind === 'switch'))
  const { join, of } = joiner()
  const port = (end: LinkEnd) => nodes.get(end.node)?.ports.find((p) => p.id === end.port)
  /** The wires inside one end of a cable, by the network they carry; an untagged end is one wire. */
  const wires = (end: LinkEnd): Map<string, string> => {
    const node = nodes.get(end.node)
    const p = port(end)
    if (!node || !p) return new Map()
    if (node.kind === 'internet') return new Map([['', node.id]])
    if (node.kind !== 'switch') return new Map([['', cardKey(node.id, p.id)]])
    if (p.access === 'trunk') return new Map([...networks, ''].map((n) => [n, `${node.id}/${n}`]))
    return new Map([['', `${node.id}/${p.network_id ?? ''}`]])
  }
  const joined = (link: Link): void => {
    const [a, b] = [wires(link.from), wires(link.to)]
    for (const [network, wire] of a) {
      const other = b.get(network)
      if (other !== undefined) join(wire, other)
    }
  }
  document.links.forEach(joined)
  const groups = new Map<string, Card[]>()
  for (const n of document.nodes)
    if (bootedKinds.has(n.kind))
      n.ports.forEach((p, card) => {
        const group = of(cardKey(n.id, p.id))
        groups.set(group, [...(groups.get(group) ?? []), { node: n.id, port: p.id, card }])
      })
  const out =
    document.isolation === 'internet'
      ? new Set(document.nodes.filter((n) => n.kind === 'internet').map((n) => of(n.id)))
      : new Set<string>()
  return [...groups].map(([id, cards]) => ({ id, cards, internet: out.has(id) }))
}

/** Sockets for every card and hub, with names so short that a path of 107 bytes (`sun_path`) holds them. */
export function wiring(document: TopologyDocument): Wiring {
  const cards = new Map<string, CardWire>()
  const hubs: HubPlan[] = []
  const places = new Map(document.nodes.map((n, i) => [n.id, i]))
  const socket = (c: Card): string => `c${places.get(c.node)}-${c.card}`
  for (const { cards: all, internet } of segments(document)) {
    const [a, b] = all
    if (!a) continue
    if (all.length === 1 && !internet) cards.set(cardKey(a.node, a.port), { local: socket(a), remote: null })
    else if (b && all.length === 2 && !internet) {
      cards.set(cardKey(a.node, a.port), { local: socket(a), remote: socket(b) })
      cards.set(cardKey(b.node, b.port), { local: socket(b), remote: socket(a) })
    } else {
      const id = `h${hubs.length}`
      const ports = all.map((c, i) => ({ local: `${id}-${i}`, remote: socket(c) }))
      all.forEach((c, i) => cards.set(cardKey(c.node, c.port), { local: socket(c), remote: `${id}-${i}` }))
      hubs.push({ id, ports, internet })
    }
  }
  return { cards, hubs }
}

/** The address of a card, the same whenever it is asked for: locally administered, from the scene and its place (IEEE 802 2.1). */
export function macOf(sceneNumber: number, node: number, card: number): string {
  const bytes = [0x52, 0x54, sceneNumber & 0xff, (node >> 8) & 0xff, node & 0xff, card & 0xff]
  return bytes.map((b) => b.toString(16).padStart(2, '0')).join(':')
}
