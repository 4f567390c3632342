/** Recordings and pictures of consoles over HTTP. */
import { signed } from '#src/contract/notice/byline.ts'
import { createReadStream } from 'node:fs'
import fs from 'node:fs/promises'
import { openStatuses } from '#src/contract/scene/status.ts'
import { recording, recordingLimits as most, recordingTypes } from '#src/contract/scene/recording.ts'
import { each } from '#mock/crud/bulk.ts'
import { paged } from '#mock/crud/paged.ts'
import { where } from '#mock/crud/where.ts'
import type { Queryable } from '#mock/db/db.ts'
import { area, type AuditEvent, Fail, type Platform, staged, type Caller } from '#mock/http/request/handler.ts'
import { readBodyBytes } from '#mock/http/request/body.ts'
import { narrowTo, orderTo } from '../list.ts'
import { mayOpenNode, openNode, sceneRolesOf, sceneFor } from '../rights.ts'
import { findScene, nodesOf } from '../row.ts'
import {
  checkAtConsole,
  checkExamBound,
  checkTakesParts,
  isWebm,
  openDesktopConsole,
  recordAt,
  secondsOf,
} from './atConsole.ts'
import { checkFilmRoom, checkKeptRoom, checkScreenshotRoom, takeRecordingTurn } from './room.ts'
import { dropRecording, recordingFile, recordingFolder } from './file.ts'
import {
  beginRecording,
  type RecordingRow,
  shownColumns,
  shownRecording,
  touchRecording,
  recordingsVisibleTo,
} from './row.ts'
import { codeOf } from '#src/contract/lib/typed.ts'

interface Looking {
  q: Queryable
  who: Caller
  platform: Pick<Platform, 'now'>
}
async function one({ q, who, platform }: Looking, id: string, lock = false): Promise<RecordingRow> {
  const params: unknown[] = [id]
  const scope = recordingsVisibleTo(who, platform.now(), (v) => `$${params.push(v)}`)
  const { rows } = await q.query<RecordingRow>(
    `select ${shownColumns} from recording t where t.id = $1 ${scope ? `and ${scope}` : ''} ${lock ? 'for update of t' : ''}`,
    params,
  )
  const [row] = rows
  if (!row) throw new Fail('not_found')
  return row
}

/** A scene’s node whose console the caller has before him. */
async function nodeFor(q: Queryable, who: Caller, scene: string, node: string) {
  const { row, part } = await sceneFor(q, who, scene)
  const found = await openNode(q, who, part, row, node)
  if (!openStatuses.has(row.status)) throw new Fail('not_allowed_in_state', { status: row.status, action: 'record' })
  return {
    scene_id: row.id,
    scene_name: row.name,
    node_id: found.node_id,
    node_name: found.name,
    user_id: who.id,
    user_name: signed(who),
  }
}

/** What is recorded goes on for as long as the node may be opened; a scene that is over may still hand in its last part. */
async function stillOpens(q: Queryable, who: Caller, { scene_id, node_id }: RecordingRow): Promise<void> {
  const scene = await findScene(q, scene_id)
  if (!scene || !openStatuses.has(scene.status)) return
  const part = (await sceneRolesOf(q, who, [scene])).get(scene.id)
  const node = (await nodesOf(q, [scene.id])).get(scene.id)?.find((n) => n.node_id === node_id)
  if (!part || (node && !mayOpenNode(part, node, scene))) throw new Fail('no_operation_permission')
}

/** The last sign of a film: when its console closed, its last parts still arrive and put that off no further. */
const lastOf = ({ open, touched_at }: RecordingRow, now: Date): Date => (open ? now : new Date(touched_at))

const trace = ({ kind, scene_name, node_name, user_name, seconds, bytes, keep }: RecordingRow) => ({
  // it has no name of its own: whose it is, and of which scene
  name: `${user_name} · ${scene_name} · ${node_name}`,
  kind,
  scene: scene_name,
  node: node_name,
  user: user_name,
  seconds,
  bytes,
  keep,
})

/** The row goes with the transaction, the file after it: one without a row is found by clearing. */
async function remove(
  c: { q: Queryable; who: Caller; platform: Platform; audit(e: AuditEvent): void; after(work: () => void): void },
  id: string,
): Promise<void> {
  const row = await one(c, id, true)
  const { can } = shownRecording(row, c.who, c.platform.now())
  if (!can.includes('remove')) throw new Fail(can.includes('keep') ? 'not_allowed_in_state' : 'no_operation_permission')
  await c.q.query('delete from recording where id = $1', [id])
  c.audit({ entity: 'recording', id, before: trace(row) })
  c.after(() => c.platform.background('recording.remove', () => dropRecording(c.platform.files, row.kind, id)))
}

