/** Every change of a scene goes through here: revision, log, notice to those who look at it. The caller holds the row. */
import {
  isPassing,
  nextStatus,
  passing,
  type SceneBack,
  type SceneMove,
  type SceneStatus,
} from '#src/contract/scene/status.ts'
import { overseeing } from '#src/contract/scene/scene.ts'
import type { SceneEventCode, SceneEventLevel } from '#src/contract/scene/event.ts'
import type { Queryable } from '#mock/db/db.ts'
import { Fail } from '#mock/http/request/handler.ts'
import { publish } from '#mock/live/publish.ts'
import { tellTeachers } from '../classroom/tell.ts'
import { hourEndsOf } from './hourEnd.ts'
import type { SceneRow } from './row.ts'
import { secondsLater } from './time.ts'

/** Workers of every server hear of scenes that have to be looked at. */
export const workChannel = 'scene_work'

export interface Noted {
  code: SceneEventCode
  params?: Record<string, string | number>
  level?: SceneEventLevel
  node?: { node_id: string; name: string }
  by?: { id: string; name: string }
}

export const logSceneEvents = (q: Queryable, scene: string, at: Date, lines: readonly Noted[]): Promise<void> =>
  logDatedSceneEvents(
    q,
    scene,
    lines.map((line) => ({ at, ...line })),
  )

/** Of several moments. */
export async function logDatedSceneEvents(
  q: Queryable,
  scene: string,
  lines: readonly (Noted & { at: Date })[],
): Promise<void> {
  if (!lines.length) return
  const rows = lines.map(({ code, params = {}, level = 'info', node, by, at }) => ({
    at,
    level,
    code,
    params,
    node_id: node?.node_id ?? null,
    node_name: node?.name ?? '',
    by_id: by?.id ?? '',
    by_name: by?.name ?? '',
  }))
  await q.query(
    `insert into scene_event (scene_id, at, level, code, params, node_id, node_name, by_id, by_name)
     select $1, at, level, code, params, node_id, node_name, by_id, by_name from jsonb_populate_recordset(null::scene_event, $2::jsonb)`,
    [scene, JSON.stringify(rows)],
  )
}

export type Patch = Partial<
  Pick<
    SceneRow,
    | 'name'
    | 'owner_id'
    | 'member_ids'
    | 'team_ids'
    | 'leader_ids'
    | 'version'
    | 'node_count'
    | 'instances'
    | 'status'
    | 'back'
    | 'reason'
    | 'task'
    | 'progress'
    | 'held'
    | 'queue_seq'
    | 'queue_turn'
    | 'frozen'
    | 'failures'
    | 'since'
    | 'deadline'
    | 'starting_at'
    | 'start_seconds'
    | 'started_at'
    | 'ends_at'
    | 'paused_at'
    | 'ran_seconds'
    | 'on_since'
    | 'extensions'
    | 'warned_at'
    | 'updated_by'
  >
> & { next_at?: string | null; leased_until?: string | null }

const json = new Set(['reason', 'task', 'frozen', 'member_ids', 'team_ids', 'leader_ids'])
/** What only the engine sees; a change of nothing else is no new revision. */
const inside = new Set(['failures', 'next_at', 'leased_until', 'held', 'queue_seq', 'queue_turn'])

/** Writes and answers the row as it is then. */
export async function write(q: Queryable, row: SceneRow, patch: Patch, now: Date): Promise<SceneRow> {
  const names = Object.keys(patch)
  const seen = names.some((n) => !inside.has(n))
  const set = names.map((n, i) => `${n} = $${i + 3}${json.has(n) ? '::jsonb' : ''}`)
  const values = Object.entries(patch).map(([n, v]) => (json.has(n) && v !== null ? JSON.stringify(v) : (v ?? null)))
  set.push(`updated_at = ${seen ? '$2::timestamptz' : 'coalesce(updated_at, $2::timestamptz)'}`)
  if (seen) set.push('revision = revision + 1')
  await q.query(`update scene set ${set.join(', ')} where id = $1`, [row.id, now.toISOString(), ...values])
  const { next_at: _n, leased_until: _l, ...own } = patch
  return {
    ...row,
    ...own,
    ...(seen ? { revision: row.revision + 1, updated_at: now.toISOString() } : {}),
  }
}

