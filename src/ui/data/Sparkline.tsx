import './tone.css'
import './Sparkline.css'
import { format, t } from '../../i18n/index.ts'
import type { Tone } from './tone.ts'

interface SparklineProps {
  values: readonly number[]
  /** What is counted; the words for a screen reader are made from it and the figures. */
  label: string
  width?: number
  height?: number
  tone?: Tone
}

/** Points of the line in a box, oldest at the left; a flat series lies in the middle. */
export function sparkPoints(values: readonly number[], width: number, height: number): [x: number, y: number][] {
  const low = Math.min(...values)
  const span = Math.max(...values) - low
  const step = values.length > 1 ? width / (values.length - 1) : 0
  return values.map((v, i) => [i * step, span === 0 ? height / 2 : height - ((v - low) / span) * height])
}

export function Sparkline({ values, label, width = 160, height = 28, tone = 'accent' }: SparklineProps) {
  if (values.length === 0) return null
  const points = sparkPoints(values, width, height).map(([x, y]) => `${x.toFixed(1)},${y.toFixed(1)}`)
  const said = t('ui.trend', {
    label,
    first: format.number(values[0] ?? 0),
    last: format.number(values.at(-1) ?? 0),
    low: format.number(Math.min(...values)),
    high: format.number(Math.max(...values)),
  })
  return (
    <svg
      className={`mg-sparkline mg-tone-${tone}`}
      role="img"
      aria-label={said}
      viewBox={`-2 -2 ${width + 4} ${height + 4}`}
      style={{ '--mg-spark': `${height + 4}px` }}
      preserveAspectRatio="none"
    >
      <title>{said}</title>
      <polygon className="mg-sparkline-area" points={`0,${height} ${points.join(' ')} ${width},${height}`} />
      <polyline className="mg-sparkline-line" points={points.join(' ')} />
    </svg>
  )
}
