/** What one practised: by day, by set and paper, and every answer, narrowed at will. */
import '../practice.css'
import { useState } from 'react'
import { Link, useSearchParams } from 'react-router-dom'
import { type PracticeKind, practiceKinds } from '../../../contract/practice/practice.ts'
import type { RecordGroup } from '../../../contract/practice/record.routes.ts'
import { href } from '../../../contract/screens/index.ts'
import { format, t } from '../../../i18n/index.ts'
import { BrowseBar, BrowseView, useBrowse } from '../../../kit/list/Browse.tsx'
import { linkClass } from '../../../ui/input/Button.tsx'
import { Chips } from '../../../ui/data/Chips.tsx'
import { Ago } from '../../../ui/data/DateTime.tsx'
import { Page } from '../../../ui/layout/Page.tsx'
import { Panel } from '../../../ui/layout/Panel.tsx'
import { ProgressBar } from '../../../ui/feedback/ProgressBar.tsx'
import { Answers } from './Answers.tsx'
import { Activity } from './Activity.tsx'
import { type Period } from './period.logic.ts'
import { offsetOf } from '../../../lib/offset.ts'
import { PeriodChoice } from './PeriodChoice.tsx'
import { isDay } from '../../../kit/resource/value.logic.ts'
import { readUrlState, writeUrlState } from '../../../kit/list/state/useKept.ts'

const start = { kind: undefined as PracticeKind | undefined, from: '', to: '' }
const among = { kind: practiceKinds }
const startOfSets = { q: '', page: 1 }

export default function PracticeRecord() {
  const [search, setSearch] = useSearchParams()
  const { kind, ...days } = readUrlState(search, start, among)
  const period: Period = {
    ...(isDay(days.from) ? { from: days.from } : {}),
    ...(isDay(days.to) ? { to: days.to } : {}),
  }
  // what the lists below were narrowed to and where they stood is another list's
  const narrow = (to: { kind: PracticeKind | undefined } & Period) =>
    setSearch(writeUrlState(new URLSearchParams(), start, { ...start, ...to }), { preventScrollReset: true })
  return (
    <Page
      title={t('screen.practice-record')}
      description={t('practice.record_text')}
      actions={
        <Link className={linkClass()} to={href('personal', undefined, { tab: 'mistakes' })}>
          {t('practice.mistakes')}
        </Link>
      }
    >
      <Activity />
      <div className="practice-bar practice-narrow">
        <Chips
          label={t('practice.kind')}
          value={kind}
          items={[undefined, ...practiceKinds].map((value) => ({
            value,
            label: value ? t(`practice.kind.${value}`) : t('practice.all'),
          }))}
          onChange={(kind) => narrow({ ...period, kind })}
        />
        <PeriodChoice value={period} onChange={(period) => narrow({ ...period, kind })} />
      </div>
      <Groups key={`${kind} ${period.from} ${period.to}`} kind={kind} period={period} />
      <Answers key={`answers ${kind} ${period.from} ${period.to}`} kind={kind} period={period} />
    </Page>
  )
}

function Groups({ kind, period }: { kind: PracticeKind | undefined; period: Period }) {
  const [offset] = useState(() => offsetOf(new Date()))
  const name = t('practice.by_set')
  const sets = useBrowse('GET /practice/record-groups', {
    start: startOfSets,
    place: 'sets_',
    size: 10,
    query: { offset, ...period, ...(kind ? { kind: [kind] } : {}) },
  })
  return (
    <Panel title={name} flush>
      <BrowseBar inner of={sets} name={name} search={t('practice.search_sets')} />
      <BrowseView
        compact
        of={sets}
        name={name}
        empty={{ icon: 'history', title: t(kind || period.from ? 'kit.list.no_match' : 'practice.record_none') }}
      >
        {({ items }) => (
          <ul className="practice-questions">
            {items.map((g) => (
              <li key={`${g.kind} ${g.set_id}`}>
                <span className="practice-words">
                  <Link to={pageOf(g)}>{g.name}</Link>
                  <span className="mg-faint">
                    {t(`practice.kind.${g.kind}`)} · {t('practice.questions', { n: g.questions })} ·{' '}
                    {t('practice.answers_n', { n: g.tries })} · {t('practice.right_n', { n: g.right })}
                    {g.partly > 0 && ` · ${t('practice.partly_n', { n: g.partly })}`}
                  </span>
                </span>
                <span className="practice-share">
                  <ProgressBar
                    value={g.share}
                    label={t('practice.points_share', { name: g.name })}
                    says={t('practice.share_of_points', { share: format.percent(g.share) })}
                  />
                </span>
                <span className="mg-faint practice-count">
                  <Ago at={g.last_at} />
                </span>
              </li>
            ))}
          </ul>
        )}
      </BrowseView>
    </Panel>
  )
}

const pageOf = (g: RecordGroup): string =>
  g.kind === 'volume'
    ? href('volume-group-record', { id: g.set_id })
    : g.kind === 'flag'
      ? href('capture-flag-record', { id: g.set_id })
      : href('rationale-list', { id: g.set_id })
