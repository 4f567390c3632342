/** A scene made of a drawing. Courses, contests and trainings call this too; it looks at limits, not at rights. */
import type { z } from 'zod'
import type { FieldProblem } from '#src/contract/problems.ts'
import type { SceneBody } from '#src/contract/scene/scene.schema.ts'
import { check, startRefusals } from '#src/contract/topology/check.ts'
import { subjectOf } from '#src/contract/topology/finding.ts'
import { bootedKinds, consoleAccessOf, isWorkplace, type TopologyDocument } from '#src/contract/topology/document.ts'
import { fold } from '#mock/crud/fold.ts'
import { usable } from '#mock/crud/ownership.ts'
import { documents } from '#mock/crud/documents.ts'
import { addressesOf } from '#src/contract/topology/addresses.ts'
import type { Queryable } from '#mock/db/db.ts'
import { Fail, type Platform, type Caller } from '#mock/http/request/handler.ts'
import type { SceneOrder } from '#mock/world/scene/driver.ts'
import { bootImageOf } from '#mock/world/scene/image.ts'
import { imageFacts, imageIdsIn } from '../image/facts.ts'
import { drawingOf } from '../topology/drawing.ts'
import { admitQueuedScenes, nextPlace, passGate } from './capacity.ts'
import { claimDevices, layDevicesOf } from './devices.ts'
import { servicesFor } from './services.ts'
import { type SceneRow, sceneOf } from './row.ts'
import { refuseUnplanned, type Runner } from './drivers.ts'
import { logSceneEvents, publishSceneChange } from './write.ts'

type Asked = z.output<typeof SceneBody>
const users = documents('user')

export const bootsIn = (document: TopologyDocument) => document.nodes.filter((n) => bootedKinds.has(n.kind))

/** The drawing as it is now, and what it is called. */
export async function drawnAs(q: Queryable, id: string): Promise<{ name: string; document: TopologyDocument }> {
  const found = await documents('topology').get(q, id)
  const drawing = found && (await drawingOf(q, id))
  if (!drawing) throw new Fail('validation', { fields: [{ path: 'topology_id', rule: 'unknown_reference' }] })
  return { name: found.data.name ?? '', document: drawing.document }
}

/** The same for a scene that stands: what its owner has taken back from the caller since is not looked into by way of a scene. */
export async function drawnFor(q: Queryable, who: Caller, id: string): ReturnType<typeof drawnAs> {
  if (!(await usable(q, 'topology', [id], who)).has(id)) throw new Fail('not_shared')
  return drawnAs(q, id)
}

/** Refuses what no scene can be made of, errors of the drawing among it, and what the licence never allows. */
export async function refuseUnfit(platform: Pick<Platform, 'licence'>, document: TopologyDocument): Promise<void> {
  const boots = bootsIn(document)
  if (!boots.length) throw new Fail('topology_unfit', { problems: [{ node: '', code: 'no_nodes' }] })
  const wrong = startRefusals(check(document))
  if (wrong.length)
    throw new Fail('topology_unfit', {
      problems: wrong.map(({ code, at, params }) => ({ node: subjectOf(document, { at }), code, params })),
    })
  const { limits } = await platform.licence.current()
  const refuse = (limit: 'editable_nodes' | 'running_instances', used: number) => {
    const max = limits[limit]
    if (max !== null && used > max) throw new Fail('license_limit', { limit, max, used })
  }
  refuse('editable_nodes', document.nodes.length)
  refuse('running_instances', boots.length)
  if (limits.running_scenes === 0) throw new Fail('license_limit', { limit: 'running_scenes', max: 0, used: 1 })
}

/** One text for every place, or a text of its own for each flag of the drawing. */
type WantedFlags = string | ((flag: string) => string | undefined)

/** The one that was asked for, or a fresh value, for every flag that has none of its own: recommended are 8 to 128 characters. */
export function sceneFlagsOf(
  platform: Pick<Platform, 'random'>,
  document: TopologyDocument,
  wanted?: WantedFlags,
): Record<string, string> {
  const out: Record<string, string> = {}
  for (const n of document.nodes)
    for (const f of n.flags) {
      const asked = typeof wanted === 'function' ? wanted(f.id) : wanted
      out[f.id] = f.value || (asked ?? `flag{${platform.random(16).toString('hex')}}`)
    }
  return out
}

/**
 * A drawing without an open place for a flag gets one: `/flag` of the first machine people see but do not work at, else of the first they see.
 * Whoever opened it before still does.
 */
