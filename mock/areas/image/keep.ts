/** Saving: the file is read whole, by us and by `qemu-img` where there is one, and then has its place in the store; or the image is in error. */
import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import fs from 'node:fs/promises'
import type { ImageVerdict } from '#src/contract/image/header/found.ts'
import { agrees, recognise } from '#src/contract/image/header/recognise.ts'
import { imageMachine, type ImageReason, type ImageTurn } from '#src/contract/image/status.ts'
import { type DataOf, documents } from '#mock/crud/documents.ts'
import { depositFile, dropDeposit, withFileReader } from '#mock/deposit/folder.ts'
import { depositFor } from '#mock/deposit/rows.ts'
import type { Platform } from '#mock/http/request/handler.ts'
import { publish } from '#mock/live/publish.ts'
import { inspectDisk } from '#mock/world/image/inspect.ts'
import { folderStore } from '#mock/world/image/store.ts'
import { codeOf } from '#src/contract/lib/typed.ts'

const images = documents('image')
/** Bytes between two notes of how far it is. */
const step = 64 * 2 ** 20

type Data = DataOf<'image'>

/** Moves an image that is being saved, if it still is. */
async function settle({ db, now }: Platform, id: string, turn: ImageTurn, set: Data): Promise<void> {
  await db.tx(async (q) => {
    const doc = await images.lock(q, id)
    const status = doc?.data.status === 'saving' ? imageMachine.saving[turn] : undefined
    if (!doc || !status) return
    await images.update(q, doc, { ...doc.data, ...set, status }, { at: now(), by: doc.updated_by })
    await q.query(`delete from deposit where kind = 'image' and target = $1`, [id])
    await publish(q, 'images', 'all')
  })
}

/** SHA-256 of a file in hex, with a note of how far it is now and then. */
export async function digest(file: string, note: (bytes: number) => Promise<void>): Promise<string> {
  const hash = createHash('sha256')
  let [done, noted] = [0, 0]
  const chunks: AsyncIterable<Buffer> = createReadStream(file, { highWaterMark: 2 ** 20 })
  for await (const chunk of chunks) {
    hash.update(chunk)
    done += chunk.length
    if (done - noted < step) continue
    noted = done
    await note(done)
  }
  return hash.digest('hex')
}

export async function keepImage(platform: Platform, id: string): Promise<void> {
  const { db, files } = platform
  const store = folderStore(files)
  const [doc, deposit] = [await images.get(db, id), await depositFor(db, 'image', id)]
  if (doc?.data.status !== 'saving') return
  const fail = async (reason: ImageReason, details: Record<string, string | number> = {}) => {
    await settle(platform, id, 'fail', { reason, reason_details: details })
    if (deposit) await dropDeposit(files, deposit.id)
  }
  // of an image that only the simulation knows there is nothing to look through
  if (doc.data.file_name === '' && !deposit) return settle(platform, id, 'kept', {})
  const came = deposit ? depositFile(files, deposit.id) : ''
  // a server that ended between the move and its note left the file in its place
  const file = (await fs.stat(came).catch(() => undefined)) ? came : await store.find(id)
  if (file === undefined) return fail('file_missing')
  try {
    const image = { name: doc.data.name ?? '', type: doc.data.type ?? 'machine', format: doc.data.format ?? 'raw' }
    const verdict: ImageVerdict = await withFileReader(file, async (read, size) =>
      agrees(await recognise(read, size), image, doc.data.file_name ?? ''),
    )
    if (!verdict.ok) return await fail(verdict.reason, verdict.details)
    const inspected = await inspectDisk(file, verdict.format)
    if (!inspected.ok) return await fail(inspected.reason)
    const { size } = await fs.stat(file)
    const sha256 = await digest(
      file,
      async (bytes) =>
        void (await db.query(`update deposit set checked = $2 where kind = 'image' and target = $1`, [id, bytes])),
    )
    if (file === came) {
      await store.keep(id, came)
      // another disk: what was done to the one before is not on it
      await db.query('delete from image_layer where image_id = $1', [id])
    }
    const virtual_size = inspected.virtual_size || verdict.virtual_size
    await settle(platform, id, 'kept', { sha256, size, virtual_size, reason: null, reason_details: {} })
  } catch (error) {
    platform.log.error({ event: 'image-failed', error, image: id }, 'an image could not be looked through')
    await fail(codeOf(error) === 'ENOSPC' ? 'no_space' : 'damaged')
  }
}
