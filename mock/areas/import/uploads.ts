/** Uploads in parts: begin, look how far it is, send the next part. An upload is its owner's alone; for anybody else it is not there. */
import { randomBytes } from 'node:crypto'
import fs from 'node:fs/promises'
import { backupLimits } from '#src/contract/backup/backup.ts'
import { importKinds, type UploadUse } from '#src/contract/import/import.ts'
import { limits } from '#src/contract/limits.ts'
import { area, type AuditEvent, Fail, type Platform, staged, type Caller } from '#mock/http/request/handler.ts'
import { requireDiskSpace } from '#mock/backup/run.ts'
import { configured } from '#mock/configured.ts'
import type { Queryable } from '#mock/db/db.ts'
import { dropUpload, receive, type ReceivedPart } from '#mock/import/plan/parts.ts'
import { sees, importKindRefusal } from './kinds.ts'

export interface UploadRow {
  id: string
  owner: string
  name: string
  size: number
  received: number
  package_id: string | null
}
const columns = 'id, owner, name, size, received, package_id'

/** What the uploads of one person may hold together, and what stays free of the disk; both are settings. Bytes. */
const quota = { name: 'import.quota', default: 1024 * 1024 * 1024 }
const watermark = { name: 'import.disk_watermark', default: 512 * 1024 * 1024 }

/** Calls of one person that begin an upload take turns: two at once would each find room. */
const turn = 727010

const uploadShown = ({ id, name, size, received }: UploadRow) => ({
  id,
  name,
  size,
  offset: received,
  chunk: limits.chunk,
})

/** @throws not_found also when it is somebody else's */
export async function ownUpload(q: Queryable, id: string, who: Caller, lock = ''): Promise<UploadRow> {
  const { rows } = await q.query<UploadRow>(`select ${columns} from upload where id = $1 and owner = $2 ${lock}`, [
    id,
    who.id,
  ])
  if (!rows[0]) throw new Fail('not_found')
  return rows[0]
}

/** The disk must hold the archive twice for a moment: in parts, and put together. */
async function roomOnDisk({ files, settings }: Platform, size: number): Promise<void> {
  await fs.mkdir(files, { recursive: true })
  const { bavail, bsize } = await fs.statfs(files)
  const keep = await settings.get(watermark.name, watermark.default)
  if (bavail * bsize - 2 * size < keep) throw new Fail('quota_full', { reason: 'disk' })
}

/** Takes uploads nobody went on with for as many days as the settings say off the list. @returns their ids; their files are the caller's to drop */
export async function forgetOld(q: Queryable, { settings, now }: Platform): Promise<string[]> {
  const { upload_days: kept } = await configured(settings, 'clearing')
  if (kept === 0) return []
  const { rows } = await q.query<{ id: string }>(
    'delete from upload where package_id is null and touched_at < $1 returning id',
    [new Date(now().getTime() - kept * 86_400_000).toISOString()],
  )
  return rows.map((r) => r.id)
}
async function dropAll(files: string, ids: readonly string[]): Promise<void> {
  for (const id of ids) await dropUpload(files, id)
}

type Says = (entry: AuditEvent) => void

/** Begins an upload, or goes on with the same one. @param max what one person's uploads may hold together; anything when left out */
async function upload(
  q: Queryable,
  platform: Platform,
  who: Caller,
  body: { name: string; size: number; sha256?: string | undefined },
  audit: Says,
  max = Number.POSITIVE_INFINITY,
) {
  const { name, size, sha256 = null } = body
  // the content decides: a file that was changed may well keep its name and size
  const { rows } = await q.query<UploadRow>(
    `select ${columns} from upload where owner = $1 and name = $2 and size = $3 and sha256 = $4 and package_id is null
     order by id desc limit 1`,
    [who.id, name, size, sha256],
  )
  if (rows[0]) {
    audit({ entity: 'upload', id: rows[0].id, details: { goes_on_at: rows[0].received } })
    return uploadShown(rows[0])
  }
  const { rows: all } = await q.query<{ n: number }>(
    'select coalesce(sum(size), 0)::bigint as n from upload where owner = $1',
    [who.id],
  )
  const used = all[0]?.n ?? 0
  if (used + size > max) throw new Fail('quota_full', { reason: 'person', max, used })
  const row: UploadRow = { id: platform.newId(), owner: who.id, name, size, received: 0, package_id: null }
  await q.query(
    `insert into upload (id, owner, name, size, sha256, created_at, touched_at) values ($1, $2, $3, $4, $5, $6, $6)`,
    [row.id, row.owner, name, size, sha256, platform.now().toISOString()],
  )
  audit({ entity: 'upload', id: row.id, after: { name, size } })
  return uploadShown(row)
}

