/**
 * Addresses the server may ask on somebody's behalf: public ones only, so that nobody reaches what stands behind the server through it
 * (server-side request forgery). The list is that of the IANA special-purpose registries, RFC 6890 and its updates.
 */
import { BlockList, isIP } from 'node:net'

const special = {
  ipv4: [
    '0.0.0.0/8',
    '10.0.0.0/8',
    '100.64.0.0/10',
    '127.0.0.0/8',
    '169.254.0.0/16',
    '172.16.0.0/12',
    '192.0.0.0/24',
    '192.0.2.0/24',
    '192.88.99.0/24',
    '192.168.0.0/16',
    '198.18.0.0/15',
    '198.51.100.0/24',
    '203.0.113.0/24',
    '224.0.0.0/4',
    '240.0.0.0/4',
  ],
  // only 2000::/3 is handed out; of it those that lead to an IPv4 address or to nobody are left out
  ipv6: ['::/3', '4000::/2', '8000::/1', '2001::/23', '2001:db8::/32', '2002::/16', '3fff::/20'],
} as const

type Family = keyof typeof special

/** One list per family: in one of both, `::/3` would hold every IPv4 address too. */
function listOf(nets: readonly string[], family: Family): BlockList {
  const list = new BlockList()
  for (const net of nets) {
    const [at = '', prefix = ''] = net.split('/')
    list.addSubnet(at, Number(prefix), family)
  }
  return list
}
const blocked = { ipv4: listOf(special.ipv4, 'ipv4'), ipv6: listOf(special.ipv6, 'ipv6') }

const familyOf = (address: string): Family | undefined =>
  isIP(address) === 4 ? 'ipv4' : isIP(address) === 6 ? 'ipv6' : undefined

/**
 * @param inside networks that may be asked although they are not public, as `10.1.0.0/16`
 * @returns whether an address may be asked; no text that is no address may
 */
export function addressFilter(inside: readonly string[] = []): (address: string) => boolean {
  const family = (net: string) => familyOf(net.split('/')[0] ?? '')
  const ownOf = (is: Family) =>
    listOf(
      inside.filter((n) => family(n) === is),
      is,
    )
  const own = { ipv4: ownOf('ipv4'), ipv6: ownOf('ipv6') }
  return (address) => {
    const is = familyOf(address)
    // `::ffff:10.0.0.1` is an IPv4 address in the clothes of another
    if (is === undefined || /^::ffff:/i.test(address)) return false
    return own[is].check(address, is) || !blocked[is].check(address, is)
  }
}
