/** What the image store needs done when a server starts, and what it is told of removed images. */
import fs from 'node:fs/promises'
import type { Queryable } from '#mock/db/db.ts'
import type { DueHandlers } from '#mock/db/due.ts'
import { depositsIn, dropDeposit } from '#mock/deposit/folder.ts'
import { settleFetches } from '#mock/deposit/fetch.ts'
import { forgetOldDeposits } from '#mock/deposit/rows.ts'
import type { Platform } from '#mock/http/request/handler.ts'
import { folderStore } from '#mock/world/image/store.ts'
import { sweepLayers } from './benchKeep.ts'
import { settleExports } from './exports.ts'
import { dropDue } from './image.ts'
import { keepImage } from './keep.ts'
import { settleSnapshots } from './snapshots.ts'

const idsOf = async (q: Queryable, sql: string): Promise<string[]> =>
  (await q.query<{ id: string }>(sql)).rows.map((r) => r.id)

/** Throws away bytes that belong to no row: what a server that was killed left behind. */
export async function sweepStore({ db, files }: Platform): Promise<number> {
  // the folder is read before the rows: an upload that begins meanwhile has its row first
  const there = await fs.readdir(depositsIn(files)).catch(() => [])
  const uploads = new Set(await idsOf(db, 'select id from deposit'))
  const lost = there.filter((name) => !uploads.has(name))
  for (const name of lost) await dropDeposit(files, name)
  const store = folderStore(files)
  const known = new Map<string, Set<string>>()
  for (const id of await idsOf(
    db,
    'select id from r_image union all select id from r_service union all select id from r_usb_device',
  ))
    known.set(id, new Set())
  const { rows } = await db.query<{ id: string; image_id: string }>('select id, image_id from image_snapshot')
  for (const { id, image_id } of rows) known.get(image_id)?.add(id)
  return lost.length + (await store.sweep(known))
}

export async function startImages(platform: Platform): Promise<void> {
  const { db, log } = platform
  await forgetOldDeposits(db, platform)
  await settleFetches(db, platform, db.engine === 'pglite')
  await settleSnapshots(platform)
  await settleExports(platform)
  const swept = await sweepStore(platform)
  if (swept) log.info({ event: 'upload-cleared', count: swept }, 'files of forgotten uploads cleared')
  for (const id of await idsOf(
    db,
    `select id from r_image where data->>'status' = 'saving' and id not in (select image_id from image_bench)`,
  ))
    platform.background('image.keep', () => keepImage(platform, id))
}

/** Again and again, so that nothing lies about for long. */
export async function tidyStore(platform: Platform): Promise<void> {
  await sweepLayers(platform)
  await settleFetches(platform.db, platform, false)
  await forgetOldDeposits(platform.db, platform)
  await sweepStore(platform)
}

export const imageDue = (platform: Platform): DueHandlers => ({
  async [dropDue](_q, id) {
    platform.background('image.drop', () => folderStore(platform.files).drop(id))
  },
})
