/** The list of backups as the database has it. */
import type { Backup } from '#src/contract/backup/backup.schema.ts'
import type { BackupOrigin, BackupState } from '#src/contract/backup/backup.ts'
import type { Queryable } from '#mock/db/db.ts'
import { Fail, type Platform } from '#mock/http/request/handler.ts'

export interface BackupRow extends Omit<Backup, 'can'> {
  beat_at: string
  created_by: string | null
}
const columns = `id, state, origin, progress, beat_at, name, note, taken_at, created_at, created_by, created_by_name, size, rows, files, sha256,
  version, encrypted, problem`

const at = (row: BackupRow): boolean => row.state === 'making' || row.state === 'checking'

/** @param may whether its reader may do anything with it but look */
export function shownBackup({ beat_at: _b, created_by: _c, ...row }: BackupRow, may: boolean): Backup {
  const can = !may ? [] : row.state === 'ready' ? ['download', 'inspect', 'restore', 'remove'] : ['remove']
  return { ...row, can }
}

export async function backups(q: Queryable): Promise<BackupRow[]> {
  return (await q.query<BackupRow>(`select ${columns} from backup order by created_at desc, id desc`)).rows
}

/** @throws not_found */
export async function backupOf(q: Queryable, id: string, lock = ''): Promise<BackupRow> {
  const { rows } = await q.query<BackupRow>(`select ${columns} from backup where id = $1 ${lock}`, [id])
  if (!rows[0]) throw new Fail('not_found')
  return rows[0]
}

export const atWork = async (q: Queryable): Promise<BackupRow | undefined> => (await backups(q)).find(at)

/** Backups are made one at a time, on however many servers. */
const turn = 727080

export interface NewBackupRow {
  origin: BackupOrigin
  state: BackupState
  by: { id: string; name: string } | undefined
  note?: string
  name?: string
  encrypted?: boolean
}

const two = (n: number): string => String(n).padStart(2, '0')
/** `range-2026-11-21-180512.backup`, by the clock of UTC; one is made at a time, so no two begin in one second. */
const nameAt = (d: Date): string =>
  `range-${d.getUTCFullYear()}-${two(d.getUTCMonth() + 1)}-${two(d.getUTCDate())}-${two(d.getUTCHours())}${two(d.getUTCMinutes())}${two(d.getUTCSeconds())}.backup`

/** @throws not_allowed_in_state while another one is being made */
export async function addBackup(q: Queryable, platform: Platform, n: NewBackupRow): Promise<BackupRow> {
  await q.query('select pg_advisory_xact_lock($1)', [turn])
  const other = await atWork(q)
  if (other) {
    const { state, name, created_at: since, created_by_name: by } = other
    throw new Fail('not_allowed_in_state', { state, name, since, by })
  }
  const now = platform.now()
  const { rows } = await q.query<BackupRow>(
    `insert into backup (id, state, origin, beat_at, name, note, created_at, created_by, created_by_name, encrypted)
     values ($1, $2, $3, $4, $5, $6, $4, $7, $8, $9) returning ${columns}`,
    [
      platform.newId(),
      n.state,
      n.origin,
      now.toISOString(),
      n.name ?? nameAt(now),
      n.note ?? '',
      n.by?.id ?? null,
      n.by?.name ?? '',
      n.encrypted ?? false,
    ],
  )
  if (!rows[0]) throw new Error('no backup was begun')
  return rows[0]
}

/** The end of a backup's making or checking. @returns false when it was removed meanwhile */
export async function settleBackup(
  q: Queryable,
  id: string,
  set: Partial<
    Pick<BackupRow, 'state' | 'taken_at' | 'size' | 'rows' | 'files' | 'sha256' | 'version' | 'problem' | 'encrypted'>
  >,
): Promise<boolean> {
  const names = Object.keys(set)
  const { count } = await q.query(
    `update backup set progress = 1, ${names.map((c, n) => `${c} = $${n + 2}`).join(', ')} where id = $1`,
    [id, ...Object.values(set)],
  )
  return count === 1
}
