/** Writes one backup file: every table at one moment, the files of the data folder, and last the manifest that says what they have to be. */
import { createReadStream, createWriteStream } from 'node:fs'
import fs from 'node:fs/promises'
import path from 'node:path'
import { pipeline } from 'node:stream/promises'
import type { Db } from '#mock/db/db.ts'
import { fileEntry, formatVersion, type BackupManifest, manifestName, tableEntry } from './archive/manifest.ts'
import { BackupProblem } from './archive/problem.ts'
import { fileDigestOf } from './archive/measure.ts'
import { sealing } from './archive/seal.ts'
import { zipTo } from './archive/zip.ts'
import { snapshot } from './database/snapshot.ts'
import { dataFilesOf, linkAll } from './folder.ts'
import { productVersion } from '#mock/version.ts'

export interface BackupSummary {
  taken_at: Date
  size: number
  rows: number
  files: number
  sha256: string
}
export interface BackupOptions {
  db: Db
  now: () => Date
  /** The data folder. */
  files: string
  /** Where it goes; the file has this name only once it is whole and synced. */
  to: string
  passphrase?: string | undefined
  /** Told the share that is done, again and again; what it throws ends the work. */
  tick: (share: number) => Promise<void>
}

/** @throws BackupProblem `too_large`, or what `tick` throws; then nothing of it is left */
export async function writeBackup({ db, now, files, to, passphrase, tick }: BackupOptions): Promise<BackupSummary> {
  const links = `${to}.files`
  const unfinished = `${to}.part`
  await fs.mkdir(path.dirname(to), { recursive: true })
  try {
    await linkAll(files, links)
    const moment = await snapshot(db, now)
    try {
      await linkAll(files, links)
      const out = createWriteStream(unfinished, { mode: 0o600 })
      const seal = passphrase === undefined ? undefined : await sealing(passphrase)
      const sealed = seal && pipeline(seal, out)
      sealed?.catch(() => {})
      const zip = zipTo(seal ?? out)
      const tables: BackupManifest['tables'] = []
      const about = moment.tables.reduce((n, t) => n + t.about + 1, 1)
      let rows = 0
      for (const t of moment.tables) {
        let own = 0
        const lines = async function* () {
          for await (const batch of moment.read(t)) {
            own += batch.rows
            yield batch.text
            await tick(Math.min(0.9, (0.9 * (rows + own)) / Math.max(about, rows + own)))
          }
        }
        const entry = tableEntry(t.name)
        const { size, sha256 } = await zip.add(entry, lines())
        rows += own
        tables.push({
          name: t.name,
          entry,
          columns: t.columns.map((c) => c.name),
          mark: t.mark,
          rows: own,
          size,
          sha256,
        })
      }
      const listed: BackupManifest['files'] = []
      const all = await dataFilesOf(links)
      for (const [n, at] of all.entries()) {
        const entry = fileEntry(n)
        const { size, sha256 } = await zip.add(entry, createReadStream(path.join(links, at)))
        listed.push({ path: at, entry, size, sha256 })
        await tick(0.9 + (0.09 * (n + 1)) / all.length)
      }
      const manifest: BackupManifest = {
        format: formatVersion,
        product: productVersion,
        engine: db.engine,
        taken_at: moment.taken_at.toISOString(),
        migrations: moment.migrations.map(({ name, sum }) => ({ name, sum })),
        tables,
        files: listed,
      }
      await zip.add(manifestName, [JSON.stringify(manifest)])
      const { size, sha256 } = await zip.end()
      await sealed
      const whole = seal ? await fileDigestOf(unfinished) : { size, sha256 }
      const handle = await fs.open(unfinished, 'r+')
      await handle.sync().finally(() => handle.close())
      await fs.rename(unfinished, to)
      return { taken_at: moment.taken_at, rows, files: listed.length, ...whole }
    } finally {
      await moment.end()
    }
  } catch (e) {
    await fs.rm(unfinished, { force: true })
    throw e instanceof RangeError ? new BackupProblem('too_large') : e
  } finally {
    await fs.rm(links, { recursive: true, force: true })
  }
}
