/** Figures of simulated nodes: they wander with the hour, rise while a node boots, and are the same whoever asks for an instant. */
import type { Queryable } from '#mock/db/db.ts'
import { load, seededFraction } from '../../service/chance.ts'
import type { NodeMetrics } from '../driver.ts'
import { type SimNode, type SimScene, nodeStateAt } from './state.ts'

/** What of a drawn node its figures follow from: how many ports it has, too. */
interface Drawn {
  id: string
  ports: number
}

function figures(scene: string, node: Drawn, n: SimNode, at: Date): NodeMetrics {
  const name = `${scene} ${node.id}`
  const since = (at.getTime() - Date.parse(n.since)) / 1000
  // the first minute after a boot is busy
  const fresh = Math.max(0, 1 - since / 60)
  const base = 6 + 30 * seededFraction(name, 'base')
  const cpu = Math.min(99, load(`${name} cpu`, at, base, 12) + 55 * fresh)
  const memory = Math.min(
    97,
    load(`${name} memory`, at, 25 + 40 * seededFraction(name, 'memory'), 5) * (1 - 0.6 * fresh),
  )
  const traffic = node.ports === 0 ? 0 : load(`${name} net`, at, 20, 25) ** 2
  return {
    node: node.id,
    cpu: Math.round(cpu * 10) / 10,
    memory: Math.round(memory * 10) / 10,
    received: Math.round(traffic * 180),
    sent: Math.round(traffic * (60 + 120 * seededFraction(name, 'sent'))),
    read: Math.round(load(`${name} read`, at, 8, 14) ** 2 * 400 + fresh * 4e7),
    written: Math.round(load(`${name} write`, at, 6, 10) ** 2 * 300 + fresh * 2e6),
  }
}

function figuresAt(
  scene: string,
  drawn: Drawn | undefined,
  n: SimNode,
  paused: string | null,
  at: Date,
): NodeMetrics[] {
  if (!drawn || at.getTime() < Date.parse(n.since) || n.power !== 'on') return []
  const { power } = nodeStateAt(n, paused, at)
  return power === 'on' || power === 'booting' ? [figures(scene, drawn, n, at)] : []
}

export const simulatedMetricsOf = (
  scene: string,
  s: SimScene,
  nodes: readonly SimNode[],
  times: readonly Date[],
): NodeMetrics[][] =>
  times.map((at) =>
    nodes.flatMap((n) => {
      const drawn = s.document.nodes.find((d) => d.id === n.node)
      return figuresAt(scene, drawn && { id: drawn.id, ports: drawn.ports.length }, n, s.paused_at, at)
    }),
  )

/** Of several scenes now, without reading their drawings. */
export async function figuresNow(
  q: Queryable,
  scenes: readonly string[],
  at: Date,
): Promise<ReadonlyMap<string, readonly NodeMetrics[]>> {
  const { rows } = await q.query<SimNode & { scene: string; paused_at: string | null; ports: number | null }>(
    `select n.scene, n.node, n.power, n.since, n.boot_ms, n.boots, n.fails, s.paused_at,
       (select jsonb_array_length(d->'ports') from jsonb_array_elements(s.document->'nodes') d where d->>'id' = n.node) as ports
     from sim_node n join sim_scene s on s.scene = n.scene where n.scene = any($1::text[]) and not s.gone order by n.scene, n.node`,
    [scenes],
  )
  const out = new Map<string, NodeMetrics[]>(scenes.map((scene) => [scene, []]))
  for (const { scene, ports, paused_at, ...n } of rows)
    out.get(scene)?.push(...figuresAt(scene, ports === null ? undefined : { id: n.node, ports }, n, paused_at, at))
  return out
}
