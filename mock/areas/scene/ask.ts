/** What people ask of a scene: the right, the machine, the capacity; the engine does the rest. */
import { signed } from '#src/contract/notice/byline.ts'
import { sceneLimits } from '#src/contract/scene/node.ts'
import { type AskedEvent, nextStatus } from '#src/contract/scene/status.ts'
import { configured } from '#mock/configured.ts'
import { addressesOf } from '#src/contract/topology/addresses.ts'
import type { Queryable } from '#mock/db/db.ts'
import { type AuditEvent, Fail, type Meta, type Platform, type Caller } from '#mock/http/request/handler.ts'
import { breakThing, mendThing } from '#mock/world/faults.ts'
import type { Drivers } from '#mock/world/scene/drivers.ts'
import { sceneFaults } from '#mock/world/scene/simulated/driver.ts'
import { imageFacts, imageIdsIn } from '../image/facts.ts'
import { admitQueuedScenes, nextPlace, passGate, refuseMany, stirQueue, usedNow } from './capacity.ts'
import { claimDevices } from './devices.ts'
import { refuseUnplanned } from './drivers.ts'
import { contestExtensions, contestMinutes } from './contestEnd.ts'
import { endsBefore, hourEndsOf, learnsIn } from './hourEnd.ts'
import { bootsIn, drawnFor, sceneFlagsOf, insertSceneNodes, refuseUnfit } from './make.ts'
import { mayAsk, mayControl, mayExtend, sceneFor } from './rights.ts'
import { findScene, matterOf, type SceneRow, type Task } from './row.ts'
import { servicesFor } from './services.ts'
import { isSceneExpired, secondsLater } from './time.ts'
import { moveScene, logSceneEvents, type Patch, publishSceneChange, wake, write } from './write.ts'

export interface SceneRequestContext {
  q: Queryable
  who: Caller
  platform: Platform
  meta: Meta
  audit(entry: AuditEvent): void
}
/** Events may change what runs, and whoever runs it says whether it can. */
type Sending = SceneRequestContext & { drivers: Drivers }

export const sceneAuditState = ({ name, status, owner_id, ends_at, extensions, minutes }: SceneRow) => ({
  name,
  status,
  owner_id,
  ends_at,
  extensions,
  minutes,
})

/** Events that take capacity, or a place in front of it: the gate comes before the scene. */
const takes: ReadonlySet<AskedEvent> = new Set(['create', 'start', 'restart', 'modify'])

/** Its time is over and nobody has written it down yet: that is done first. */
export async function settleEnd(q: Queryable, row: SceneRow, now: Date): Promise<SceneRow> {
  if (!isSceneExpired(row, now)) return row
  return moveScene(q, row, 'end', now, { task: null, next_at: now.toISOString() })
}

/** A developer asks for a failure by name; anybody else’s wish mends it. */
export async function faults(q: Queryable, scene: string, fault: string | undefined, now: Date): Promise<void> {
  for (const kind of Object.values(sceneFaults))
    if (fault === `world.${kind}`) await breakThing(q, kind, scene, now)
    else if (fault === 'world.scene.mend') await mendThing(q, kind, scene)
}

export interface More {
  snapshot?: { name: string } | { id: string }
}

/** The scene after the event was taken. */
export async function requestSceneEvent(c: Sending, id: string, event: AskedEvent, more: More = {}): Promise<SceneRow> {
  const { q, who, platform } = c
  const now = platform.now()
  if (takes.has(event)) await passGate(q)
  const { row: found, part } = await sceneFor(q, who, id, true)
  const before = await settleEnd(q, found, now)
  if (!mayAsk(event, part, before)) throw new Fail('no_operation_permission')
  if (nextStatus(before.status, event, before.back) === undefined)
    throw new Fail('not_allowed_in_state', { status: before.status, action: event })
  await faults(q, id, c.meta.fault, now)
  const by = { id: who.id, name: signed(who) }
  await logSceneEvents(q, id, now, [{ code: 'asked', params: { event }, by }])
  const task: Task = { event, step: 0 }
  if (event === 'snapshot' || event === 'restore') task.snapshot = await snapshotFor(c, id, more)
  const patch: Patch = {
    task: event === 'close' || event === 'delete' || event === 'initiate' ? null : task,
    reason: null,
    failures: 0,
    next_at: now.toISOString(),
    updated_by: who.id,
  }
  const after = await moved(c, before, event, patch, now)
  c.audit({ entity: 'scene', id, before: sceneAuditState(before), after: sceneAuditState(after) })
  await wake(q)
  return after
}

