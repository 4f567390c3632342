import './DayBars.css'
import { format } from '../i18n/index.ts'

interface Series {
  label: string
  tone: 'data' | 'warn' | 'bad'
  /** One for each day. */
  values: readonly number[]
}
interface DayBarsProps {
  days: readonly string[]
  /** Stacked in this order, from the axis up. */
  series: readonly Series[]
  title?: string
  /** The whole in a sentence, for those who do not look. */
  summary: string
  /** What a day's bar says when it is pointed at. */
  told: (day: string, values: number[]) => string
  /** Pixels; grows where the place is higher. */
  height: number
  /** Height of the scale when there is less. */
  least?: number
}

const step = 10
const top = 4

/** A bar for each of some days in a row, with the sum of each series as its key. */
export function DayBars({ days, series, title, summary, told, height, least = 1 }: DayBarsProps) {
  const at = (n: number) => series.map((s) => s.values[n] ?? 0)
  const sum = (of: readonly number[]) => of.reduce((a, b) => a + b, 0)
  const most = Math.max(least, ...days.map((_, n) => sum(at(n))))
  const scale = (n: number) => (n / most) * (height - top)
  const width = days.length * step
  return (
    <figure className="mg-day-bars">
      <figcaption>
        {title && <span>{title}</span>}
        {series.map((s) => (
          <span key={s.tone} className={`mg-day-key mg-day-${s.tone}`}>
            {s.label} <b className="mg-num">{format.number(sum(s.values))}</b>
          </span>
        ))}
      </figcaption>
      <svg
        viewBox={`0 0 ${width} ${height}`}
        preserveAspectRatio="none"
        role="img"
        aria-label={summary}
        style={{ height }}
      >
        <line className="mg-day-axis" x1="0" x2={width} y1={height - 0.5} y2={height - 0.5} />
        {days.map((day, n) => {
          const values = at(n)
          return (
            <g key={day}>
              <title>{told(day, values)}</title>
              <rect fill="transparent" x={n * step} y={0} width={step} height={height} />
              {series.map((s, i) => (
                <rect
                  key={s.tone}
                  className={`mg-day-${s.tone}`}
                  x={n * step + 1.5}
                  y={height - scale(sum(values.slice(0, i + 1)))}
                  width={step - 3}
                  height={scale(values[i] ?? 0)}
                />
              ))}
            </g>
          )
        })}
      </svg>
      <p className="mg-day-ends mg-faint">
        <span>{days[0] && format.day(days[0])}</span>
        <span>{days.length > 1 && format.day(days.at(-1) ?? '')}</span>
      </p>
    </figure>
  )
}
