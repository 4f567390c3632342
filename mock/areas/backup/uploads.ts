/** Backups made elsewhere: what was uploaded as one is taken into the list. */
import { signed } from '#src/contract/notice/byline.ts'
import fs from 'node:fs/promises'
import { checkBackup } from '#mock/backup/run.ts'
import { backupFile, backupsIn } from '#mock/backup/folder.ts'
import { addBackup, settleBackup, shownBackup } from '#mock/backup/rows.ts'
import { area, Fail, type Platform } from '#mock/http/request/handler.ts'
import { assemble, dropUpload } from '#mock/import/plan/parts.ts'
import { ownUpload } from '../import/uploads.ts'

/** Puts the parts together where backups lie, and looks at what they are. */
async function take(platform: Platform, id: string, uploadId: string, size: number): Promise<void> {
  const { files, db } = platform
  try {
    const { file } = await assemble(files, uploadId, size, async () => {})
    await fs.mkdir(backupsIn(files), { recursive: true })
    await fs.rename(file, backupFile(files, id))
  } catch (e) {
    platform.log.error({ event: 'backup-failed', error: e, backup: id }, 'an uploaded backup could not be put together')
    await settleBackup(db, id, { state: 'failed', problem: 'busy' })
    return
  } finally {
    await dropUpload(files, uploadId)
  }
  await checkBackup(platform, id)
}

export const backupUploads = area({
  'POST /backups/receive': async ({ q, body, who, platform, audit, after }) => {
    const one = await ownUpload(q, body.upload_id, who, 'for update')
    if (one.package_id !== null || one.received < one.size)
      throw new Fail('not_allowed_in_state', { offset: one.received, size: one.size })
    const row = await addBackup(q, platform, {
      origin: 'uploaded',
      state: 'checking',
      by: { id: who.id, name: signed(who) },
      name: one.name,
    })
    await q.query('delete from upload where id = $1', [one.id])
    audit({ entity: 'backup', id: row.id, after: { name: row.name, size: one.size } })
    after(() => platform.background('backup.receive', () => take(platform, row.id, one.id, one.size)))
    return shownBackup(row, true)
  },
})
