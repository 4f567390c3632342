import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'

/** Bytes of a file and their SHA-256 in hex. */
export async function fileDigestOf(file: string): Promise<{ size: number; sha256: string }> {
  const hash = createHash('sha256')
  let size = 0
  const chunks: AsyncIterable<Buffer> = createReadStream(file, { highWaterMark: 1 << 20 })
  for await (const chunk of chunks) {
    hash.update(chunk)
    size += chunk.length
  }
  return { size, sha256: hash.digest('hex') }
}
