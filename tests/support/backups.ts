/** Backups in a folder of a test's own: put into a database, and summed up. */
import path from 'node:path'
import type { AuditRow } from '#mock/audit/row.ts'
import { openBackup } from '#mock/backup/archive/open.ts'
import { loadBackup } from '#mock/backup/database/load.ts'
import type { Db } from '#mock/db/db.ts'

/** What the trail says of a restore that nobody in particular made. */
export const restoredBy = (at: Date): AuditRow => ({
  at,
  user_id: null,
  username: null,
  role: null,
  address: '',
  action: 'backup.restored',
  entity: 'backup',
  entity_id: '',
  result: 'done',
  code: null,
  request_id: '',
})

export const backupsIn = (dir: () => string, now: () => Date) => ({
  load: async (db: Db, name: string, passphrase?: string): Promise<void> => {
    const file = path.join(dir(), name)
    const archive = await openBackup(file, { passphrase, scratch: `${file}.open` })
    try {
      await loadBackup({ db, now, archive, tick() {}, audit: restoredBy(now()), settle: async () => {} })
    } finally {
      await archive.close()
    }
  },
  /** Checksums of its tables, but those left out. */
  sums: async (name: string, without: (table: string) => boolean): Promise<Record<string, string>> => {
    const { manifest, close } = await openBackup(path.join(dir(), name), { scratch: path.join(dir(), 'x') })
    await close()
    return Object.fromEntries(manifest.tables.filter((t) => !without(t.name)).map((t) => [t.name, t.sha256]))
  },
})
