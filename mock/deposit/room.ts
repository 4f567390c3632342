/** Room for files: what one person may hold in the store, and what stays free of the disk. Both are settings. */
import fs from 'node:fs/promises'
import { configured } from '../configured.ts'
import type { Queryable } from '../db/db.ts'
import { Fail, type Platform } from '../http/request/handler.ts'

const gib = 2 ** 30

/** @throws quota_full when less than the watermark would be left after so many bytes */
export async function roomOnDisk({ files, settings }: Platform, bytes: number): Promise<void> {
  const { store_watermark } = await configured(settings, 'store')
  await fs.mkdir(files, { recursive: true })
  const { bavail, bsize } = await fs.statfs(files)
  if (bavail * bsize - bytes < store_watermark * gib) throw new Fail('quota_full', { reason: 'disk' })
}

/** Bytes of a person's own in the store and on their way there. */
async function heldBy(q: Queryable, owner: string): Promise<number> {
  const { rows } = await q.query<{ n: number }>(
    `select (select coalesce(sum(size), 0) from deposit where owner = $1)
       + (select coalesce(sum((data->>'size')::bigint), 0) from r_image where created_by = $1 and data->>'sha256' <> '')
       + (select coalesce(sum((data->>'size')::bigint), 0) from r_service where created_by = $1)
       + (select coalesce(sum(size), 0) from attachment where owner = $1 and state = 'here')
       + (select coalesce(sum(size), 0) from image_snapshot where created_by = $1) as n`,
    [owner],
  )
  return Number(rows[0]?.n ?? 0)
}

/** Calls of one person that take room wait for each other: two at once would each find some. */
const turn = 727_100

/** @throws quota_full when so many bytes more are more than the person may hold */
export async function roomOfPerson(q: Queryable, { settings }: Platform, owner: string, bytes: number): Promise<void> {
  await q.query('select pg_advisory_xact_lock($1, hashtext($2))', [turn, owner])
  const { store_quota } = await configured(settings, 'store')
  if (store_quota === 0) return
  const [max, used] = [store_quota * gib, await heldBy(q, owner)]
  if (used + bytes > max) throw new Fail('quota_full', { reason: 'person', max, used })
}
