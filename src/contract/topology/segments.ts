/**
 * Which ports are on one wire: everything a frame reaches over links and switches without being routed. A switch keeps the networks of its
 * access ports apart (ports without a network are a segment of their own), and a link between two trunk ports carries all of them.
 */
import { portKey } from './addresses.ts'
import type { Node, Port, TopologyDocument } from './document.ts'

export interface Segments {
  /** Name of the segment of a port of anything but a switch; undefined of a port that does not exist. */
  of(node: string, port: string): string | undefined
}

interface End {
  node: Node
  port: Port
}

const untagged = ''
const vlan = (port: Port): string => port.network_id ?? untagged

export function segmentsOf(document: TopologyDocument): Segments {
  const parent = new Map<string, string>()
  function root(key: string): string {
    let at = key
    for (let up = parent.get(at); up !== undefined && up !== at; up = parent.get(at)) at = up
    for (let step = key; step !== at; ) {
      const next = parent.get(step) ?? at
      parent.set(step, at)
      step = next
    }
    return at
  }
  const join = (a: string, b: string) => parent.set(root(a), root(b))

  const ends = new Map<string, End>()
  const tags = new Set([untagged])
  for (const node of document.nodes)
    for (const port of node.ports) {
      ends.set(portKey(node.id, port.id), { node, port })
      if (node.kind === 'switch') tags.add(vlan(port))
      // a node that speaks to a trunk does so in the network of its own port
      else if (port.access === 'trunk') tags.add(vlan(port))
    }
  const atSwitch = (node: Node, tag: string) => `switch ${node.id} ${tag}`
  const atPort = ({ node, port }: End) => `port ${portKey(node.id, port.id)}`

  for (const link of document.links) {
    const a = ends.get(portKey(link.from.node, link.from.port))
    const b = ends.get(portKey(link.to.node, link.to.port))
    if (!a || !b) continue
    const [one, other] = a.node.kind === 'switch' ? [a, b] : [b, a]
    if (one.node.kind !== 'switch') join(atPort(a), atPort(b))
    else if (other.node.kind !== 'switch')
      join(atPort(other), atSwitch(one.node, vlan(one.port.access === 'trunk' ? other.port : one.port)))
    else if (one.port.access === 'trunk' && other.port.access === 'trunk')
      for (const tag of tags) join(atSwitch(one.node, tag), atSwitch(other.node, tag))
    else join(atSwitch(one.node, vlan(one.port)), atSwitch(other.node, vlan(other.port)))
  }
  return {
    of(node, port) {
      const end = ends.get(portKey(node, port))
      return end && root(atPort(end))
    },
  }
}
