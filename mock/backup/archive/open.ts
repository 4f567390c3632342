/**
 * Opens a backup that anybody may have made. The seal over the whole file, the gate of zips, the manifest, and that the archive holds what
 * the manifest says and nothing else: all of it before one row is believed.
 */
import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { open, rm } from 'node:fs/promises'
import { backupLimits } from '#src/contract/backup/backup.ts'
import { importLimits, type ZipLimits } from '#mock/import/zip/limits.ts'
import { openZip, type Zip } from '#mock/import/zip/open.ts'
import { ZipProblem } from '#mock/import/zip/problem.ts'
import { type ManifestFile, formatVersion, BackupManifest, manifestName, type TableOf } from './manifest.ts'
import { BackupProblem } from './problem.ts'
import { isSealed, unseal } from './seal.ts'
import { sealLength, sealWord } from './zip.ts'

const GiB = 1024 ** 3

/**
 * Deflate packs at most 1032:1 (https://zlib.net/zlib_tech.html), and a table of equal rows comes near it: the totals are the bound here.
 * Files of the data folder may be zips themselves and are handed out unopened.
 */
const limits: ZipLimits = {
  ...importLimits,
  file: backupLimits.file,
  entries: 65_535,
  total: 64 * GiB,
  entry: 4 * GiB,
  ratio: 1100,
  nested: true,
}
const manifestMost = 32 * 1024 * 1024

export interface Archive {
  manifest: BackupManifest
  encrypted: boolean
  /** The part as a stream that fails with `backup_damaged` when it is not what the manifest says. */
  read(part: TableOf | ManifestFile): AsyncGenerator<Buffer, void, undefined>
  close: () => Promise<void>
}

export interface Opening {
  passphrase?: string | undefined
  /** Where an encrypted one is decrypted to; the file is removed again. */
  scratch: string
  /** Told the share of the file that was looked at. */
  onShare?: (share: number) => void
}

/** @throws BackupProblem */
export async function openBackup(file: string, o: Opening): Promise<Archive> {
  const encrypted = await isSealed(file)
  if (encrypted && !o.passphrase) throw new BackupProblem('passphrase_wrong', { missing: true })
  const plain = encrypted ? o.scratch : file
  const forget = async () => (encrypted ? rm(plain, { force: true }) : undefined)
  let zip: Zip | undefined
  try {
    if (encrypted) {
      await forget()
      await unseal(file, plain, o.passphrase ?? '')
    }
    zip = await openZip(plain, limits)
    await checkSeal(plain, o.onShare)
    const manifest = await manifestOf(zip)
    const entries = new Map(zip.entries.map((e) => [e.name, e]))
    const opened = zip
    return {
      manifest,
      encrypted,
      async *read(part) {
        const entry = entries.get(part.entry)
        if (!entry) throw new BackupProblem('backup_damaged', { at: part.entry })
        const hash = createHash('sha256')
        const chunks: AsyncIterable<Buffer> = await entry.open()
        for await (const chunk of chunks) {
          hash.update(chunk)
          yield chunk
        }
        if (hash.digest('hex') !== part.sha256) throw new BackupProblem('backup_damaged', { at: part.entry })
      },
      async close() {
        opened.close()
        await forget()
      },
    }
  } catch (e) {
    zip?.close()
    await forget()
    throw backupProblemOf(e)
  }
}

/** What the gate says becomes a backup's problem; anything else stays what it is. */
export function backupProblemOf(e: unknown): unknown {
  if (!(e instanceof ZipProblem)) return e
  if (e.code === 'zip_truncated') return new BackupProblem('backup_incomplete')
  return new BackupProblem('archive_refused', { code: e.code, ...e.params })
}

async function checkSeal(file: string, onShare: Opening['onShare']): Promise<void> {
  const handle = await open(file, 'r')
  try {
    const { size } = await handle.stat()
    const { buffer } = await handle.read(Buffer.alloc(sealLength), 0, sealLength, size - sealLength)
    const text = buffer.toString('latin1')
    if (!text.startsWith(sealWord)) throw new BackupProblem('backup_damaged', { at: 'seal' })
    const hash = createHash('sha256')
    let done = 0
    const chunks: AsyncIterable<Buffer> = createReadStream(file, { end: size - 65, highWaterMark: 1 << 20 })
    for await (const chunk of chunks) {
      hash.update(chunk)
      done += chunk.length
      onShare?.(done / size)
    }
    if (hash.digest('hex') !== text.slice(sealWord.length)) throw new BackupProblem('backup_damaged', { at: 'seal' })
  } finally {
    await handle.close()
  }
}

async function manifestOf(zip: Zip): Promise<BackupManifest> {
  const damaged = (at: string) => new BackupProblem('backup_damaged', { at })
  const entry = zip.entries.find((e) => e.name === manifestName)
  if (!entry || entry.size > manifestMost) throw damaged(manifestName)
  const said = json(await text(await entry.open()))
  const { format } = (said ?? {}) as { format?: unknown }
  if (typeof format === 'number' && format > formatVersion) throw new BackupProblem('backup_newer', { format })
  const parsed = BackupManifest.safeParse(said)
  if (!parsed.success) throw damaged(manifestName)
  const { data } = parsed
  const sizes = new Map([...data.tables, ...data.files].map((p) => [p.entry, p.size]))
  if (sizes.size !== data.tables.length + data.files.length) throw damaged(manifestName)
  for (const e of zip.entries) {
    if (e === entry) continue
    if (sizes.get(e.name) !== e.size) throw damaged(e.name)
    sizes.delete(e.name)
  }
  for (const missing of sizes.keys()) throw damaged(missing)
  return data
}

async function text(stream: AsyncIterable<Buffer>): Promise<string> {
  const parts: Buffer[] = []
  for await (const chunk of stream) parts.push(chunk)
  return Buffer.concat(parts).toString('utf8')
}

function json(of: string): unknown {
  try {
    return JSON.parse(of)
  } catch {
    return undefined
  }
}
