/** Uploads in parts: begin, look how far it is, send the next part. An upload is its owner's alone; for anybody else it is not there. */
import { randomBytes } from 'node:crypto'
import fs from 'node:fs/promises'
import { limits } from '#src/contract/limits.ts'
import { area, Fail, type Platform, staged, type Who } from '#mock/http/handler.ts'
import type { Queryable } from '#mock/db/db.ts'
import { dropUpload, receive } from '#mock/import/plan/parts.ts'

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

const shown = ({ id, name, size, received }: UploadRow) => ({ id, name, size, offset: received, chunk: limits.chunk })

/** @throws not_found also when it is somebody else's */
export async function ownUpload(q: Queryable, id: string, who: Who, lock = ''): Promise<UploadRow> {
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

/** Seconds after which an upload that nobody goes on with is forgotten. */
const uploadLife = 24 * 3600

/** Takes uploads nobody went on with for a day off the list. @returns their ids; their files are the caller's to drop */
export async function forgetOld(q: Queryable, now: Date): Promise<string[]> {
  const { rows } = await q.query<{ id: string }>(
    'delete from upload where package_id is null and touched_at < $1 returning id',
    [new Date(now.getTime() - uploadLife * 1000).toISOString()],
  )
  return rows.map((r) => r.id)
}
async function dropAll(files: string, ids: readonly string[]): Promise<void> {
  for (const id of ids) await dropUpload(files, id)
}

export const uploadHandlers = area({
  'POST /uploads': staged(
    async ({ body, platform }) => {
      if (body.size > limits.importZip) throw new Fail('too_large', { max: limits.importZip })
      await roomOnDisk(platform, body.size)
      return { quota: await platform.settings.get(quota.name, quota.default) }
    },
    async ({ q, body, who, platform, audit, after }, { quota: max }) => {
      await q.query('select pg_advisory_xact_lock($1, hashtext($2))', [turn, who.id])
      const forgotten = await forgetOld(q, platform.now())
      after(() => platform.background('upload.forget', () => dropAll(platform.files, forgotten)))
      // the content decides: a file that was changed may well keep its name and size
      const { rows } = await q.query<UploadRow>(
        `select ${columns} from upload where owner = $1 and name = $2 and size = $3 and sha256 = $4 and package_id is null
         order by id desc limit 1`,
        [who.id, body.name, body.size, body.sha256 ?? null],
      )
      if (rows[0]) {
        audit({ entity: 'upload', id: rows[0].id, details: { goes_on_at: rows[0].received } })
        return shown(rows[0])
      }
      const used = await q.query<{ n: number }>(
        'select coalesce(sum(size), 0)::bigint as n from upload where owner = $1',
        [who.id],
      )
      if ((used.rows[0]?.n ?? 0) + body.size > max)
        throw new Fail('quota_full', { reason: 'person', max, used: used.rows[0]?.n ?? 0 })
      const { name, size, sha256 = null } = body
      const row: UploadRow = { id: platform.newId(), owner: who.id, name, size, received: 0, package_id: null }
      await q.query(
        `insert into upload (id, owner, name, size, sha256, created_at, touched_at) values ($1, $2, $3, $4, $5, $6, $6)`,
        [row.id, row.owner, name, size, sha256, platform.now().toISOString()],
      )
      audit({ entity: 'upload', id: row.id, after: { name: row.name, size: row.size } })
      return shown(row)
    },
  ),

  'GET /uploads/:id': async ({ q, params, who }) => shown(await ownUpload(q, params.id, who)),

  'PATCH /uploads/:id': staged(
    async ({ q, params, query, who, platform, stream }) => {
      const upload = await ownUpload(q, params.id, who)
      if (query.offset !== upload.received || upload.package_id !== null)
        throw new Fail('offset_mismatch', { offset: upload.received })
      const max = Math.min(limits.chunk, upload.size - upload.received)
      const name = randomBytes(12).toString('hex')
      return receive(stream, { files: platform.files, id: upload.id, offset: query.offset, name, max })
    },
    async ({ q, params, query, who, platform, audit }, part) => {
      const { rows } = await q.query<UploadRow>(
        `update upload set received = received + $3, touched_at = $4
         where id = $1 and received = $2 and package_id is null returning ${columns}`,
        [params.id, query.offset, part.size, platform.now().toISOString()],
      )
      const upload = rows[0] ?? (await ownUpload(q, params.id, who))
      if (rows[0] && part.size > 0) part.keep()
      else part.drop()
      if (!rows[0]) throw new Fail('offset_mismatch', { offset: upload.received })
      audit({ entity: 'upload', id: upload.id, details: { offset: query.offset, bytes: part.size } })
      return shown(upload)
    },
  ),
})
