/** Backups made elsewhere, brought in parts. */
import { randomBytes } from 'node:crypto'
import fs from 'node:fs/promises'
import { backupLimits } from '#src/contract/backup/backup.ts'
import { limits } from '#src/contract/limits.ts'
import { checkBackup, roomFor } from '#mock/backup/run.ts'
import { backupFile, backupsIn } from '#mock/backup/folder.ts'
import { addBackup, settleBackup, shown } from '#mock/backup/rows.ts'
import { area, Fail, type Platform, staged } from '#mock/http/handler.ts'
import { assemble, dropUpload, receive } from '#mock/import/plan/parts.ts'
import { ownUpload, takePart, upload, uploadShown } from '../import/uploads.ts'

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
  'POST /backups/uploads': staged(
    async ({ body, platform }) => {
      if (body.size > backupLimits.file) throw new Fail('too_large', { max: backupLimits.file })
      // in parts, and put together
      await roomFor(platform, 2 * body.size)
    },
    async ({ q, body, who, platform, audit }) => upload(q, platform, who, body, audit),
  ),

  'GET /backups/uploads/:id': async ({ q, params, who }) => uploadShown(await ownUpload(q, params.id, who)),

  'PATCH /backups/uploads/:id': staged(
    async ({ q, params, query, who, platform, stream }) => {
      const one = await ownUpload(q, params.id, who)
      if (query.offset !== one.received || one.package_id !== null)
        throw new Fail('offset_mismatch', { offset: one.received })
      const max = Math.min(limits.chunk, one.size - one.received)
      return receive(stream, {
        files: platform.files,
        id: one.id,
        offset: query.offset,
        name: randomBytes(12).toString('hex'),
        max,
      })
    },
    ({ q, params, query, who, platform, audit }, part) =>
      takePart(q, platform, who, params.id, query.offset, part, audit),
  ),

  'POST /backups/receive': async ({ q, body, who, platform, audit, after }) => {
    const one = await ownUpload(q, body.upload_id, who, 'for update')
    if (one.package_id !== null || one.received < one.size)
      throw new Fail('not_allowed_in_state', { offset: one.received, size: one.size })
    const row = await addBackup(q, platform, { origin: 'uploaded', state: 'checking', by: who, name: one.name })
    await q.query('delete from upload where id = $1', [one.id])
    audit({ entity: 'backup', id: row.id, after: { name: row.name, size: one.size } })
    after(() => platform.background('backup.receive', () => take(platform, row.id, one.id, one.size)))
    return shown(row)
  },
})
