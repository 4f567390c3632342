/**
 * A restore from its first word to its end. The door is closed, the present is backed up, the archive is read into the database in one
 * transaction, the files follow, and the server starts anew, because everything it remembers belongs to the state before.
 */
import { createWriteStream } from 'node:fs'
import fs from 'node:fs/promises'
import path from 'node:path'
import { pipeline } from 'node:stream/promises'
import type { RestoreStatus } from '#src/contract/backup/backup.schema.ts'
import type { Db, Queryable } from '#mock/db/db.ts'
import type { Platform } from '#mock/http/request/handler.ts'
import { type Archive, openBackup, backupProblemOf } from './archive/open.ts'
import { BackupProblem } from './archive/problem.ts'
import { isSealed } from './archive/seal.ts'
import { loadBackup } from './database/load.ts'
import { detached } from './database/detached.ts'
import type { Door } from './door.ts'
import { backupFile, dropStaging, ownPath, putInPlace, stagingOf } from './folder.ts'
import { addBackup, type BackupRow } from './rows.ts'
import { backupErrorCodeOf, makeBackup } from './run.ts'
import { codeOf } from '#src/contract/lib/typed.ts'

export const restoreChannel = 'restore'
/** Held by the server that restores, for as long as it does: whoever gets it knows that nobody does. */
const turn = 727081
/** Milliseconds calls that are inside are waited for. */
const patience = 10_000

export interface RestoreRow {
  id: string
  backup_id: string
  stage: RestoreStatus['stage'] & string
  started_at: string
  finished_at: string | null
  taken_at: string | null
  by_id: string
  by_name: string
  problem: string | null
  files_pending: boolean
}
const columns = 'id, backup_id, stage, started_at, finished_at, taken_at, by_id, by_name, problem, files_pending'

export async function lastRestore(q: Queryable): Promise<RestoreRow | undefined> {
  return (await q.query<RestoreRow>(`select ${columns} from restore order by started_at desc, id desc limit 1`)).rows[0]
}

export const isRestoreFinished = ({ stage }: Pick<RestoreRow, 'stage'>): boolean =>
  stage === 'done' || stage === 'failed'

const shares = {
  waiting: 0,
  safety: 0.02,
  reading: 0.25,
  loading: 0.35,
  files: 0.95,
  starting: 0.98,
  done: 1,
  failed: 1,
}

export const restoreStatusOf = (row: RestoreRow | undefined): RestoreStatus => ({
  running: row !== undefined && !isRestoreFinished(row),
  stage: row?.stage ?? null,
  progress: row ? shares[row.stage] : 0,
  started_at: row?.started_at ?? null,
  finished_at: row?.finished_at ?? null,
  taken_at: row?.taken_at ?? null,
  problem: row?.problem ?? null,
})

export interface RestoreJob {
  platform: Platform
  door: Door
  passphrase: string | undefined
  who: { username: string; role: string; address: string; request_id: string }
  /** Starts the server anew on what is there now. */
  renew(): void
}

/** Tells the other servers, which close their doors too. A transaction that is not committed tells nobody, so it goes beside it. */
const tellOthers = async (db: Db, door: Door): Promise<void> => {
  const status = door.closed()
  if (db.engine === 'postgres' && status)
    await db.query('select pg_notify($1, $2)', [restoreChannel, JSON.stringify(status)])
}

/** Does the restore that was written down as `row`. Never throws: how it ended is in the row, and in the log. */
export async function runRestore(o: RestoreJob, row: RestoreRow): Promise<void> {
  const { platform, door } = o
  const { db, log } = platform
  door.close(restoreStatusOf(row))
  const held = db.engine === 'postgres' ? await alone(db) : undefined
  const beat = setInterval(() => void tellOthers(db, door).catch(() => {}), 1000)
  try {
    await tellOthers(db, door)
    await door.empty(patience)
    await work(o, row)
    clearInterval(beat)
    door.tell({ stage: 'starting', progress: shares.starting })
    log.info({ event: 'restore-done', restore: row.id, backup: row.backup_id }, 'the platform was restored')
    await held?.over()
    await tellOthers(db, door)
    o.renew()
  } catch (e) {
    clearInterval(beat)
    const code = backupErrorCodeOf(e)
    log.error({ event: 'restore-failed', error: e, restore: row.id }, 'a restore failed; everything is as it was')
    await held?.over().catch(() => {})
    await giveUp(platform, row.id, code ?? 'busy')
    door.tell({ running: false, stage: 'failed', problem: code ?? 'busy', finished_at: platform.now().toISOString() })
    await tellOthers(db, door).catch(() => {})
    door.open()
  }
}

