/** Backups and restores, for whoever holds `system-config`. */
import { signed } from '#src/contract/notice/byline.ts'
import { createReadStream } from 'node:fs'
import fs from 'node:fs/promises'
import type { BackupPreview } from '#src/contract/backup/backup.schema.ts'
import { restoreWords } from '#src/contract/backup/backup.ts'
import { area, Fail, type Platform, staged } from '#mock/http/request/handler.ts'
import { mayCall } from '#mock/http/guard/may.ts'
import { type Archive, openBackup } from '#mock/backup/archive/open.ts'
import { BackupProblem } from '#mock/backup/archive/problem.ts'
import { fitOf } from '#mock/backup/database/load.ts'
import { migrationsOf, backedUpTables } from '#mock/backup/database/catalog.ts'
import type { Door } from '#mock/backup/door.ts'
import { backupFile, dataFilesOf, diskSpaceOf } from '#mock/backup/folder.ts'
import { type RestoreRow, lastRestore, runRestore, restoreStatusOf } from '#mock/backup/restore.ts'
import { addBackup, type BackupRow, backupOf, backups, shownBackup } from '#mock/backup/rows.ts'
import { makeBackup, requireDiskSpace } from '#mock/backup/run.ts'
import { backupSettings } from '#mock/backup/settings.ts'
import { nextBackupAt, schedule } from '#mock/backup/start.ts'
import { quoteName, type Queryable } from '#mock/db/db.ts'
import { tableOf } from '#mock/crud/shape.ts'
import { where } from '#mock/crud/where.ts'
import { inStatuses } from '../exam/run.ts'
import { usedNow } from '../scene/capacity.ts'
import { onlineCount } from '../system/online.ts'
import { accountOf } from '../session/account.ts'
import { attempt, type SignInOrigin } from '../session/attempts.ts'
import type { Hashing } from '../session/hashing.ts'
import { codeOf } from '#src/contract/lib/typed.ts'
import { backupUploads } from './uploads.ts'

export interface BackupArea {
  door: Door
  hashing: Hashing
  renew: () => void
}

/** Of the audit trail. */
const trace = ({ name, state, size, sha256, origin, encrypted }: BackupRow) => ({
  name,
  state,
  size,
  sha256,
  origin,
  encrypted,
})

function whole(row: BackupRow): BackupRow {
  if (row.state !== 'ready') throw new Fail('not_allowed_in_state', { state: row.state })
  return row
}

/** Every byte of the archive is looked at; what is wrong with it is the answer. */
async function opened<T>(
  platform: Platform,
  row: BackupRow,
  passphrase: string | undefined,
  work: (archive: Archive) => Promise<T>,
): Promise<T> {
  const file = backupFile(platform.files, row.id)
  const scratch = `${file}.${platform.random(6).toString('hex')}.open`
  try {
    const archive = await openBackup(file, { passphrase, scratch })
    try {
      return await work(archive)
    } finally {
      await archive.close()
    }
  } catch (e) {
    if (codeOf(e) === 'ENOENT') throw new Fail('not_found')
    throw e instanceof BackupProblem ? new Fail(e.code, e.details) : e
  }
}

/** What a restore would take people out of. */
async function underWay(q: Queryable, platform: Platform): Promise<BackupPreview['under_way']> {
  const now = platform.now()
  const w = where()
  w.and(inStatuses(['ongoing', 'pause'], now, w.add))
  const { rows } = await q.query<{ n: number }>(`select count(*) as n from ${tableOf('exam')} t ${w.text()}`, w.params)
  return { exams: rows[0]?.n ?? 0, scenes: (await usedNow(q)).scenes, people: await onlineCount(q, now) }
}

/** @throws Fail `password_wrong`; attempts are counted as those of every sign-in */
async function proved(
  platform: Platform,
  hashing: Hashing,
  { who, meta, password }: { who: { id: string }; meta: SignInOrigin; password: string },
): Promise<void> {
  const account = await accountOf(platform.db, who.id, platform.now())
  const right = await attempt(platform, { kind: 'password', key: who.id, from: meta }, () =>
    hashing.verify(account?.hash, password),
  )
  if (!account || !right) throw new Fail('password_wrong')
}

