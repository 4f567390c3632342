/**
 * Which sockets join which ports. Every network card listens on a socket of its own and sends to a second name, which leads to whatever is at
 * the other end of its cable: the other card where two face each other, a hub (a QEMU without a machine) where more hear each other. So cables
 * are laid anew while machines run, by leading names elsewhere.
 */
import { portKey } from '#src/contract/topology/addresses.ts'
import { bootedKinds, type TopologyDocument } from '#src/contract/topology/document.ts'
import { segmentsOf } from '#src/contract/topology/segments.ts'
import { shortName } from './place.ts'

interface Card {
  /** Where it listens. */
  local: string
  /** The name it sends to. */
  remote: string
  /** Where that leads; null for a card whose cable ends nowhere. */
  to: string | null
}
export interface HubPlan {
  id: string
  ports: readonly { local: string; remote: string }[]
  /** Whether it leads out of the platform, through QEMU's own translation of addresses. */
  internet: boolean
}
export interface Wiring {
  /** By `node/port`. */
  cards: ReadonlyMap<string, Card>
  hubs: readonly HubPlan[]
}

/** Names so short that the path of a socket, 107 bytes (`sun_path`), holds them; the same as long as node and port are. */
const listens = (key: string): string => `c${shortName(key)}`
const sends = (key: string): string => `r${shortName(key)}`

/** Ports of booted nodes that hear each other, and whether the internet does. */
function groups(document: TopologyDocument): { keys: string[]; internet: boolean }[] {
  const segments = segmentsOf(document)
  const found = new Map<string, { keys: string[]; internet: boolean }>()
  for (const node of document.nodes)
    for (const port of node.ports) {
      const name = segments.of(node.id, port.id)
      if (name === undefined) continue
      const group = found.get(name) ?? { keys: [], internet: false }
      found.set(name, group)
      if (bootedKinds.has(node.kind)) group.keys.push(portKey(node.id, port.id))
      else if (node.kind === 'internet' && document.isolation === 'internet') group.internet = true
    }
  return [...found.values()].filter((g) => g.keys.length > 0)
}

export function wiring(document: TopologyDocument): Wiring {
  const cards = new Map<string, Card>()
  const hubs: HubPlan[] = []
  const lay = (key: string, to: string | null) => cards.set(key, { local: listens(key), remote: sends(key), to })
  for (const { keys, internet } of groups(document)) {
    const [a = '', b] = keys
    if (keys.length === 1 && !internet) lay(a, null)
    else if (b !== undefined && keys.length === 2 && !internet) {
      lay(a, listens(b))
      lay(b, listens(a))
    } else {
      // one with other ports is another hub
      const id = `h${shortName([...keys, internet].join(' '))}`
      keys.forEach((key, i) => lay(key, `${id}-${i}`))
      hubs.push({ id, internet, ports: keys.map((key, i) => ({ local: `${id}-${i}`, remote: listens(key) })) })
    }
  }
  return { cards, hubs }
}
