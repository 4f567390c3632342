/** Figures of nodes as the points of a chart. */
import type { SceneMetrics } from '../../../contract/scene/scene.schema.ts'

type Values = readonly (number | null)[]
export interface Series {
  name: string
  values: Values
}
/** Both directions together; null where neither is known. */
export const totals = (a: Values, b: Values): (number | null)[] =>
  a.map((x, i) => {
    const y = b[i] ?? null
    return x === null && y === null ? null : (x ?? 0) + (y ?? 0)
  })

export const metrics = ['cpu', 'memory', 'traffic', 'disk'] as const
export type Metric = (typeof metrics)[number]
/** Percent, or bytes per second. */
export const metricUnit = (metric: Metric): 'percent' | 'rate' =>
  metric === 'cpu' || metric === 'memory' ? 'percent' : 'rate'

export const metricSeriesOf = (metric: Metric, nodes: SceneMetrics['nodes']): Series[] =>
  nodes.map((n) => ({
    name: n.name,
    values:
      metric === 'cpu'
        ? n.cpu
        : metric === 'memory'
          ? n.memory
          : metric === 'traffic'
            ? totals(n.received, n.sent)
            : totals(n.read, n.written),
  }))

/** When each figure was measured, in milliseconds. */
export const sampleTimesOf = ({ from, step, nodes }: SceneMetrics): number[] =>
  Array.from(
    { length: Math.max(0, ...nodes.map((n) => n.cpu.length)) },
    (_, i) => new Date(from).getTime() + i * step * 1000,
  )

/** The last figure that is known. */
export const lastOf = (values: Values): number | null => values.findLast((v) => v !== null) ?? null
