/** A paper to practise on: what it asks, how one did before, and the way in. */
import '../practice.css'
import { Link, useNavigate, useParams } from 'react-router-dom'
import type { PaperDetail } from '../../../contract/practice/volume.schema.ts'
import { href } from '../../../contract/screens/index.ts'
import { format, t } from '../../../i18n/index.ts'
import { useRead, useWrite } from '../../../kit/data/api.ts'
import { Button, linkClass } from '../../../ui/input/Button.tsx'
import { KeyValue } from '../../../ui/data/KeyValue.tsx'
import { Loading } from '../../../ui/feedback/Loading.tsx'
import { Page } from '../../../ui/layout/Page.tsx'
import { Panel } from '../../../ui/layout/Panel.tsx'
import { ProblemView } from '../../../ui/feedback/ProblemView.tsx'
import { Stat, StatRow } from '../../../ui/data/Stat.tsx'
import { toast } from '../../../ui/feedback/toast.ts'
import { PaperRuns } from './PaperRuns.tsx'

export default function VolumeDetail() {
  const { id = '' } = useParams()
  const { data, error, refetch } = useRead('GET /practice/papers/:id', { params: { id } })
  if (!data)
    return (
      <Page narrow title={t('screen.volume-detail')}>
        {error ? <ProblemView problem={error} onRetry={refetch} /> : <Loading kind="detail" />}
      </Page>
    )
  return (
    <Page narrow title={data.name} description={data.description} actions={<Begin of={data} />}>
      {!data.may_begin && (
        <p role="status" className="mg-dim">
          {t('practice.paper_closed')}
        </p>
      )}
      <StatRow>
        <Stat label={t('practice.paper_points')} value={format.number(data.score)} />
        <Stat label={t('practice.paper_questions')} value={format.number(data.items)} />
        <Stat
          label={t('practice.paper_best_label')}
          value={data.best === null ? '–' : format.percent(data.best)}
          note={t('practice.of_points')}
          {...(data.best !== null && data.best >= data.pass ? { tone: 'ok' as const } : {})}
        />
      </StatRow>
      <Panel title={t('practice.paper_about')}>
        <KeyValue
          items={[
            {
              label: t('practice.paper_time'),
              value: format.span(data.duration),
            },
            {
              label: t('practice.paper_pass'),
              value: t('practice.share_of_points', { share: format.percent(data.pass) }),
            },
            { label: t('practice.filter.difficulty'), value: t(`practice.level.${data.difficulty}`) },
            ...(data.variants > 1
              ? [{ label: t('practice.paper_variants'), value: format.number(data.variants) }]
              : []),
          ]}
        />
        <ul className="practice-lines">
          {data.sections.map((s, n) => (
            <li key={n}>
              {s.title}
              <span className="mg-faint">{t('practice.paper_size', { items: s.items, score: s.score })}</span>
            </li>
          ))}
        </ul>
      </Panel>
      {data.runs.length > 0 && <PaperRuns paper={data} />}
    </Page>
  )
}

function Begin({ of: p }: { of: PaperDetail }) {
  const [begin, { busy }] = useWrite('POST /practice/papers/:id/begin')
  const navigate = useNavigate()
  const go = async (timed: boolean) => {
    try {
      await begin({ params: { id: p.id }, body: { timed } })
      void navigate(href('volume-exam', { id: p.id }))
    } catch (e) {
      toast.problem(e)
    }
  }
  if (p.open_run)
    return (
      <Link className={linkClass('primary', 'large')} to={href('volume-exam', { id: p.id })}>
        {t('practice.go_on_button')}
      </Link>
    )
  if (!p.may_begin) return null
  return (
    <>
      <Button busy={busy} onClick={() => void go(false)}>
        {t('practice.paper_free')}
      </Button>
      <Button tone="primary" icon="clock" busy={busy} onClick={() => void go(true)}>
        {t('practice.paper_timed')}
      </Button>
    </>
  )
}
