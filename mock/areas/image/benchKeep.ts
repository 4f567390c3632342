/** Keeping what somebody did at a machine: its disk is taken once it is off. What cannot be kept stays at the machine. */
import fs from 'node:fs/promises'
import { setTimeout as pause } from 'node:timers/promises'
import type { BenchReason } from '#src/contract/image/bench.ts'
import { imageMachine } from '#src/contract/image/status.ts'
import { type DataOf, documents } from '#mock/crud/documents.ts'
import type { Queryable } from '#mock/db/db.ts'
import { type DueHandlers, plan } from '#mock/db/due.ts'
import { depositFile, depositsIn } from '#mock/deposit/folder.ts'
import type { Platform } from '#mock/http/request/handler.ts'
import { publish } from '#mock/live/publish.ts'
import { folderStore } from '#mock/world/image/store.ts'
import type { SceneDriver } from '#mock/world/scene/driver.ts'
import type { Drivers } from '#mock/world/scene/drivers.ts'
import { closeScene } from '../scene/close.ts'
import { findScene } from '../scene/row.ts'
import type { Keeping } from './bench.ts'
import { codeOf } from '#src/contract/lib/typed.ts'
import { keepImage } from './keep.ts'

const images = documents('image')
/** Milliseconds without a sign after which another server may go on with it; between two looks at the machine; in all. */
const silence = 15_000
const look = 250
const patience = 120_000

interface Row {
  image_id: string
  scene_id: string
  node_id: string
  keeping: Keeping
}

class Lost extends Error {
  constructor(readonly reason: BenchReason) {
    super(reason)
  }
}

const beat = ({ db, now }: Platform, id: string) =>
  db.query('update image_bench set beat_at = $2 where image_id = $1', [id, now().toISOString()])

/** Waits until the machine is off. */
async function switchedOff(
  platform: Platform,
  driver: SceneDriver,
  { image_id, scene_id, node_id }: Row,
): Promise<number> {
  for (let waited = 0; waited < patience; waited += look) {
    const scene = await findScene(platform.db, scene_id)
    const power = scene
      ? (await driver.look({ scene: scene_id, fence: scene.fence })).find((n) => n.node === node_id)?.power
      : undefined
    if (!scene || power === undefined || power === 'absent') throw new Lost('machine_lost')
    if (power === 'off' || power === 'crashed') return scene.fence
    await pause(look)
    await beat(platform, image_id)
  }
  throw new Lost('machine_lost')
}

/** Takes the disk. @returns what the image is from now on, and whether a file of its own has come to the store */
async function taken(platform: Platform, drivers: Drivers, row: Row): Promise<{ layer: string; file: boolean }> {
  const { db, files, newId } = platform
  const scene = await findScene(db, row.scene_id)
  if (!scene) throw new Lost('machine_lost')
  const driver = drivers.of(scene)
  const fence = await switchedOff(platform, driver, row)
  if (!driver.capture) throw new Lost('not_written')
  const layer = newId()
  await fs.mkdir(depositsIn(files), { recursive: true })
  const temporary = depositFile(files, `${layer}.disk`)
  const store = folderStore(files)
  const { snapshot } = row.keeping
  // a large disk takes its time, and nobody else may begin with it meanwhile
  const beats = setInterval(() => void beat(platform, row.image_id).catch(() => {}), silence / 3)
  const kind = await driver
    .capture({ scene: row.scene_id, fence }, row.node_id, { file: temporary, layer })
    .finally(() => clearInterval(beats))
  await beat(platform, row.image_id)
  if (kind === 'file') {
    if (snapshot) await store.keepSnapshot(row.image_id, snapshot, temporary)
    else await store.keep(row.image_id, temporary)
    return { layer: '', file: true }
  }
  if (snapshot && (await store.find(row.image_id))) await store.snapshot(row.image_id, snapshot)
  return { layer, file: false }
}

