/** Where files beside questions stand: one folder, a file by its id. */
import { constants } from 'node:fs'
import fs from 'node:fs/promises'
import path from 'node:path'
import type { Queryable } from '#mock/db/db.ts'
import { type DueHandlers, plan } from '#mock/db/due.ts'
import type { Platform } from '#mock/http/request/handler.ts'

const folder = (files: string): string => path.join(files, 'attachments')
export const attachmentFile = (files: string, id: string): string => path.join(folder(files), id)

/** A copy in its place, whole or not at all; one that is there already is replaced. */
export async function placeFile(files: string, id: string, from: string): Promise<void> {
  await fs.mkdir(folder(files), { recursive: true })
  const to = attachmentFile(files, id)
  await fs.copyFile(from, `${to}.coming`, constants.COPYFILE_FICLONE)
  await fs.rename(`${to}.coming`, to)
}

const dropDue = 'attachment.drop'
/** Milliseconds that a file nothing names is kept. */
const loose = 24 * 3_600_000

/** Files that nothing names any more lose their row now and their bytes soon. */
async function forget(q: Queryable, now: Date, sql: string, params: readonly unknown[]): Promise<void> {
  const { rows } = await q.query<{ id: string }>(
    `delete from attachment a where ${sql} and not exists (select 1 from attachment_use u where u.attachment_id = a.id) returning id`,
    [...params],
  )
  for (const { id } of rows) await plan(q, dropDue, id, now)
}
export const forgetLoose = (q: Queryable, now: Date): Promise<void> =>
  forget(q, now, 'created_at < $1', [new Date(now.getTime() - loose).toISOString()])

/** Files that may have lost their last name. */
export const forgetUnnamed = (q: Queryable, now: Date, ids: readonly string[]): Promise<void> =>
  forget(q, now, 'id = any($1::text[])', [ids])

/** A row is gone, and with it what it alone named. */
export async function releaseFiles(q: Queryable, now: Date, holder: string, ...ids: string[]): Promise<void> {
  const { rows } = await q.query<{ id: string }>(
    'delete from attachment_use where holder = $1 and holder_id = any($2::text[]) returning attachment_id as id',
    [holder, ids],
  )
  if (rows.length)
    await forgetUnnamed(
      q,
      now,
      rows.map((r) => r.id),
    )
}

export const attachmentDue = (platform: Platform): DueHandlers => ({
  async [dropDue](_q, id) {
    platform.background('attachment.drop', () => fs.rm(attachmentFile(platform.files, id), { force: true }))
  },
})
