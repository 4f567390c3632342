/** Links: from port to port, with bends. A port carries one link. */
import {
  documentLimits,
  type Link,
  type LinkEnd,
  type Node,
  type Port,
  type TopologyDocument,
} from '../../../../contract/topology/document.ts'
import { newKey } from '../../../../lib/id.ts'
import type { Point } from '../../../../parts/topology-view/figure.ts'
import { type TopologyChange, mapped, withParts } from './change.ts'
import { changeNode, newPort } from './nodes.ts'

const isFree = (doc: TopologyDocument, node: string, port: string): boolean =>
  !doc.links.some((l) => (l.from.node === node && l.from.port === port) || (l.to.node === node && l.to.port === port))

/** Where a link may begin or end: a port, or a node's body, which gives its first free port or a new one. */
export interface Grip {
  node: string
  port?: string | undefined
}

export type LinkRefusal = 'same_node' | 'port_taken' | 'locked' | 'full' | 'access_differs'

/** Why two grips may not be joined; undefined when they may. */
export function whyNotLink(doc: TopologyDocument, from: Grip, to: Grip): LinkRefusal | undefined {
  const a = doc.nodes.find((n) => n.id === from.node)
  const b = doc.nodes.find((n) => n.id === to.node)
  if (!a || !b || a.id === b.id) return 'same_node'
  for (const [node, grip] of [
    [a, from],
    [b, to],
  ] as const) {
    if (grip.port !== undefined && !isFree(doc, node.id, grip.port)) return 'port_taken'
    if (grip.port === undefined && node.locked && !freePortOf(doc, node)) return 'locked'
    if (grip.port === undefined && !freePortOf(doc, node) && node.ports.length >= documentLimits.ports) return 'full'
  }
  const portA = a.ports.find((p) => p.id === from.port)
  const portB = b.ports.find((p) => p.id === to.port)
  if (portA && portB && portA.access !== portB.access) return 'access_differs'
  return doc.links.length >= documentLimits.links ? 'full' : undefined
}

const freePortOf = (doc: TopologyDocument, node: Node, like?: Port): Port | undefined =>
  node.ports.find(
    (p) =>
      isFree(doc, node.id, p.id) &&
      (!like || (p.access === like.access && p.type === like.type)) &&
      (!like?.network_id || !p.network_id || p.network_id === like.network_id),
  )

/** The port of a grip, made if need be like the one at the other end. */
function portFor(doc: TopologyDocument, grip: Grip, like?: Port): [TopologyDocument, Port] | undefined {
  const node = doc.nodes.find((n) => n.id === grip.node)
  if (!node) return undefined
  if (grip.port !== undefined) {
    const port = node.ports.find((p) => p.id === grip.port)
    return port && [doc, port]
  }
  const free = freePortOf(doc, node, like) ?? (node.locked ? freePortOf(doc, node) : undefined)
  if (free) return [doc, free]
  const port: Port = { ...newPort(node), ...(like ? { type: like.type, access: like.access } : {}) }
  return [changeNode(doc, node.id, (n) => ({ ...n, ports: [...n.ports, port] })), port]
}

/** Joins two grips; a port without a network joins that of the other end. */
export function connectGrips(doc: TopologyDocument, from: Grip, to: Grip): TopologyChange {
  if (whyNotLink(doc, from, to)) return { doc }
  const likeTo = to.port === undefined ? undefined : portFor(doc, to)?.[1]
  const a = portFor(doc, from, likeTo)
  const b = a && portFor(a[0], to, a[1])
  if (!a || !b) return { doc }
  const [drawn, port] = b
  const network = a[1].network_id ?? port.network_id
  const joined =
    network === null
      ? drawn
      : joinNetwork(drawn, network, { node: from.node, port: a[1].id }, { node: to.node, port: port.id })
  const link: Link = {
    id: newKey(),
    from: { node: from.node, port: a[1].id },
    to: { node: to.node, port: port.id },
    bends: [],
    label: '',
  }
  return { doc: { ...joined, links: [...joined.links, link] }, select: [link.id] }
}

function joinNetwork(doc: TopologyDocument, network: string, ...ends: LinkEnd[]): TopologyDocument {
  const joins = (n: Node, end: LinkEnd): Node => {
    const ports = mapped(n.ports, (p) =>
      p.id === end.port && p.network_id === null ? { ...p, network_id: network } : p,
    )
    return n.locked || ports === n.ports ? n : { ...n, ports }
  }
  return ends.reduce((d, end) => changeNode(d, end.node, (n) => joins(n, end)), doc)
}

const changeLink = (doc: TopologyDocument, id: string, to: (l: Link) => Link): TopologyDocument =>
  withParts(doc, { links: mapped(doc.links, (l) => (l.id === id ? to(l) : l)) })

export const setLabel = (doc: TopologyDocument, id: string, label: string): TopologyDocument =>
  changeLink(doc, id, (l) => ({ ...l, label: label.slice(0, 120) }))

export const addBend = (doc: TopologyDocument, id: string, index: number, at: Point): TopologyDocument =>
  changeLink(doc, id, (l) =>
    l.bends.length >= documentLimits.bends ? l : { ...l, bends: l.bends.toSpliced(index, 0, { x: at.x, y: at.y }) },
  )

export const moveBend = (doc: TopologyDocument, id: string, index: number, to: Point): TopologyDocument =>
  changeLink(doc, id, (l) => ({ ...l, bends: l.bends.with(index, { x: to.x, y: to.y }) }))

export const removeBend = (doc: TopologyDocument, id: string, index: number): TopologyDocument =>
  changeLink(doc, id, (l) => ({ ...l, bends: l.bends.toSpliced(index, 1) }))

export const straighten = (doc: TopologyDocument, ids: ReadonlySet<string>): TopologyDocument =>
  withParts(doc, { links: mapped(doc.links, (l) => (ids.has(l.id) && l.bends.length ? { ...l, bends: [] } : l)) })
