/**
 * The licence's running scenes and instances. Whoever takes some holds the one row of the gate, so that no two count the same free place; what
 * is given back needs no gate. First come, first served: one that does not fit yet keeps those behind it waiting. Classes take turns with each
 * other and with everybody else, so that a large one keeps nobody waiting for all of its members (start-time fair queueing).
 */
import type { Limits } from '#src/contract/license/licence.ts'
import type { Queryable } from '#mock/db/db.ts'
import { configured } from '#mock/configured.ts'
import { Fail, type Platform } from '#mock/http/request/handler.ts'
import { sceneColumns, type SceneRow } from './row.ts'

import { moveScene, wake, write } from './write.ts'

export type CapacityLimits = Pick<Limits, 'running_scenes' | 'running_instances'>
export interface Used {
  scenes: number
  instances: number
}

/** From here on to the end of the transaction nobody else takes capacity. Before any scene is locked. */
export async function passGate(q: Queryable): Promise<void> {
  await q.query('select id from scene_gate where id = 1 for update')
}

export async function usedNow(q: Queryable): Promise<Used> {
  const { rows } = await q.query<Used>(
    'select count(*)::int as scenes, coalesce(sum(held), 0)::int as instances from scene where held is not null',
  )
  return rows[0] ?? { scenes: 0, instances: 0 }
}

export const hasCapacityFor = (room: CapacityLimits, used: Used, instances: number): boolean =>
  (room.running_scenes === null || used.scenes + 1 <= room.running_scenes) &&
  (room.running_instances === null || used.instances + instances <= room.running_instances)

/** Which limit keeps it waiting. */
const fullOf = (room: CapacityLimits, used: Used): keyof CapacityLimits =>
  room.running_scenes !== null && used.scenes + 1 > room.running_scenes ? 'running_scenes' : 'running_instances'

/** What practice and labs made for one learner: nobody draws it, nobody leads it. */
const forPractice = `type in ('practice', 'course') and created_by = '' and kind = 'private'`

/** Refuses one more of those practice made for him; others are theirs who draw and lead them. The gate is held. */
export async function refuseMany(q: Queryable, { settings }: Pick<Platform, 'settings'>, owner: string): Promise<void> {
  const { scene_most: most } = await configured(settings, 'scenes')
  if (most === 0) return
  const { rows } = await q.query<{ name: string }>(
    `select name from scene where owner_id = $1 and ${forPractice} and (held is not null or status = 'in-queue') order by id`,
    [owner],
  )
  if (rows.length >= most) throw new Fail('scenes_at_once', { most, names: rows.map((r) => r.name).join(', ') })
}

/** The turn of whoever comes now: after those of their class that wait, and never before the turn that is on. */
export const queueTurn = (now: number, lastOfFlow: number | null): number =>
  lastOfFlow === null ? now : Math.max(now, lastOfFlow + 1)

/** Takes a number; the gate is held. @param flow the class it is for; empty: all others, who are one */
export async function nextPlace(
  q: Queryable,
  flow: string,
): Promise<Pick<SceneRow, 'queue_turn'> & { queue_seq: number }> {
  const { rows } = await q.query<{ last_seq: number; turn: number; last: number | null }>(
    `update scene_gate set last_seq = last_seq + 1 where id = 1
     returning last_seq, turn, (select max(queue_turn) from scene where status = 'in-queue' and queue_flow = $1) as last`,
    [flow],
  )
  const { last_seq = 0, turn = 0, last = null } = rows[0] ?? {}
  return { queue_seq: last_seq, queue_turn: queueTurn(turn, last) }
}

/**
 * Those who wait have another place or another estimate: whoever watches them gets them anew. Always in the same order, so that two of these
 * never wait for each other.
 */
export async function stirQueue(q: Queryable): Promise<void> {
  await q.query(
    `update scene set revision = revision + 1 where id in (select id from scene where status = 'in-queue' order by id for update)`,
  )
}

/**
 * Lets in who fits, in the order they came. The gate is held.
 * @param freed somebody left, so that those who wait are better off even when nobody gets in
 * @returns how many were let in
 */
export async function admitQueuedScenes(
  q: Queryable,
  platform: Pick<Platform, 'licence' | 'now'>,
  freed = false,
): Promise<number> {
  const now = platform.now()
  const { limits } = await platform.licence.current()
  const used = await usedNow(q)
  let n = 0
  let left = freed
  for (;;) {
    const { rows } = await q.query<SceneRow>(
      `select ${sceneColumns} from scene where status = 'in-queue' order by queue_turn, queue_seq limit 1 for update`,
    )
    const [first] = rows
    if (!first) break
    if (!hasCapacityFor(limits, used, first.instances)) {
      const limit = fullOf(limits, used)
      // one that no free place will ever be enough for would keep everybody else out
      if (limits.running_instances !== null && first.instances > limits.running_instances) {
        await moveScene(q, first, 'fail', now, { queue_seq: null, reason: { code: 'licence_full', params: { limit } } })
        left = true
        continue
      }
      if (first.reason?.params.limit !== limit)
        await write(q, first, { reason: { code: 'licence_full', params: { limit } } }, now)
      break
    }
    await moveScene(q, first, 'init', now, {
      held: first.instances,
      queue_seq: null,
      reason: null,
      starting_at: now.toISOString(),
      next_at: now.toISOString(),
    })
    await q.query('update scene_gate set turn = greatest(turn, $1) where id = 1', [first.queue_turn])
    used.scenes++
    used.instances += first.instances
    n++
  }
  if (n) await wake(q)
  if (n || left) await stirQueue(q)
  return n
}

export interface CapacityWait {
  place: number
  seconds: number | null
}

interface Waiting {
  id: string
  instances: number
}
interface Running {
  held: number
  ends_at: string | null
}

/** Seconds until each of those who wait gets in, when those who run end in their time and nobody earlier. */
export function estimates(
  waiting: readonly Waiting[],
  running: readonly Running[],
  room: CapacityLimits,
  now: Date,
): Map<string, CapacityWait> {
  const ends = running
    .map((r) => ({
      ...r,
      left: r.ends_at === null ? Infinity : Math.max(0, (Date.parse(r.ends_at) - now.getTime()) / 1000),
    }))
    .sort((a, b) => a.left - b.left)
  const used = { scenes: running.length, instances: running.reduce((n, r) => n + r.held, 0) }
  const out = new Map<string, CapacityWait>()
  let at = 0
  let i = 0
  waiting.forEach((w, n) => {
    while (!hasCapacityFor(room, used, w.instances) && i < ends.length) {
      const e = ends[i++]
      if (!e) break
      used.scenes--
      used.instances -= e.held
      at = Math.max(at, e.left)
    }
    const known = hasCapacityFor(room, used, w.instances) && Number.isFinite(at)
    out.set(w.id, { place: n + 1, seconds: known ? Math.ceil(at) : null })
    used.scenes++
    used.instances += w.instances
  })
  return out
}

/** Places of all who wait; only asked for when somebody does. */
export async function placesOf(
  q: Queryable,
  platform: Pick<Platform, 'licence' | 'now'>,
): Promise<Map<string, CapacityWait>> {
  const { rows: waiting } = await q.query<Waiting>(
    `select id, instances from scene where status = 'in-queue' order by queue_turn, queue_seq`,
  )
  if (!waiting.length) return new Map()
  const { rows: running } = await q.query<Running>('select held, ends_at from scene where held is not null')
  const { limits } = await platform.licence.current()
  return estimates(waiting, running, limits, platform.now())
}
