/** Files on their way into a node: kept on disk until they have arrived, tried by the server that took them in. */
import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import fs from 'node:fs/promises'
import path from 'node:path'
import type { Readable } from 'node:stream'
import { type FileReason, fileReasons, finalFileReasons, sceneLimits } from '#src/contract/scene/node.ts'
import { heldStatuses } from '#src/contract/scene/status.ts'
import { Fail, type Platform } from '#mock/http/request/handler.ts'
import { DriverRefusal } from '#mock/world/scene/driver.ts'
import type { Drivers } from '#mock/world/scene/drivers.ts'
import { findScene } from '../row.ts'
import { logSceneEvents, publishSceneChange } from '../write.ts'
import { fileColumns, type FileRow } from './row.ts'
import { codeOf } from '#src/contract/lib/typed.ts'

/** Seconds after which a try counts as hanging. */
export const hangs = 60
export const injectionsIn = (files: string): string => path.join(files, 'injections')
export const injectionFile = (files: string, id: string): string => path.join(injectionsIn(files), id)

export interface ReceivedFile {
  bytes: number
  sha256: string
}
/** Sets it down; stops at the first byte too many. */
export async function receiveFile(files: string, id: string, stream: Readable): Promise<ReceivedFile> {
  await fs.mkdir(injectionsIn(files), { recursive: true })
  const hash = createHash('sha256')
  let bytes = 0
  const file = await fs.open(injectionFile(files, id), 'w')
  try {
    for await (const chunk of stream as AsyncIterable<Buffer>) {
      bytes += chunk.length
      if (bytes > sceneLimits.file) throw new Fail('too_large', { max: sceneLimits.file })
      hash.update(chunk)
      await file.writeFile(chunk)
    }
    await file.sync()
  } catch (e) {
    await file.close()
    await fs.rm(injectionFile(files, id), { force: true })
    const code = codeOf(e)
    if (code === 'ENOSPC' || code === 'EDQUOT') throw new Fail('quota_full')
    if (code === 'ERR_STREAM_PREMATURE_CLOSE' || code === 'ECONNRESET')
      throw new Fail('malformed', { reason: 'unfinished' })
    throw e
  }
  await file.close()
  return { bytes, sha256: hash.digest('hex') }
}

const reasonOf = (e: unknown): FileReason =>
  e instanceof DriverRefusal ? (fileReasons.find((r) => r === e.code) ?? 'driver') : 'driver'

/** One try. What came of it is written only while it is still this try that is waited for. */
export async function tryFile(platform: Platform, drivers: Drivers, id: string): Promise<void> {
  const { db, files, now } = platform
  const { rows } = await db.query<FileRow>(
    `select ${fileColumns} from scene_file where id = $1 and status = 'injecting'`,
    [id],
  )
  const [f] = rows
  if (!f) return
  let reason: FileReason | null = null
  const scene = await findScene(db, f.scene_id)
  if (!scene || !heldStatuses.has(scene.status)) reason = 'scene_closed'
  else
    try {
      const at = injectionFile(files, id)
      const { size } = await fs.stat(at).catch(() => {
        throw new DriverRefusal('lost')
      })
      const order = { scene: f.scene_id, fence: scene.fence }
      const file = { path: f.path, mode: f.mode, size, read: () => createReadStream(at) }
      await drivers.of(scene).inject(order, f.node_id, file)
    } catch (e) {
      reason = reasonOf(e)
    }
  await db.tx(async (q) => {
    const { count } = await q.query(
      `update scene_file set status = $3, reason = $4 where id = $1 and tries = $2 and status in ('injecting', 'hang')`,
      [id, f.tries, reason === null ? 'success' : 'failure', reason],
    )
    if (!count) return
    const { rows: nodes } = await q.query<{ name: string }>(
      'select name from scene_node where scene_id = $1 and node_id = $2',
      [f.scene_id, f.node_id],
    )
    const node = { node_id: f.node_id, name: nodes[0]?.name ?? '' }
    await logSceneEvents(q, f.scene_id, now(), [
      reason === null
        ? { code: 'file_injected', params: { path: f.path, bytes: f.bytes }, node }
        : { code: 'file_failed', level: 'warn', params: { path: f.path, code: reason }, node },
    ])
    await q.query('update scene set revision = revision + 1 where id = $1', [f.scene_id])
    await publishSceneChange(q, { id: f.scene_id })
  })
  if (reason === null || finalFileReasons.has(reason)) await fs.rm(injectionFile(files, id), { force: true })
}

/** Those whose server ended in the middle are tried again where their bytes are; others hang until somebody asks. */
export async function resumeFiles(platform: Platform, drivers: Drivers): Promise<void> {
  const { rows } = await platform.db.query<{ id: string }>(`select id from scene_file where status = 'injecting'`)
  // side by side: one that hangs again keeps no other waiting
  await Promise.all(
    rows.map(async ({ id }) => {
      if (await fs.stat(injectionFile(platform.files, id)).catch(() => undefined)) await tryFile(platform, drivers, id)
    }),
  )
}
