/** Compute nodes as their hypervisor sees them. Simulated: loads are curves of the clock, each node with its own. */
import { createHash } from 'node:crypto'
import type { Queryable } from '../db/db.ts'
import { faultsOf } from './faults.ts'

export interface NodeHealth {
  service: 'normal' | 'abnormal'
  /** Percent. */
  cpu_load: number
  memory_load: number
}
export interface NodeDriver {
  /** Health of nodes by id. */
  look(q: Queryable, nodes: readonly { id: string; enabled: boolean }[], now: Date): Promise<Map<string, NodeHealth>>
}

const minute = 60_000

/** A load between 0 and 100 that wanders with the hour and returns; the same for everybody who looks at the same time. */
function load(id: string, what: string, now: Date, base: number, swing: number): number {
  const seed = createHash('sha256').update(`${id} ${what}`).digest()
  const phase = (n: number) => ((seed[n] ?? 0) / 255) * 2 * Math.PI
  const t = now.getTime() / minute
  const wave = 0.6 * Math.sin(t / 37 + phase(0)) + 0.3 * Math.sin(t / 7 + phase(1)) + 0.1 * Math.sin(t / 1.7 + phase(2))
  const own = base + ((seed[3] ?? 0) / 255 - 0.5) * 20
  return Math.round(Math.min(99, Math.max(1, own + wave * swing)))
}

export const simulatedNodes: NodeDriver = {
  async look(q, nodes, now) {
    const broken = await faultsOf(q, 'node')
    return new Map(
      nodes.map(({ id, enabled }) => {
        const works = enabled && !broken.has(id)
        return [
          id,
          {
            service: broken.has(id) ? 'abnormal' : 'normal',
            cpu_load: works ? load(id, 'cpu', now, 38, 22) : 0,
            memory_load: works ? load(id, 'memory', now, 55, 12) : 0,
          },
        ]
      }),
    )
  },
}
