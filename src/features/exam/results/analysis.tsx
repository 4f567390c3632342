/** What an analysis shows: the whole, how the points lie beside the grades, each question, groups of candidates. */
import type { ReactNode } from 'react'
import type { Analysis } from '../../../contract/exam/analysis.schema.ts'
import { fewestNamed } from '../../../contract/exam/exam.ts'
import type { Boundaries } from '../../../contract/exam/score.ts'
import { format, t } from '../../../i18n/index.ts'
import type { Regions } from '../../../kit/display/region.ts'
import { Empty } from '../../../ui/feedback/Empty.tsx'
import { Groups } from './Groups.tsx'
import { histogram } from './histogram.ts'
import { ItemAnalysisPanel } from './Items.tsx'
import { points } from './figure.ts'
import { examSummaryFigures } from './wholeFigures.tsx'

/** @param grades where their boundaries are moved */
export function analysisRegions(data: Analysis, boundaries: Boundaries, grades: ReactNode): Regions {
  const { whole, distribution, score, orgs, few, variants, choose } = data
  if (whole.candidates === 0)
    return [
      {
        key: 'none',
        is: 'own',
        shows: (
          <Empty icon="chart" title={t('result.none')}>
            {t('result.none_text')}
          </Empty>
        ),
      },
    ]
  const label = t('result.distribution_says', {
    n: format.number(whole.candidates),
    mean: points(whole.mean),
    from: points(whole.least),
    to: points(whole.most),
  })
  return [
    { key: 'whole', is: 'stats', stats: examSummaryFigures(data) },
    {
      key: 'grades',
      is: 'grid',
      of: [
        {
          key: 'distribution',
          is: 'chart',
          wide: true,
          title: t('result.distribution'),
          description: t('result.distribution_text'),
          chart: histogram({ bins: distribution, score, boundaries, mean: whole.mean, label }),
        },
        { key: 'boundaries', is: 'column', of: [{ key: 'grades', is: 'own', shows: grades }] },
      ],
    },
    { key: 'items', is: 'own', shows: <ItemAnalysisPanel of={data} /> },
    few > 0 && {
      key: 'few',
      is: 'own',
      shows: <p className="mg-hint">{t('result.few_orgs', { n: few, least: fewestNamed })}</p>,
    },
    {
      key: 'orgs',
      is: 'own',
      shows: (
        <Groups
          title={t('result.by_org')}
          what={t('result.org')}
          rows={orgs}
          score={score}
          nameOf={(g) => g.name || t('result.no_org')}
        />
      ),
    },
    choose.variants.length > 1 && {
      key: 'variants',
      is: 'own',
      shows: (
        <Groups
          title={t('result.by_variant')}
          what={t('result.variant')}
          rows={variants}
          score={score}
          nameOf={(g) => t('result.variant_n', { n: g.name })}
        />
      ),
    },
  ]
}
