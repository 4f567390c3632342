import { type Boundaries, gradeOf } from '../../../contract/exam/score.ts'
import { format, t } from '../../../i18n/index.ts'

interface HistogramProps {
  /** Candidates by equal parts of the points. */
  bins: readonly number[]
  score: number
  boundaries: Boundaries
  mean: number | null
  label: string
}
const [width, height, foot] = [1000, 220, 4]

/** How many had how much, in the colours of their grades; lines stand where grades begin. The table below it says the same in words. */
export function Histogram({ bins, score, boundaries, mean, label }: HistogramProps) {
  const most = Math.max(1, ...bins)
  const step = width / bins.length
  const say = (n: number) => {
    const [from, to] = [n / bins.length, (n + 1) / bins.length].map((s) => format.number(s * score))
    return t('result.bin', { from: from ?? '', to: to ?? '', n: bins[n] ?? 0 })
  }
  return (
    <figure className="result-histogram">
      <svg viewBox={`0 0 ${width} ${height}`} preserveAspectRatio="none" role="img" aria-label={label}>
        {bins.map((n, i) => {
          const h = (n / most) * (height - foot - 8)
          return (
            <g key={i} className={`result-bin result-grade-${gradeOf((i + 0.5) / bins.length, boundaries)}`}>
              <title>{say(i)}</title>
              <rect className="result-bin-room" x={i * step} y={0} width={step} height={height} />
              <rect x={i * step + 3} y={height - foot - h} width={step - 6} height={h} rx={3} />
            </g>
          )
        })}
        <line className="result-axis" x1={0} x2={width} y1={height - foot} y2={height - foot} />
        {(['A', 'B', 'C'] as const).map((g) => (
          <line
            key={g}
            className={`result-line result-grade-${g}`}
            x1={boundaries[g] * width}
            x2={boundaries[g] * width}
            y1={0}
            y2={height - foot}
          />
        ))}
        {mean !== null && score > 0 && (
          <line
            className="result-mean"
            x1={(mean / score) * width}
            x2={(mean / score) * width}
            y1={0}
            y2={height - foot}
          />
        )}
      </svg>
      <figcaption className="result-scale mg-num mg-faint" aria-hidden="true">
        {[0, 0.25, 0.5, 0.75, 1].map((s) => (
          <span key={s}>{format.number(Math.round(s * score * 10) / 10)}</span>
        ))}
      </figcaption>
    </figure>
  )
}
