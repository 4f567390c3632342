/** Where the addresses stand in their network, as shares of a bar. The bar shows the smallest aligned block that holds them all. */
import { dotted, ipv4 } from '../../../../contract/lib/ip.ts'
import { type PlatformNetwork, type NetworkField, subnetOf, within } from '../../../../contract/system/network.ts'

const single = ['web_ip', 'gateway', 'node_ip', 'component_ip'] as const

interface Mark {
  field: (typeof single)[number]
  address: string
  /** 0 to 1 from the left. */
  at: number
  /** Row of its label, so that neighbours do not cover each other. */
  level: number
}
export interface AddressDiagram {
  /** `10.20.0.0/24` */
  network: string
  /** The part of it that is shown, when that is not all. */
  shown: string | undefined
  from: string
  to: string
  marks: Mark[]
  pool: { from: number; to: number; addresses: number } | undefined
}

/** Share of the bar that a label takes. */
const narrow = 0.2
const smallest = 4

/** Undefined until there is a web address with a mask. Addresses outside the network are left out. */
export function addressDiagramOf(n: PlatformNetwork): AddressDiagram | undefined {
  const subnet = subnetOf(n.web_ip, n.mask)
  if (!subnet) return undefined
  const inside = (field: NetworkField): number | undefined => {
    const ip = ipv4(n[field])
    return ip !== undefined && within(ip, subnet) ? ip : undefined
  }
  const found = single.flatMap((field) => {
    const ip = inside(field)
    return ip === undefined ? [] : [{ field, ip }]
  })
  const [start, end] = [inside('pool_start'), inside('pool_end')]
  const ends = start !== undefined && end !== undefined && start <= end ? { start, end } : undefined
  const all = [...found.map((f) => f.ip), ...(ends ? [ends.start, ends.end] : [])]
  let size = 2 ** smallest
  const block = () => Math.floor(Math.min(...all) / size) * size
  while (size < subnet.last - subnet.first + 1 && Math.max(...all) >= block() + size) size *= 2
  const first = Math.max(subnet.first, block())
  const share = (ip: number) => (ip - first + 0.5) / size
  const prefix = 32 - Math.log2(size)
  const marks: Mark[] = []
  // from the right, so that the line of a mark crosses no label of those beside it
  for (const { field, ip } of found.toSorted((a, b) => b.ip - a.ip)) {
    const at = share(ip)
    const taken = marks.filter((m) => m.at - at < narrow).map((m) => m.level)
    marks.unshift({ field, address: dotted(ip), at, level: Math.max(-1, ...taken) + 1 })
  }
  return {
    network: `${dotted(subnet.first)}/${subnet.prefix}`,
    shown: prefix > subnet.prefix ? `${dotted(first)}/${prefix}` : undefined,
    from: dotted(first),
    to: dotted(first + size - 1),
    marks,
    pool: ends && {
      from: (ends.start - first) / size,
      to: (ends.end - first + 1) / size,
      addresses: ends.end - ends.start + 1,
    },
  }
}