/** Writes down what came of it; `set` of an image that goes back to its keeper or on to be looked through. */
async function settle(q: Queryable, { now }: Platform, row: Row, set: DataOf<'image'>): Promise<void> {
  const doc = await images.lock(q, row.image_id)
  if (doc?.data.status === 'saving')
    await images.update(q, doc, { ...doc.data, ...set }, { at: now(), by: doc.updated_by })
  await publish(q, 'images', 'all')
}

async function kept(platform: Platform, row: Row, { layer, file }: { layer: string; file: boolean }): Promise<void> {
  const { db, now } = platform
  const { snapshot } = row.keeping
  await db.tx(async (q) => {
    await q.query('delete from image_bench where image_id = $1', [row.image_id])
    if (snapshot)
      await q.query(`update image_snapshot set state = 'ready', layer = $2 where id = $1`, [snapshot, layer])
    else if (layer)
      await q.query(
        `insert into image_layer (image_id, layer) values ($1, $2) on conflict (image_id) do update set layer = excluded.layer`,
        [row.image_id, layer],
      )
    await closeScene(q, row.scene_id, now())
    const doc = await images.get(q, row.image_id)
    const name = doc?.data.file_name || `disk.${doc?.data.format ?? 'qcow2'}`
    await settle(
      q,
      platform,
      row,
      file && !snapshot ? { file_name: name } : { status: imageMachine.saving.kept ?? 'saved' },
    )
  })
  if (file && !snapshot) await keepImage(platform, row.image_id)
}

/** Nothing is lost: the image is what it was and open again, the machine with its disk is still there. */
async function failed(platform: Platform, row: Row, reason: BenchReason): Promise<void> {
  await platform.db.tx(async (q) => {
    if (row.keeping.snapshot)
      await q.query(`update image_snapshot set state = 'failed' where id = $1`, [row.keeping.snapshot])
    await q.query(`update image_bench set state = 'open', reason = $2, keeping = null where image_id = $1`, [
      row.image_id,
      reason,
    ])
    await settle(q, platform, row, { status: imageMachine.saved.reopen ?? 'to-edit' })
  })
}

export async function keepBench(platform: Platform, drivers: Drivers, id: string): Promise<void> {
  const { db, now, log } = platform
  const { rows } = await db.query<Row>(
    `update image_bench set beat_at = $2 where image_id = $1 and state = 'saving' and (beat_at is null or beat_at < $3)
     returning image_id, scene_id, node_id, keeping`,
    [id, now().toISOString(), new Date(now().getTime() - silence).toISOString()],
  )
  const [row] = rows
  if (!row) return
  try {
    await kept(platform, row, await taken(platform, drivers, row))
  } catch (error) {
    log.error({ event: 'image-failed', error, image: id }, 'the disk of a machine could not be kept')
    const full = codeOf(error) === 'ENOSPC'
    await failed(platform, row, error instanceof Lost ? error.reason : full ? 'no_space' : 'not_written')
  }
}

/** Planned when somebody saves; goes on with what a server that ended meanwhile left. One that is still at it says so. */
const keepDue = 'image.bench'
export const planKeep = (q: Queryable, { now }: Platform, id: string): Promise<void> =>
  plan(q, keepDue, id, new Date(now().getTime() + silence))

export const benchDue = (platform: Platform, drivers: Drivers): DueHandlers => ({
  async [keepDue](q, id) {
    const { rows } = await q.query(`select 1 as one from image_bench where image_id = $1 and state = 'saving'`, [id])
    if (!rows.length) return
    await planKeep(q, platform, id)
    platform.background('image.bench', async () => {
      // the transaction of the job is over by then; otherwise its next turn comes
      await pause(look)
      await keepBench(platform, drivers, id)
    })
  },
})

/** Layers that no image, no snapshot and no scene has any more. */
export async function sweepLayers({ db, now }: Platform): Promise<void> {
  await db.query(
    `delete from sim_layer l where made_at < $1
       and not exists (select 1 from image_layer i where i.layer = l.id)
       and not exists (select 1 from image_snapshot n where n.layer = l.id)
       and not exists (select 1 from scene s where s.status <> 'deleted' and s.images::text like '%' || l.id || '%')`,
    [new Date(now().getTime() - 3_600_000).toISOString()],
  )
}
