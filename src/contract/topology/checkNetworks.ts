/** What is wrong with the networks of a drawing by themselves. */
import { type Cidr, formatCidr, inCidr, type Ip, isReserved, parseCidr, parseIp } from '../lib/ip.ts'
import type { Network } from './document.ts'
import type { Finding } from './finding.ts'
import { isLabel } from './name.ts'

export interface NetworkFacts {
  network: Network
  cidr: Cidr | undefined
  gateway: Ip | undefined
  findings: readonly Finding[]
}

export function networkFacts(network: Network): NetworkFacts {
  const findings: Finding[] = []
  const say = (field: string, code: Finding['code'], params?: Finding['params']) => {
    const at = { kind: 'network', id: network.id, field } as const
    findings.push(params ? { level: 'error', code, at, params } : { level: 'error', code, at })
  }
  if (network.name === '') say('name', 'network_name_missing')
  else if (!isLabel(network.name)) say('name', 'network_name_form')
  const cidr = parseCidr(network.cidr)
  if (network.cidr === '') {
    // a network without addresses is a wire; it only cannot give any
    if (network.dhcp || network.gateway !== '') say('cidr', 'cidr_missing')
  } else if (!cidr) say('cidr', 'cidr_form')
  else if (cidr.address !== cidr.first) say('cidr', 'cidr_base', { base: formatCidr(cidr) })
  const gateway = network.gateway === '' ? undefined : parseIp(network.gateway)
  if (network.gateway !== '' && !gateway) say('gateway', 'gateway_form')
  else if (gateway && cidr) {
    if (!inCidr(gateway, cidr)) say('gateway', 'gateway_outside', { cidr: formatCidr(cidr) })
    else if (isReserved(gateway, cidr)) say('gateway', 'gateway_reserved')
  }
  return { network, cidr, gateway, findings }
}

/** Networks that share addresses: in the order of their first address only neighbours have to be looked at. */
export function overlapFindings(all: readonly NetworkFacts[], out: Finding[]): void {
  const known = all.filter((f): f is NetworkFacts & { cidr: Cidr } => f.cidr !== undefined)
  const place = new Map(known.map((f, i) => [f, i]))
  const order = (a: bigint, b: bigint) => (a < b ? -1 : a > b ? 1 : 0)
  const sorted = [...known].sort(
    (a, b) => a.cidr.version - b.cidr.version || order(a.cidr.first, b.cidr.first) || order(b.cidr.last, a.cidr.last),
  )
  let widest: (typeof known)[number] | undefined
  for (const f of sorted) {
    if (widest && widest.cidr.version === f.cidr.version && f.cidr.first <= widest.cidr.last) {
      // whoever stands later in the drawing is told
      const [first, second] = (place.get(widest) ?? 0) < (place.get(f) ?? 0) ? [widest, f] : [f, widest]
      out.push({
        level: 'error',
        code: 'networks_overlap',
        at: { kind: 'network', id: second.network.id, field: 'cidr' },
        params: { other: first.network.name },
      })
    }
    if (!widest || widest.cidr.version !== f.cidr.version || f.cidr.last > widest.cidr.last) widest = f
  }
}
