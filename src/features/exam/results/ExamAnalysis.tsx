/** An exam looked at when it is marked: the whole, its grades, each question, groups of candidates. */
import '../exam.css'
import './results.css'
import { useState } from 'react'
import { Link, useParams } from 'react-router-dom'
import { fewestNamed } from '../../../contract/exam/exam.ts'
import type { Boundaries } from '../../../contract/exam/score.ts'
import { href } from '../../../contract/screens/index.ts'
import { format, t, useLocale } from '../../../i18n/index.ts'
import { useRead } from '../../../kit/data/api.ts'
import { ExportMenu } from '../../../kit/list/ExportMenu.tsx'
import { Select } from '../../../kit/resource/input/Select.tsx'
import { linkClass } from '../../../ui/Button.tsx'
import { Empty } from '../../../ui/Empty.tsx'
import { Loading } from '../../../ui/Loading.tsx'
import { Page } from '../../../ui/Page.tsx'
import { Panel } from '../../../ui/Panel.tsx'
import { ProblemView } from '../../../ui/ProblemView.tsx'
import { Grades, storedOf } from './Grades.tsx'
import { Groups } from './Groups.tsx'
import { ExportResults } from './ExportResults.tsx'
import { Histogram } from './Histogram.tsx'
import { Items } from './Items.tsx'
import { points } from './figure.ts'
import { Whole } from './Whole.tsx'

export default function ExamAnalysis() {
  const { examId: id = '' } = useParams()
  const language = useLocale()
  const [narrowed, setNarrowed] = useState<{ org?: string; variant?: string }>({})
  const [draft, setDraft] = useState<Boundaries>()
  const { data, error, refetch } = useRead('GET /exams/:id/analysis', {
    params: { id },
    query: { ...narrowed, language },
  })
  const standings = useRead('GET /exams/:id/grades', { params: { id } })
  const boundaries = draft ?? (standings.data ? storedOf(standings.data) : { A: 0.9, B: 0.75, C: 0.6 })
  const problem = error ?? standings.error
  const narrow = (part: 'org' | 'variant') => (value: string) => {
    const { [part]: _, ...rest } = narrowed
    setNarrowed(value ? { ...rest, [part]: value } : rest)
  }
  const file = { params: { id }, query: { ...narrowed, language } as never }
  return (
    <Page
      title={data?.exam ?? t('screen.exam-score-analysis')}
      description={t('result.about')}
      actions={
        <>
          <Link className={linkClass()} to={href('exam-score-print', { examId: id, userId: 'all' })}>
            {t('result.print_all')}
          </Link>
          <ExportResults id={id} exam={data?.exam ?? ''} />
          <ExportMenu
            name={`${data?.exam ?? ''} ${t('result.items_file')}`}
            route="GET /exams/:id/analysis/file"
            params={file.params}
            query={file.query}
            label={t('result.export_items')}
          />
        </>
      }
    >
      {problem && !data ? (
        <ProblemView problem={problem} onRetry={refetch} />
      ) : !data ? (
        <Loading kind="detail" />
      ) : (
        <>
          {(data.choose.orgs.length > 1 || data.choose.variants.length > 1) && (
            <div className="result-filters">
              <Select
                aria-label={t('result.org')}
                value={narrowed.org ?? ''}
                options={[
                  { value: '', label: t('result.all_orgs') },
                  ...data.choose.orgs.map((o) => ({ value: o.id, label: o.name })),
                ]}
                onChange={narrow('org')}
              />
              {data.choose.variants.length > 1 && (
                <Select
                  aria-label={t('result.variant')}
                  value={narrowed.variant ?? ''}
                  options={[
                    { value: '', label: t('result.all_variants') },
                    ...data.choose.variants.map((v) => ({ value: v.id, label: t('result.variant_n', { n: v.name }) })),
                  ]}
                  onChange={narrow('variant')}
                />
              )}
            </div>
          )}
          {data.whole.candidates === 0 ? (
            <Empty icon="chart" title={t('result.none')}>
              {t('result.none_text')}
            </Empty>
          ) : (
            <>
              <Whole of={data} />
              <div className="result-two">
                <Panel title={t('result.distribution')} description={t('result.distribution_text')}>
                  <Histogram
                    bins={data.distribution}
                    score={data.score}
                    boundaries={boundaries}
                    mean={data.whole.mean}
                    label={t('result.distribution_says', {
                      n: format.number(data.whole.candidates),
                      mean: points(data.whole.mean),
                      from: points(data.whole.least),
                      to: points(data.whole.most),
                    })}
                  />
                </Panel>
                {standings.data && <Grades id={id} standings={standings.data} draft={boundaries} onDraft={setDraft} />}
              </div>
              <Items of={data} />
              {data.few > 0 && <p className="mg-hint">{t('result.few_orgs', { n: data.few, least: fewestNamed })}</p>}
              <Groups
                title={t('result.by_org')}
                what={t('result.org')}
                rows={data.orgs}
                score={data.score}
                nameOf={(g) => g.name || t('result.no_org')}
              />
              {data.choose.variants.length > 1 && (
                <Groups
                  title={t('result.by_variant')}
                  what={t('result.variant')}
                  rows={data.variants}
                  score={data.score}
                  nameOf={(g) => t('result.variant_n', { n: g.name })}
                />
              )}
            </>
          )}
        </>
      )}
    </Page>
  )
}
