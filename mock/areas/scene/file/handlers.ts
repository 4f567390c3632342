/** Files that people inject into running nodes. */
import { signed } from '#src/contract/notice/byline.ts'
import fs from 'node:fs/promises'
import { sceneLimits, wholePath } from '#src/contract/scene/node.ts'
import { isFilePath } from '#src/contract/topology/checkNode.ts'
import { openStatuses } from '#src/contract/scene/status.ts'
import type { Queryable } from '#mock/db/db.ts'
import { area, Fail, type Platform, staged, type Caller } from '#mock/http/request/handler.ts'
import type { Drivers } from '#mock/world/scene/drivers.ts'
import { faults } from '../ask.ts'
import { mayOpenNode, maySwitch, openNode, sceneFor } from '../rights.ts'
import { nodesOf } from '../row.ts'
import { publishSceneChange } from '../write.ts'
import { hangs, injectionFile, type ReceivedFile, receiveFile, tryFile } from './inject.ts'
import { checkFileRoom, filesOfPerson, filesOfScene, takeFileTurn } from './room.ts'
import { fileColumns, type FileRow, isFileRetryable, shownFile, fileStatusOf } from './row.ts'
import { present } from '#src/contract/lib/typed.ts'

async function nodeFor(q: Queryable, who: Caller, scene: string, node: string) {
  const { row, part } = await sceneFor(q, who, scene)
  const found = await openNode(q, who, part, row, node)
  if (!maySwitch(part, row)) throw new Fail('no_operation_permission')
  if (!openStatuses.has(row.status) || found.status !== 'on')
    throw new Fail('not_allowed_in_state', { status: row.status, node: found.status, action: 'inject' })
  return { row, node: found }
}

/** … once the file is here: one that is refused after all leaves nothing behind. */
async function admitted(
  q: Queryable,
  { files, now }: Pick<Platform, 'files' | 'now'>,
  who: Caller,
  scene: string,
  node: string,
  id: string,
  bytes: number,
) {
  try {
    await takeFileTurn(q, scene, who.id)
    await checkFileRoom(q, { scene, person: who.id, bytes, now: now() })
    return await nodeFor(q, who, scene, node)
  } catch (e) {
    // what is tried again needs its bytes
    if (e instanceof Fail) await fs.rm(injectionFile(files, id), { force: true })
    throw e
  }
}

/** The place on the node. The name of what is put into a folder is part of it. */
function placeOf({ path, name }: { path: string; name: string }): string {
  const whole = wholePath(path, name)
  if (!isFilePath(whole)) throw new Fail('validation', { fields: [{ path: 'path', rule: 'absolute_path' }] })
  return whole
}

export const sceneFileHandlers = (drivers: Drivers) => {
  const begin = (platform: Platform, id: string) =>
    platform.background('scene.inject', () => tryFile(platform, drivers, id))
  return area({
    'GET /scenes/:id/files': async ({ q, who, platform, params }) => {
      const { row, part } = await sceneFor(q, who, params.id)
      const own = new Map(
        ((await nodesOf(q, [row.id])).get(row.id) ?? [])
          .filter((n) => mayOpenNode(part, n, row))
          .map((n) => [n.node_id, n.name]),
      )
      const { rows } = await q.query<FileRow>(
        `select ${fileColumns} from scene_file where scene_id = $1 order by at desc, id desc limit 200`,
        [row.id],
      )
      const may = maySwitch(part, row) && openStatuses.has(row.status)
      const now = platform.now()
      const { count, bytes } = await filesOfScene(q, row.id, now)
      const { waiting } = sceneLimits
      return {
        items: rows.flatMap((f) =>
          own.has(f.node_id) ? [shownFile(f, own.get(f.node_id) ?? '', may, now, hangs)] : [],
        ),
        count,
        most: sceneLimits.files,
        bytes: sceneLimits.file,
        waiting: {
          scene: { bytes, most: waiting.scene },
          mine: { bytes: (await filesOfPerson(q, who.id, now)).bytes, most: waiting.person },
        },
      }
    },
    'POST /scenes/:id/files': staged<'POST /scenes/:id/files', { id: string; received: ReceivedFile; path: string }>(
      async ({ who, platform, params, query, stream }) => {
        const { row: scene } = await nodeFor(platform.db, who, params.id, query.node)
        if (drivers.elsewhere(scene))
          throw new Fail('driver_unavailable', { driver: scene.driver, reason: 'elsewhere' })
        const path = placeOf(query)
        // who has no room does not send for nothing; how much it is shows when it is here
        await checkFileRoom(platform.db, { scene: scene.id, person: who.id, bytes: 1, now: platform.now() })
        const id = platform.newId()
        return { id, received: await receiveFile(platform.files, id, stream), path }
      },
      async ({ q, who, platform, meta, params, query, audit, after }, { id, received, path }) => {
        const { row, node } = await admitted(q, platform, who, params.id, query.node, id, received.bytes)
        await faults(q, row.id, meta.fault, platform.now())
        const at = platform.now().toISOString()
        const { rows } = await q.query<FileRow>(
          `insert into scene_file (id, scene_id, node_id, path, name, mode, bytes, sha256, status, tried_at, at, by_id, by_name)
           values ($1, $2, $3, $4, $5, $6, $7, $8, 'injecting', $9, $9, $10, $11) returning ${fileColumns}`,
          [
            id,
            row.id,
            node.node_id,
            path,
            query.name,
            query.mode,
            received.bytes,
            received.sha256,
            at,
            who.id,
            signed(who),
          ],
        )
        audit({ entity: 'scene', id: row.id, details: { node: node.name, path, ...received } })
        await publishSceneChange(q, row)
        after(() => begin(platform, id))
        return shownFile(present(rows[0]), node.name, false, platform.now(), hangs)
      },
    ),
    'POST /scenes/:id/files/retry': async ({ q, who, platform, meta, params, body, audit, after }) => {
      const { rows } = await q.query<FileRow>(
        `select ${fileColumns} from scene_file where id = $1 and scene_id = $2 for update`,
        [body.file_id, params.id],
      )
      const [f] = rows
      if (!f) throw new Fail('not_found')
      const { row, node } = await nodeFor(q, who, params.id, f.node_id)
      const status = fileStatusOf(f, platform.now(), hangs)
      if (!isFileRetryable(f, platform.now(), hangs))
        throw new Fail('not_allowed_in_state', { status, action: 'retry' })
      await faults(q, row.id, meta.fault, platform.now())
      const { rows: again } = await q.query<FileRow>(
        `update scene_file set status = 'injecting', reason = null, tries = tries + 1, tried_at = $2 where id = $1 returning ${fileColumns}`,
        [f.id, platform.now().toISOString()],
      )
      audit({ entity: 'scene', id: row.id, details: { node: node.name, path: f.path, tries: f.tries + 1 } })
      await publishSceneChange(q, row)
      after(() => begin(platform, f.id))
      return shownFile(present(again[0]), node.name, false, platform.now(), hangs)
    },
  })
}
