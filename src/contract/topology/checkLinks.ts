/** What is wrong with the cables of a drawing. */
import { portKey } from './addresses.ts'
import { bootedKinds, type LinkEnd, type Node, type Port, type TopologyDocument } from './document.ts'
import type { Finding } from './finding.ts'

type Found = { node: Node; port: Port } | Finding['code']

export function linkFindings(document: TopologyDocument, out: Finding[]): void {
  const nodes = new Map(document.nodes.map((n) => [n.id, n]))
  const ports = new Map<string, Port>()
  for (const node of document.nodes) for (const port of node.ports) ports.set(portKey(node.id, port.id), port)
  const find = (end: LinkEnd): Found => {
    const node = nodes.get(end.node)
    if (!node) return 'link_node_unknown'
    const port = ports.get(portKey(end.node, end.port))
    return port ? { node, port } : 'link_port_unknown'
  }
  const used = new Set<string>()
  for (const link of document.links) {
    const say = (code: Finding['code'], field?: string, params?: Finding['params']) =>
      out.push({
        level: 'error',
        code,
        at: { kind: 'link', id: link.id, ...(field === undefined ? {} : { field }) },
        ...(params ? { params } : {}),
      })
    const [from, to] = [find(link.from), find(link.to)]
    for (const [field, end] of [['from', from] as const, ['to', to] as const]) {
      if (typeof end === 'string') {
        say(end, field)
        continue
      }
      const key = portKey(end.node.id, end.port.id)
      if (used.has(key)) say('link_port_taken', field, { node: end.node.name, port: end.port.name })
      used.add(key)
    }
    if (typeof from === 'string' || typeof to === 'string') continue
    if (from.node === to.node) say('link_self')
    if (from.port.type !== to.port.type) say('link_type', undefined, { from: from.port.type, to: to.port.type })
    if (from.port.access !== to.port.access)
      say('link_access', undefined, { from: from.port.access, to: to.port.access })
    const [a, b] = [from.port.network_id, to.port.network_id]
    // on a trunk, and at a port of a switch without a network, others pass as well
    if (a !== null && b !== null && a !== b && from.port.access === 'access')
      out.push({ level: 'warning', code: 'link_network', at: { kind: 'link', id: link.id } })
  }
  for (const node of document.nodes)
    if (node.kind !== 'switch')
      for (const port of node.ports) {
        const plugged = used.has(portKey(node.id, port.id))
        const say = (code: Finding['code']) =>
          out.push({
            level: 'warning',
            code,
            at: { kind: 'port', id: port.id, node: node.id },
            params: { node: node.name, port: port.name },
          })
        if (port.network_id !== null && !plugged) say('port_unplugged')
        // a drawing without any network is told as a whole
        else if (
          port.network_id === null &&
          port.address === '' &&
          plugged &&
          document.networks.length &&
          bootedKinds.has(node.kind)
        )
          say('port_no_network')
      }
}

/** Machines beside a drawing that is linked: nothing reaches them. */
export function aloneFindings(document: TopologyDocument, out: Finding[]): void {
  if (!document.links.length) return
  const linked = new Set(document.links.flatMap((l) => [l.from.node, l.to.node]))
  for (const node of document.nodes)
    if (bootedKinds.has(node.kind) && !linked.has(node.id) && node.ports.every((p) => p.network_id === null))
      out.push({ level: 'warning', code: 'node_alone', at: { kind: 'node', id: node.id }, params: { name: node.name } })
}