async function alone(db: Db): Promise<{ over(): Promise<void> }> {
  const held = await detached(db)
  await held.q.query('select pg_advisory_xact_lock($1)', [turn])
  return held
}

/** Whether no server restores: the lock its transaction holds is free. */
export const nobodyRestores = (db: Db): Promise<boolean> =>
  db.tx(async (q) => {
    const { rows } = await q.query<{ free: boolean }>('select pg_try_advisory_xact_lock($1) as free', [turn])
    return rows[0]?.free === true
  })

/** A restore that came to nothing: the state before is there, whole. */
export async function giveUp({ db, now, files }: Platform, id: string, problem: string): Promise<void> {
  await dropStaging(files)
  await db.query(`update restore set stage = 'failed', problem = $2, finished_at = $3 where id = $1`, [
    id,
    problem,
    now().toISOString(),
  ])
}

async function work({ platform, door, passphrase, who }: RestoreJob, row: RestoreRow): Promise<void> {
  const { db, files, now } = platform
  const at = (stage: RestoreStatus['stage'] & keyof typeof shares, share = 0, upTo = shares[stage]) =>
    door.tell({ stage, progress: shares[stage] + share * (upTo - shares[stage]) })

  at('safety')
  const file = backupFile(files, row.backup_id)
  // the present is no less secret than the past: whoever sealed the one seals the other
  const seal = (await isSealed(file)) ? passphrase : undefined
  const safety = await db.tx((q) =>
    addBackup(q, platform, {
      origin: 'safety',
      state: 'making',
      by: { id: row.by_id, name: row.by_name },
      encrypted: seal !== undefined,
    }),
  )
  if (!(await makeBackup(platform, safety.id, seal))) {
    const [made] = (await db.query<Pick<BackupRow, 'problem'>>('select problem from backup where id = $1', [safety.id]))
      .rows
    throw made?.problem === 'quota_full'
      ? new BackupProblem('too_large', { safety: true })
      : new Error('no safety backup could be made')
  }

  at('reading')
  const archive = await openBackup(file, {
    passphrase,
    scratch: `${file}.open`,
    onShare: (share) => at('reading', share, shares.loading),
  })
  try {
    await layDown(archive, stagingOf(files, row.id))
    at('loading')
    await loadBackup({
      db,
      now,
      archive,
      tick: (share) => at('loading', share, shares.files),
      audit: {
        at: now(),
        user_id: row.by_id,
        username: who.username,
        role: who.role,
        address: who.address,
        action: 'backup.restored',
        entity: 'backup',
        entity_id: row.backup_id,
        result: 'done',
        code: null,
        request_id: who.request_id,
        details: { taken_at: archive.manifest.taken_at, safety: safety.id },
      },
      settle: async (q) => {
        const time = now().toISOString()
        await q.query(`update session set ended_at = $1, ended_why = 'restored' where ended_at is null`, [time])
        await q.query(`delete from one_time_code where kind = 'session' and used_at is null`)
        await q.query(
          `update restore set stage = 'done', finished_at = $2, taken_at = $3, safety_id = $4, files_pending = true where id = $1`,
          [row.id, time, archive.manifest.taken_at, safety.id],
        )
      },
    })
  } finally {
    await archive.close()
  }
  at('files')
  await finishFiles(platform, row.id)
}

/** The second half of a restore that is committed: it is done by whoever comes next, should this server not live so long. */
export async function finishFiles({ db, files }: Platform, id: string): Promise<void> {
  await putInPlace(files, id)
  await db.query('update restore set files_pending = false where id = $1', [id])
}

async function layDown(archive: Archive, to: string): Promise<void> {
  await fs.mkdir(to, { recursive: true })
  for (const part of archive.manifest.files) {
    const target = path.join(to, ownPath(part.path))
    await fs.mkdir(path.dirname(target), { recursive: true })
    try {
      await pipeline(archive.read(part), createWriteStream(target, { flags: 'wx', mode: 0o600 }))
    } catch (e) {
      throw codeOf(e) === 'EEXIST' ? new BackupProblem('backup_damaged', { at: 'path' }) : backupProblemOf(e)
    }
  }
}
