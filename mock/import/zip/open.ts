/**
 * Opens an archive that strangers made. The list of entries is read and judged whole before one of them is handed out; yauzl reads the
 * records, everything it lets through (links, bombs, collisions, overlaps, wrong checksums) is refused here with a code.
 */
import { Readable } from 'node:stream'
import yauzl, { type Entry as Record, type ZipFile } from 'yauzl'
import { slice, unpackEntry } from './contents.ts'
import { ZipInput } from './file.ts'
import type { CodePage } from './decode.ts'
import { ZipEntryGate } from './gate.ts'
import type { ZipLimits } from './limits.ts'
import { locateEntries } from './place.ts'
import { ZipProblem } from './problem.ts'
import { type Directory, type ReadAt, readTail } from './tail.ts'
import { messageOf } from '#src/contract/lib/typed.ts'

interface Entry {
  /** NFC, `/` between parts, never absolute, never above the archive. */
  name: string
  /** Bytes, unpacked. */
  size: number
  /** Can be opened again and again. The stream fails with a `ZipProblem` when the data is not what the list promised. */
  open(): Promise<Readable>
}
export interface Zip {
  /** Files in the archive's order; folders and the leftovers of desktops are left out. */
  entries: Entry[]
  /** How names were read that do not say how; undefined where all do. */
  page: CodePage | undefined
  /** Streams that are open may be read to their end. */
  close(): void
}

/** Throws a `ZipProblem` for an archive that is refused, the system's own error for a file that cannot be read. */
export async function openZip(file: string, limits: ZipLimits): Promise<Zip> {
  const input = await ZipInput.open(file)
  // all that can still come from it is that closing failed, and nobody waits for that
  input.on('error', () => {})
  try {
    const read: ReadAt = (position, length) => input.bytes(position, length).catch(malformed)
    const directory = await readTail(read, input.size, limits)
    const zip = await yauzl.fromRandomAccessReaderPromise(input, input.size, reading).catch(malformed)
    zip.on('error', () => {})
    const records = await list(zip, directory)
    const gate = new ZipEntryGate(limits, input.size, records)
    const placed = await locateEntries(
      records.map((r) => gate.accept(r)),
      read,
      directory,
    )
    return handOut(zip, placed, limits, gate.page)
  } catch (error) {
    input.close(() => {})
    throw error
  }
}
const reading = { autoClose: false, decodeStrings: false, validateEntrySizes: false }

/** No more of them than the limits let the list have. */
async function list(zip: ZipFile, directory: Directory): Promise<Record[]> {
  const found: Record[] = []
  const records = zip.eachEntry()
  try {
    for (;;) {
      const next = await records.next().catch(malformed)
      if (next.done) break
      found.push(next.value)
    }
  } finally {
    await records.return?.()
  }
  // a list that goes on behind its last counted record shows other readers entries that nobody judged
  if (Number(zip.readEntryCursor) !== directory.offset + directory.size) throw new ZipProblem('zip_unlisted')
  return found
}

function handOut(
  zip: ZipFile,
  placed: Awaited<ReturnType<typeof locateEntries>>,
  limits: ZipLimits,
  page: CodePage | undefined,
): Zip {
  let open = true
  return {
    page,
    entries: placed
      .filter((e) => !e.hidden)
      .map((e) => ({
        name: e.name,
        size: e.size,
        async open() {
          if (!open) throw new Error('the archive is closed')
          const packed = await slice(zip, e)
          // a stream that nobody began to read never gets to its own end
          return Readable.from(unpackEntry(packed, e, limits.nested), { objectMode: false }).once('close', () =>
            packed.destroy(),
          )
        },
      })),
    close() {
      open = false
      zip.close()
    },
  }
}

/** yauzl says what is wrong with a record in sentences; encryption is the only one people can do something about. */
const malformed = (error: unknown): never => {
  throw new ZipProblem(/encryption/.test(messageOf(error)) ? 'zip_encrypted' : 'zip_malformed')
}
