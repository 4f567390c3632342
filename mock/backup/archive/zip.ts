/**
 * Writes a zip front to back in one go: sizes and checksums follow the data, so nothing is held in memory and nothing is written twice. Its
 * comment ends with the SHA-256 of everything before, so that any byte that changed on the way is found, also one that no reader looks at.
 * Source of the layout: https://pkware.cachefly.net/webdocs/casestudies/APPNOTE.TXT sections 4.3 and 4.4.
 */
import { createHash } from 'node:crypto'
import { once } from 'node:events'
import type { Writable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { crc32, createDeflateRaw } from 'node:zlib'

const utf8 = 0x0800
const described = 0x0008
const deflate = 8
/** 1980-01-01, the zip's first day: two backups of the same content are the same bytes. */
const day = 0x0021
const most = 0xffffffff
export const sealWord = 'range-backup sha256='
/** Length of the comment: the word and 64 hex digits. */
export const sealLength = sealWord.length + 64

interface Written {
  name: Buffer
  at: number
  crc: number
  packed: number
  size: number
}

interface Entry {
  size: number
  /** Of the unpacked bytes, in hex. */
  sha256: string
}

export interface ZipWriter {
  /** Adds one entry from its bytes. @throws RangeError past the limits of a plain zip: 4 GiB, 65,535 entries */
  add(name: string, content: AsyncIterable<Uint8Array | string> | Iterable<string>): Promise<Entry>
  /** Writes the list of entries and ends the stream. @returns the bytes of the file and its SHA-256 in hex */
  end(): Promise<{ size: number; sha256: string }>
}

function header(signature: number, parts: readonly [value: number, bytes: 2 | 4][]): Buffer {
  const out = Buffer.alloc(4 + parts.reduce((n, [, bytes]) => n + bytes, 0))
  out.writeUInt32LE(signature, 0)
  let at = 4
  for (const [value, bytes] of parts) at = bytes === 2 ? out.writeUInt16LE(value, at) : out.writeUInt32LE(value, at)
  return out
}

export function zipTo(out: Writable): ZipWriter {
  const whole = createHash('sha256')
  const entries: Written[] = []
  let at = 0

  let failed: unknown
  out.once('error', (e) => (failed = e))

  async function write(bytes: Uint8Array): Promise<void> {
    if (failed !== undefined) throw failed
    whole.update(bytes)
    at += bytes.length
    if (at > most) throw new RangeError('the archive is larger than a zip may be')
    if (!out.write(bytes)) await once(out, 'drain')
  }

  return {
    async add(name, content) {
      const raw = Buffer.from(name)
      const begin = at
      await write(
        header(0x04034b50, [
          [20, 2],
          [utf8 | described, 2],
          [deflate, 2],
          [0, 2],
          [day, 2],
          [0, 4],
          [0, 4],
          [0, 4],
          [raw.length, 2],
          [0, 2],
        ]),
      )
      await write(raw)
      const hash = createHash('sha256')
      const from = at
      let crc = 0
      let size = 0
      async function* read(): AsyncGenerator<Buffer, void, undefined> {
        for await (const part of content) {
          const bytes = typeof part === 'string' ? Buffer.from(part) : Buffer.from(part)
          hash.update(bytes)
          crc = crc32(bytes, crc)
          size += bytes.length
          yield bytes
        }
      }
      const packer = createDeflateRaw({ level: 4 })
      // its errors come out of the loop below, and leaving the loop ends both
      const fed = pipeline(read, packer).catch((e: unknown) => e)
      const packedParts: AsyncIterable<Buffer> = packer
      for await (const bytes of packedParts) await write(bytes)
      const broken = await fed
      if (broken !== undefined) throw broken
      if (size > most) throw new RangeError('an entry is larger than a zip may hold')
      const packed = at - from
      await write(
        header(0x08074b50, [
          [crc, 4],
          [packed, 4],
          [size, 4],
        ]),
      )
      if (entries.push({ name: raw, at: begin, crc, packed, size }) > 0xffff)
        throw new RangeError('more entries than a zip may hold')
      return { size, sha256: hash.digest('hex') }
    },

    async end() {
      const directory = at
      for (const e of entries) {
        await write(
          header(0x02014b50, [
            [20, 2],
            [20, 2],
            [utf8 | described, 2],
            [deflate, 2],
            [0, 2],
            [day, 2],
            [e.crc, 4],
            [e.packed, 4],
            [e.size, 4],
            [e.name.length, 2],
            [0, 2],
            [0, 2],
            [0, 2],
            [0, 2],
            [0, 4],
            [e.at, 4],
          ]),
        )
        await write(e.name)
      }
      const n = entries.length
      await write(
        header(0x06054b50, [
          [0, 2],
          [0, 2],
          [n, 2],
          [n, 2],
          [at - directory, 4],
          [directory, 4],
          [sealLength, 2],
        ]),
      )
      await write(Buffer.from(sealWord))
      const seal = Buffer.from(whole.copy().digest('hex'))
      await write(seal)
      out.end()
      await once(out, 'finish')
      return { size: at, sha256: whole.digest('hex') }
    },
  }
}
