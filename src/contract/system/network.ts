/**
 * The platform's own addresses and their rules, used by the form while somebody types and by the server before it deploys. IPv4 only: the
 * specification asks for a mask, which an IPv6 network does not have.
 */
import { dotted, ipv4, maskLength } from '../lib/ip.ts'
import type { FieldProblem } from '../problems.ts'

export const networkFields = ['web_ip', 'mask', 'gateway', 'node_ip', 'component_ip', 'pool_start', 'pool_end'] as const
export type NetworkField = (typeof networkFields)[number]
export type PlatformNetwork = Record<NetworkField, string>

/** What a field that is no address is told, in the words of the specification. */
const formatRules: Record<NetworkField, string> = {
  web_ip: 'ip_web',
  mask: 'ip_mask',
  gateway: 'ip_gateway',
  node_ip: 'ip_node',
  component_ip: 'ip_component',
  pool_start: 'ip_pool',
  pool_end: 'ip_pool',
}
/** Addresses of one machine each. */
const single = ['web_ip', 'gateway', 'node_ip', 'component_ip'] as const
const hosts = [...single, 'pool_start', 'pool_end'] as const
/** Prefixes in which a web address, a gateway, a node, a component and a pool find room. */
const prefixes = { min: 8, max: 28 } as const

/** Length of the prefix a mask stands for; undefined when its ones are not all in front, or it leaves no room. */
export function prefixOf(mask: string): number | undefined {
  const length = maskLength(mask)
  return length !== undefined && length >= prefixes.min && length <= prefixes.max ? length : undefined
}

export interface Subnet {
  /** The network's own address and the last one, as numbers. */
  first: number
  last: number
  prefix: number
}

/** The network an address is in; undefined when either text is wrong. */
export function subnetOf(address: string, mask: string): Subnet | undefined {
  const [ip, prefix] = [ipv4(address), prefixOf(mask)]
  if (ip === undefined || prefix === undefined) return undefined
  const size = 2 ** (32 - prefix)
  const first = Math.floor(ip / size) * size
  return { first, last: first + size - 1, prefix }
}

export const within = (ip: number, { first, last }: Subnet): boolean => ip >= first && ip <= last
/** Whether a machine may have the address: RFC 1122 3.2.1.3 keeps 0, 127 and 224 upwards for other uses. */
const ofHost = (ip: number): boolean => {
  const top = Math.floor(ip / 2 ** 24)
  return top > 0 && top !== 127 && top < 224
}

/** What is wrong with the addresses, in the order of the fields; empty when they may be deployed. */
export function networkBreaks(n: PlatformNetwork): FieldProblem[] {
  const out: FieldProblem[] = []
  const ip = new Map<NetworkField, number>()
  for (const field of networkFields) {
    if (field === 'mask') {
      if (n.mask.trim() === '') out.push({ path: 'mask', rule: 'no_mask' })
      else if (prefixOf(n.mask) === undefined) out.push({ path: 'mask', rule: 'ip_mask' })
      continue
    }
    const value = ipv4(n[field])
    if (value === undefined || !ofHost(value)) out.push({ path: field, rule: formatRules[field] })
    else ip.set(field, value)
  }
  const subnet = ip.has('web_ip') ? subnetOf(n.web_ip, n.mask) : undefined
  const wrong = new Set<NetworkField>()
  const say = (path: NetworkField, rule: string, params?: FieldProblem['params']) => {
    if (wrong.has(path)) return
    wrong.add(path)
    out.push(params ? { path, rule, params } : { path, rule })
  }
  if (subnet)
    for (const field of hosts) {
      const value = ip.get(field)
      if (value === undefined) continue
      if (!within(value, subnet)) say(field, 'not_same_network')
      else if (value === subnet.first || value === subnet.last) say(field, 'ip_reserved')
    }
  for (const [i, field] of single.entries())
    for (const other of single.slice(0, i)) if (ip.has(field) && ip.get(field) === ip.get(other)) say(field, 'ip_taken')
  const [from, to] = [ip.get('pool_start'), ip.get('pool_end')]
  if (from === undefined || to === undefined) return out
  if (from > to) say('pool_end', 'pool_order')
  else
    for (const field of single) {
      const value = ip.get(field)
      if (value !== undefined && value >= from && value <= to) say('pool_start', 'pool_holds', { ip: dotted(value) })
    }
  return out
}

export const sameNetwork = (a: PlatformNetwork, b: PlatformNetwork): boolean =>
  networkFields.every((f) => a[f] === b[f])
export const changedAddresses = (a: PlatformNetwork, b: PlatformNetwork): NetworkField[] =>
  networkFields.filter((f) => a[f] !== b[f])

/** Whether a machine keeps its place when the network becomes another. */
export function keepsPlace(address: string, to: PlatformNetwork): boolean {
  const [ip, subnet] = [ipv4(address), subnetOf(to.web_ip, to.mask)]
  return ip !== undefined && subnet !== undefined && within(ip, subnet)
}

/** Steps of a deployment, in their order; only those run that have something to change. */
export const deploySteps = ['prepare', 'pool', 'gateway', 'components', 'nodes', 'web', 'verify'] as const
export type DeployStep = (typeof deploySteps)[number]
export const deployStates = ['running', 'rolling_back', 'done', 'failed'] as const
export type DeployState = (typeof deployStates)[number]
export const stepStates = ['waiting', 'running', 'done', 'failed', 'undone', 'skipped'] as const
export type StepState = (typeof stepStates)[number]
