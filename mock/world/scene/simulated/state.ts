/** What the simulation has of a scene, in its tables: every server sees the same, and a crash loses nothing. */
import type { NodeReason, NodeStatus } from '#src/contract/scene/node.ts'
import { bootedKinds, type Node, type TopologyDocument } from '#src/contract/topology/document.ts'
import type { Db, Queryable } from '#mock/db/db.ts'
import { seededFraction } from '../../service/chance.ts'
import { DriverRefusal, type ImageFacts, type SceneOrder, type ServiceFacts } from '../driver.ts'

export interface SimScene {
  scene: string
  fence: number
  gone: boolean
  paused_at: string | null
  document: TopologyDocument
  addresses: Record<string, string>
  images: Record<string, ImageFacts>
  flags: Record<string, string>
  services: Record<string, ServiceFacts>
}
export interface SimNode {
  node: string
  power: 'off' | 'on' | 'crashed'
  since: string
  boot_ms: number
  boots: number
  fails: NodeReason | null
}

export const boots = (n: Pick<Node, 'kind'>): boolean => bootedKinds.has(n.kind)

/** Milliseconds a boot takes: containers 3 s, machines 8 to 25 s by their memory, a little different each time. */
export function bootTime(n: Pick<Node, 'id' | 'kind' | 'memory'>, scene: string, boot: number, speed: number): number {
  const base = n.kind === 'container' ? 3000 : 8000 + 17_000 * Math.min(1, n.memory / 8192)
  return Math.round((base * (0.9 + 0.2 * seededFraction(scene, n.id, 'boot', boot))) / speed)
}
/** Milliseconds of an orderly shutdown. */
export const stopTime = 1500

/** Where a node stands now. */
export function nodeStateAt(
  n: SimNode,
  paused: string | null,
  now: Date,
): { power: NodeStatus; progress: number; reason: NodeReason | null } {
  const t = (paused === null ? now : new Date(paused)).getTime() - Date.parse(n.since)
  if (n.power === 'crashed') return { power: 'crashed', progress: 1, reason: n.fails ?? 'kernel_panic' }
  // an orderly shutdown: still on until it is through
  if (n.power === 'off')
    return t < n.boot_ms ? { power: 'on', progress: 1, reason: null } : { power: 'off', progress: 0, reason: null }
  const whole = n.boot_ms
  if (n.fails !== null && t >= whole * 0.6) return { power: 'crashed', progress: 0.6, reason: n.fails }
  if (t < whole) return { power: 'booting', progress: Math.max(0, t / whole), reason: null }
  return { power: paused === null ? 'on' : 'suspended', progress: 1, reason: null }
}

export async function simScene(q: Queryable, scene: string, lock = false): Promise<SimScene | undefined> {
  const { rows } = await q.query<SimScene>(
    `select scene, fence, gone, paused_at, document, addresses, images, flags, services from sim_scene where scene = $1 ${lock ? 'for update' : ''}`,
    [scene],
  )
  return rows[0]
}

export async function simNodes(q: Queryable, scene: string): Promise<SimNode[]> {
  const { rows } = await q.query<SimNode>(
    'select node, power, since, boot_ms, boots, fails from sim_node where scene = $1 order by node',
    [scene],
  )
  return rows
}

/** Does work on a scene as nobody else does at the same time; refused to whoever comes with an older fence. */
export const holding = <T>(
  db: Db,
  order: Pick<SceneOrder, 'scene' | 'fence'>,
  work: (q: Queryable, s: SimScene) => Promise<T>,
): Promise<T> =>
  db.tx(async (q) => {
    const s = await simScene(q, order.scene, true)
    if (!s || s.gone) throw new DriverRefusal('unknown_scene')
    if (order.fence < s.fence) throw new DriverRefusal('fenced')
    if (order.fence > s.fence)
      await q.query('update sim_scene set fence = $2 where scene = $1', [order.scene, order.fence])
    return work(q, s)
  })