export const backupHandlers = ({ door, hashing, renew }: BackupArea) => ({
  ...backupUploads,
  ...area({
    'GET /backups': async ({ q, who, platform }) => {
      const may = mayCall(who, 'DELETE /backups/:id')
      const { every, keep, watermark } = await backupSettings(platform.settings)
      const room = await diskSpaceOf(platform.files)
      // the settings may have changed since it was planned
      platform.background('backup.plan', () => schedule(platform.db, platform, 'keep'))
      return {
        items: (await backups(q)).map((b) => shownBackup(b, may)),
        room: { ...room, keep: watermark },
        automatic: { every, keep, next_at: every ? await nextBackupAt(q) : null },
      }
    },
    'GET /backups/:id': async ({ q, who, params }) =>
      shownBackup(await backupOf(q, params.id), mayCall(who, 'DELETE /backups/:id')),

    'POST /backups': staged(
      ({ platform }) => requireDiskSpace(platform),
      async ({ q, body, who, platform, audit, after }) => {
        const { note, passphrase } = body
        const row = await addBackup(q, platform, {
          origin: 'manual',
          state: 'making',
          by: { id: who.id, name: signed(who) },
          note,
          encrypted: passphrase !== undefined,
        })
        audit({ entity: 'backup', id: row.id, after: trace(row) })
        after(() => platform.background('backup', async () => void (await makeBackup(platform, row.id, passphrase))))
        return shownBackup(row, true)
      },
    ),

    'DELETE /backups/:id': async ({ q, params, platform, audit, after }) => {
      const row = await backupOf(q, params.id, 'for update')
      await q.query('delete from backup where id = $1', [row.id])
      audit({ entity: 'backup', id: row.id, before: trace(row) })
      after(() =>
        platform.background('backup.remove', () => fs.rm(backupFile(platform.files, row.id), { force: true })),
      )
      return { id: row.id }
    },

    'GET /backups/:id/file': async ({ q, params, platform, audit }) => {
      const row = whole(await backupOf(q, params.id))
      audit({ entity: 'backup', id: row.id, details: trace(row) })
      const file = backupFile(platform.files, row.id)
      await fs.access(file).catch(() => {
        throw new Fail('not_found')
      })
      return { name: row.name, type: 'application/octet-stream', body: createReadStream(file) }
    },

    'POST /backups/:id/inspect': async ({ q, params, body, platform }) => {
      const row = whole(await backupOf(q, params.id))
      const tables = await backedUpTables(q, await migrationsOf(q))
      const now = new Map<string, number>()
      for (const { name } of tables) {
        const { rows } = await q.query<{ n: number }>(`select count(*) as n from ${quoteName(name)}`)
        now.set(name, rows[0]?.n ?? 0)
      }
      const under_way = await underWay(q, platform)
      return opened(platform, row, body.passphrase, async ({ manifest }) => {
        const was = new Map(manifest.tables.map((t) => [t.name, t.rows]))
        const names = [...new Set([...was.keys(), ...now.keys()])].sort()
        const sum = (of: Map<string, number>) => [...of.values()].reduce((a, b) => a + b, 0)
        return {
          taken_at: manifest.taken_at,
          version: manifest.product,
          schema: manifest.migrations.at(-1)?.name ?? '',
          engine: manifest.engine,
          fit: fitOf(manifest),
          tables: names.map((name) => ({ name, was: was.get(name) ?? 0, now: now.get(name) ?? 0 })),
          rows: { was: sum(was), now: sum(now) },
          files: { was: manifest.files.length, now: (await dataFilesOf(platform.files)).length },
          under_way,
        }
      })
    },

    'POST /backups/password': staged(
      async ({ body, who, platform, meta, audit }) => {
        audit({ entity: 'user', id: who.id })
        await proved(platform, hashing, { who, meta, password: body.password })
      },
      async () => ({ done: true }),
    ),

    'POST /backups/:id/restore': staged(
      async ({ params, body, who, platform, meta, audit }) => {
        const { db } = platform
        const row = await backupOf(db, params.id)
        audit({ entity: 'backup', id: row.id, details: trace(row) })
        whole(row)
        if (!restoreWords.some((w) => w === body.word.trim().toUpperCase()))
          throw new Fail('validation', { fields: [{ path: 'word', rule: 'restore_word' }] })
        await proved(platform, hashing, { who, meta, password: body.password })
        return opened(platform, row, body.passphrase, async ({ manifest }) => {
          if (fitOf(manifest) === 'newer') throw new Fail('backup_newer')
          return manifest.taken_at
        })
      },
      async ({ q, params, body, who, meta, platform, after }, taken_at) => {
        await q.query('lock table restore in share row exclusive mode')
        const last = await lastRestore(q)
        if (door.closed() || restoreStatusOf(last).running)
          throw new Fail('not_allowed_in_state', { state: last?.stage })
        const row: RestoreRow = {
          id: platform.newId(),
          backup_id: params.id,
          stage: 'waiting',
          started_at: platform.now().toISOString(),
          finished_at: null,
          taken_at,
          by_id: who.id,
          by_name: signed(who),
          problem: null,
          files_pending: false,
        }
        await q.query(
          'insert into restore (id, backup_id, stage, started_at, taken_at, by_id, by_name) values ($1, $2, $3, $4, $5, $6, $7)',
          [row.id, row.backup_id, row.stage, row.started_at, row.taken_at, row.by_id, row.by_name],
        )
        const { username, role_key: role } = who
        const { address, request_id } = meta
        after(() =>
          platform.background('restore', () =>
            runRestore(
              { platform, door, passphrase: body.passphrase, who: { username, role, address, request_id }, renew },
              row,
            ),
          ),
        )
        return restoreStatusOf(row)
      },
    ),

    'GET /restore': async ({ q }) => restoreStatusOf(await lastRestore(q)),
  }),
})
