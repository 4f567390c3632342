/** Scenes as whoever asks may see them. */
import type { z } from 'zod'
import type { Scene, SceneDetail, SceneNode } from '#src/contract/scene/scene.schema.ts'
import { openStatuses } from '#src/contract/scene/status.ts'
import type { TopologyDocument } from '#src/contract/topology/document.ts'
import type { Queryable } from '#mock/db/db.ts'
import { configured } from '#mock/configured.ts'
import type { Platform, Caller } from '#mock/http/request/handler.ts'
import { documents } from '#mock/crud/documents.ts'
import { macOf } from '#mock/world/scene/mac.ts'
import { placesOf } from './capacity.ts'
import { contestExtensions, contestMinutes } from './contestEnd.ts'
import { hourEndsOf } from './hourEnd.ts'
import { actionsOf, mayOpenNode, maySee, maySwitch, type SceneRole, sceneRolesOf } from './rights.ts'
import { matterOf, type NodeRow, nodesOf, type SceneRow } from './row.ts'
import { isEnding, isSceneExpired, ranSeconds, remainingOf } from './time.ts'

type Shown = z.input<typeof Scene>

const users = documents('user')

async function namesOf(q: Queryable, ids: readonly string[]): Promise<Map<string, string>> {
  const found = await users.byIds(q, [...new Set(ids)])
  return new Map([...found].map(([id, doc]) => [id, doc.data.name ?? '']))
}

type Watched = Shown['watched']
/** Who looks over the caller's shoulder, by scene. */
async function watchersOf(q: Queryable, who: Caller, scenes: readonly string[]): Promise<Map<string, Watched>> {
  const { rows } = await q.query<{ scene_id: string } & Watched[number]>(
    `select c.scene_id, c.node_id, c.kind, array_agg(distinct w.name order by w.name) as by
     from scene_console c cross join lateral jsonb_to_recordset(c.watchers) as w(id text, name text)
     where c.user_id = $1 and c.scene_id = any($2::text[]) group by c.scene_id, c.node_id, c.kind
     order by c.scene_id, c.node_id, c.kind`,
    [who.id, [...scenes]],
  )
  const out = new Map<string, Watched>()
  for (const { scene_id, ...w } of rows) out.set(scene_id, [...(out.get(scene_id) ?? []), w])
  return out
}

/** Keys of the caller's consoles that a teacher asks for or has, by scene. */
async function takeoversOf(q: Queryable, who: Caller, scenes: readonly string[]) {
  const { rows } = await q.query<{ scene_id: string } & Shown['takeovers'][number]>(
    `select c.scene_id, c.id as console, c.node_id, c.kind, c.takeover->>'state' as state, c.takeover->>'by_name' as by, c.takeover->>'reason' as reason
     from scene_console c where c.user_id = $1 and c.scene_id = any($2::text[]) and c.takeover is not null order by c.scene_id, c.id`,
    [who.id, [...scenes]],
  )
  const out = new Map<string, Shown['takeovers']>()
  for (const { scene_id, ...t } of rows) out.set(scene_id, [...(out.get(scene_id) ?? []), t])
  return out
}

interface Port {
  port: string
  network: string
  address: string
  mac: string
}

const cans = (n: NodeRow, row: SceneRow, part: SceneRole): string[] => {
  if (!n.boots || !mayOpenNode(part, n, row)) return []
  const out: string[] = []
  const live = row.status === 'running' || row.status === 'ongoing' || row.status === 'abnormal'
  if (live && maySwitch(part, row)) {
    if (n.wanted === 'off' || n.status === 'off' || n.status === 'crashed') out.push('start')
    if (n.status === 'on' || n.status === 'booting') out.push('stop', 'reboot')
    if (n.status === 'crashed') out.push('reboot')
    if (part === 'overseer' || part === 'leader') out.push('remove')
  }
  if (openStatuses.has(row.status) && n.status === 'on') {
    out.push('console')
    if (maySwitch(part, row)) out.push('inject')
  }
  return out
}

/** What has no switch of its own (a network switch, a router) is on while anything it connects is. */
const isPowered = (nodes: readonly NodeRow[]): boolean =>
  nodes.some((n) => n.boots && n.status !== 'off' && n.status !== 'absent')

function shownNode(
  n: NodeRow,
  { row, part, powered }: { row: SceneRow; part: SceneRole; powered: boolean },
  ports: Port[],
): z.input<typeof SceneNode> {
  return {
    id: n.node_id,
    name: n.name,
    kind: n.kind,
    status: n.boots ? n.status : powered ? 'on' : 'off',
    progress: n.progress,
    address: n.address,
    addresses: ports,
    image_id: n.image_id,
    image_name: n.image_name,
    system: n.system,
    cpu: n.cpu,
    memory: n.memory,
    disk: n.disk,
    consoles: n.boots ? (n.desktop ? ['terminal', 'desktop'] : ['terminal']) : [],
    reason: n.reason ? { code: n.reason } : null,
    since: n.since,
    can: cans(n, row, part),
  }
}

