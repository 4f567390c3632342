/** A scene at rest in the database, and its nodes. */
import type { NodeKind, TopologyDocument, Visibility } from '#src/contract/topology/document.ts'
import type { NodeReason, NodeStatus, StatusReason, System } from '#src/contract/scene/node.ts'
import type { AskedEvent, SceneBack, SceneKind, SceneStatus, SceneType } from '#src/contract/scene/status.ts'
import type { Queryable } from '#mock/db/db.ts'
import { Fail } from '#mock/http/request/handler.ts'
import type { ImageFacts, ServiceFacts } from '#mock/world/scene/driver.ts'

/** What a scene works on. */
export interface Task {
  event: AskedEvent
  /** How far it is with that; what it means is the engine's. */
  step: number
  snapshot?: { id: string; name: string }
  /** The last refusal of what runs the nodes. */
  error?: string
}

interface SceneFreeze {
  at: string
  by: string
  hour_id: string
}

export interface SceneRow {
  id: string
  version: number
  name: string
  topology_id: string | null
  topology_name: string
  kind: SceneKind
  type: SceneType
  isolation: TopologyDocument['isolation']
  owner_id: string
  member_ids: string[]
  team_ids: string[]
  leader_ids: string[]
  driver: string
  /** Whose computer its machines are on; empty where any server reaches them. */
  host: string
  node_count: number
  instances: number
  status: SceneStatus
  back: SceneBack
  reason: StatusReason | null
  task: Task | null
  progress: number
  revision: number
  held: number | null
  queue_seq: number | null
  /** Its turn among those that wait: classes take turns. */
  queue_turn: number
  /** The class it waits for; empty: all others. */
  queue_flow: string
  fence: number
  leased_by: string | null
  failures: number
  since: string
  deadline: string | null
  minutes: number | null
  starting_at: string | null
  start_seconds: number | null
  started_at: string | null
  ends_at: string | null
  paused_at: string | null
  ran_seconds: number
  on_since: string | null
  extensions: number
  warned_at: string | null
  /** A teacher holds it: whoever works in it only looks on. */
  frozen: SceneFreeze | null
  created_at: string
  created_by: string
  updated_at: string
  updated_by: string
}
/** What a driver is told of it; large, and only read for that. */
export interface SceneMatter {
  document: TopologyDocument
  addresses: Record<string, string>
  images: Record<string, ImageFacts>
  flags: Record<string, string>
  services: Record<string, ServiceFacts>
}

export const sceneColumns = `id, version, name, topology_id, topology_name, kind, type, isolation, owner_id, member_ids, team_ids, leader_ids,
  driver, host, node_count, instances, status, back, reason, task, progress, revision, held, queue_seq, queue_turn, queue_flow, fence, leased_by, failures, since, deadline,
  minutes, starting_at, start_seconds, started_at, ends_at, paused_at, ran_seconds, on_since, extensions, warned_at, frozen, created_at, created_by,
  updated_at, updated_by`

export interface NodeRow {
  scene_id: string
  node_id: string
  place: number
  name: string
  kind: NodeKind
  status: NodeStatus
  progress: number
  reason: NodeReason | null
  wanted: 'on' | 'off'
  reboot_at: string | null
  address: string
  image_id: string | null
  image_name: string
  system: System
  desktop: boolean
  cpu: number
  memory: number
  disk: number
  visibility: Visibility
  /** Who opens its console. */
  console: Visibility
  boots: boolean
  since: string
}
const nodeColumns = `scene_id, node_id, place, name, kind, status, progress, reason, wanted, reboot_at, address, image_id, image_name,
  system, desktop, cpu, memory, disk, visibility, console, boots, since`

/** The scene, locked for a change where asked. A deleted one is not there. */
export async function findScene(q: Queryable, id: string, lock = false): Promise<SceneRow | undefined> {
  const { rows } = await q.query<SceneRow>(
    `select ${sceneColumns} from scene where id = $1 and status <> 'deleted' ${lock ? 'for update' : ''}`,
    [id],
  )
  return rows[0]
}

export async function sceneOf(q: Queryable, id: string, lock = false): Promise<SceneRow> {
  const row = await findScene(q, id, lock)
  if (!row) throw new Fail('not_found')
  return row
}

export async function matterOf(q: Queryable, id: string): Promise<SceneMatter> {
  const { rows } = await q.query<SceneMatter>(
    'select document, addresses, images, flags, services from scene where id = $1',
    [id],
  )
  const [matter] = rows
  if (!matter) throw new Fail('not_found')
  return matter
}

export async function nodesOf(q: Queryable, scenes: readonly string[]): Promise<Map<string, NodeRow[]>> {
  const out = new Map<string, NodeRow[]>(scenes.map((id) => [id, []]))
  if (!scenes.length) return out
  const { rows } = await q.query<NodeRow>(
    `select ${nodeColumns} from scene_node where scene_id = any($1::text[]) order by scene_id, place`,
    [[...scenes]],
  )
  for (const n of rows) out.get(n.scene_id)?.push(n)
  return out
}
