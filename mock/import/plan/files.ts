/**
 * Files that the rows of a plan bring along. Each is an attachment from the reading on, held by the plan until it is applied, undone or
 * discarded: what nothing else names then goes. A file whose very content is in the store under the same name is that file.
 */
import { createHash } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import fs from 'node:fs/promises'
import path from 'node:path'
import { pipeline } from 'node:stream/promises'
import { attachmentFile, forgetUnnamed, releaseFiles } from '#mock/areas/bank/attachment/store.ts'
import type { Queryable } from '#mock/db/db.ts'
import { roomOfPerson } from '#mock/deposit/room.ts'
import type { Platform } from '#mock/http/request/handler.ts'
import type { KeptFile, ImportedRow } from '../formats/found.ts'
import type { PackageRow } from './package.ts'

const holder = 'import'

/** The bytes on disk, synced, and their digest. */
async function receive(file: KeptFile, to: string): Promise<string> {
  await fs.mkdir(path.dirname(to), { recursive: true })
  const hash = createHash('sha256')
  await pipeline(
    file.source.open(),
    async function* (chunks: AsyncIterable<Uint8Array>) {
      for await (const chunk of chunks) {
        hash.update(chunk)
        yield chunk
      }
    },
    createWriteStream(to, { flush: true }),
  )
  return hash.digest('hex')
}

/** @returns id of the attachment @throws Fail quota_full */
async function keep(platform: Platform, p: PackageRow, file: KeptFile): Promise<string> {
  const { db, files, now, newId } = platform
  const id = newId()
  const hold = (q: Queryable, attachment: string) =>
    q.query(
      `insert into attachment_use (attachment_id, holder, holder_id, secret) values ($1, '${holder}', $2, true)
       on conflict (attachment_id, holder, holder_id) do nothing`,
      [attachment, p.id],
    )
  const { size } = file.source
  // the row stands before the bytes, so that whoever dies in between leaves nothing without a row
  await db.tx(async (q) => {
    await roomOfPerson(q, platform, p.created_by, size)
    await q.query('insert into attachment (id, owner, name, size, created_at) values ($1, $2, $3, $4, $5)', [
      id,
      p.created_by,
      file.name,
      size,
      now().toISOString(),
    ])
    await hold(q, id)
  })
  const place = attachmentFile(files, id)
  const sha256 = await receive(file, `${place}.coming`)
  await fs.rename(`${place}.coming`, place)
  return db.tx(async (q) => {
    const { rows } = await q.query<{ id: string }>(
      `select id from attachment where sha256 = $1 and name = $2 and size = $3 and state = 'here' order by id limit 1 for update`,
      [sha256, file.name, size],
    )
    const [there] = rows
    if (!there) {
      await q.query(`update attachment set state = 'here', sha256 = $2 where id = $1`, [id, sha256])
      return id
    }
    await hold(q, there.id)
    await q.query(`delete from attachment_use where attachment_id = $1 and holder = '${holder}' and holder_id = $2`, [
      id,
      p.id,
    ])
    await forgetUnnamed(q, now(), [id])
    return there.id
  })
}

/** The row with the files it names in the store. */
export async function saveRowFiles(platform: Platform, p: PackageRow, row: ImportedRow): Promise<ImportedRow> {
  if (!row.files?.length) return row
  const ids = new Map<string, string>()
  for (const file of row.files) ids.set(file.mark, await keep(platform, p, file))
  const placed = (file: unknown): unknown =>
    file !== null && typeof file === 'object' && 'file' in file
      ? { ...file, file: ids.get(String(file.file)) ?? file.file }
      : file
  const { attachments, writeup_file, ...data } = row.data
  return {
    ...row,
    data: {
      ...data,
      ...(Array.isArray(attachments) ? { attachments: attachments.map(placed) } : {}),
      ...(writeup_file === undefined ? {} : { writeup_file: placed(writeup_file) }),
    },
  }
}

/** A plan has come to its end; what its rows hold by now stays. */
export const releasePlanned = (q: Queryable, now: Date, packageId: string): Promise<void> =>
  releaseFiles(q, now, holder, packageId)
