/** Writes down what came of a step, unless the scene has changed since it was claimed: then it is looked at again at once. */
import { type NodeReason, nodeReasons } from '#src/contract/scene/node.ts'
import { nextStatus } from '#src/contract/scene/status.ts'
import type { Queryable } from '#mock/db/db.ts'
import { publish } from '#mock/live/publish.ts'
import type { NodeObservation } from '#mock/world/scene/driver.ts'
import { sceneColumns, type NodeRow, type SceneRow } from '../row.ts'
import { secondsLater, remainingOf } from '../time.ts'
import { moveScene, logSceneEvents, type Noted, type Patch, stepTo, publishSceneChange, write } from '../write.ts'
import type { SceneDecision, DriverOrder } from './decision.ts'

export interface Came {
  row: SceneRow
  nodes: readonly NodeRow[]
  looks: readonly NodeObservation[]
  decision: SceneDecision
  /** What was done; nothing where the driver refused. */
  done: readonly DriverOrder[]
  /** Of snapshots that were taken. */
  sizes: readonly { id: string; bytes: number }[]
  now: Date
}

/** @returns whether those who wait are better off: capacity was given back, or one of them is gone */
export async function recordSceneStep(
  q: Queryable,
  { row: claimed, nodes, looks, decision: d, done, sizes, now }: Came,
): Promise<boolean> {
  const { rows } = await q.query<SceneRow>(`select ${sceneColumns} from scene where id = $1 for update`, [claimed.id])
  const [row] = rows
  if (!row || row.fence !== claimed.fence || row.leased_by !== claimed.leased_by) return false
  if (row.revision !== claimed.revision) {
    await write(q, row, { leased_until: null, next_at: now.toISOString() }, now)
    return false
  }
  for (const { id, bytes } of sizes) await q.query('update scene_snapshot set bytes = $2 where id = $1', [id, bytes])
  const refused = done.length < d.orders.length || (d.orders.length === 0 && d.task?.error !== undefined)
  const changed = await noteNodes(q, row, nodes, looks, now)
  await noteWishes(q, row, d, now)
  const to = d.move === undefined ? undefined : nextStatus(row.status, d.move, row.back)
  const patch: Patch = {
    failures: refused ? row.failures + 1 : 0,
    leased_until: null,
    next_at: d.next === null ? null : secondsLater(now, d.next),
    ...(d.task === undefined || same(d.task, row.task) ? {} : { task: d.task }),
    ...(d.reason === undefined || same(d.reason, row.reason) ? {} : { reason: d.reason }),
    ...(d.release && row.held !== null ? { held: null } : {}),
    ...(d.release && row.queue_seq !== null ? { queue_seq: null } : {}),
    // nodes that were taken out are gone
    ...(d.move === 'done' && row.task?.event === 'modify' && row.held !== null ? { held: row.instances } : {}),
  }
  if (to !== undefined && d.move !== undefined) {
    // the next status is looked at without delay; a deletion that did not succeed is given another round
    const first = to === row.status ? stepTo(row, to, now) : {}
    await tellWork(q, row, d, now)
    await moveScene(q, row, d.move, now, {
      ...first,
      ...patch,
      next_at: d.next === null ? null : secondsLater(now, Math.min(d.next, 1)),
    })
  } else {
    const progress =
      d.progress !== undefined && Math.abs(d.progress - row.progress) >= 0.01 ? { progress: d.progress } : {}
    // nodes have no revision of their own
    const touched = changed ? { updated_by: row.updated_by } : {}
    await write(q, row, { ...touched, ...progress, ...patch }, now)
    if (changed) await publishSceneChange(q, row)
  }
  if (d.warn) await warn(q, row, now)
  return patch.held === null || patch.queue_seq === null
}

const same = (a: unknown, b: unknown): boolean => JSON.stringify(a) === JSON.stringify(b)

