import './chart.css'
import { lazy, Suspense, useId, useState } from 'react'
import { format, t } from '../../i18n/index.ts'
import { Loading } from '../feedback/Loading.tsx'
import type { ChartAxis, ChartKind, ChartSeries, ChartTone } from './chart.logic.ts'
import { sumOf } from './chart.logic.ts'

const Drawing = lazy(() => import('./draw/Drawing.tsx'))
const FigureTable = lazy(() => import('./FigureTable.tsx'))

export interface ChartMark {
  /** Place on the axis. */
  at: number
  label?: string
  tone?: ChartTone
  dashed?: boolean
}
export interface ChartProps {
  kind: ChartKind
  /** What it shows, for those who do not look: the whole in a sentence. */
  label: string
  title?: string
  axis: ChartAxis
  series: readonly ChartSeries[]
  /** How a value is written. */
  text?: (value: number) => string
  /** The axis of values goes at least so far; it begins at zero. */
  max?: number
  /** Pixels. */
  height: number
  /** Lines across, where something begins or lies. */
  marks?: readonly ChartMark[]
  /** What each bar means, where bars of one series differ in that. */
  tones?: readonly ChartTone[]
  /** Keys tell the sum of their series. */
  sums?: boolean
  /** Has no more room than its height: keys in one line of it, and no table. */
  tight?: boolean
  /** More columns of the table, each with a text for every place of the axis. */
  columns?: readonly { title: string; texts: readonly string[] }[]
}

/** A chart with its key and its data as a table. Its library comes after the page: until then its place is kept. */
export function Chart(props: ChartProps) {
  const { kind, label, title, series, sums = false, tight = false, text = format.number } = props
  const [left, setLeft] = useState<readonly string[]>([])
  const [drawn] = useState(canDraw)
  const height = tight ? Math.max(40, props.height - 24) : props.height
  const id = useId()
  const shown = series.filter((s) => !left.includes(s.name))
  const keyed = kind !== 'pie' && kind !== 'heat' && (series.length > 1 || sums)
  const flip = (name: string) => setLeft(left.includes(name) ? left.filter((n) => n !== name) : [...left, name])
  return (
    <figure className={tight ? 'mg-chart mg-chart-tight' : 'mg-chart'} aria-labelledby={id}>
      <figcaption>
        <span className="mg-sr" id={id}>
          {label}
        </span>
        {title && <span>{title}</span>}
        {keyed && (
          <ul className="mg-chart-keys">
            {series.map((s, i) => {
              const sum = sums ? sumOf(s.values) : null
              return (
                <li key={s.name}>
                  <button
                    type="button"
                    className={`mg-chart-key mg-chart-${toneOf(
                      series.map((one) => one.tone ?? 'data'),
                      i,
                    )}`}
                    aria-pressed={!left.includes(s.name)}
                    // one has to be left
                    disabled={shown.length === 1 && shown[0] === s}
                    onClick={() => flip(s.name)}
                  >
                    {s.name} {sum !== null && <b className="mg-num">{text(sum)}</b>}
                  </button>
                </li>
              )
            })}
          </ul>
        )}
        {kind === 'pie' && (
          <ul className="mg-chart-keys">
            {props.axis.values.map((x, i) => (
              <li
                key={x}
                className={`mg-chart-key mg-chart-${toneOf(props.tones ?? props.axis.values.map(() => 'data'), i)}`}
              >
                {props.axis.text(x)} <b className="mg-num">{text(series[0]?.values[i] ?? 0)}</b>
              </li>
            ))}
          </ul>
        )}
      </figcaption>
      {drawn && (
        <div className="mg-chart-plot" style={{ height }} aria-hidden="true">
          <Suspense fallback={<Loading rows={3} />}>
            <Drawing {...props} height={height} series={series} left={left} text={text} />
          </Suspense>
        </div>
      )}
      {!tight && <Figures {...props} text={text} />}
    </figure>
  )
}

/** Whether there is a canvas to draw on: the library throws where there is none, and keys and table say it all. */
const canDraw = () => document.createElement('canvas').getContext('2d') !== null

/** Its own word, or the place among those without one. */
const toneOf = (tones: readonly ChartTone[], i: number): string => {
  const tone = tones[i] ?? 'data'
  return tone === 'data' ? `data-${(tones.slice(0, i).filter((one) => one === 'data').length % 8) + 1}` : tone
}

/** The same as a table, made when somebody opens it. */
function Figures({ axis, series, text = format.number, columns = [] }: ChartProps) {
  const [open, setOpen] = useState(false)
  return (
    <details className="mg-chart-figures" onToggle={(e) => setOpen(e.currentTarget.open)}>
      <summary>{t('ui.chart_table')}</summary>
      {open && (
        <Suspense fallback={<Loading kind="list" rows={3} />}>
          <FigureTable axis={axis} series={series} text={text} columns={columns} />
        </Suspense>
      )}
    </details>
  )
}
