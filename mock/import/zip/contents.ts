/** The data of one entry, unpacked as it is asked for. Its size, checksum and end are checked: a reader that comes to the end has the truth. */
import type { Readable } from 'node:stream'
import { pipeline } from 'node:stream'
import { crc32, createInflateRaw } from 'node:zlib'
import type { ZipFile } from 'yauzl'
import type { Placed } from './place.ts'
import { type ZipCode, ZipProblem, printableName } from './problem.ts'

const chunkSize = 64 * 1024
/** First bytes of a zip: an entry, an empty archive, a part of several. */
const signatures = [0x04034b50, 0x06054b50, 0x08074b50]

/** @param packed what `slice` gave, which has the file open from then on */
export async function* unpackEntry(
  packed: Readable,
  entry: Placed,
  nested: boolean,
): AsyncGenerator<Buffer, void, undefined> {
  const fail = (code: ZipCode): never => {
    throw new ZipProblem(code, { entry: printableName(entry.name) })
  }
  const inflate = entry.deflated ? createInflateRaw({ chunkSize }) : undefined
  // its errors come out of the loop below, and leaving the loop ends both streams
  if (inflate) pipeline(packed, inflate, () => {})
  let size = 0
  let crc = 0
  let head: Buffer = Buffer.alloc(0)
  try {
    for await (const chunk of (inflate ?? packed) as AsyncIterable<Buffer>) {
      size += chunk.length
      if (size > entry.size) fail('zip_size')
      crc = crc32(chunk, crc)
      if (head.length < 4) {
        head = Buffer.concat([head, chunk.subarray(0, 4)])
        if (!nested && head.length >= 4 && signatures.includes(head.readUInt32LE(0))) fail('zip_nested')
      }
      yield chunk
    }
  } catch (error) {
    throw error instanceof ZipProblem ? error : new ZipProblem('zip_data', { entry: printableName(entry.name) })
  } finally {
    packed.destroy()
  }
  if (size !== entry.size) fail('zip_size')
  // bytes behind the end of the packed data are read by nobody here and by somebody elsewhere
  if (inflate && inflate.bytesWritten !== entry.packed) fail('zip_data')
  if (crc !== entry.crc) fail('zip_crc')
}

/** The entry's bytes as they lie in the archive. */
export function slice(zip: ZipFile, { dataAt, packed }: Placed): Promise<Readable> {
  return new Promise((resolve, reject) => {
    zip.openReadStreamLowLevel(dataAt, packed, 0, packed, false, null, (error, stream) => {
      if (error) reject(error)
      else resolve(stream)
    })
  })
}
