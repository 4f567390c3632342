/** One file to read, wherever it lies: in an archive, on disk, in memory. It can be opened again and again. */
import { createReadStream } from 'node:fs'
import { stat } from 'node:fs/promises'
import type { Zip } from '../zip/open.ts'

export interface SourceFile {
  /** Path with `/` between parts, as in the archive. */
  name: string
  size: number
  open(): AsyncIterable<Uint8Array>
}

export const zipSources = (zip: Zip): SourceFile[] =>
  zip.entries.map((entry) => ({
    name: entry.name,
    size: entry.size,
    async *open() {
      yield* await entry.open()
    },
  }))

export async function fileSource(file: string, name: string): Promise<SourceFile> {
  const { size } = await stat(file)
  return { name, size, open: () => createReadStream(file) }
}

export const bytesSource = (name: string, bytes: Uint8Array | string): SourceFile => {
  const all = typeof bytes === 'string' ? Buffer.from(bytes) : bytes
  return {
    name,
    size: all.length,
    async *open() {
      yield all
    },
  }
}

/** The first bytes, at most `most`. */
export async function head(source: SourceFile, most: number): Promise<Buffer> {
  const parts: Uint8Array[] = []
  let length = 0
  for await (const chunk of source.open()) {
    parts.push(chunk)
    length += chunk.length
    if (length >= most) break
  }
  return Buffer.concat(parts).subarray(0, most)
}

/** All of it, for formats that cannot be read in pieces; undefined when there is more than `most`. */
export async function readWhole(source: SourceFile, most: number): Promise<Buffer | undefined> {
  const found = await head(source, most + 1)
  return found.length > most ? undefined : found
}

export const baseName = (name: string): string => name.slice(name.lastIndexOf('/') + 1)
/** The folder with its final slash, or nothing. */
export const folderOf = (name: string): string => name.slice(0, name.lastIndexOf('/') + 1)
