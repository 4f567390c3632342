/** Archives of small files: tar (POSIX ustar) and zip, written and read whole, within bounds. */
import { crc32, deflateRawSync, gunzipSync, gzipSync, inflateRawSync } from 'node:zlib'

export interface ArchiveMember {
  name: string
  body: Buffer
}
/** Bytes of everything inside, and how many. */
const most = { bytes: 1024 * 1024, members: 200 } as const
export class ArchiveError extends Error {}

export function packTar(members: readonly ArchiveMember[], changed: Date): Buffer {
  const parts: Buffer[] = []
  for (const { name, body } of members) {
    const h = Buffer.alloc(512)
    const octal = (n: number, at: number, size: number) => h.write(`${n.toString(8).padStart(size - 1, '0')}\0`, at)
    h.write(name.slice(0, 100), 0)
    octal(0o644, 100, 8)
    octal(0, 108, 8)
    octal(0, 116, 8)
    octal(body.length, 124, 12)
    octal(Math.floor(changed.getTime() / 1000), 136, 12)
    h.write('        ', 148)
    h.write('0', 156)
    h.write('ustar\x0000', 257)
    h.write('root', 265)
    h.write('root', 297)
    const sum = h.reduce((n, b) => n + b, 0)
    h.write(`${sum.toString(8).padStart(6, '0')}\0 `, 148)
    parts.push(h, body, Buffer.alloc((512 - (body.length % 512)) % 512))
  }
  return Buffer.concat([...parts, Buffer.alloc(1024)])
}
export function untar(given: Buffer): ArchiveMember[] {
  const all = given[0] === 0x1f && given[1] === 0x8b ? gunzip(given) : given
  const out: ArchiveMember[] = []
  for (let at = 0; at + 512 <= all.length && all[at] !== 0; ) {
    const text = (from: number, size: number) =>
      (all.toString('utf8', at + from, at + from + size).split('\0')[0] ?? '').trim()
    const size = Number.parseInt(text(124, 12), 8)
    if (!Number.isInteger(size) || text(257, 5) !== 'ustar')
      throw new ArchiveError('This does not look like a tar archive')
    if (text(156, 1) !== '5') out.push({ name: text(0, 100), body: all.subarray(at + 512, at + 512 + size) })
    if (out.length > most.members) throw new ArchiveError('too many members')
    at += 512 + Math.ceil(size / 512) * 512
  }
  if (!out.length && all.length < 1024) throw new ArchiveError('This does not look like a tar archive')
  return out
}
export const gzip = (b: Uint8Array): Buffer => gzipSync(b)
export function gunzip(b: Uint8Array): Buffer {
  try {
    return gunzipSync(b, { maxOutputLength: most.bytes })
  } catch {
    throw new ArchiveError('not in gzip format')
  }
}

export function zip(members: readonly ArchiveMember[]): Buffer {
  const parts: Buffer[] = []
  const list: Buffer[] = []
  let at = 0
  for (const { name, body } of members) {
    const packed = deflateRawSync(body)
    const title = Buffer.from(name)
    const h = Buffer.alloc(30)
    h.writeUInt32LE(0x04034b50, 0)
    h.writeUInt16LE(20, 4)
    h.writeUInt16LE(8, 8)
    h.writeUInt32LE(crc32(body), 14)
    h.writeUInt32LE(packed.length, 18)
    h.writeUInt32LE(body.length, 22)
    h.writeUInt16LE(title.length, 26)
    const c = Buffer.alloc(46)
    c.writeUInt32LE(0x02014b50, 0)
    h.copy(c, 6, 4, 28)
    c.writeUInt16LE(20, 4)
    c.writeUInt16LE(title.length, 28)
    c.writeUInt32LE(at, 42)
    parts.push(h, title, packed)
    list.push(c, title)
    at += h.length + title.length + packed.length
  }
  const central = Buffer.concat(list)
  const end = Buffer.alloc(22)
  end.writeUInt32LE(0x06054b50, 0)
  end.writeUInt16LE(members.length, 8)
  end.writeUInt16LE(members.length, 10)
  end.writeUInt32LE(central.length, 12)
  end.writeUInt32LE(at, 16)
  return Buffer.concat([...parts, central, end])
}
export function unzip(all: Buffer): ArchiveMember[] {
  const out: ArchiveMember[] = []
  let room: number = most.bytes
  for (let at = 0; at + 30 <= all.length && all.readUInt32LE(at) === 0x04034b50; ) {
    const [method, size, title, extra] = [
      all.readUInt16LE(at + 8),
      all.readUInt32LE(at + 18),
      all.readUInt16LE(at + 26),
      all.readUInt16LE(at + 28),
    ]
    if (all.readUInt16LE(at + 6) & 9) throw new ArchiveError('encrypted or streamed members are not supported')
    const from = at + 30 + title + extra
    const packed = all.subarray(from, from + size)
    let body = packed
    if (method === 8)
      try {
        body = inflateRawSync(packed, { maxOutputLength: Math.max(1, room) })
      } catch {
        throw new ArchiveError('bad or too large member')
      }
    else if (method !== 0) throw new ArchiveError('unsupported compression method')
    room -= body.length
    out.push({ name: all.toString('utf8', at + 30, at + 30 + title), body })
    if (room < 0 || out.length > most.members) throw new ArchiveError('too large')
    at = from + size
  }
  if (!out.length) throw new ArchiveError('End-of-central-directory signature not found')
  return out
}