/** Adds a part that arrived, unless another one took its place. @throws offset_mismatch */
async function takePart(
  q: Queryable,
  platform: Platform,
  who: Caller,
  id: string,
  offset: number,
  part: ReceivedPart,
  audit: Says,
) {
  const { rows } = await q.query<UploadRow>(
    `update upload set received = received + $3, touched_at = $4
     where id = $1 and received = $2 and package_id is null returning ${columns}`,
    [id, offset, part.size, platform.now().toISOString()],
  )
  const one = rows[0] ?? (await ownUpload(q, id, who))
  if (rows[0] && part.size > 0) part.keep()
  else part.drop()
  if (!rows[0]) throw new Fail('offset_mismatch', { offset: one.received })
  audit({ entity: 'upload', id: one.id, details: { offset, bytes: part.size } })
  return uploadShown(one)
}

const mayBegin: Record<UploadUse, (who: Caller) => boolean> = {
  import: (who) => importKinds.some((kind) => sees(kind, who)),
  backup: ({ granted }) => granted.has('system-config'),
}
/** Bytes of the largest file of each use. */
const largest: Record<UploadUse, number> = { import: limits.importZip, backup: backupLimits.file }

export const uploadHandlers = area({
  'POST /uploads': staged(
    async ({ body, who, platform }) => {
      if (!mayBegin[body.use](who))
        throw body.use === 'import'
          ? importKindRefusal(...importKinds)
          : new Fail('no_operation_permission', { screens: ['system-config'] })
      const max = largest[body.use]
      if (body.size > max) throw new Fail('too_large', { max })
      if (body.use === 'import') await roomOnDisk(platform, body.size)
      // in parts, and put together
      else await requireDiskSpace(platform, 2 * body.size)
      return { quota: body.use === 'import' ? await platform.settings.get(quota.name, quota.default) : undefined }
    },
    async ({ q, body, who, platform, audit, after }, { quota: max }) => {
      await q.query('select pg_advisory_xact_lock($1, hashtext($2))', [turn, who.id])
      const forgotten = await forgetOld(q, platform)
      after(() => platform.background('upload.forget', () => dropAll(platform.files, forgotten)))
      return upload(q, platform, who, body, audit, max)
    },
  ),

  'GET /uploads/:id': async ({ q, params, who }) => uploadShown(await ownUpload(q, params.id, who)),

  'DELETE /uploads/:id': async ({ q, params, who, platform, audit, after }) => {
    const one = await ownUpload(q, params.id, who, 'for update')
    if (one.package_id !== null) throw new Fail('not_allowed_in_state', { import: one.package_id })
    await q.query('delete from upload where id = $1', [one.id])
    audit({ entity: 'upload', id: one.id, details: { file: one.name, bytes: one.received } })
    after(() => platform.background('upload.drop', () => dropUpload(platform.files, one.id)))
    return { id: one.id }
  },

  'PATCH /uploads/:id': staged(
    async ({ q, params, query, who, platform, stream }) => {
      const one = await ownUpload(q, params.id, who)
      if (query.offset !== one.received || one.package_id !== null)
        throw new Fail('offset_mismatch', { offset: one.received })
      const max = Math.min(limits.chunk, one.size - one.received)
      const name = randomBytes(12).toString('hex')
      return receive(stream, { files: platform.files, id: one.id, offset: query.offset, name, max })
    },
    ({ q, params, query, who, platform, audit }, part) =>
      takePart(q, platform, who, params.id, query.offset, part, audit),
  ),
})
