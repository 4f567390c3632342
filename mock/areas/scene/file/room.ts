/** Room for files on their way into nodes: how many and how much of a scene and of a person, and what is removed when it is not needed any more. */
import fs from 'node:fs/promises'
import path from 'node:path'
import { finalFileReasons, sceneLimits as most } from '#src/contract/scene/node.ts'
import { overStatuses, type SceneStatus } from '#src/contract/scene/status.ts'
import type { Queryable } from '#mock/db/db.ts'
import { Fail, type Platform } from '#mock/http/request/handler.ts'
import { hangs, injectionFile, injectionsIn } from './inject.ts'
import { fileStatusOf, type FileRow, isFileRetryable } from './row.ts'

/** Bytes are kept of a file that has not arrived, for a while. Packages of services are links into their store and hold none. */
const waits = `f.status <> 'success' and f.by_name <> '' and f.tried_at > $2 and not coalesce(f.reason = any($3::text[]), false)`
const since = (now: Date): string => new Date(now.getTime() - most.waiting.seconds * 1000).toISOString()

interface Held {
  count: number
  bytes: number
}
async function heldWhere(q: Queryable, column: 'scene_id' | 'by_id', id: string, now: Date): Promise<Held> {
  const { rows } = await q.query<Held>(
    `select count(*)::integer as count, coalesce(sum(f.bytes) filter (where ${waits}), 0)::double precision as bytes
     from scene_file f where f.${column} = $1`,
    [id, since(now), [...finalFileReasons]],
  )
  return rows[0] ?? { count: 0, bytes: 0 }
}
export const filesOfScene = (q: Queryable, scene: string, now: Date) => heldWhere(q, 'scene_id', scene, now)
export const filesOfPerson = (q: Queryable, person: string, now: Date) => heldWhere(q, 'by_id', person, now)

/** Calls that add files to one scene, or of one person, wait for each other: two at once would each find room. */
const turn = 727_101

/** @throws quota_full when so many bytes more are more than the scene or the person may have waiting */
export async function checkFileRoom(
  q: Queryable,
  { scene, person, bytes, now }: { scene: string; person: string; bytes: number; now: Date },
): Promise<void> {
  const [inScene, his] = [await filesOfScene(q, scene, now), await filesOfPerson(q, person, now)]
  if (inScene.count >= most.files) throw new Fail('quota_full', { reason: 'scene_files', max: most.files })
  if (his.count >= most.filesOfPerson) throw new Fail('quota_full', { reason: 'own_files', max: most.filesOfPerson })
  const full = (reason: string, used_bytes: number, max_bytes: number) => {
    if (used_bytes + bytes > max_bytes) throw new Fail('quota_full', { reason, max_bytes, used_bytes })
  }
  full('scene_waiting', inScene.bytes, most.waiting.scene)
  full('own_waiting', his.bytes, most.waiting.person)
}
export async function takeFileTurn(q: Queryable, scene: string, person: string): Promise<void> {
  // always in this order
  await q.query('select pg_advisory_xact_lock($1, hashtext($2))', [turn, scene])
  await q.query('select pg_advisory_xact_lock($1, hashtext($2))', [turn, person])
}

/** Of a scene that is gone nothing stays; of one that is over no node takes a file any more. */
export async function dropSceneFiles({ db, files }: Pick<Platform, 'db' | 'files'>, scene: string): Promise<void> {
  const { rows } = await db.query<{ id: string }>('select id from scene_file where scene_id = $1', [scene])
  for (const { id } of rows) await fs.rm(injectionFile(files, id), { force: true })
  await db.query(
    `delete from scene_file f using scene s where f.scene_id = $1 and s.id = f.scene_id and s.status = 'deleted'`,
    [scene],
  )
}

const piece = 200

/** Bytes in this server's folder that no try needs: their time is over, their scene is, or nobody wrote their row. */
export async function sweepInjections({ db, files, now }: Pick<Platform, 'db' | 'files' | 'now'>): Promise<void> {
  const names = await fs.readdir(injectionsIn(files)).catch(() => [])
  for (let i = 0; i < names.length; i += piece) {
    const some = names.slice(i, i + piece)
    const { rows } = await db.query<FileRow & { scene_status: SceneStatus }>(
      `select f.*, s.status as scene_status from scene_file f join scene s on s.id = f.scene_id where f.id = any($1::text[])`,
      [some],
    )
    const known = new Map(rows.map((r) => [r.id, r]))
    for (const name of some) {
      const at = path.join(injectionsIn(files), name)
      const row = known.get(name)
      const needed = row
        ? !overStatuses.has(row.scene_status) && (isUnderWay(row, now()) || isFileRetryable(row, now(), hangs))
        : await isArriving(at)
      if (!needed) await fs.rm(at, { force: true })
    }
  }
}
const isUnderWay = (row: FileRow, now: Date): boolean => fileStatusOf(row, now, hangs) === 'injecting'
/** Its row comes when all of it is here. */
const isArriving = async (at: string): Promise<boolean> => {
  const found = await fs.stat(at).catch(() => undefined)
  return found !== undefined && Date.now() - found.mtimeMs < most.waiting.seconds * 1000
}
