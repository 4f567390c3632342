/**
 * Opens a tar, packed with gzip, that strangers made, by the same bounds as a zip: how many files, how large, how often larger than packed, names that
 * mean one file everywhere, no links and nothing that is neither file nor folder. A tar has no list, so it is unpacked once, into a file that has no name
 * any more by the time the first entry is handed out: nothing of it stays behind, whoever dies.
 */
import { randomBytes } from 'node:crypto'
import { createReadStream } from 'node:fs'
import fs, { type FileHandle } from 'node:fs/promises'
import { Readable } from 'node:stream'
import { createGunzip } from 'node:zlib'
import { extract } from 'tar-stream'
import type { ZipLimits } from './limits.ts'
import { isClutter, safePath, ZipEntryNames } from './names.ts'
import type { Zip } from './open.ts'
import { printableName, ZipProblem } from './problem.ts'

const chunkSize = 64 * 1024
/** What a Mac writes beside each file of a tar. */
const isShadow = (path: string): boolean => /(?:^|\/)\._[^/]*$/.test(path)

interface Placed {
  name: string
  size: number
  at: number
}

/** Bytes of a file from a place on, as they are asked for. */
async function* slice(handle: FileHandle, { at, size }: Placed): AsyncGenerator<Buffer, void, undefined> {
  for (let done = 0; done < size; ) {
    const buffer = Buffer.alloc(Math.min(chunkSize, size - done))
    const { bytesRead } = await handle.read(buffer, 0, buffer.length, at + done)
    if (bytesRead === 0) return
    done += bytesRead
    yield buffer.subarray(0, bytesRead)
  }
}

/** Throws a `ZipProblem` for an archive that is refused, the system's own error for a file that cannot be read. */
export async function openTar(file: string, limits: ZipLimits): Promise<Zip> {
  const { size: packed } = await fs.stat(file)
  if (packed > limits.file) throw new ZipProblem('zip_too_large', { limit: limits.file })
  const place = `${file}.${randomBytes(6).toString('hex')}`
  const handle = await fs.open(place, 'wx+', 0o600)
  try {
    await fs.rm(place)
    return handOut(handle, await unpack(file, packed, handle, limits))
  } catch (error) {
    await handle.close()
    throw error
  }
}

async function unpack(file: string, packed: number, to: FileHandle, limits: ZipLimits): Promise<Placed[]> {
  const names = new ZipEntryNames()
  const out: Placed[] = []
  let count = 0
  let total = 0
  let written = 0
  /** Streams that end because of it say something else first. */
  let refused: ZipProblem | undefined
  const grown = (by: number): void => {
    total += by
    if (total > limits.total) throw (refused = new ZipProblem('zip_total', { limit: limits.total }))
    if (total > limits.ratioFrom.total && total > packed * limits.ratio)
      throw (refused = new ZipProblem('zip_ratio', { limit: limits.ratio }))
  }
  const source = createReadStream(file)
  const gunzip = createGunzip({ chunkSize })
  // headers and what fills the last block of a file are bytes too: a million empty files are none of nothing
  async function* counted(bytes: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
    for await (const chunk of bytes) {
      grown(chunk.length)
      yield chunk
    }
  }
  const tar = extract()
  const feeding = Readable.from(counted(source.pipe(gunzip)), { objectMode: false })
  const fail = (error: Error) => tar.destroy(error)
  source.on('error', fail)
  gunzip.on('error', fail)
  feeding.on('error', fail)
  feeding.pipe(tar)
  try {
    for await (const entry of tar) {
      const { name, type, size } = entry.header
      const refuse = (code: ConstructorParameters<typeof ZipProblem>[0], limit?: number): never => {
        throw new ZipProblem(code, { entry: printableName(name), ...(limit === undefined ? {} : { limit }) })
      }
      if (++count > limits.entries) throw new ZipProblem('zip_entries', { limit: limits.entries })
      if (name.includes('\ufffd')) refuse('zip_name_encoding')
      const path = safePath(name, limits)
      const folder = type === 'directory'
      if (type === 'symlink' || type === 'link') refuse('zip_symlink')
      if (!folder && type !== 'file' && type !== 'contiguous-file') refuse('zip_special')
      if (path) names.add(path, folder, name)
      if (size > limits.entry) refuse('zip_entry_size', limits.entry)
      const hidden = folder || isClutter(path) || isShadow(path)
      const at = written
      // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- a stream of bytes that nobody gave an encoding
      for await (const chunk of entry as AsyncIterable<Buffer>) {
        if (hidden) continue
        await to.write(chunk, 0, chunk.length, written)
        written += chunk.length
      }
      if (!hidden) {
        if (written - at !== size) refuse('zip_size')
        out.push({ name: path, size, at })
      }
    }
  } catch (error) {
    throw refused ?? (error instanceof ZipProblem ? error : new ZipProblem('tar_malformed'))
  } finally {
    feeding.destroy()
    gunzip.destroy()
    source.destroy()
    tar.destroy()
  }
  return out
}

function handOut(handle: FileHandle, placed: readonly Placed[]): Zip {
  let open = true
  return {
    page: undefined,
    entries: placed.map((e) => ({
      name: e.name,
      size: e.size,
      async open() {
        if (!open) throw new Error('the archive is closed')
        return Readable.from(slice(handle, e), { objectMode: false })
      },
    })),
    close() {
      open = false
      void handle.close().catch(() => {})
    },
  }
}