/** Its eight bytes and its size, from the header (W3C PNG, 5.2 and 11.2.2). */
function pngSize(b: Buffer): { width: number; height: number } {
  if (b.length < 33 || b.toString('latin1', 0, 8) !== '\x89PNG\r\n\x1a\n' || b.toString('latin1', 12, 16) !== 'IHDR')
    throw new Fail('picture_refused', { reason: 'type' })
  const [width, height] = [b.readUInt32BE(16), b.readUInt32BE(20)]
  if (width < 1 || height < 1 || width > 16_384 || height > 16_384)
    throw new Fail('picture_refused', { reason: 'size' })
  return { width, height }
}

async function append(files: string, id: string, offset: number, stream: AsyncIterable<Buffer>): Promise<number> {
  const bytes = await readBodyBytes(stream, most.part)
  if (offset === 0 && !isWebm(bytes)) throw new Fail('unsupported_type')
  await fs.mkdir(recordingFolder(files, 'desktop'), { recursive: true })
  const file = await fs.open(recordingFile(files, 'desktop', id), offset === 0 ? 'w' : 'r+')
  try {
    // the same part sent again lies where it lay
    await file.write(bytes, 0, bytes.length, offset)
    await file.sync()
  } catch (e) {
    if (codeOf(e) === 'ENOSPC') throw new Fail('quota_full')
    throw e
  } finally {
    await file.close()
  }
  return bytes.length
}

