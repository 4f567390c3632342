/** One paper's runs: their line of points, one of them with answers and explanations, compared with another. */
import '../practice.css'
import { Link, useParams, useSearchParams } from 'react-router-dom'
import type { PaperDetail, PaperRun } from '../../../contract/practice/volume.schema.ts'
import { href } from '../../../contract/screens/index.ts'
import { format, t } from '../../../i18n/index.ts'
import { useRead } from '../../../kit/data/api.ts'
import { NativeSelect } from '../../../kit/resource/input/Select.tsx'
import { useSettings } from '../../../kit/session/use.ts'
import { linkClass } from '../../../ui/input/Button.tsx'
import { Empty } from '../../../ui/feedback/Empty.tsx'
import { Icon } from '../../../ui/icon/Icon.tsx'
import { Loading } from '../../../ui/feedback/Loading.tsx'
import { Page } from '../../../ui/layout/Page.tsx'
import { Panel } from '../../../ui/layout/Panel.tsx'
import { ProblemView } from '../../../ui/feedback/ProblemView.tsx'
import { PaperRuns } from '../volume/PaperRuns.tsx'
import { comparedOf } from '../volume/result.logic.ts'
import { RunResult } from '../volume/RunResult.tsx'

export default function VolumeGroupRecord() {
  const { id = '' } = useParams()
  const [search, setSearch] = useSearchParams()
  const { language } = useSettings()
  const { data: paper, error, refetch } = useRead('GET /practice/papers/:id', { params: { id } })
  const chosen = search.get('run') ?? paper?.runs.find((r) => r.handed_at !== null)?.id
  const against = search.get('with')
  const read = (run: string | null | undefined) =>
    [{ params: { id: run ?? '' }, query: { language } }, { skip: !run }] as const
  const run = useRead('GET /practice/paper-runs/:id', ...read(chosen))
  const other = useRead('GET /practice/paper-runs/:id', ...read(against))
  const problem = error ?? run.error
  return (
    <Page
      narrow
      title={paper?.name ?? t('screen.volume-group-record')}
      actions={
        paper && (
          <Link className={linkClass()} to={href('volume-detail', { id })}>
            {t('practice.to_paper')}
          </Link>
        )
      }
    >
      {problem && !paper ? (
        <ProblemView problem={problem} onRetry={refetch} />
      ) : !paper ? (
        <Loading kind="detail" />
      ) : chosen === undefined ? (
        <Empty icon="history" title={t('practice.record_none')} />
      ) : (
        <>
          <PaperRuns paper={paper} chosen={chosen} />
          <Against
            paper={paper}
            chosen={chosen}
            value={against ?? ''}
            onChange={(w) => setSearch(w ? { run: chosen, with: w } : { run: chosen }, { replace: true })}
          />
          {run.data?.result && other.data?.result && against && <Compared now={run.data} before={other.data} />}
          {run.data ? (
            <RunResult run={run.data} />
          ) : problem ? (
            <ProblemView problem={problem} />
          ) : (
            <Loading kind="detail" />
          )}
        </>
      )}
    </Page>
  )
}

interface AgainstProps {
  paper: PaperDetail
  chosen: string
  value: string
  onChange: (run: string) => void
}
function Against({ paper, chosen, value, onChange }: AgainstProps) {
  const others = paper.runs.filter((r) => r.handed_at !== null && r.id !== chosen)
  if (!others.length) return null
  return (
    <div className="practice-bar practice-narrow">
      <NativeSelect
        aria-label={t('practice.compare')}
        value={value}
        options={[
          { value: '', label: t('practice.compare_none') },
          ...others.map((r) => ({
            value: r.id,
            label: t('practice.compare_with', {
              time: format.dateTime(r.handed_at ?? r.began_at),
              points: format.number(r.points ?? 0),
            }),
          })),
        ]}
        onChange={onChange}
      />
    </div>
  )
}

function Compared({ now, before }: { now: PaperRun; before: PaperRun }) {
  const lines = comparedOf(now, before)
  const said = (share: number | null) => (share === null ? '–' : format.percent(share))
  return (
    <Panel title={t('practice.compare')} description={t('practice.compare_common', { n: lines.length })}>
      <ul className="practice-lines">
        {lines.map((l) => (
          <li key={l.question} className="practice-compared">
            <span>{l.title}</span>
            <span className="mg-num">
              {said(l.before)} <Icon name="chevron-right" label={t('practice.compare_then')} /> {said(l.now)}
            </span>
          </li>
        ))}
      </ul>
    </Panel>
  )
}
