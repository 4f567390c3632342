/** Addresses as numbers: IPv4 (RFC 791, CIDR RFC 4632) and IPv6 (RFC 4291, written as RFC 5952 says). */
export interface Address {
  bits: 32 | 128
  value: bigint
}
export interface Cidr {
  bits: 32 | 128
  /** The network's own address. */
  first: bigint
  prefix: number
  size: bigint
}

const four = /^(\d{1,3})\.(\d{1,3})\.(\d{1,3})\.(\d{1,3})$/

function parseFour(text: string): bigint | undefined {
  const m = four.exec(text)
  if (!m) return undefined
  let v = 0n
  for (const part of m.slice(1)) {
    const n = Number(part)
    if (n > 255) return undefined
    v = v * 256n + BigInt(n)
  }
  return v
}

function parseSix(text: string): bigint | undefined {
  const halves = text.split('::')
  if (halves.length > 2) return undefined
  const groups = (half: string | undefined): string[] => (half ? half.split(':') : [])
  const [head, tail] = [groups(halves[0]), groups(halves[1])]
  const missing = 8 - head.length - tail.length
  if (halves.length === 1 ? missing !== 0 : missing < 1) return undefined
  let v = 0n
  for (const g of [...head, ...Array.from({ length: halves.length === 1 ? 0 : missing }, () => '0'), ...tail]) {
    if (!/^[0-9a-f]{1,4}$/i.test(g)) return undefined
    v = v * 65_536n + BigInt(Number.parseInt(g, 16))
  }
  return v
}

export function parseAddress(text: string): Address | undefined {
  const v4 = parseFour(text)
  if (v4 !== undefined) return { bits: 32, value: v4 }
  const v6 = text.includes(':') ? parseSix(text) : undefined
  return v6 === undefined ? undefined : { bits: 128, value: v6 }
}

export function parseCidr(text: string): Cidr | undefined {
  const [address = '', length = '', more] = text.split('/')
  const a = parseAddress(address)
  if (!a || more !== undefined || !/^\d{1,3}$/.test(length) || Number(length) > a.bits) return undefined
  const prefix = Number(length)
  const size = 1n << BigInt(a.bits - prefix)
  return { bits: a.bits, first: (a.value / size) * size, prefix, size }
}

export function format(value: bigint, bits: 32 | 128): string {
  if (bits === 32) return [24n, 16n, 8n, 0n].map((s) => String((value >> s) & 255n)).join('.')
  const groups = Array.from({ length: 8 }, (_, i) => ((value >> BigInt(112 - 16 * i)) & 65_535n).toString(16))
  // the longest run of zeros, the first of equals, is left out
  let best = { at: -1, length: 1 }
  for (let i = 0; i < 8; i++) {
    let n = 0
    while (groups[i + n] === '0') n++
    if (n > best.length) best = { at: i, length: n }
  }
  if (best.at < 0) return groups.join(':')
  return `${groups.slice(0, best.at).join(':')}::${groups.slice(best.at + best.length).join(':')}`
}

export const inside = (a: Address, c: Cidr): boolean =>
  a.bits === c.bits && a.value >= c.first && a.value < c.first + c.size

export const maskOf = (c: Cidr): string => format(((1n << BigInt(c.prefix)) - 1n) << BigInt(c.bits - c.prefix), c.bits)
export const broadcastOf = (c: Cidr): string => format(c.first + c.size - 1n, c.bits)