export const recordingHandlers = area({
  'GET /recordings': async ({ q, who, platform, query }) => {
    const w = where()
    const scope = recordingsVisibleTo(who, platform.now(), w.add)
    if (scope) w.and(scope)
    narrowTo(w, recording, query)
    const { rows, ...page } = await paged<RecordingRow>(q, {
      select: shownColumns,
      from: 'recording t',
      w,
      order: orderTo(recording, query, {
        scene_name: 't.scene_name collate "C"',
        user_name: 't.user_name collate "C"',
      }),
      query,
    })
    return { items: rows.map((r) => shownRecording(r, who, platform.now())), ...page }
  },
  'GET /recordings/:id': async ({ q, who, platform, params }) =>
    shownRecording(await one({ q, who, platform }, params.id), who, platform.now()),
  'GET /recordings/:id/content': async ({ q, who, platform, params, query, audit }) => {
    const row = await one({ q, who, platform }, params.id)
    const file = recordingFile(platform.files, row.kind, row.id)
    const stat = await fs.stat(file).catch(() => undefined)
    if (!stat) throw new Fail('not_found')
    const { name: label, ...details } = trace(row)
    const word = query.watch ? { word: 'recording.watch' as const } : {}
    audit({ entity: 'recording', id: row.id, details: { label, ...details }, ...word })
    const ending = file.slice(file.lastIndexOf('.'))
    return {
      name: `${row.scene_name}-${row.node_name}-${row.started_at.slice(0, 19).replaceAll(':', '-')}${ending}`,
      type: recordingTypes[row.kind],
      size: stat.size,
      body: createReadStream(file, { end: Math.max(0, stat.size - 1) }),
      part: (start: number, end: number) => createReadStream(file, { start, end }),
    }
  },
  'GET /recordings/:id/typed': async ({ q, who, platform, params }) => {
    await one({ q, who, platform }, params.id)
    const { rows } = await q.query<{ at: number; text: string }>(
      'select at, text from recording_typed where recording_id = $1 order by at limit 5000',
      [params.id],
    )
    return { items: rows }
  },
  'POST /recordings': async ({ q, who, platform, body, audit }) => {
    const facts = await nodeFor(q, who, body.scene_id, body.node)
    const now = platform.now()
    const desktop = await openDesktopConsole(q, facts, now)
    await checkExamBound(q, facts.scene_id, { count: 1, bytes: 0 })
    const row = await beginRecording(q, platform, {
      ...facts,
      kind: 'desktop',
      width: body.width,
      height: body.height,
      open: true,
    })
    await recordAt(q, desktop, row.id, now)
    audit({ entity: 'recording', id: row.id, after: trace(row) })
    return shownRecording(row, who, platform.now())
  },
  'PATCH /recordings/:id': staged<'PATCH /recordings/:id', number>(
    async ({ who, platform, params, query, stream }) => {
      const row = await one({ q: platform.db, who, platform }, params.id)
      if (row.user_id !== who.id) throw new Fail('not_found')
      await checkTakesParts(platform.db, row, 'part', platform.now())
      await stillOpens(platform.db, who, row)
      if (query.offset !== row.bytes) throw new Fail('offset_mismatch', { offset: row.bytes })
      if (row.bytes >= most.desktop) throw new Fail('too_large', { max: most.desktop })
      await checkExamBound(platform.db, row.scene_id, { count: 0, bytes: 1 })
      await checkFilmRoom(platform.db, row, 1)
      return append(platform.files, row.id, row.bytes, stream)
    },
    async ({ q, who, platform, params, query, audit }, size) => {
      const row = await one({ q, who, platform }, params.id, true)
      if (query.offset !== row.bytes) throw new Fail('offset_mismatch', { offset: row.bytes })
      const now = platform.now()
      await checkTakesParts(q, row, 'part', now)
      await checkExamBound(q, row.scene_id, { count: 0, bytes: size })
      await checkFilmRoom(q, row, size)
      await touchRecording(q, row.id, secondsOf(row, query.seconds, now), row.bytes + size, row.open, lastOf(row, now))
      audit({ entity: 'recording', id: row.id, details: { offset: row.bytes, bytes: size } })
      return shownRecording(await one({ q, who, platform }, params.id), who, platform.now())
    },
  ),
  'POST /recordings/:id/finish': async ({ q, who, platform, params, body, audit }) => {
    const row = await one({ q, who, platform }, params.id, true)
    if (row.user_id !== who.id) throw new Fail('not_found')
    const now = platform.now()
    await checkTakesParts(q, row, 'finish', now)
    await touchRecording(q, row.id, secondsOf(row, body.seconds, now), row.bytes, false, lastOf(row, now))
    const after = await one({ q, who, platform }, params.id)
    audit({ entity: 'recording', id: row.id, before: trace(row), after: trace(after) })
    return shownRecording(after, who, platform.now())
  },
  'POST /recordings/:id/keep': async ({ q, who, platform, params, body, audit }) => {
    const row = await one({ q, who, platform }, params.id, true)
    if (!shownRecording(row, who, platform.now()).can.includes('keep')) throw new Fail('no_operation_permission')
    if (body.keep && !row.keep && !row.examined) await checkKeptRoom(q, row)
    await q.query('update recording set keep = $2, version = version + 1 where id = $1', [row.id, body.keep])
    const after = await one({ q, who, platform }, params.id)
    audit({ entity: 'recording', id: row.id, before: trace(row), after: trace(after) })
    return shownRecording(after, who, platform.now())
  },
  'DELETE /recordings/:id': async (c) => {
    await remove(c, c.params.id)
    return { id: c.params.id }
  },
  'POST /recordings/remove': (c) =>
    each(
      c.q,
      c.body.ids,
      (id) => remove(c, id),
      (id, { code, details }) => c.audit({ entity: 'recording', id, code, details }),
    ),
  'POST /screenshots': staged<'POST /screenshots', { bytes: Buffer; width: number; height: number }>(
    async ({ who, platform, query, stream }) => {
      const facts = await nodeFor(platform.db, who, query.scene_id, query.node)
      await checkAtConsole(platform.db, facts, platform.now())
      await checkExamBound(platform.db, facts.scene_id, { count: 1, bytes: 1 })
      await checkScreenshotRoom(platform.db, facts, 1)
      const bytes = await readBodyBytes(stream as AsyncIterable<Buffer>, most.screenshot)
      return { bytes, ...pngSize(bytes) }
    },
    async ({ q, who, platform, query, audit, after }, { bytes, width, height }) => {
      const facts = await nodeFor(q, who, query.scene_id, query.node)
      await checkExamBound(q, facts.scene_id, { count: 1, bytes: bytes.length })
      await takeRecordingTurn(q, who.id)
      await checkScreenshotRoom(q, facts, bytes.length)
      const row = await beginRecording(q, platform, {
        ...facts,
        kind: 'screenshot',
        width,
        height,
        open: false,
        bytes: bytes.length,
      })
      audit({ entity: 'screenshot', id: row.id, after: trace(row) })
      after(() =>
        platform.background('screenshot', async () => {
          await fs.mkdir(recordingFolder(platform.files, 'screenshot'), { recursive: true })
          await fs.writeFile(recordingFile(platform.files, 'screenshot', row.id), bytes)
        }),
      )
      return shownRecording(row, who, platform.now())
    },
  ),
})
