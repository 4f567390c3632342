/** Makes and checks backups in the background, and forgets those that were interrupted or are more than are kept. */
import fs from 'node:fs/promises'
import path from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { Fail, type Platform } from '#mock/http/request/handler.ts'
import type { Queryable } from '#mock/db/db.ts'
import { fileDigestOf } from './archive/measure.ts'
import { openBackup } from './archive/open.ts'
import { BackupProblem } from './archive/problem.ts'
import { isSealed } from './archive/seal.ts'
import { letGo } from './database/snapshot.ts'
import { backupFile, backupsIn, diskSpaceOf } from './folder.ts'
import { type BackupRow, backups, settleBackup } from './rows.ts'
import { backupSettings } from './settings.ts'
import { productVersion } from '#mock/version.ts'
import { writeBackup } from './write.ts'
import { codeOf } from '#src/contract/lib/typed.ts'

/** The row went, and with it the reason to go on. */
class GivenUp extends Error {}
/** Milliseconds between two signs of life, and seconds of silence after which a server counts as dead. */
const beat = 400
const silence = 120

function pulse({ db, now }: Pick<Platform, 'db' | 'now'>, id: string) {
  let last = Number.NEGATIVE_INFINITY
  return async (share: number): Promise<void> => {
    if (performance.now() - last < beat) return
    last = performance.now()
    const { count } = await db.query('update backup set progress = $2, beat_at = $3 where id = $1', [
      id,
      Math.min(share, 0.99),
      now().toISOString(),
    ])
    if (count === 0) throw new GivenUp()
  }
}

/** Bytes a backup of this moment will take at most, by the last one; a fifth of the database before there is one. */
async function likelySize({ db }: Platform): Promise<number> {
  const { rows } = await db.query<{ size: number }>(
    `select size from backup where state = 'ready' and origin <> 'uploaded' order by created_at desc limit 1`,
  )
  if (rows[0]) return rows[0].size * 1.5
  const whole = await db.query<{ size: number }>('select pg_database_size(current_database())::float8 as size')
  return (whole.rows[0]?.size ?? 0) / 5
}

/** @throws quota_full when the backup, or a file of that size, would take what has to stay free */
export async function requireDiskSpace(platform: Platform, size?: number): Promise<void> {
  const { free } = await diskSpaceOf(platform.files)
  const { watermark } = await backupSettings(platform.settings)
  if (free - (size ?? (await likelySize(platform))) < watermark) throw new Fail('quota_full', { reason: 'disk' })
}

export const backupErrorCodeOf = (e: unknown): string | undefined =>
  e instanceof BackupProblem || e instanceof Fail
    ? e.code
    : ['ENOSPC', 'EDQUOT'].includes(codeOf(e) ?? '')
      ? 'quota_full'
      : undefined

/** Waits for a row whose transaction is being committed on another connection. */
async function committed({ db }: Platform, id: string): Promise<boolean> {
  for (let tries = 0; tries < 50; tries++) {
    if ((await db.query('select 1 from backup where id = $1', [id])).rows.length) return true
    await pause(100)
  }
  return false
}

/** Makes the file of a row; what goes wrong is written down in it. @returns whether it is whole */
export async function makeBackup(platform: Platform, id: string, passphrase?: string): Promise<boolean> {
  const { db, now, files, log } = platform
  if (!(await committed(platform, id))) return false
  const to = backupFile(files, id)
  try {
    await requireDiskSpace(platform)
    const { taken_at, ...facts } = await writeBackup({ db, now, files, to, passphrase, tick: pulse(platform, id) })
    const mine = await settleBackup(db, id, {
      state: 'ready',
      taken_at: taken_at.toISOString(),
      version: productVersion,
      ...facts,
    })
    if (!mine) throw new GivenUp()
    log.info({ event: 'backup-made', backup: id, size: facts.size, rows: facts.rows }, 'a backup was made')
    await prune(platform)
    return true
  } catch (e) {
    await fs.rm(to, { force: true })
    if (e instanceof GivenUp) return false
    const code = backupErrorCodeOf(e)
    if (code === undefined) log.error({ event: 'backup-failed', error: e, backup: id }, 'a backup could not be made')
    await settleBackup(db, id, { state: 'failed', problem: code ?? 'busy' })
    return false
  }
}

/** Looks at a file that came from elsewhere. What is under a passphrase is looked at when somebody has it. */
export async function checkBackup(platform: Platform, id: string): Promise<void> {
  const { db, files, log } = platform
  const file = backupFile(files, id)
  try {
    const encrypted = await isSealed(file)
    const tick = pulse(platform, id)
    await tick(0.1)
    const { size, sha256 } = await fileDigestOf(file)
    await tick(0.5)
    if (encrypted) {
      await settleBackup(db, id, { state: 'ready', size, sha256, encrypted })
      return
    }
    const archive = await openBackup(file, { scratch: `${file}.open` })
    const { manifest } = archive
    await archive.close()
    await settleBackup(db, id, {
      state: 'ready',
      size,
      sha256,
      taken_at: manifest.taken_at,
      rows: manifest.tables.reduce((n, t) => n + t.rows, 0),
      files: manifest.files.length,
      version: manifest.product,
    })
  } catch (e) {
    if (e instanceof GivenUp) return
    const code = backupErrorCodeOf(e)
    if (code === undefined) log.error({ event: 'backup-failed', error: e, backup: id }, 'a backup could not be checked')
    await fs.rm(file, { force: true })
    await settleBackup(db, id, { state: 'failed', problem: code ?? 'busy' })
  }
}

/** Safety backups kept beside the automatic ones. */
const safetyKept = 3

/** Removes automatic backups that are more than the setting keeps. Those somebody made or brought stay until somebody removes them. */
async function prune({ db, files, settings }: Platform): Promise<void> {
  const { keep } = await backupSettings(settings)
  const all = await backups(db)
  for (const [origin, most] of [
    ['automatic', keep],
    ['safety', safetyKept],
  ] as const)
    for (const { id } of all.filter((b) => b.origin === origin && b.state === 'ready').slice(most)) {
      await db.query('delete from backup where id = $1', [id])
      await fs.rm(backupFile(files, id), { force: true })
    }
}

const dead = (row: BackupRow, now: Date): boolean => now.getTime() - Date.parse(row.beat_at) > silence * 1000

/** Settles what was interrupted. At start of the embedded database, which has one server, whatever is at work was at work in a server that is gone. */
export async function settleInterrupted({ db, now }: Platform, q: Queryable, start: boolean): Promise<void> {
  for (const row of await backups(q))
    if ((row.state === 'making' || row.state === 'checking') && ((start && db.engine === 'pglite') || dead(row, now())))
      await settleBackup(q, row.id, { state: 'failed', problem: 'interrupted' })
}

/** Removes files that belong to no backup: parts and links of those that were interrupted. */
export async function clearFolder({ db, files }: Platform): Promise<void> {
  const known = new Set(
    (await backups(db)).filter((b) => b.state !== 'failed').map((b) => path.basename(backupFile(files, b.id))),
  )
  for (const name of await fs.readdir(backupsIn(files)).catch(() => []))
    if (!known.has(name)) await fs.rm(path.join(backupsIn(files), name), { recursive: true, force: true })
}

export { letGo }
