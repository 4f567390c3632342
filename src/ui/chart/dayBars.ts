import { format, t } from '../../i18n/index.ts'
import type { ChartProps } from './Chart.tsx'
import { type ChartSeries, topOf } from './chart.logic.ts'

export interface DayBarsProps {
  days: readonly string[]
  /** Stand upon one another; one value for each day. */
  series: readonly (ChartSeries & { values: readonly number[] })[]
  title?: string
  /** The whole in a sentence, for those who do not look. */
  label: string
  height: number
  /** Height of the scale when there is less. */
  least?: number
}

/** A bar for each of some days in a row, with the sum of each series as its key. */
export function dayBars({ days, series, title, label, height, least = 4 }: DayBarsProps): ChartProps {
  const axis = { title: t('ui.day'), values: days, text: (day: string | number) => format.day(String(day)) }
  return {
    kind: 'bar',
    sums: true,
    label,
    axis,
    series,
    height,
    ...(title ? { title } : {}),
    ...(topOf(axis, series) < least ? { max: least } : {}),
  }
}
