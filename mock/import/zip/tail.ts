/**
 * The end of an archive: where its list of entries is, and that every reader would find the same list. Readers differ in which of two
 * end records they believe, so an archive that offers two is refused rather than read one way.
 * Source of the layout: https://pkware.cachefly.net/webdocs/casestudies/APPNOTE.TXT sections 4.3.14-4.3.16.
 */
import type { ZipLimits } from './limits.ts'
import { ZipProblem } from './problem.ts'

export interface Directory {
  /** Of the first record of the list. */
  offset: number
  size: number
  count: number
}
export type ReadAt = (position: number, length: number) => Promise<Buffer>

const end = { signature: 0x06054b50, length: 22 }
const locator = { signature: 0x07064b50, length: 20 }
const end64 = { signature: 0x06064b50, length: 56 }
const commentMost = 0xffff

export async function readTail(read: ReadAt, size: number, limits: ZipLimits): Promise<Directory> {
  if (size > limits.file) throw new ZipProblem('zip_too_large', { limit: limits.file })
  const length = Math.min(size, end.length + commentMost)
  const from = size - length
  const tail = await read(from, length)
  const at = await findEnd(read, tail)
  const plain = {
    disk: tail.readUInt16LE(at + 4),
    start: tail.readUInt16LE(at + 6),
    here: tail.readUInt16LE(at + 8),
    count: tail.readUInt16LE(at + 10),
    size: tail.readUInt32LE(at + 12),
    offset: tail.readUInt32LE(at + 16),
  }
  const endAt = from + at
  const big = await readEnd64(read, endAt)
  if (big && differs(plain, big)) throw new ZipProblem('zip_ambiguous')
  const found = big ?? { ...plain, at: endAt }
  if (found.disk || found.start || found.here !== found.count) throw new ZipProblem('zip_multi_disk')
  if (found.count > limits.entries) throw new ZipProblem('zip_entries', { limit: limits.entries })
  if (found.size > limits.directory) throw new ZipProblem('zip_directory', { limit: limits.directory })
  const before = found.at - found.size - found.offset
  if (before > 0) throw new ZipProblem('zip_prepended')
  if (before < 0) throw new ZipProblem('zip_malformed')
  return { offset: found.offset, size: found.size, count: found.count }
}

/** Index in `tail` of the one end record whose comment reaches exactly to the end of the file. */
async function findEnd(read: ReadAt, tail: Buffer): Promise<number> {
  const signs: number[] = []
  for (let i = tail.length - end.length; i >= 0; i--) if (tail.readUInt32LE(i) === end.signature) signs.push(i)
  const exact = signs.filter((i) => i + end.length + tail.readUInt16LE(i + 20) === tail.length)
  const [at] = exact
  if (at !== undefined && exact.length === 1 && signs[0] === at) return at
  if (at !== undefined) throw new ZipProblem('zip_ambiguous')
  // a comment that is cut off says more of itself than there is
  const cut = (i: number) => i + end.length + tail.readUInt16LE(i + 20) > tail.length
  if (signs.length) throw new ZipProblem(signs.every(cut) ? 'zip_truncated' : 'zip_appended')
  const head = tail.length < 4 ? Buffer.alloc(4) : await read(0, 4)
  throw new ZipProblem(head.readUInt32LE(0) === 0x04034b50 ? 'zip_truncated' : 'zip_not_zip')
}

async function readEnd64(read: ReadAt, endAt: number) {
  if (endAt < locator.length) return undefined
  const found = await read(endAt - locator.length, locator.length)
  if (found.readUInt32LE(0) !== locator.signature) return undefined
  const at = whole(found, 8)
  if (at + end64.length > endAt - locator.length) throw new ZipProblem('zip_malformed')
  const record = await read(at, end64.length)
  if (record.readUInt32LE(0) !== end64.signature) throw new ZipProblem('zip_malformed')
  // nothing may lie between the record and its locator, or another reader finds another record there
  if (at + 12 + whole(record, 4) !== endAt - locator.length) throw new ZipProblem('zip_ambiguous')
  return {
    at,
    disk: record.readUInt32LE(16) || found.readUInt32LE(4),
    start: record.readUInt32LE(20),
    here: whole(record, 24),
    count: whole(record, 32),
    size: whole(record, 40),
    offset: whole(record, 48),
  }
}

/** Whether the short record says something of its own: it may repeat the long one or say "look there" (all bits set). */
const says = (short: number, long: number, unset: number) => short !== unset && short !== long
type Numbers = Record<'disk' | 'start' | 'count' | 'size' | 'offset', number>
function differs(plain: Numbers, big: Numbers): boolean {
  return (
    says(plain.disk, big.disk, 0xffff) ||
    says(plain.start, big.start, 0xffff) ||
    says(plain.count, big.count, 0xffff) ||
    says(plain.size, big.size, 0xffffffff) ||
    says(plain.offset, big.offset, 0xffffffff)
  )
}

function whole(buffer: Buffer, at: number): number {
  const value = buffer.readBigUInt64LE(at)
  if (value > BigInt(Number.MAX_SAFE_INTEGER)) throw new ZipProblem('zip_malformed')
  return Number(value)
}
