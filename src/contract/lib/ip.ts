/** Addresses and networks of both versions of the Internet Protocol, as numbers: the platform's own and those people draw. */

/** The 32 bits of a dotted quad as a number; undefined for any other text. Leading zeros are refused: some readers take them for octal. */
export function ipv4(text: string): number | undefined {
  const parts = text.split('.')
  if (parts.length !== 4) return undefined
  let n = 0
  for (const p of parts) {
    if (!/^(0|[1-9]\d{0,2})$/.test(p) || Number(p) > 255) return undefined
    n = n * 256 + Number(p)
  }
  return n
}

export const dotted = (n: number): string => [24, 16, 8, 0].map((shift) => Math.floor(n / 2 ** shift) % 256).join('.')

/** Length of the prefix an IPv4 mask stands for; undefined when its ones are not all in front. */
export function maskLength(mask: string): number | undefined {
  const n = ipv4(mask)
  if (n === undefined) return undefined
  const length = 32 - Math.log2(2 ** 32 - n)
  return Number.isInteger(length) ? length : undefined
}

export interface Ip {
  version: 4 | 6
  value: bigint
}

/** Groups of 16 bits on one side of `::`, an IPv4 address at its end among them (RFC 4291 2.2). */
function groups(text: string): number[] | undefined {
  if (text === '') return []
  const parts = text.split(':')
  const out: number[] = []
  for (const [i, part] of parts.entries()) {
    const quad = i === parts.length - 1 && part.includes('.') ? ipv4(part) : undefined
    if (quad !== undefined) out.push(Math.floor(quad / 65_536), quad % 65_536)
    else if (/^[0-9a-f]{1,4}$/i.test(part)) out.push(Number.parseInt(part, 16))
    else return undefined
  }
  return out
}

function ipv6(text: string): bigint | undefined {
  const sides = text.split('::')
  if (sides.length > 2 || !text.includes(':')) return undefined
  const [head, tail] = [groups(sides[0] ?? ''), groups(sides[1] ?? '')]
  if (!head || !tail) return undefined
  const gap = 8 - head.length - tail.length
  if (sides.length === 2 ? gap < 1 : gap !== 0) return undefined
  return [...head, ...Array<number>(Math.max(0, gap)).fill(0), ...tail].reduce((n, g) => n * 65_536n + BigInt(g), 0n)
}

/** An address without a prefix; undefined for any other text. */
export function parseIp(text: string): Ip | undefined {
  const four = ipv4(text)
  if (four !== undefined) return { version: 4, value: BigInt(four) }
  const six = ipv6(text)
  return six === undefined ? undefined : { version: 6, value: six }
}

/** As RFC 5952 writes it: lower case, the first longest run of zeros as `::`. */
export function formatIp({ version, value }: Ip): string {
  if (version === 4) return dotted(Number(value))
  const parts = Array.from({ length: 8 }, (_, i) => Number((value >> BigInt(16 * (7 - i))) & 0xffffn))
  let [from, length] = [-1, 1]
  for (let i = 0; i < 8; i++) {
    let n = 0
    while (i + n < 8 && parts[i + n] === 0) n++
    if (n > length) [from, length] = [i, n]
  }
  const hex = (list: readonly number[]) => list.map((p) => p.toString(16)).join(':')
  return from < 0 ? hex(parts) : `${hex(parts.slice(0, from))}::${hex(parts.slice(from + length))}`
}

export interface Cidr {
  version: 4 | 6
  prefix: number
  /** The network's own address and the last one. */
  first: bigint
  last: bigint
  /** The address as it was written: another than `first` when it has bits of a host. */
  address: bigint
}

/** `10.0.0.0/8` or `2001:db8::/32`; undefined for any other text. */
export function parseCidr(text: string): Cidr | undefined {
  const at = text.lastIndexOf('/')
  if (at < 0 || !/^\d{1,3}$/.test(text.slice(at + 1))) return undefined
  const ip = parseIp(text.slice(0, at))
  const prefix = Number(text.slice(at + 1))
  const bits = ip?.version === 4 ? 32 : 128
  if (!ip || prefix > bits) return undefined
  const size = 1n << BigInt(bits - prefix)
  const first = (ip.value / size) * size
  return { version: ip.version, prefix, first, last: first + size - 1n, address: ip.value }
}

export const formatCidr = ({ version, prefix, first }: Pick<Cidr, 'version' | 'prefix' | 'first'>): string =>
  `${formatIp({ version, value: first })}/${prefix}`

export const inCidr = (ip: Ip, net: Cidr): boolean =>
  ip.version === net.version && ip.value >= net.first && ip.value <= net.last

/**
 * Addresses of a network that no machine has: its own and the broadcast address, but in a link of two (RFC 3021); in version 6 the address
 * of any of its routers (RFC 4291 2.6.1), but in a link of two (RFC 6164).
 */
export function isReserved(ip: Ip, net: Cidr): boolean {
  const bits = net.version === 4 ? 32 : 128
  if (net.prefix >= bits - 1) return false
  return ip.value === net.first || (net.version === 4 && ip.value === net.last)
}
