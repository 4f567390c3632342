/** What one learner did in a set of flag challenges. */
import './flag.css'
import { Link, useParams } from 'react-router-dom'
import type { FlagRecord as Record } from '../../../contract/practice/flag.schema.ts'
import { href } from '../../../contract/screens/index.ts'
import { format, t } from '../../../i18n/index.ts'
import { BrowseView, useBrowse } from '../../../kit/list/Browse.tsx'
import { Table } from '../../../ui/data/Table.tsx'
import { linkClass } from '../../../ui/input/Button.tsx'
import { DateTime } from '../../../ui/data/DateTime.tsx'
import { DayBars } from '../../../ui/chart/DayBars.tsx'
import { Loading } from '../../../ui/feedback/Loading.tsx'
import { Page } from '../../../ui/layout/Page.tsx'
import { Panel } from '../../../ui/layout/Panel.tsx'
import { ProblemView } from '../../../ui/feedback/ProblemView.tsx'
import { Stat, StatRow } from '../../../ui/data/Stat.tsx'
import { StatusTag } from '../../../ui/data/StatusTag.tsx'
import { useNow } from '../../../ui/data/useNow.ts'
import { everyDay } from './record.logic.ts'

const start = { page: 1 }

export default function FlagRecord() {
  const { id = '' } = useParams()
  const record = useBrowse('GET /practice-flags/sets/:id/record', { start, params: { id } })
  const { data, error, refetch } = record
  if (!data)
    return (
      <Page title={t('screen.capture-flag-record')}>
        {error ? <ProblemView problem={error} onRetry={refetch} /> : <Loading kind="detail" />}
      </Page>
    )
  const { set } = data
  return (
    <Page
      title={t('flag.record_of', { name: set.name })}
      description={set.above.join(' / ')}
      actions={
        <>
          {set.tried > set.solved && (
            <Link className={linkClass('primary')} to={href('capture-flag-list', { id }, { state: 'submitted-wrong' })}>
              {t('flag.wrong_again', { n: set.tried - set.solved })}
            </Link>
          )}
          <Link className={linkClass()} to={href('capture-flag-list', { id })}>
            {t('flag.to_set')}
          </Link>
        </>
      }
    >
      <StatRow>
        <Stat
          label={t('flag.points')}
          value={format.number(set.earned)}
          note={t('flag.of_points', { n: set.points })}
        />
        <Stat
          label={t('flag.solved')}
          value={format.number(set.solved)}
          note={t('flag.of_challenges', { n: set.challenges })}
        />
        <Stat label={t('flag.answers')} value={format.number(data.total)} />
        <Stat
          label={t('flag.hints')}
          value={format.number(data.hints.length)}
          note={t('flag.hints_cost', { n: data.hints.reduce((sum, h) => sum + h.cost, 0) })}
        />
      </StatRow>
      {data.total > 0 && <Chart days={data.days} />}
      <Panel title={t('flag.answers')} flush>
        <BrowseView
          of={record}
          empty={{ icon: 'history', title: t('flag.record_none'), text: t('flag.record_none_text') }}
        >
          {({ items }) => <Tries of={items} />}
        </BrowseView>
      </Panel>
      {data.hints.length > 0 && (
        <Panel title={t('flag.hints')}>
          <ul className="flag-submissions">
            {data.hints.map((h, n) => (
              <li key={n}>
                <Link to={href('practice-capture-flag-exercise', { exercise_id: h.question_id })}>{h.title}</Link>
                <span className="mg-num">{t('keep.hint_cost', { n: h.cost })}</span>
                <span className="mg-faint flag-end">
                  <DateTime at={h.at} />
                </span>
              </li>
            ))}
          </ul>
        </Panel>
      )}
    </Page>
  )
}

function Chart({ days: some }: { days: Record['days'] }) {
  const today = useNow(3_600_000).toISOString().slice(0, 10)
  const days = everyDay(some, today)
  const tries = days.reduce((sum, d) => sum + d.tries, 0)
  const right = days.reduce((sum, d) => sum + d.right, 0)
  return (
    <Panel title={t('flag.by_day')}>
      <DayBars
        height={140}
        days={days.map((d) => d.day)}
        series={[
          { name: t('flag.right_ones'), tone: 'data', values: days.map((d) => d.right) },
          { name: t('flag.wrong_ones'), tone: 'warn', values: days.map((d) => d.tries - d.right) },
        ]}
        label={t('flag.chart', { days: days.length, tries, right })}
      />
    </Panel>
  )
}

const Tries = ({ of }: { of: Record['items'] }) => (
  <Table
    name={t('flag.answers')}
    rows={of}
    keyOf={(s) => s.id}
    columns={[
      { head: t('flag.when'), className: 'mg-num', cell: (s) => <DateTime at={s.at} /> },
      {
        head: t('flag.challenge'),
        names: true,
        cell: (s) => <Link to={href('practice-capture-flag-exercise', { exercise_id: s.question_id })}>{s.title}</Link>,
      },
      {
        head: t('flag.result'),
        cell: (s) => (
          <StatusTag
            word={s.right ? 'right' : 'wrong'}
            tone={s.right ? 'ok' : 'bad'}
            label={t(s.right ? 'flag.right' : 'flag.wrong')}
          />
        ),
      },
      { head: t('flag.handed_in'), className: 'mg-mono mg-dim', cell: (s) => s.masked },
      {
        head: t('flag.points'),
        className: 'mg-num',
        cell: (s) => (s.points === null ? '' : format.number(s.points)),
      },
    ]}
  />
)
