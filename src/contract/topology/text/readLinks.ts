/** Reads the links of a text: their ends are named `node:port`. */
import type { Node as Part } from 'yaml'
import { documentLimits as most, type Link, type Node, type Port } from '../document.ts'
import { madeLink } from '../made.ts'
import { fields, items, pair, textAt, scalarText } from './cursor.ts'
import { type NameIndex, knownBy, matched } from './match.ts'
import { longest, type Reading } from './raw.ts'
import type { NodesRead } from './readNodes.ts'
import { idMark } from './value.ts'

export function readLinks(
  reading: Reading,
  list: Part | undefined,
  { nodes, was }: Pick<NodesRead, 'nodes' | 'was'>,
  before: readonly Link[],
): Link[] {
  const { cursor, parts } = reading
  const known = knownBy(
    nodes,
    was.map((w) => w.node),
  )
  const byId = new Map(nodes.map((n) => [`${idMark}${n.id}`, n]))
  const place = new Map(nodes.map((n, i) => [n, i]))
  const portsBy = new Map<Node, NameIndex<Port>>()
  const portsOf = (n: Node): NameIndex<Port> => {
    const made = portsBy.get(n) ?? knownBy(n.ports, was[place.get(n) ?? -1]?.ports ?? [])
    portsBy.set(n, made)
    return made
  }
  /** By its mark, by its name, or by the name it had. */
  const meant = <T>(name: string, marked: T | undefined, { by, earlier }: NameIndex<T>): T | undefined => {
    const found = marked ?? by.get(name)
    if (found) return found
    const renamed = earlier.get(name)
    if (renamed) reading.renamed = true
    return renamed
  }
  function end(part: Part | undefined): Link['from'] {
    const said = scalarText(part)
    const at = said?.indexOf(':') ?? -1
    if (said === undefined || at < 0) {
      cursor.say(part, 'no_end')
      return { node: '', port: '' }
    }
    const [nodeName, name] = [said.slice(0, at), said.slice(at + 1)]
    const node = meant(nodeName, byId.get(nodeName), known)
    const found =
      node &&
      meant(
        name,
        node.ports.find((p) => `${idMark}${p.id}` === name),
        portsOf(node),
      )
    if (node && found) return { node: node.id, port: found.id }
    // a link of a drawing that is not finished may lead nowhere: its marked ids say so
    if (nodeName.startsWith(idMark) && !node && name.startsWith(idMark))
      return { node: nodeName.slice(1), port: name.slice(1) }
    if (node && name.startsWith(idMark)) return { node: node.id, port: name.slice(1) }
    if (!node) cursor.say(part, 'unknown_node', { name: nodeName.slice(0, 60) })
    else cursor.say(part, 'unknown_port', { node: nodeName.slice(0, 60), name: name.slice(0, 60) })
    return { node: '', port: '' }
  }
  const key = ({ from, to }: Pick<Link, 'from' | 'to'>) => `${from.node} ${from.port} ${to.node} ${to.port}`
  const rawLinks = items(cursor, list, most.links).map((part) => {
    const p = fields(cursor, part, ['ends', 'label', 'bends'], ['ends'])
    const ends = p.ends ? items(cursor, p.ends, 2) : []
    if (p.ends && ends.length !== 2) cursor.say(p.ends, 'no_end')
    return { part, p, from: end(ends[0] ?? part), to: end(ends[1] ?? part) }
  })
  const linkIds = matched(
    rawLinks.map((l) => ({ id: undefined, name: key(l) })),
    before.map((l) => ({ ...l, name: key(l) })),
    'c',
  )
  return rawLinks.map(({ part, p, from, to }, i): Link => {
    const made = madeLink(linkIds[i]?.id ?? '', from, to)
    parts.set(`link ${made.id}`, part)
    if (p.label) made.label = textAt(cursor, p.label, longest.label)
    if (p.bends)
      made.bends = items(cursor, p.bends, most.bends).map((b) => {
        const [x, y] = pair(cursor, b, -most.reach, most.reach)
        return { x, y }
      })
    return made
  })
}
