/**
 * Scenes that somebody has by a right beside them, such as a course or a question that is open to practice: they go with it, whether a role, an
 * account, an audience, a class or an exam took it away.
 */
import { overStatuses } from '#src/contract/scene/status.ts'
import type { Queryable } from '#mock/db/db.ts'
import type { Platform } from '#mock/http/request/handler.ts'
import { type CurrentPerson, peopleNow } from '../session/peopleNow.ts'
import { peopleChannel } from '../session/watch.ts'
import { closeScene } from './close.ts'

type Looking = Pick<Platform, 'db' | 'licence' | 'now'>
interface EntitledScene {
  user_id: string
  /** What opens it. */
  of: string
  scene_id: string
}
export interface Entitlement<P extends Looking> {
  /** Where its scenes stand, and the column of what opens them. */
  table: 'course_scene' | 'flag_scene'
  by: 'course_id' | 'question_id'
  /** Those of them that are open to somebody now. */
  open: (platform: P, who: CurrentPerson, of: readonly string[]) => Promise<ReadonlySet<string>>
  /** Who had it is told, where that is not plain. */
  closed?: (q: Queryable, platform: P, scene: EntitledScene) => Promise<void>
}

/** Closes what runs for whoever has no right to it any more. @param userId the one whose rights changed; anybody without */
export async function endUnentitled<P extends Looking>(
  platform: P,
  { table, by, open, closed }: Entitlement<P>,
  userId?: string,
): Promise<void> {
  const { db } = platform
  const { rows } = await db.query<EntitledScene>(
    `select c.user_id, c.${by} as of, c.scene_id from ${table} c join scene s on s.id = c.scene_id
     where not s.status = any($1::text[]) and ($2::text is null or c.user_id = $2) order by c.scene_id`,
    [[...overStatuses], userId ?? null],
  )
  if (!rows.length) return
  const users = [...new Set(rows.map((r) => r.user_id))]
  const people = new Map((await peopleNow(db, platform, users)).map((p) => [p.id, p]))
  for (const user of users) {
    const own = rows.filter((r) => r.user_id === user)
    const who = people.get(user)
    const may = who ? await open(platform, who, [...new Set(own.map((r) => r.of))]) : new Set<string>()
    for (const scene of own)
      if (!may.has(scene.of))
        await db.tx(async (q) => {
          if (await closeScene(q, scene.scene_id, platform.now())) await closed?.(q, platform, scene)
        })
  }
}

/** Milliseconds between two looks at what no notice tells of: audiences, sets that are closed, exams. */
const lookEvery = 15_000

/** Looks at once where a person's account, role or session changed, and where one of the channels says so. @returns what ends it */
export async function followEntitled(
  platform: Platform,
  name: string,
  look: (userId?: string) => Promise<void>,
  channels: readonly string[] = [],
): Promise<() => Promise<void>> {
  const soon = (userId?: string) => platform.background(name, () => look(userId))
  const ends = await Promise.all([
    platform.db.listen(peopleChannel, (userId) => soon(userId === '' ? undefined : userId)),
    ...channels.map((channel) => platform.db.listen(channel, () => soon())),
  ])
  const timer = setInterval(() => soon(), lookEvery)
  timer.unref()
  return async () => {
    clearInterval(timer)
    for (const unlisten of ends) await unlisten()
  }
}
