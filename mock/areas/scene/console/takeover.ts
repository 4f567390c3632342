/** The keys of a learner's console with a teacher: asked for, taken, given back. It ends with the console, and with the look at it. */
import type { TakeoverState } from '#src/contract/scene/console.ts'
import type { Db, Queryable } from '#mock/db/db.ts'
import { logSceneEvents, publishSceneChange, wake } from '../write.ts'

export interface ConsoleTakeover {
  state: TakeoverState
  by_id: string
  by_name: string
  /** Empty where the learner agreed, or is asked. */
  reason: string
  at: string
  hour_id: string
}
export interface TakenConsole {
  id: string
  scene_id: string
  node_id: string
  node_name: string
  user_id: string
  user_name: string
  takeover: ConsoleTakeover | null
}

/** The console, held until the transaction ends. */
export async function heldConsole(q: Queryable, id: string): Promise<TakenConsole | undefined> {
  const { rows } = await q.query<TakenConsole>(
    'select id, scene_id, node_id, node_name, user_id, user_name, takeover from scene_console where id = $1 for update',
    [id],
  )
  return rows[0]
}

/** Writes who has the keys, or asks for them; whoever is at the console and whoever looks on hears of it. */
export async function keepTakeover(
  q: Queryable,
  of: TakenConsole,
  to: ConsoleTakeover | null,
  now: Date,
): Promise<void> {
  await q.query('update scene_console set takeover = $2::jsonb where id = $1', [of.id, to && JSON.stringify(to)])
  const had = of.takeover?.state === 'taken'
  const has = to?.state === 'taken'
  const by = to ?? of.takeover
  if (had !== has && by)
    await logSceneEvents(q, of.scene_id, now, [
      {
        code: !has ? 'takeover_ended' : by.reason ? 'takeover_began' : 'takeover_agreed',
        params: { who: of.user_name, ...(has && by.reason && { reason: by.reason }) },
        node: { node_id: of.node_id, name: of.node_name },
        by: { id: by.by_id, name: by.by_name },
      },
    ])
  await q.query('update scene set revision = revision + 1 where id = $1', [of.scene_id])
  await publishSceneChange(q, { id: of.scene_id })
  await wake(q)
}

/** Of whoever looks on no more. */
export const releaseKeys = (db: Db, id: string, by: string, now: Date): Promise<void> =>
  db.tx(async (q) => {
    const of = await heldConsole(q, id)
    if (of?.takeover?.by_id === by) await keepTakeover(q, of, null, now)
  })