/** What the nodes are now. @returns whether anything of it is new */
async function noteNodes(
  q: Queryable,
  row: SceneRow,
  nodes: readonly NodeRow[],
  looks: readonly NodeObservation[],
  now: Date,
): Promise<boolean> {
  let changed = false
  for (const n of nodes) {
    if (!n.boots) continue
    const look = looks.find((l) => l.node === n.node_id)
    const status = look?.power ?? 'absent'
    const progress = Math.round((look?.progress ?? 0) * 100) / 100
    const reason = reasonOf(look?.reason ?? null)
    if (status === n.status && Math.abs(progress - n.progress) < 0.02 && reason === n.reason) continue
    changed = true
    const fresh = status !== n.status
    await q.query(
      `update scene_node set status = $3, progress = $4, reason = $5, since = case when $6 then $7::timestamptz else since end
       where scene_id = $1 and node_id = $2`,
      [row.id, n.node_id, status, progress, reason, fresh, now.toISOString()],
    )
    if (!fresh) continue
    if (status !== 'on' && status !== 'suspended') await pullOut(q, row.id, n, now)
    const lines: Noted[] = []
    if (status === 'on' && n.status === 'booting')
      lines.push({
        code: 'node_booted',
        node: n,
        params: { seconds: Math.max(0, Math.round((now.getTime() - Date.parse(n.since)) / 1000)) },
      })
    if (status === 'crashed')
      lines.push({ code: 'node_failed', node: n, level: 'error', params: { code: reason ?? 'driver' } })
    if (status === 'off' && (n.status === 'on' || n.status === 'suspended'))
      lines.push({ code: 'node_stopped', node: n })
    await logSceneEvents(q, row.id, now, lines)
  }
  return changed
}

/** What was plugged into a node goes with its power. */
async function pullOut(q: Queryable, scene: string, n: NodeRow, now: Date): Promise<void> {
  const { rows } = await q.query<{ name: string }>(
    `delete from usb_plug p using r_usb_device d where p.scene_id = $1 and p.node_id = $2 and d.id = p.device_id
     returning d.data ->> 'name' as name`,
    [scene, n.node_id],
  )
  if (!rows.length) return
  await logSceneEvents(
    q,
    scene,
    now,
    rows.map(({ name }): Noted => ({ code: 'usb_unplugged', node: n, params: { name } })),
  )
  await publish(q, 'images', 'all')
}

/** A driver may have more words than the app. */
const reasonOf = (code: string | null): NodeReason | null =>
  code === null ? null : (nodeReasons.find((r) => r === code) ?? 'driver')

async function noteWishes(
  q: Queryable,
  row: SceneRow,
  { unwanted, rebooted }: SceneDecision,
  now: Date,
): Promise<void> {
  if (unwanted?.length)
    await q.query(`update scene_node set wanted = 'off' where scene_id = $1 and node_id = any($2::text[])`, [
      row.id,
      unwanted,
    ])
  // a later wish stands
  if (rebooted?.length)
    await q.query(
      `update scene_node set reboot_at = null where scene_id = $1 and node_id = any($2::text[]) and reboot_at <= $3::timestamptz`,
      [row.id, rebooted, now.toISOString()],
    )
}

/** What its log says of work that ended. */
async function tellWork(q: Queryable, row: SceneRow, d: SceneDecision, now: Date): Promise<void> {
  const { task } = row
  if (!task?.snapshot || d.move !== 'done') return
  const { id, name } = task.snapshot
  if (task.event === 'restore') await logSceneEvents(q, row.id, now, [{ code: 'snapshot_restored', params: { name } }])
  if (task.event !== 'snapshot') return
  if (d.reason?.code === 'snapshot_failed' || d.reason?.code === 'deadline') {
    await q.query('delete from scene_snapshot where id = $1 and not ready', [id])
    return
  }
  await q.query('update scene_snapshot set ready = true where id = $1', [id])
  await logSceneEvents(q, row.id, now, [{ code: 'snapshot_taken', params: { name } }])
}

/** Its people are told once that it ends; putting the end off makes it new. */
async function warn(q: Queryable, row: SceneRow, now: Date): Promise<void> {
  const minutes = Math.ceil((remainingOf(row, now) ?? 0) / 60)
  await q.query('update scene set warned_at = $2, revision = revision + 1 where id = $1', [row.id, now.toISOString()])
  await logSceneEvents(q, row.id, now, [{ code: 'ending', level: 'warn', params: { minutes } }])
  await publishSceneChange(q, row)
}
