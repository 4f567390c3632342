/** The exam as a whole, each figure with how it came about. */
import type { ComponentProps, ReactNode } from 'react'
import type { Analysis } from '../../../contract/exam/analysis.schema.ts'
import { thresholds } from '../../../contract/exam/reading.ts'
import { format, t } from '../../../i18n/index.ts'
import { Explain } from '../../../ui/feedback/Explain.tsx'
import type { Stat } from '../../../ui/data/Stat.tsx'
import { points, percentText } from './figure.ts'
import { Telling } from './Telling.tsx'

const fewOf = (n: number) => t('result.too_few_why', { n, least: thresholds.few })

/** What the reliability tells. */
function consistencyNote({ whole: { consistency, candidates }, forms }: Analysis) {
  if (candidates < thresholds.few) return fewOf(candidates)
  if (forms.length > 1) return t('result.consistency_variants')
  if (consistency === null) return t('result.consistency_none')
  return t(consistency >= 70 ? 'result.consistency_good' : 'result.consistency_low')
}

type Figure = ComponentProps<typeof Stat> & { key: string }

export function examSummaryFigures(of: Analysis): Figure[] {
  const { whole: w, score, unmarked } = of
  const n = format.number(w.candidates)
  const few = w.candidates < thresholds.few ? fewOf(w.candidates) : undefined
  return [
    {
      key: 'candidates',
      label: t('result.candidates'),
      value: n,
      note: [
        unmarked > 0 ? t('result.unmarked', { n: unmarked }) : t('result.all_marked'),
        ...(w.absent > 0 ? [t('result.absent_n', { n: w.absent })] : []),
      ].join(' · '),
    },
    {
      key: 'mean',
      label: t('result.mean'),
      value: <With what="mean" figure={points(w.mean)} inputs={t('result.inputs.mean', { n })} />,
      unit: `/ ${format.number(score)}`,
      note: t('result.median_is', { n: points(w.median) }),
    },
    {
      key: 'deviation',
      label: t('result.deviation'),
      value: <With what="deviation" figure={points(w.deviation)} inputs={t('result.inputs.n', { n })} />,
      note: t('result.range', { from: points(w.least), to: points(w.most) }),
    },
    {
      key: 'consistency',
      label: t('result.consistency'),
      value: (
        <With
          what="consistency"
          figure={<Telling value={w.consistency} of={w.candidates} as={percentText} />}
          inputs={t('result.inputs.deviation', { n, d: points(w.deviation) })}
        />
      ),
      note: consistencyNote(of),
    },
    {
      key: 'standard_error',
      label: t('result.standard_error'),
      value: (
        <With
          what="standard_error"
          figure={<Telling value={w.standard_error} of={w.candidates} as={points} />}
          inputs={few ?? t('result.inputs.error', { ratio: percentText(w.error_ratio), d: points(w.deviation) })}
        />
      ),
      note: few ?? (w.error_ratio === null ? undefined : t('result.error_ratio_is', { n: percentText(w.error_ratio) })),
    },
    {
      key: 'skewness',
      label: t('result.skewness'),
      value: (
        <With
          end
          what="skewness"
          figure={<Telling value={w.skewness} of={w.candidates} as={points} />}
          inputs={t('result.inputs.n', { n })}
        />
      ),
      note: few ?? t('result.kurtosis_is', { n: points(w.kurtosis) }),
    },
  ]
}

type Told = 'mean' | 'deviation' | 'consistency' | 'standard_error' | 'skewness'
function With({ what, figure, inputs, end = false }: { what: Told; figure: ReactNode; inputs: string; end?: boolean }) {
  return (
    <>
      {figure}{' '}
      <Explain label={t('result.how', { what: t(`result.${what}`) })} end={end}>
        <Formula what={what} inputs={inputs} />
      </Explain>
    </>
  )
}
const Formula = ({ what, inputs }: { what: Told; inputs: string }) => (
  <>
    <span className="result-formula-says">{t(`result.says.${what}`)}</span>
    <span className="result-formula mg-mono">{t(`result.formula.${what}`)}</span>
    <span className="mg-dim">{inputs}</span>
  </>
)