interface Drawn {
  id: string
  nodes: { id: string; ports: { id: string; name: string; network_id: string | null; mac: string }[] }[]
  networks: { id: string; name: string }[]
  addresses: Record<string, string>
}
/** Only what addresses need of the drawings: they are large. */
async function portsOf(q: Queryable, ids: readonly string[]): Promise<Map<string, Map<string, Port[]>>> {
  const { rows } = await q.query<Drawn>(
    `select id, addresses, document -> 'networks' as networks,
       (select jsonb_agg(jsonb_build_object('id', n -> 'id', 'ports', n -> 'ports')) from jsonb_array_elements(document -> 'nodes') n) as nodes
     from scene where id = any($1::text[])`,
    [[...ids]],
  )
  return new Map(
    rows.map((r) => {
      const networks = new Map((r.networks ?? []).map((n) => [n.id, n.name]))
      const byNode = (r.nodes ?? []).map((n): [string, Port[]] => [
        n.id,
        n.ports.flatMap((p) => {
          const address = r.addresses[`${n.id}/${p.id}`] ?? ''
          const network = networks.get(p.network_id ?? '') ?? ''
          return address === '' && network === ''
            ? []
            : [{ port: p.name, network, address, mac: p.mac || macOf(r.id, n.id, p.id) }]
        }),
      ])
      return [r.id, new Map(byNode)]
    }),
  )
}

const nobodyWaits: Awaited<ReturnType<typeof placesOf>> = new Map()

/** Rows of a page, or those that are watched, in a few queries for all. Whoever has no part in one gets nothing of it. */
export async function shownScenes(
  q: Queryable,
  platform: Platform,
  who: Caller,
  rows: readonly SceneRow[],
): Promise<Shown[]> {
  if (!rows.length) return []
  const now = platform.now()
  const ids = rows.map((r) => r.id)
  const [parts, nodes, ports, names, watchers, takeovers, places, { extensions, extension_minutes }, hours, contests] =
    await Promise.all([
      sceneRolesOf(q, who, rows),
      nodesOf(q, ids),
      portsOf(q, ids),
      namesOf(
        q,
        rows.map((r) => r.owner_id),
      ),
      watchersOf(q, who, ids),
      takeoversOf(q, who, ids),
      rows.some((r) => r.status === 'in-queue') ? placesOf(q, platform) : nobodyWaits,
      configured(platform.settings, 'course'),
      hourEndsOf(
        q,
        rows.filter((r) => r.type === 'course').map((r) => r.id),
        now,
      ),
      contestMinutes(
        q,
        rows.filter((r) => r.type === 'practice').map((r) => r.id),
      ),
    ])
  return rows.flatMap((stored): Shown[] => {
    const part = parts.get(stored.id)
    if (!part) return []
    // its time is over, whether or not somebody has come by to write it down
    const row: SceneRow = isSceneExpired(stored, now)
      ? { ...stored, status: 'complete', task: null, deadline: null }
      : stored
    const own = (nodes.get(row.id) ?? []).filter((n) => maySee(part, n))
    const boots = own.filter((n) => n.boots)
    const powered = isPowered(own)
    const contest = contests.get(row.id)
    const most = contest === undefined ? extensions : contestExtensions(row, now)
    return [
      {
        id: row.id,
        version: row.version,
        created_at: row.created_at,
        updated_at: row.updated_at,
        created_by: row.created_by,
        updated_by: row.updated_by,
        can: actionsOf(row, part, most, {
          open: openStatuses.has(row.status) && boots.some((n) => mayOpenNode(part, n, row)),
          latest: hours.get(row.id),
        }),
        name: row.name,
        status: row.status,
        reason: row.reason,
        progress: row.progress,
        revision: row.revision,
        event: row.task?.event ?? null,
        deadline: row.deadline,
        queue: row.status === 'in-queue' ? (places.get(row.id) ?? null) : null,
        kind: row.kind,
        type: row.type,
        isolation: row.isolation,
        topology_id: row.topology_id,
        topology_name: row.topology_name,
        owner_id: row.owner_id,
        owner_name: names.get(row.owner_id) ?? '',
        member_ids: row.member_ids,
        team_ids: row.team_ids,
        leader_ids: row.leader_ids,
        driver: row.driver,
        node_count: own.length,
        // of hidden ones not even the number
        instances: boots.length,
        on: boots.filter((n) => n.status === 'on').length,
        start_seconds: row.start_seconds,
        run_seconds: ranSeconds(row, now),
        minutes: row.minutes,
        started_at: row.started_at,
        ends_at: row.ends_at,
        remaining: remainingOf(row, now),
        ending: isEnding(row, now),
        extensions: { used: row.extensions, most, minutes: contest ?? extension_minutes },
        watched: watchers.get(row.id) ?? [],
        frozen: row.frozen && { at: row.frozen.at, by: row.frozen.by },
        takeovers: takeovers.get(row.id) ?? [],
        nodes: own.map((n) => shownNode(n, { row, part, powered }, ports.get(row.id)?.get(n.node_id) ?? [])),
      },
    ]
  })
}

/** The drawing without what is hidden from the caller, and without what he is to find out. */
function censored(document: TopologyDocument, part: SceneRole): TopologyDocument {
  // where flags lie and what they are called is half of what whoever plays is to find out
  const plays = part === 'member' || part === 'owner'
  const nodes = document.nodes
    .filter((n) => maySee(part, n))
    .map((n) => ({
      ...n,
      note: plays ? '' : n.note,
      files: [],
      flags: plays ? [] : n.flags.map((f) => ({ ...f, value: '', path: '' })),
    }))
  const there = new Set(nodes.map((n) => n.id))
  return {
    ...document,
    nodes,
    networks: document.networks.filter((n) => maySee(part, n)),
    links: document.links.filter((l) => there.has(l.from.node) && there.has(l.to.node)),
  }
}

export async function sceneDetailOf(
  q: Queryable,
  platform: Platform,
  who: Caller,
  row: SceneRow,
  part: SceneRole,
): Promise<z.input<typeof SceneDetail> | undefined> {
  const [scene] = await shownScenes(q, platform, who, [row])
  if (!scene) return undefined
  const { document } = await matterOf(q, row.id)
  return { ...scene, document: censored(document, part), server_time: platform.now().toISOString() }
}
