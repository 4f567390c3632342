/** What backups and restores need done when a server starts, and what other servers are told of them. */
import type { RestoreStatus } from '#src/contract/backup/backup.schema.ts'
import { cancelDue, type DueHandlers, plan } from '#mock/db/due.ts'
import type { Queryable } from '#mock/db/db.ts'
import type { Platform } from '#mock/http/request/handler.ts'
import type { Door } from './door.ts'
import { dropStaging } from './folder.ts'
import { addBackup, atWork } from './rows.ts'
import {
  restoreChannel,
  finishFiles,
  giveUp,
  isRestoreFinished,
  lastRestore,
  nobodyRestores,
  restoreStatusOf,
} from './restore.ts'
import { clearFolder, letGo, makeBackup, settleInterrupted } from './run.ts'
import { backupSettings } from './settings.ts'
import { ownJson } from '#src/contract/lib/typed.ts'

/** Settles what was interrupted: a restore is whole or never was, a backup that is not whole failed. */
export async function startBackups(platform: Platform): Promise<void> {
  const { db, files, log } = platform
  const last = await lastRestore(db)
  if (last?.files_pending) await finishFiles(platform, last.id)
  else if (last && !isRestoreFinished(last) && (db.engine === 'pglite' || (await nobodyRestores(db)))) {
    await giveUp(platform, last.id, 'interrupted')
    log.warn({ event: 'restore-failed', restore: last.id }, 'a restore was interrupted; everything is as it was')
  } else if (db.engine === 'pglite') await dropStaging(files)
  await settleInterrupted(platform, db, true)
  if (db.engine === 'pglite') {
    await letGo(db)
    await clearFolder(platform)
  }
  await schedule(db, platform, 'keep')
}

const job = { kind: 'backup', ref: 'automatic' } as const

/** Plans the next automatic backup by the settings: anew from now on, or unless one is planned that is not too late for them. */
export async function schedule(q: Queryable, { now, settings }: Platform, how: 'keep' | 'anew'): Promise<void> {
  const { every } = await backupSettings(settings)
  const next = new Date(now().getTime() + every * 1000)
  const planned = await nextBackupAt(q)
  if (every === 0) await cancelDue(q, job.kind, job.ref)
  else if (how === 'anew' || planned === null || new Date(planned) > next) await plan(q, job.kind, job.ref, next)
}

/** When the next automatic backup is due. */
export async function nextBackupAt(q: Queryable): Promise<string | null> {
  const { rows } = await q.query<{ at: string }>('select at from due where kind = $1 and ref = $2', [job.kind, job.ref])
  return rows[0]?.at ?? null
}

/** The job is done by the one server that gets it; the file is made after its transaction. */
export const backupDue = (platform: Platform): DueHandlers => ({
  [job.kind]: async (q) => {
    await settleInterrupted(platform, q, false)
    await schedule(q, platform, 'anew')
    if (await atWork(q)) return
    const { every } = await backupSettings(platform.settings)
    if (every === 0) return
    const { id } = await addBackup(q, platform, { origin: 'automatic', state: 'making', by: undefined })
    platform.background('backup', async () => void (await makeBackup(platform, id)))
  },
})

/** How often a server behind a closed door asks whether anybody restores at all, ms. */
const askEvery = 2000

/**
 * Follows restores of other servers on the same database: the door closes with theirs, and opens when it came to nothing.
 * @param renew starts this server anew after one that is done
 * @returns ends it
 */
export async function followRestores(platform: Platform, door: Door, renew: () => void): Promise<() => Promise<void>> {
  const { db } = platform
  if (db.engine !== 'postgres') return async () => {}
  let own = false
  let asking: NodeJS.Timeout | undefined
  const stop = (): void => {
    clearInterval(asking)
    asking = undefined
    own = false
  }
  async function ask(): Promise<void> {
    if (!(await nobodyRestores(db))) return
    const last = await lastRestore(db)
    if (!asking) return
    stop()
    if (last?.stage === 'done') return renew()
    if (last && !isRestoreFinished(last)) await giveUp(platform, last.id, 'interrupted')
    door.open()
  }
  function follow(status: RestoreStatus): void {
    // closed by this server itself
    if (door.closed() && !own) return
    own = true
    if (door.closed()) door.tell(status)
    else door.close(status)
    asking ??= setInterval(() => void ask().catch(() => {}), askEvery)
  }
  const unlisten = await db.listen(restoreChannel, (payload) => {
    if (payload !== '') return follow(ownJson<RestoreStatus>(payload))
    // the connection was lost: a restore may have begun meanwhile
    void lastRestore(db)
      .then((last) => (last && !isRestoreFinished(last) ? follow(restoreStatusOf(last)) : undefined))
      .catch(() => {})
  })
  return async () => {
    stop()
    await unlisten()
  }
}