function withPlace(document: TopologyDocument): TopologyDocument {
  if (document.nodes.some((n) => n.flags.some((f) => f.value === ''))) return document
  const boots = bootsIn(document)
  const seen = boots.filter((n) => n.visibility === 'everybody')
  const target = seen.find((n) => (n.kind === 'machine' || n.kind === 'container') && !isWorkplace(n))
  const at = target ?? seen[0] ?? boots[0]
  const flag = { id: `${at?.id ?? ''}-flag`, name: 'flag', path: '/flag', value: '', points: 0 }
  return {
    ...document,
    nodes: document.nodes.map((n) => (n === at ? { ...n, console: consoleAccessOf(n), flags: [...n.flags, flag] } : n)),
  }
}

interface People {
  owner_id: string
  member_ids: readonly string[]
  team_ids: readonly string[]
  leader_ids: readonly string[]
}

const unknown = (path: string, id: string): FieldProblem => ({ path, rule: 'unknown_reference', params: { id } })
/** Writes down who is in it, members of its teams among them. */
export async function layPeople(q: Queryable, scene: string, p: People, creator: string): Promise<void> {
  const named = [...new Set([p.owner_id, ...p.member_ids, ...p.leader_ids])]
  const found = await users.byIds(q, named)
  const teams = p.team_ids.length ? await documents('team').byIds(q, [...p.team_ids]) : new Map()
  const fields = [
    ...(found.has(p.owner_id) ? [] : [unknown('owner_id', p.owner_id)]),
    ...p.member_ids.flatMap((id, n) => (found.has(id) ? [] : [unknown(`member_ids.${n}`, id)])),
    ...p.leader_ids.flatMap((id, n) => (found.has(id) ? [] : [unknown(`leader_ids.${n}`, id)])),
    ...p.team_ids.flatMap((id, n) => (teams.has(id) ? [] : [unknown(`team_ids.${n}`, id)])),
  ]
  if (fields.length) throw new Fail('validation', { fields })
  const lines = [
    { user_id: p.owner_id, part: 'owner' },
    // who draws and starts it leads it, his own too
    { user_id: creator, part: 'leader' },
    ...p.leader_ids.map((user_id) => ({ user_id, part: 'leader' })),
    ...p.member_ids.map((user_id) => ({ user_id, part: 'member' })),
    ...[...teams.values()].flatMap((t: { data: { member_ids?: readonly string[] } }) =>
      (t.data.member_ids ?? []).map((user_id) => ({ user_id, part: 'member' })),
    ),
  ].filter((l) => l.user_id !== '')
  await q.query('delete from scene_person where scene_id = $1', [scene])
  await q.query(
    `insert into scene_person (scene_id, user_id, part)
     select $1, p.user_id, p.part from jsonb_to_recordset($2::jsonb) as p(user_id text, part text) on conflict do nothing`,
    [scene, JSON.stringify(lines)],
  )
}

/** Its nodes as rows; those that are there keep what they are doing. */
export async function insertSceneNodes(
  q: Queryable,
  scene: { id: string; driver: string; addresses: Readonly<Record<string, string>>; images: SceneOrder['images'] },
  document: TopologyDocument,
  now: Date,
): Promise<void> {
  const { id, driver, addresses, images } = scene
  const rows = document.nodes.map((n, place) => {
    const image = bootImageOf(n, images, driver)
    const address = n.ports.map((p) => addresses[`${n.id}/${p.id}`] ?? '').find((a) => a !== '') ?? ''
    return {
      node_id: n.id,
      place,
      name: n.name,
      find: fold(`${n.name} ${address}`),
      kind: n.kind,
      address,
      image_id: n.image_id,
      image_name: image.name,
      system: image.os,
      desktop: image.desktop,
      cpu: n.cpu,
      memory: n.memory,
      disk: n.disk,
      visibility: n.visibility,
      console: consoleAccessOf(n),
      boots: bootedKinds.has(n.kind),
    }
  })
  await layDevicesOf(q, id, document)
  await q.query('delete from scene_node where scene_id = $1 and not node_id = any($2::text[])', [
    id,
    rows.map((r) => r.node_id),
  ])
  await q.query(
    `insert into scene_node (scene_id, node_id, place, name, find, kind, address, image_id, image_name, system, desktop, cpu, memory, disk,
       visibility, console, boots, since)
     select $1, n.node_id, n.place, n.name, n.find, n.kind, n.address, n.image_id, n.image_name, n.system, n.desktop, n.cpu, n.memory, n.disk,
       n.visibility, n.console, n.boots, $3
     from jsonb_to_recordset($2::jsonb) as n(node_id text, place int, name text, find text, kind text, address text, image_id text,
       image_name text, system text, desktop boolean, cpu int, memory int, disk int, visibility text, console text, boots boolean)
     on conflict (scene_id, node_id) do update set place = excluded.place, name = excluded.name, find = excluded.find, kind = excluded.kind,
       address = excluded.address, image_id = excluded.image_id, image_name = excluded.image_name, system = excluded.system,
       desktop = excluded.desktop, cpu = excluded.cpu, memory = excluded.memory, disk = excluded.disk, visibility = excluded.visibility,
       console = excluded.console,
       boots = excluded.boots`,
    [id, JSON.stringify(rows), now.toISOString()],
  )
}

