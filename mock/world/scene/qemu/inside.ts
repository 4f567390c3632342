/** What a node finds of itself when it boots: its name, its addresses, its files and flags, in the words of the system inside. */
import type { Network, Node, TopologyDocument } from '#src/contract/topology/document.ts'
import type { SceneOrder } from '../driver.ts'
import { type CpioEntry, file } from './cpio.ts'
import { macOf } from '../mac.ts'

export interface InsideCard {
  mac: string
  /** With its prefix; empty for a card without an address. */
  address: string
  gateway: string
}

const prefix = (n: Network | undefined): string => n?.cidr.split('/')[1] ?? ''

/** The cards of a node in the order of its ports. */
export function cardsOf(order: SceneOrder, node: Node): InsideCard[] {
  const networks = new Map(order.document.networks.map((n) => [n.id, n]))
  return node.ports.map((p) => {
    const network = p.network_id ? networks.get(p.network_id) : undefined
    const address = p.address || order.addresses[`${node.id}/${p.id}`] || ''
    return {
      mac: p.mac || macOf(order.scene, node.id, p.id),
      address: address && prefix(network) ? `${address}/${prefix(network)}` : '',
      gateway: network && network.gateway !== address ? network.gateway : '',
    }
  })
}

/** Every name of the scene with an address, as a hosts file (hosts(5)). */
function hostsOf(document: TopologyDocument, addresses: SceneOrder['addresses']): string {
  const lines = ['127.0.0.1 localhost']
  for (const n of document.nodes)
    for (const p of n.ports) {
      const address = p.address || addresses[`${n.id}/${p.id}`]
      if (address) lines.push(`${address} ${n.name}`)
    }
  return `${lines.join('\n')}\n`
}

const routes = (node: Node): boolean => node.kind === 'router' || node.kind === 'firewall'

/** A script that gives the cards their addresses; cards are known by their own address, whatever order they are found in. */
function network(cards: readonly InsideCard[], forward: boolean): string {
  const lines = cards.flatMap(({ mac, address, gateway }) => [
    `for c in /sys/class/net/*; do [ "$(cat $c/address)" = ${mac} ] || continue`,
    `  d=\${c##*/}; ip link set $d up`,
    ...(address ? [`  ip addr add ${address} dev $d`] : []),
    ...(gateway ? [`  ip route add default via ${gateway} dev $d 2>/dev/null`] : []),
    'done',
  ])
  if (forward) lines.push('echo 1 >/proc/sys/net/ipv4/ip_forward', 'echo 1 >/proc/sys/net/ipv6/conf/all/forwarding')
  return `${lines.join('\n')}\n`
}

const inRoot = (path: string): string => path.replace(/^\/+/, '')

/** Files and flags of a node, with their permissions. */
function contents(order: SceneOrder, node: Node): { path: string; text: string; mode: number }[] {
  const flags = node.flags
    .filter((f) => f.path)
    .map((f) => ({ path: f.path, text: `${order.flags[f.id] ?? f.value}\n`, mode: 0o600 }))
  const files = node.files.map((f) => ({ path: f.path, text: f.text, mode: Number.parseInt(f.mode, 8) || 0o644 }))
  return [...files, ...flags].filter(({ path }) => path.startsWith('/') && !path.split('/').includes('..'))
}

/** What a node adds to the small Linux. */
export function layer(order: SceneOrder, node: Node): CpioEntry[] {
  return [
    file('etc/hostname', `${node.name}\n`),
    file('etc/hosts', hostsOf(order.document, order.addresses)),
    file('etc/range/network', network(cardsOf(order, node), routes(node))),
    ...contents(order, node).map(({ path, text, mode }) => file(inRoot(path), text, mode)),
  ]
}

const quoted = (text: string): string => JSON.stringify(text)

/** The same for an image with cloud-init, as the NoCloud source reads it from a disk called CIDATA (cloudinit.readthedocs.io). YAML takes JSON's quotes. */
export function cloudSeed(order: SceneOrder, node: Node): Record<string, string> {
  const cards = cardsOf(order, node)
  const ethernets = cards.map(({ mac, address, gateway }, i) =>
    [
      `  card${i}:`,
      `    match: {macaddress: ${quoted(mac)}}`,
      ...(address ? [`    addresses: [${quoted(address)}]`] : ['    dhcp4: false']),
      ...(gateway ? [`    routes: [{to: default, via: ${quoted(gateway)}}]`] : []),
    ].join('\n'),
  )
  const files = contents(order, node).map(
    ({ path, text, mode }) =>
      `  - {path: ${quoted(path)}, permissions: "0${mode.toString(8)}", encoding: b64, content: ${Buffer.from(text).toString('base64')}}`,
  )
  return {
    'meta-data': `instance-id: ${order.scene}-${node.id}\nlocal-hostname: ${quoted(node.name)}\n`,
    'network-config': `version: 2\nethernets:${ethernets.length ? `\n${ethernets.join('\n')}` : ' {}'}\n`,
    'user-data': `#cloud-config\nmanage_etc_hosts: false\n${files.length ? `write_files:\n${files.join('\n')}\n` : ''}`,
  }
}