/** When the running time is counted: its nodes are on. */
const counts = new Set<SceneStatus>(['running', 'ongoing', 'hang', 'paused', 'executing-event', 'abnormal'])

/** Where work on it comes back to, seen from where it is. */
const backFrom: Partial<Record<SceneStatus, SceneBack>> = {
  running: 'running',
  hang: 'running',
  ongoing: 'ongoing',
  paused: 'ongoing',
  'not-running': 'not-running',
  error: 'not-running',
}

/** What a step from status to status changes beside the status. */
export function stepTo(row: SceneRow, to: SceneStatus, now: Date): Patch {
  const at = now.toISOString()
  const patch: Patch = {
    status: to,
    since: at,
    progress: isPassing(to) || to === 'in-queue' ? 0 : 1,
    deadline: isPassing(to) ? secondsLater(now, passing[to]) : null,
  }
  const work = to === 'executing-event' || to === 'abnormal'
  if (work) patch.back = backFrom[row.status] ?? row.back
  const counted = counts.has(to) && !(work && patch.back === 'not-running')
  if (row.on_since !== null && !counted) {
    patch.ran_seconds = row.ran_seconds + Math.floor((now.getTime() - Date.parse(row.on_since)) / 1000)
    patch.on_since = null
  }
  if (row.on_since === null && counted) patch.on_since = at
  if (to === 'paused') patch.paused_at = at
  if (row.status === 'paused') {
    patch.paused_at = null
    // an exercise that stood still ends that much later
    if (row.ends_at !== null && row.paused_at !== null)
      patch.ends_at = secondsLater(now, (Date.parse(row.ends_at) - Date.parse(row.paused_at)) / 1000)
  }
  if (row.status === 'start' && to === 'running') {
    if (row.starting_at !== null) patch.start_seconds = Math.round((now.getTime() - Date.parse(row.starting_at)) / 1000)
    if (row.started_at === null) {
      patch.started_at = at
      patch.ends_at = row.minutes === null ? null : secondsLater(now, row.minutes * 60)
    }
  }
  return patch
}

/** Moves by the machine, with what else changes; throws where the machine has no such move. */
export async function moveScene(
  q: Queryable,
  row: SceneRow,
  by: SceneMove,
  now: Date,
  patch: Patch = {},
): Promise<SceneRow> {
  const to = nextStatus(row.status, by, row.back)
  if (to === undefined) throw new Fail('not_allowed_in_state', { status: row.status, action: by })
  const step = { ...stepTo(row, to, now), ...patch }
  if (step.started_at && step.ends_at && row.type === 'course') {
    // however long it took to come up, it ends with its hour
    const latest = (await hourEndsOf(q, [row.id], now)).get(row.id)
    if (latest && latest < step.ends_at && Date.parse(latest) > now.getTime()) step.ends_at = latest
  }
  const after = await write(q, row, step, now)
  if (to !== row.status) {
    const level = to === 'abnormal' || to === 'error' || to === 'failed' ? 'warn' : 'info'
    await logSceneEvents(q, row.id, now, [{ code: 'moved', level, params: { from: row.status, to } }])
  }
  await publishSceneChange(q, row)
  return after
}

/** Says to those in it and those who oversee it that they look again, and to the workers. */
export async function publishSceneChange(q: Queryable, row: Pick<SceneRow, 'id'>): Promise<void> {
  const { rows } = await q.query<{ user_id: string; lab: boolean; classes: string[] }>(
    `select distinct user_id, exists (select 1 from course_scene c where c.scene_id = $1) as lab,
       array(select h.class_id from class_scene c join class_hour h on h.id = c.hour_id and h.ended_at is null where c.scene_id = $1) as classes
     from scene_person where scene_id = $1`,
    [row.id],
  )
  for (const id of rows[0]?.classes ?? []) await tellTeachers(q, id)
  if (rows.length) await publish(q, 'scenes', { users: rows.map((r) => r.user_id) })
  if (rows.some((r) => r.lab)) await publish(q, 'courses', { screens: ['course-monitor'] })
  await publish(q, 'scenes', { screens: overseeing })
}

export const wake = (q: Queryable): Promise<unknown> => q.query('select pg_notify($1, $2)', [workChannel, ''])
