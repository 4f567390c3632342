/** Loads of machines: what two sums differ by, and those of the last half hour, one for every look that comes late enough after another. */
import { setTimeout as pause } from 'node:timers/promises'
import { sceneLimits } from '#src/contract/scene/node.ts'
import { bootedKinds } from '#src/contract/topology/document.ts'
import type { NodeMetrics } from '../driver.ts'
import { ratesBetween, type Sums, sumsOf } from './look.ts'
import { machineFilesOf, type SceneMachines } from './machine.ts'

const { span, step } = sceneLimits.metrics
/** Milliseconds for which figures are the present ones, and between two that are kept. */
const fresh = 2000
const apart = (step - 5) * 1000
/** Milliseconds a first figure is taken over. */
const first = 250

interface Kept {
  at: number
  figures: readonly NodeMetrics[]
}
interface Of {
  sums: Map<string, Sums>
  last?: Kept
  /** The reading that is on its way, for all who ask meanwhile. */
  coming?: Promise<readonly NodeMetrics[]>
  past: Kept[]
}

export interface MetricsHistory {
  now(m: SceneMachines): Promise<readonly NodeMetrics[]>
  /** Takes figures for the past where the last ones are old. */
  keep(m: SceneMachines): Promise<void>
  at(scene: string, times: readonly Date[]): (readonly NodeMetrics[])[]
  forget(scene: string): void
}

export function keepFigures(now: () => Date): MetricsHistory {
  const all = new Map<string, Of>()
  const of = (scene: string): Of => {
    const known = all.get(scene) ?? { sums: new Map(), past: [] }
    all.set(scene, known)
    return known
  }

  async function take(m: SceneMachines, mine: Of): Promise<readonly NodeMetrics[]> {
    const nodes = m.order.document.nodes.filter((n) => bootedKinds.has(n.kind))
    const found = await Promise.all(
      nodes.map(async (n) => {
        const f = machineFilesOf(m.place, n.id)
        let before = mine.sums.get(n.id)
        if (!before) {
          before = await sumsOf(f, n, performance.now())
          if (!before) return undefined
          await pause(first)
        }
        const sums = await sumsOf(f, n, performance.now())
        if (!sums) {
          mine.sums.delete(n.id)
          return undefined
        }
        mine.sums.set(n.id, sums)
        return { node: n.id, ...ratesBetween(before, sums, n.cpu) }
      }),
    )
    const figures = found.filter((each) => each !== undefined)
    mine.last = { at: now().getTime(), figures }
    return figures
  }

  const figuresOf = (m: SceneMachines): Promise<readonly NodeMetrics[]> => {
    const mine = of(m.order.scene)
    if (mine.last && Math.abs(now().getTime() - mine.last.at) < fresh) return Promise.resolve(mine.last.figures)
    mine.coming ??= take(m, mine).finally(() => delete mine.coming)
    return mine.coming
  }
  return {
    now: figuresOf,
    async keep(m) {
      const { past } = of(m.order.scene)
      const at = now().getTime()
      if (at - (past.at(-1)?.at ?? 0) < apart) return
      // the place is taken before the reading, so that two who look at once take one
      const entry: Kept = { at, figures: [] }
      past.push(entry)
      while (past[0] && at - past[0].at > span * 1000) past.shift()
      entry.figures = await figuresOf(m)
    },
    at(scene, times) {
      const past = all.get(scene)?.past ?? []
      return times.map((t) => {
        const near = past.filter((k) => Math.abs(k.at - t.getTime()) <= (step * 1000) / 2)
        return near.at(-1)?.figures ?? []
      })
    },
    forget: (scene) => void all.delete(scene),
  }
}