async function moved(c: Sending, row: SceneRow, event: AskedEvent, patch: Patch, now: Date): Promise<SceneRow> {
  const { q, platform } = c
  if (event === 'modify') return modified(c, row, patch, now)
  if (event === 'restart' || event === 'reboot')
    await q.query(`update scene_node set wanted = 'on', reboot_at = null where scene_id = $1`, [row.id])
  // what holds nothing yet has to be let in again
  const enters = event === 'create' || ((event === 'start' || event === 'restart') && row.held === null)
  if (!enters) {
    if (event === 'close' || event === 'delete') await q.query('delete from scene_ticket where scene_id = $1', [row.id])
    return moveScene(q, row, event, now, patch)
  }
  if (row.type === 'practice' && row.created_by === '') await refuseMany(q, platform, row.owner_id)
  await claimDevices(q, (await matterOf(q, row.id)).document, now, row.id)
  await q.query(`update scene_node set wanted = 'on', reboot_at = null where scene_id = $1`, [row.id])
  const waits = event === 'create' ? 'create' : 'wait'
  const queued = await moveScene(q, row, waits, now, {
    ...patch,
    ...(await nextPlace(q, row.queue_flow)),
    starting_at: null,
    next_at: null,
  })
  await admitQueuedScenes(q, platform)
  return (await findScene(q, row.id)) ?? queued
}

/** The drawing of its topology as it is now takes the place of the one it was made of. */
async function modified(
  { q, who, platform, drivers }: Sending,
  row: SceneRow,
  patch: Patch,
  now: Date,
): Promise<SceneRow> {
  if (row.topology_id === null) throw new Fail('not_allowed_in_state', { status: row.status, action: 'modify' })
  const drawing = await drawnFor(q, who, row.topology_id)
  const document = { ...drawing.document, isolation: row.isolation }
  await refuseUnfit(platform, document)
  await claimDevices(q, document, now, row.id)
  const instances = bootsIn(document).length
  const { limits } = await platform.licence.current()
  const used = await usedNow(q)
  const max = limits.running_instances
  if (row.held !== null && max !== null && used.instances - row.held + instances > max)
    throw new Fail('license_limit', { limit: 'running_instances', max, used: used.instances - row.held + instances })
  const matter = await matterOf(q, row.id)
  const images = await imageFacts(q, platform.files, imageIdsIn(document))
  const given = Object.fromEntries(addressesOf(document))
  const flags = { ...sceneFlagsOf(platform, document), ...matter.flags }
  const services = await servicesFor(q, platform.files, document)
  const order = { scene: row.id, fence: row.fence, document, addresses: given, flags, images, services }
  await refuseUnplanned(drivers.of(row), order)
  await q.query(
    `update scene set document = $2::jsonb, addresses = $3::jsonb, images = $4::jsonb, flags = $5::jsonb, topology_name = $6,
       services = $7::jsonb where id = $1`,
    [
      row.id,
      JSON.stringify(document),
      JSON.stringify(given),
      JSON.stringify(images),
      JSON.stringify(flags),
      drawing.name,
      JSON.stringify(services),
    ],
  )
  await insertSceneNodes(q, { id: row.id, driver: row.driver, addresses: given, images }, document, now)
  // while both are there it takes room for the larger of the two
  const held = row.held === null ? null : Math.max(row.held, instances)
  return moveScene(q, row, 'modify', now, { ...patch, node_count: document.nodes.length, instances, held })
}

