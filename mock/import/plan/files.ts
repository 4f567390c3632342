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
import { type CourseFileVerdict, probeCourseFile } from '#mock/areas/course/media/probe.ts'
import { withFileReader } from '#mock/deposit/folder.ts'
import type { CourseFileUse } from '#src/contract/course/media.ts'
import { isRecord } from '#src/contract/lib/typed.ts'
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

/** A file of a lesson is what it is for by what is inside, as one that is uploaded for it. @returns whether it is */
async function isFor(platform: Platform, id: string, use: CourseFileUse): Promise<CourseFileVerdict> {
  const verdict = await withFileReader(attachmentFile(platform.files, id), (read, size) =>
    probeCourseFile(use, read, size),
  )
  if (verdict.ok)
    await platform.db.query(
      `insert into course_file (attachment_id, use, type, seconds) values ($1, $2, $3, $4)
       on conflict (attachment_id) do nothing`,
      [id, use, verdict.type, verdict.seconds],
    )
  return verdict
}

/** A lesson with its files in the store; what is not what it is for is named in its place. */
async function saveLessonFiles(platform: Platform, p: PackageRow, row: ImportedRow): Promise<ImportedRow> {
  const kept = new Map<string, { file: string; seconds: number | null }>()
  const notes = [...(row.notes ?? [])]
  for (const file of row.files ?? []) {
    const id = await keep(platform, p, file)
    const verdict = await isFor(platform, id, file.use ?? 'file')
    if (verdict.ok) kept.set(file.mark, { file: id, seconds: verdict.seconds })
    else notes.push({ path: '', rule: `note_${verdict.fault}`, params: { name: file.name } })
  }
  const placed = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(placed).filter((v) => v !== undefined)
    if (!isRecord(value)) return value
    if (typeof value['file'] === 'string' && value['file'].startsWith('@')) {
      const there = kept.get(value['file'])
      return (
        there && {
          ...value,
          file: there.file,
          ...('seconds' in value && there.seconds !== null ? { seconds: there.seconds } : {}),
        }
      )
    }
    return Object.fromEntries(Object.entries(value).map(([k, v]) => [k, placed(v) ?? (v === undefined ? v : null)]))
  }
  const data = placed(row.data)
  return { ...row, data: isRecord(data) ? data : row.data, notes }
}

/** The row with the files it names in the store. */
export async function saveRowFiles(platform: Platform, p: PackageRow, row: ImportedRow): Promise<ImportedRow> {
  if (!row.files?.length) return row
  if (row.resource === 'course-lesson') return saveLessonFiles(platform, p, row)
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
