import type { CSSProperties } from 'react'
import { type Boundaries, cents, gradeOf } from '../../../contract/exam/score.ts'
import { format, t } from '../../../i18n/index.ts'
import { share } from './figure.ts'

interface HistogramProps {
  /** Candidates by equal parts of the points. */
  bins: readonly number[]
  score: number
  boundaries: Boundaries
  mean: number | null
  label: string
}
const [width, height, foot, room] = [1000, 220, 4, 26]
const place = (x: number, y: number) => ({ '--x': x, '--y': y }) as CSSProperties

/** How many had how much, in the colours of their grades; lines stand where grades begin. The table below it says the same in figures. */
export function Histogram({ bins, score, boundaries, mean, label }: HistogramProps) {
  const most = Math.max(1, ...bins)
  const step = width / bins.length
  const all = bins.reduce((a, b) => a + b, 0)
  const edge = (n: number) => format.number(cents((n / bins.length) * score))
  const say = (n: number) => t('result.bin', { from: edge(n), to: edge(n + 1), n: bins[n] ?? 0 })
  const rangeOf = (n: number) => t('result.range', { from: edge(n), to: edge(n + 1) })
  const heightOf = (n: number) => (n / most) * (height - foot - room)
  return (
    <figure className="result-histogram">
      <div className="result-plot">
        <svg viewBox={`0 0 ${width} ${height}`} preserveAspectRatio="none" role="img" aria-label={label}>
          {bins.map((n, i) => {
            const h = heightOf(n)
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
        {/* beside the drawing, which is stretched: figures would be too */}
        <div className="result-bin-counts mg-num" aria-hidden="true">
          {bins.map(
            (n, i) =>
              n > 0 && (
                <span key={i} style={place((i + 0.5) / bins.length, (foot + heightOf(n)) / height)}>
                  {format.number(n)}
                </span>
              ),
          )}
          {(['A', 'B', 'C'] as const).map((g) => (
            <b key={g} className={`result-grade-${g}`} style={place(boundaries[g], 1)}>
              {g}
            </b>
          ))}
        </div>
      </div>
      <figcaption className="result-scale mg-num mg-faint" aria-hidden="true">
        {[0, 0.25, 0.5, 0.75, 1].map((s) => (
          <span key={s}>{format.number(Math.round(s * score * 10) / 10)}</span>
        ))}
      </figcaption>
      <details className="result-figures">
        <summary>{t('result.distribution_table')}</summary>
        <table className="mg-table">
          <thead>
            <tr>
              <th scope="col">{t('result.bin_points')}</th>
              <th scope="col" className="result-num">
                {t('result.candidates')}
              </th>
              <th scope="col" className="result-num">
                {t('result.bin_up_to')}
              </th>
              <th scope="col">{t('exam.grade')}</th>
            </tr>
          </thead>
          <tbody>
            {bins.map((n, i) => (
              <tr key={i}>
                <th scope="row">{rangeOf(i)}</th>
                <td className="result-num mg-num">{format.number(n)}</td>
                <td className="result-num mg-num">
                  {share(all ? (100 * bins.slice(0, i + 1).reduce((a, b) => a + b, 0)) / all : null)}
                </td>
                <td>{gradeOf((i + 0.5) / bins.length, boundaries)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </details>
    </figure>
  )
}
