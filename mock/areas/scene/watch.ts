/**
 * The look at all scenes of a page at once. Most looks find nothing new, so the first query reads four words of each scene, from which follows
 * what is new and when to ask again; only what is new is read whole.
 */
import type { z } from 'zod'
import { watchPace } from '#src/contract/scene/node.ts'
import type { SceneWatch, SceneWatched } from '#src/contract/scene/scene.schema.ts'
import { isPassing } from '#src/contract/scene/status.ts'
import type { Queryable } from '#mock/db/db.ts'
import type { Platform, Caller } from '#mock/http/request/handler.ts'
import { shownScenes } from './present.ts'
import { oversees } from './rights.ts'
import { sceneColumns, type SceneRow } from './row.ts'
import { isSceneExpired } from './time.ts'

type Brief = Pick<SceneRow, 'id' | 'revision' | 'status' | 'ends_at' | 'paused_at'> & { busy: boolean }

/** When whoever watches these asks again. */
const paceOf = (rows: readonly Brief[]): number =>
  rows.some((r) => isPassing(r.status) || r.busy)
    ? watchPace.passing
    : rows.some((r) => r.status === 'in-queue')
      ? watchPace.queue
      : watchPace.rest

export async function watch(
  q: Queryable,
  platform: Platform,
  who: Caller,
  items: z.output<typeof SceneWatch>['items'],
): Promise<z.input<typeof SceneWatched>> {
  const known = new Map(items.map((i) => [i.id, i.revision]))
  const { rows: own } = await q.query<Brief>(
    `select id, revision, status, ends_at, paused_at, task is not null as busy from scene s
     where id = any($1::text[]) and status <> 'deleted'
       and ($3 or exists (select 1 from scene_person p where p.scene_id = s.id and p.user_id = $2))`,
    [[...known.keys()], who.id, oversees(who)],
  )
  const there = new Set(own.map((r) => r.id))
  const now = platform.now()
  // an end nobody has written down yet shows as well
  const news = own.filter((r) => known.get(r.id) !== r.revision || isSceneExpired(r, now)).map((r) => r.id)
  const { rows } = news.length
    ? await q.query<SceneRow>(`select ${sceneColumns} from scene where id = any($1::text[])`, [news])
    : { rows: [] }
  return {
    items: await shownScenes(q, platform, who, rows),
    gone: [...known.keys()].filter((id) => !there.has(id)),
    server_time: now.toISOString(),
    next_ms: paceOf(own),
  }
}
