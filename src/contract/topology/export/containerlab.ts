/**
 * A containerlab file. Its nodes are containers, and the first card of each is its own: ours begin at `eth1`. What it has no word for (flags,
 * files, physical devices, VLANs) is not in it; the head says so.
 */
import { Document } from 'yaml'
import { parseCidr } from '../../lib/ip.ts'
import { type PortAddresses, addressesOf, portKey } from '../addresses.ts'
import type { Node, TopologyDocument } from '../document.ts'

const kinds: Readonly<Record<Node['kind'], string>> = {
  machine: 'linux',
  container: 'linux',
  router: 'linux',
  firewall: 'linux',
  device: 'linux',
  switch: 'bridge',
  internet: 'linux',
}

function execOf(
  node: Node,
  document: TopologyDocument,
  addresses: PortAddresses,
  names: ReadonlyMap<string, string>,
): string[] {
  const networks = new Map(document.networks.map((n) => [n.id, n]))
  const out: string[] = []
  for (const port of node.ports) {
    const address = addresses.get(portKey(node.id, port.id))
    const network = networks.get(port.network_id ?? '')
    const cidr = network && parseCidr(network.cidr)
    const name = names.get(portKey(node.id, port.id))
    if (!address || !cidr || !name) continue
    out.push(`ip addr add ${address}/${cidr.prefix} dev ${name}`)
    if (network.gateway && network.gateway !== address && !out.some((l) => l.startsWith('ip route')))
      out.push(`ip route replace default via ${network.gateway}`)
  }
  return out
}

/** @param images names by id */
export function containerlab(name: string, document: TopologyDocument, images: ReadonlyMap<string, string>): string {
  const addresses = addressesOf(document)
  const linked = new Set(
    document.links.flatMap((l) => [portKey(l.from.node, l.from.port), portKey(l.to.node, l.to.port)]),
  )
  const names = new Map<string, string>()
  const taken = new Set<string>()
  const nodeName = new Map<string, string>()
  for (const node of document.nodes) {
    let wanted = node.name || node.id
    for (let n = 2; taken.has(wanted); n++) wanted = `${node.name || node.id}-${n}`
    taken.add(wanted)
    nodeName.set(node.id, wanted)
    let n = 0
    for (const port of node.ports)
      if (linked.has(portKey(node.id, port.id)))
        // cards of a bridge are cards of the machine it is on, so their names are unique there
        names.set(portKey(node.id, port.id), node.kind === 'switch' ? `${wanted.slice(0, 10)}-${++n}` : `eth${++n}`)
  }
  const nodes = Object.fromEntries(
    document.nodes.map((node) => {
      const image = images.get(node.image_id ?? '')
      const exec = node.kind === 'switch' ? [] : execOf(node, document, addresses, names)
      return [
        nodeName.get(node.id) ?? node.id,
        {
          kind: kinds[node.kind],
          ...(node.kind === 'switch' || image === undefined ? {} : { image }),
          ...(node.kind === 'switch' ? {} : { cpu: node.cpu, memory: `${node.memory}MB` }),
          ...(exec.length ? { exec } : {}),
          labels: { 'graph-posX': String(node.x), 'graph-posY': String(node.y), 'range-kind': node.kind },
        },
      ]
    }),
  )
  const links = document.links.flatMap((l) => {
    const ends = [l.from, l.to].map((e) => {
      const port = names.get(portKey(e.node, e.port))
      const node = nodeName.get(e.node)
      return port && node ? `${node}:${port}` : undefined
    })
    return ends.every(Boolean) ? [{ endpoints: ends }] : []
  })
  const lab =
    name
      .normalize('NFKD')
      .replace(/[^A-Za-z0-9._-]+/g, '-')
      .replace(/^-+|-+$/g, '') || 'topology'
  const out = new Document({ name: lab, topology: { nodes, links } })
  out.commentBefore =
    ' Images are the names of the platform’s; bridges have to exist on the machine. Flags, files and VLANs are not in here.'
  return out.toString({ lineWidth: 0 })
}