async function snapshotFor(
  { q, who, platform }: SceneRequestContext,
  scene: string,
  more: More,
): Promise<{ id: string; name: string }> {
  const wanted = more.snapshot
  if (!wanted) throw new Fail('malformed')
  if ('id' in wanted) {
    const { rows } = await q.query<{ id: string; name: string }>(
      'select id, name from scene_snapshot where id = $1 and scene_id = $2 and ready',
      [wanted.id, scene],
    )
    if (!rows[0]) throw new Fail('not_found')
    return rows[0]
  }
  const { rows } = await q.query<{ name: string }>('select name from scene_snapshot where scene_id = $1', [scene])
  if (rows.length >= sceneLimits.snapshots)
    throw new Fail('validation', {
      fields: [{ path: 'name', rule: 'too_many', params: { max: sceneLimits.snapshots } }],
    })
  if (rows.some((r) => r.name === wanted.name)) throw new Fail('name_taken')
  const id = platform.newId()
  await q.query(`insert into scene_snapshot (id, scene_id, name, at, by_id, by_name) values ($1, $2, $3, $4, $5, $6)`, [
    id,
    scene,
    wanted.name,
    platform.now().toISOString(),
    who.id,
    signed(who),
  ])
  return { id, name: wanted.name }
}

/**
 * More time for a scene that is held: counted by the server, as often as the settings say. Whose it is is asked before.
 * @param latest past which it is not put off; null: not at all
 */
export async function putOff(
  { q, platform }: Pick<SceneRequestContext, 'q' | 'platform'>,
  found: SceneRow,
  by: { id: string; name: string },
  latest?: string | null,
): Promise<{ row: SceneRow; after: SceneRow; minutes: number; used: number }> {
  const now = platform.now()
  const row = await settleEnd(q, found, now)
  const settings = await configured(platform.settings, 'course')
  const contest = (await contestMinutes(q, [row.id])).get(row.id)
  const extension_minutes = contest ?? settings.extension_minutes
  const most = contest === undefined ? settings.extensions : contestExtensions(row, now)
  if (contest !== undefined && row.ends_at !== null && row.extensions >= most)
    throw new Fail('not_allowed_in_state', { status: row.status, action: 'extend' })
  if (row.ends_at !== null && row.extensions >= most) throw new Fail('extensions_used_up', { most })
  if (row.ends_at === null || !mayExtend(row, most))
    throw new Fail('not_allowed_in_state', { status: row.status, action: 'extend' })
  if (!endsBefore(row.ends_at, latest)) throw new Fail('class_hour_time')
  const left = latest ? Math.floor((Date.parse(latest) - new Date(row.ends_at).getTime()) / 60_000) : Infinity
  const minutes = Math.min(extension_minutes, left)
  const used = row.extensions + 1
  const after = await write(
    q,
    row,
    {
      extensions: used,
      ends_at: secondsLater(new Date(row.ends_at), minutes * 60),
      warned_at: null,
      next_at: now.toISOString(),
      updated_by: by.id,
    },
    now,
  )
  // its place is free that much later
  await stirQueue(q)
  await logSceneEvents(q, row.id, now, [{ code: 'extended', params: { minutes, used, most }, by }])
  await publishSceneChange(q, row)
  await wake(q)
  return { row, after, minutes, used }
}

export async function extend(c: SceneRequestContext, id: string): Promise<SceneRow> {
  const { q, who } = c
  const { row: found, part } = await sceneFor(q, who, id, true)
  if (!mayControl(part, found)) throw new Fail('no_operation_permission')
  const latest = learnsIn(part, found) ? (await hourEndsOf(q, [id], c.platform.now())).get(id) : undefined
  const { row, after, minutes, used } = await putOff(c, found, { id: who.id, name: signed(who) }, latest)
  c.audit({
    entity: 'scene',
    id,
    before: sceneAuditState(row),
    after: sceneAuditState(after),
    details: { minutes, used },
  })
  return after
}
