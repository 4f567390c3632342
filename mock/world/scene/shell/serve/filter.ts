/** Filters of captures: `tcp and (port http or net 10.0.0.0/24)`, as pcap-filter(7) has them. */
import { inCidr, parseCidr, parseIp } from '#src/contract/lib/ip.ts'
import { portNumberOf } from '../wellKnown.ts'
import type { Packet } from './packets.ts'

type Fits = (p: Packet) => boolean
export type Filter = Fits | { fault: string }

class Wrong extends Error {}
const kinds: ReadonlySet<string> = new Set(['host', 'port', 'net', 'portrange'])
const protocols: Readonly<Record<string, Fits>> = {
  tcp: (p) => p.proto === 'tcp',
  udp: (p) => p.proto === 'udp',
  icmp: (p) => p.proto === 'icmp',
  ip: () => true,
  ip6: () => false,
  arp: () => false,
}
const forAll = /^(22[4-9]|23\d)\.|\.255$/

/** @param addressOf of a name; undefined where nobody has it */
export function filterOf(text: string, addressOf: (name: string) => string | undefined): Filter {
  const words = text.match(/[()!]|&&|\|\||[^\s()!]+/g) ?? []
  let i = 0
  const peek = () => words[i]
  const next = () => words[i++] ?? ''
  const is = (...all: string[]) => all.includes(peek() ?? '')
  const syntax = () => new Wrong("can't parse filter expression: syntax error")

  function either(): Fits {
    const all = [both()]
    while (is('or', '||')) {
      next()
      all.push(both())
    }
    return (p) => all.some((f) => f(p))
  }
  function both(): Fits {
    const all = [one()]
    while (peek() !== undefined && !is('or', '||', ')')) {
      if (is('and', '&&')) next()
      all.push(one())
    }
    return (p) => all.every((f) => f(p))
  }
  function one(): Fits {
    if (is('not', '!')) {
      next()
      const inner = one()
      return (p) => !inner(p)
    }
    if (is('(')) {
      next()
      const inner = either()
      if (next() !== ')') throw syntax()
      return inner
    }
    return plain()
  }
  function plain(): Fits {
    const word = next()
    if (word === '' || word === ')' || word === 'and' || word === 'or') throw syntax()
    const protocol = protocols[word]
    // `tcp port 80`, `udp src host a`
    if (protocol) {
      if (!is('src', 'dst', ...kinds)) return protocol
      const inner = plain()
      return (p) => protocol(p) && inner(p)
    }
    if (word === 'broadcast' || word === 'multicast') return (p) => forAll.test(p.to)
    if (word === 'less' || word === 'greater') {
      const n = Number(next())
      if (!Number.isFinite(n)) throw syntax()
      const size = (p: Packet) => p.body.length + { tcp: 54, udp: 42, icmp: 34 }[p.proto]
      return (p) => (word === 'less' ? size(p) <= n : size(p) >= n)
    }
    const side = word === 'src' || word === 'dst' ? word : undefined
    const kind = kinds.has(side ? (peek() ?? '') : word) ? (side ? next() : word) : 'host'
    const value = side || kinds.has(word) ? next() : word
    if (!/^[\w.:/-]+$/.test(value)) throw syntax()
    const ends =
      <T>(of: (p: Packet) => readonly [T, T], fits: (v: T) => boolean): Fits =>
      (p) => {
        const [from, to] = of(p)
        return (side !== 'dst' && fits(from)) || (side !== 'src' && fits(to))
      }
    const addresses = (p: Packet) => [p.from, p.to] as const
    const ports = (p: Packet) => p.ports
    if (kind === 'port') {
      const port = portNumberOf(value)
      if (port === undefined) throw new Wrong(`unknown port '${value}'`)
      return ends(ports, (n) => n === port)
    }
    if (kind === 'portrange') {
      const [from = NaN, to = NaN] = value.split('-').map((w) => portNumberOf(w) ?? NaN)
      if (Number.isNaN(from + to)) throw new Wrong(`illegal portrange '${value}'`)
      return ends(ports, (n) => n >= from && n <= to)
    }
    if (kind === 'net') {
      const parts = value.split('/')[0]?.split('.').filter(Boolean) ?? []
      const whole = value.includes('/')
        ? value
        : `${[...parts, '0', '0', '0'].slice(0, 4).join('.')}/${parts.length * 8}`
      const net = parseCidr(whole)
      if (!net) throw new Wrong(`unknown network '${value}'`)
      return ends(addresses, (a) => {
        const ip = parseIp(a)
        return ip !== undefined && inCidr(ip, net)
      })
    }
    const address = parseIp(value) ? value : addressOf(value)
    if (address === undefined) throw new Wrong(`unknown host '${value}'`)
    return ends(addresses, (a) => a === address)
  }
  try {
    if (!words.length) return () => true
    const fits = either()
    if (peek() !== undefined) throw syntax()
    return fits
  } catch (e) {
    if (!(e instanceof Wrong)) throw e
    return { fault: e.message }
  }
}
