/** Which consoles have lost what they belong to: their page's session, their node, their scene, or anybody's interest. */
import { consoleLimits as most, type ConsoleEnd } from '#src/contract/scene/console.ts'
import { openStatuses, type SceneStatus } from '#src/contract/scene/status.ts'
import type { Queryable } from '#mock/db/db.ts'
import type { ConsoleHold, ConsoleSession } from './session.ts'

/** Of sessions those that are not over, by their hashes. */
export async function aliveOf(db: Queryable, sessions: ReadonlySet<string>, at: Date): Promise<ReadonlySet<string>> {
  const { rows } = await db.query<{ id_hash: string }>(
    `select id_hash from session
     where id_hash = any($1::text[]) and ended_at is null and expires_at > $2::timestamptz`,
    [[...sessions], at.toISOString()],
  )
  return new Set(rows.map((r) => r.id_hash))
}

/** Of consoles that somebody closed: their scenes are still there. */
async function openScenes(db: Queryable, ids: readonly string[]): Promise<Set<string>> {
  if (!ids.length) return new Set()
  const { rows } = await db.query<{ id: string; status: SceneStatus }>(
    'select id, status from scene where id = any($1::text[])',
    [[...new Set(ids)]],
  )
  return new Set(rows.filter((r) => openStatuses.has(r.status)).map((r) => r.id))
}

/** Who may type at consoles now. */
export async function holdsOf(db: Queryable, ids: readonly string[]): Promise<ReadonlyMap<string, ConsoleHold>> {
  const { rows } = await db.query<{ id: string; frozen: boolean; keys: string | null }>(
    `select c.id, s.frozen is not null as frozen, case when c.takeover->>'state' = 'taken' then c.takeover->>'by_id' end as keys
     from scene_console c join scene s on s.id = c.scene_id where c.id = any($1::text[])`,
    [[...ids]],
  )
  return new Map(rows.map(({ id, ...hold }) => [id, hold]))
}

interface Standing {
  id: string
  status: SceneStatus | null
  power: string | null
}
/** What of them has to end, and why. */
export async function overOf(
  db: Queryable,
  sessions: readonly ConsoleSession[],
  at: Date,
): Promise<[ConsoleSession, ConsoleEnd][]> {
  const { rows } = await db.query<Standing>(
    `select c.id, s.status, n.status as power from scene_console c left join scene s on s.id = c.scene_id
       left join scene_node n on n.scene_id = c.scene_id and n.node_id = c.node_id
     where c.id = any($1::text[])`,
    [sessions.map((s) => s.id)],
  )
  const standing = new Map(rows.map((r) => [r.id, r]))
  const gone = sessions.filter((s) => !standing.has(s.id)).map((s) => s.scene_id)
  const open = await openScenes(db, gone)
  const why = (s: ConsoleSession): ConsoleEnd | undefined => {
    const here = standing.get(s.id)
    const quiet = (at.getTime() - s.seen.getTime()) / 1000
    if (!here) return open.has(s.scene_id) ? 'exit' : 'scene'
    const { status, power } = here
    const lives = status !== null && (openStatuses.has(status) || status === 'hang' || status === 'paused')
    if (!lives) return 'scene'
    if (power === 'off' || power === 'absent' || power === 'crashed' || power === null) return 'node'
    if (quiet > most.idle) return 'idle'
    return !s.attended && quiet > most.grace ? 'exit' : undefined
  }
  return sessions.flatMap((s): [ConsoleSession, ConsoleEnd][] => {
    const end = why(s)
    return end ? [[s, end]] : []
  })
}
