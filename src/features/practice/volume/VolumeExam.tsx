/** Writing a paper for practice: one page for the open sheet and for what came of it. */
import '../practice.css'
import { Link, useParams, useSearchParams } from 'react-router-dom'
import { href } from '../../../contract/screens/index.ts'
import { t } from '../../../i18n/index.ts'
import { useRead } from '../../../kit/data/api.ts'
import { useSettings } from '../../../kit/session/use.ts'
import { linkClass } from '../../../ui/input/Button.tsx'
import { Empty } from '../../../ui/feedback/Empty.tsx'
import { Loading } from '../../../ui/feedback/Loading.tsx'
import { Page } from '../../../ui/layout/Page.tsx'
import { ProblemView } from '../../../ui/feedback/ProblemView.tsx'
import { PaperSheet } from './PaperSheet.tsx'
import { RunResult } from './RunResult.tsx'

export default function VolumeExam() {
  const { id = '' } = useParams()
  const [search] = useSearchParams()
  const { language } = useSettings()
  const paper = useRead('GET /practice/papers/:id', { params: { id } })
  // a run that is over but was not handed in is the one to end
  const found = search.get('run') ?? paper.data?.open_run ?? paper.data?.runs.find((r) => r.handed_at === null)?.id
  const run = useRead(
    'GET /practice/paper-runs/:id',
    { params: { id: found ?? '' }, query: { language } },
    { skip: found === undefined, every: 15_000 },
  )
  const problem = run.error ?? paper.error
  if (run.data && !run.data.result) return <PaperSheet key={run.data.id} run={run.data} />
  return (
    <Page
      narrow
      title={run.data?.name ?? paper.data?.name ?? t('screen.volume-exam')}
      actions={
        <Link className={linkClass()} to={href('volume-detail', { id })}>
          {t('practice.to_paper')}
        </Link>
      }
    >
      {run.data ? (
        <RunResult run={run.data} />
      ) : problem ? (
        <ProblemView problem={problem} onRetry={paper.refetch} />
      ) : paper.data && found === undefined ? (
        <Empty icon="file" title={t('practice.run_none')}>
          <Link to={href('volume-detail', { id })}>{t('practice.run_none_text')}</Link>
        </Empty>
      ) : (
        <Loading kind="detail" />
      )}
    </Page>
  )
}
