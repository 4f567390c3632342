/** Names that are free and well-formed: `web-1`, and after it `web-2`. */
import { documentLimits, type Node, type NodeKind } from '../../../../contract/topology/document.ts'

const stems: Record<NodeKind, string> = {
  machine: 'machine',
  container: 'container',
  switch: 'switch',
  router: 'router',
  firewall: 'firewall',
  device: 'device',
  internet: 'internet',
}

/** `Ubuntu 22.04 Server` → `ubuntu-22-04-server`; a name without such letters gives that of the kind. */
export function stemOf(kind: NodeKind, given = ''): string {
  const slug = given
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .slice(0, 24)
    .replace(/^-+|-+$/g, '')
  return /^[a-z]/.test(slug) ? slug : stems[kind]
}

/** The stem with the first number that makes it new among names in small letters; `web-2` and `web` count on from the same stem. */
export function freeName(taken: ReadonlySet<string>, wanted: string): string {
  if (wanted !== '' && !taken.has(wanted.toLowerCase())) return wanted
  const stem = wanted.replace(/-?\d+$/, '') || wanted
  for (let n = 1; ; n++) {
    const tail = `-${n}`
    const name = stem.slice(0, documentLimits.name - tail.length) + tail
    if (!taken.has(name.toLowerCase())) return name
  }
}

const portStems: Partial<Record<NodeKind, string>> = { switch: 'port', internet: 'wan', device: 'if' }

/** The next free interface of a node: `eth0`, `eth1`; a switch counts its ports from 1. */
export function freePort(node: Pick<Node, 'kind' | 'ports'>): string {
  const stem = portStems[node.kind] ?? 'eth'
  const taken = new Set(node.ports.map((p) => p.name))
  for (let n = node.kind === 'switch' ? 1 : 0; ; n++) if (!taken.has(`${stem}${n}`)) return `${stem}${n}`
}
