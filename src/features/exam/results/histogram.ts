import { type Boundaries, cents, gradeOf } from '../../../contract/exam/score.ts'
import { format, t } from '../../../i18n/index.ts'
import type { ChartProps } from '../../../ui/chart/Chart.tsx'
import { percentText } from './figure.ts'

interface Histogram {
  /** Candidates by equal parts of the points. */
  bins: readonly number[]
  score: number
  boundaries: Boundaries
  mean: number | null
  label: string
}
const tones = { A: 'ok', B: 'info', C: 'warn', D: 'idle' } as const

/** How many had how much, in the colours of their grades; lines stand where grades begin, and a dashed one at the mean. */
export function histogram({ bins, score, boundaries, mean, label }: Histogram): ChartProps {
  const all = bins.reduce((a, b) => a + b, 0)
  const middle = (n: number) => ((n + 0.5) / bins.length) * score
  const edge = (n: number) => format.number(cents((n / bins.length) * score))
  const binOf = (at: number) => Math.floor((at / score) * bins.length)
  const grades = bins.map((_, n) => gradeOf((n + 0.5) / bins.length, boundaries))
  return {
    kind: 'histogram',
    label,
    height: 260,
    axis: {
      title: t('result.bin_points'),
      values: bins.map((_, n) => middle(n)),
      text: (at) => t('result.range', { from: edge(binOf(Number(at))), to: edge(binOf(Number(at)) + 1) }),
      from: 0,
      to: score,
      tick: (at) => format.number(cents(at)),
    },
    series: [{ name: t('result.candidates'), values: bins }],
    tones: grades.map((g) => tones[g]),
    marks: [
      ...(['A', 'B', 'C'] as const).map((g) => ({ at: boundaries[g] * score, label: g, tone: tones[g] })),
      ...(mean === null ? [] : [{ at: mean, dashed: true }]),
    ],
    columns: [
      {
        title: t('result.bin_up_to'),
        texts: bins.map((_, n) =>
          percentText(all ? (100 * bins.slice(0, n + 1).reduce((a, b) => a + b, 0)) / all : null),
        ),
      },
      { title: t('exam.grade'), texts: grades },
    ],
  }
}