/**
 * Makes it and puts it into the queue; who finds room begins at once.
 * @param flag what whoever is in it is to find: in every place for a flag that the drawing leaves open, or of each flag by its id
 * @param flow the class it waits for, where it has to
 */
export async function makeScene(
  q: Queryable,
  platform: Platform,
  asked: Asked,
  by: { id: string; name: string },
  { driver, host }: Runner,
  flag?: WantedFlags,
  flow = '',
): Promise<SceneRow> {
  const now = platform.now()
  const drawing = asked.topology_id === undefined ? undefined : await drawnAs(q, asked.topology_id)
  const drawn = drawing?.document ?? asked.document
  if (!drawn || (drawing && asked.document))
    throw new Fail('validation', { fields: [{ path: 'topology_id', rule: 'required' }] })
  const document = {
    ...(typeof flag === 'string' ? withPlace(drawn) : drawn),
    isolation: asked.isolation ?? drawn.isolation,
  }
  await refuseUnfit(platform, document)
  await claimDevices(q, document, now)
  const given = Object.fromEntries(addressesOf(document))
  const images = await imageFacts(q, platform.files, imageIdsIn(document))
  const services = await servicesFor(q, platform.files, document)
  const flags = sceneFlagsOf(platform, document, flag)
  const id = platform.newId()
  await refuseUnplanned(driver, { scene: id, fence: 0, document, addresses: given, flags, images, services })
  const owner_id = asked.owner_id ?? by.id
  const owner = (await users.byIds(q, [owner_id])).get(owner_id)
  await passGate(q)
  const { queue_seq, queue_turn } = await nextPlace(q, flow)
  await q.query(
    `insert into scene (id, name, find, topology_id, topology_name, document, addresses, images, flags, services, kind, type, isolation, owner_id,
       member_ids, team_ids, leader_ids, driver, host, node_count, instances, status, task, queue_seq, since, minutes, created_at, created_by,
       updated_at, updated_by, queue_turn, queue_flow)
     values ($1, $2, $3, $4, $5, $6::jsonb, $7::jsonb, $8::jsonb, $9::jsonb, $10::jsonb, $11, $12, $13, $14, $15::jsonb, $16::jsonb, $17::jsonb, $18,
       $19, $20, $21, 'in-queue', $22::jsonb, $23, $24, $25, $24, $26, $24, $26, $27, $28)`,
    [
      id,
      asked.name,
      fold(`${asked.name} ${owner?.data.name ?? ''} ${owner?.data.username ?? ''}`),
      asked.topology_id ?? null,
      drawing?.name ?? '',
      JSON.stringify(document),
      JSON.stringify(given),
      JSON.stringify(images),
      JSON.stringify(flags),
      JSON.stringify(services),
      asked.kind,
      asked.type,
      document.isolation,
      owner_id,
      JSON.stringify(asked.member_ids),
      JSON.stringify(asked.team_ids),
      JSON.stringify(asked.leader_ids),
      driver.name,
      host,
      document.nodes.length,
      bootsIn(document).length,
      JSON.stringify({ event: 'create', step: 0 }),
      queue_seq,
      now.toISOString(),
      asked.minutes,
      by.id,
      queue_turn,
      flow,
    ],
  )
  await layPeople(q, id, { ...asked, owner_id }, by.id)
  await insertSceneNodes(q, { id, driver: driver.name, addresses: given, images }, document, now)
  await logSceneEvents(q, id, now, [{ code: 'asked', params: { event: 'create' }, by }])
  await admitQueuedScenes(q, platform)
  const row = await sceneOf(q, id)
  await publishSceneChange(q, row)
  return row
}
