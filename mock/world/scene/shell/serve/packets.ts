/** Packets of conversations: real captures (libpcap, Ethernet, IPv4) made of what was said, and read back for the screen. */
import type { TrafficConversation } from '../model.ts'

export interface Packet {
  /** Seconds. */
  at: number
  from: string
  to: string
  /** Of the sender and of the receiver. */
  ports: readonly [number, number]
  proto: 'tcp' | 'udp' | 'icmp'
  flags: string
  seq: number
  ack: number
  /** Of ICMP with its header. */
  body: Buffer
}
const bits: readonly (readonly [string, number])[] = [
  ['F', 1],
  ['S', 2],
  ['R', 4],
  ['P', 8],
  ['.', 16],
]
const flagBits = (flags: string): number => bits.reduce((n, [l, b]) => n | (flags.includes(l) ? b : 0), 0)
const flagText = (n: number): string => bits.flatMap(([l, b]) => (n & b ? [l] : [])).join('')

/** @param from @param to addresses; `source` the port the asker has */
export function packetsOf(
  t: TrafficConversation,
  from: string,
  to: string,
  start: number,
  source = 40_000 + (t.port % 20_000),
): Packet[] {
  const out: Packet[] = []
  let [at, mine, theirs] = [start, 1, 1]
  const put = (
    asks: boolean,
    flags: string,
    body: Buffer = Buffer.alloc(0),
    [seq, ack] = asks ? [mine, theirs] : [theirs, mine],
  ) => {
    const [a, b] = asks ? [from, to] : [to, from]
    const ports: [number, number] = asks ? [source, t.port] : [t.port, source]
    out.push({ at, from: a, to: b, ports, proto: t.proto, flags, seq, ack, body })
    at += 0.0012
    if (asks) mine += body.length
    else theirs += body.length
  }
  if (t.proto === 'tcp') {
    put(true, 'S', undefined, [0, 0])
    put(false, 'S.', undefined, [0, 1])
    put(true, '.')
  }
  for (const [who, text, hex] of t.says) put(who === '>', 'P.', Buffer.from(text, hex ?? 'utf8'))
  if (t.proto === 'tcp') {
    put(true, 'F.')
    put(false, 'F.')
  }
  return out
}

/** An echo request and its answer (RFC 792), 56 bytes of data each. */
export function echoOf(
  from: string,
  to: string,
  o: { id: number; seq: number; at: number; ms: number; answered: boolean },
): Packet[] {
  const one = (type: 8 | 0): Buffer => {
    const b = Buffer.alloc(64)
    b.writeUInt8(type, 0)
    b.writeUInt16BE(o.id, 4)
    b.writeUInt16BE(o.seq, 6)
    for (let i = 8; i < 64; i++) b[i] = 8 + i
    b.writeUInt16BE(checksum(b), 2)
    return b
  }
  const base = { ports: [0, 0] as const, proto: 'icmp' as const, flags: '', seq: o.seq, ack: 0 }
  return [
    { ...base, at: o.at, from, to, body: one(8) },
    ...(o.answered ? [{ ...base, at: o.at + o.ms / 1000, from: to, to: from, body: one(0) }] : []),
  ]
}
/** Of the Internet (RFC 1071). */
function checksum(b: Buffer): number {
  let sum = 0
  for (let i = 0; i + 1 < b.length; i += 2) sum += b.readUInt16BE(i)
  while (sum > 0xffff) sum = (sum & 0xffff) + (sum >>> 16)
  return ~sum & 0xffff
}

const protocols = { tcp: 6, udp: 17, icmp: 1 } as const
const ipBytes = (text: string): number[] => {
  const parts = text.split('.').map(Number)
  return parts.length === 4 && parts.every((n) => n >= 0 && n < 256) ? parts : [127, 0, 0, 1]
}
export function pcap(packets: readonly Packet[], began: Date): Buffer {
  const head = Buffer.alloc(24)
  head.writeUInt32LE(0xa1b2c3d4, 0)
  head.writeUInt16LE(2, 4)
  head.writeUInt16LE(4, 6)
  head.writeUInt32LE(65_535, 16)
  head.writeUInt32LE(1, 20)
  const parts = [head]
  for (const p of packets) {
    const inner = { tcp: 20, udp: 8, icmp: 0 }[p.proto]
    const frame = Buffer.alloc(14 + 20 + inner + p.body.length)
    frame.set([2, 0, ...ipBytes(p.to), 2, 0, ...ipBytes(p.from), 8, 0])
    frame.set([0x45, 0], 14)
    frame.writeUInt16BE(20 + inner + p.body.length, 16)
    frame.set([0x40, 0, 64, protocols[p.proto], 0, 0, ...ipBytes(p.from), ...ipBytes(p.to)], 20)
    frame.writeUInt16BE(checksum(frame.subarray(14, 34)), 24)
    if (p.proto !== 'icmp') {
      frame.writeUInt16BE(p.ports[0], 34)
      frame.writeUInt16BE(p.ports[1], 36)
    }
    if (p.proto === 'tcp') {
      frame.writeUInt32BE(p.seq, 38)
      frame.writeUInt32BE(p.ack, 42)
      frame[46] = 0x50
      frame[47] = flagBits(p.flags)
      frame.writeUInt16BE(64_240, 48)
    } else if (p.proto === 'udp') frame.writeUInt16BE(8 + p.body.length, 38)
    frame.set(p.body, 34 + inner)
    const line = Buffer.alloc(16)
    const at = Math.max(0, began.getTime() / 1000 + p.at)
    line.writeUInt32LE(Math.floor(at), 0)
    line.writeUInt32LE(Math.floor((at % 1) * 1e6), 4)
    line.writeUInt32LE(frame.length, 8)
    line.writeUInt32LE(frame.length, 12)
    parts.push(line, frame)
  }
  return Buffer.concat(parts)
}

/** @returns undefined of what is no capture */
export function readPcap(given: Uint8Array): Packet[] | undefined {
  const all = Buffer.from(given)
  if (all.length < 24 || all.readUInt32LE(0) !== 0xa1b2c3d4) return undefined
  const out: Packet[] = []
  for (let i = 24; i + 16 <= all.length && out.length < 10_000; ) {
    const at = all.readUInt32LE(i) + all.readUInt32LE(i + 4) / 1e6
    const size = all.readUInt32LE(i + 8)
    const f = all.subarray(i + 16, i + 16 + size)
    i += 16 + size
    if (f.length < 42 || f[12] !== 8) continue
    const proto = (['tcp', 'udp', 'icmp'] as const).find((p) => protocols[p] === f[23])
    if (!proto || (proto === 'tcp' && f.length < 54)) continue
    const address = (n: number) => [...f.subarray(n, n + 4)].join('.')
    out.push({
      at,
      from: address(26),
      to: address(30),
      ports: proto === 'icmp' ? [0, 0] : [f.readUInt16BE(34), f.readUInt16BE(36)],
      proto,
      flags: proto === 'tcp' ? flagText(f[47] ?? 0) : '',
      seq: proto === 'tcp' ? f.readUInt32BE(38) : proto === 'icmp' ? f.readUInt16BE(40) : 0,
      ack: proto === 'tcp' ? f.readUInt32BE(42) : 0,
      body: f.subarray({ tcp: 54, udp: 42, icmp: 34 }[proto]),
    })
  }
  return out
}
