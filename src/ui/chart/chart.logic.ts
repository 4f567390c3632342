/** A chart's data as a drawing and as a table want it. */
import type { ChartTokens } from '../../theme/chart.ts'

/** What a chart is drawn as. `bar` and `area` stand upon one another where there are several series. */
export type ChartKind = 'line' | 'area' | 'bar' | 'histogram' | 'pie' | 'radar' | 'heat'

/** Colours with a meaning, and the next colour of those that have none. */
export type ChartTone = 'data' | 'accent' | 'ok' | 'warn' | 'bad' | 'info' | 'idle'

export interface ChartSeries {
  name: string
  /** One for each place of the axis; null where nothing is known. */
  values: readonly (number | null)[]
  tone?: ChartTone
}

/** Where values stand: names, moments in milliseconds (`time`), or for a histogram the middles of its bins. */
export interface ChartAxis {
  /** Head of its column in the table. */
  title: string
  values: readonly (string | number)[]
  text: (value: string | number) => string
  /** How bins' axis writes its figures; `text` is for a bin. */
  tick?: (value: number) => string
  time?: boolean
  /** From where to where the axis goes, for bins. */
  from?: number
  to?: number
}

export interface ChartPoint {
  x: string | number
  y: number | null
  series: string
}

export const chartPointsOf = (axis: ChartAxis, series: readonly ChartSeries[]): ChartPoint[] =>
  series.flatMap((s) => axis.values.map((x, i) => ({ x, y: s.values[i] ?? null, series: s.name })))

/** A colour for each series, in their order. Those without a meaning take the eight of the theme by turns. */
export function coloursOf(tones: readonly (ChartTone | undefined)[], tokens: ChartTokens): string[] {
  let next = 0
  return tones.map((tone = 'data') =>
    tone === 'data' ? (tokens.data[next++ % tokens.data.length] ?? tokens.accent) : tokens[tone],
  )
}

/** Sum of what is known; null where nothing is. */
export const sumOf = (values: readonly (number | null)[]): number | null =>
  values.reduce<number | null>((sum, v) => (v === null ? sum : (sum ?? 0) + v), null)

/** Where the highest place of stacked series ends. */
export const topOf = (axis: ChartAxis, series: readonly ChartSeries[]): number =>
  Math.max(0, ...axis.values.map((_, i) => sumOf(series.map((s) => s.values[i] ?? null)) ?? 0))
