import type { FastifyRequest } from 'fastify'
import { formatIp, parseIp } from '#src/contract/lib/ip.ts'

/**
 * The network a caller counts as wherever callers are counted: an IPv4 address, or the /64 of an IPv6 one, because one subscriber has all
 * 2^64 addresses of it. An IPv4 address that came in over an IPv6 socket is the IPv4 address.
 */
export function callerNetworkOf(address: string): string {
  const ip = parseIp(address.replace(/%.*$/, ''))
  if (!ip || ip.version === 4) return address
  if (ip.value >> 32n === 0xffffn) return formatIp({ version: 4, value: ip.value & 0xffff_ffffn })
  return `${formatIp({ version: 6, value: (ip.value >> 64n) << 64n })}/64`
}

/** Where a call comes from. A socket that is closed when it is asked for the first time cannot say, whatever the type of `ip` says. */
export const addressOf = (req: FastifyRequest): string => (req.ip as string | undefined) ?? ''

/** What calls without a session count as: apart from those of the people at the same address. @param what apart from other such calls as well */
export const strangerKey = (address: string, what = ''): string => `stranger ${what} ${callerNetworkOf(address)}`
