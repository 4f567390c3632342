import { useState } from 'react'
import { Link } from 'react-router-dom'
import { type PracticeKind, stateOfTry, type Verdict, verdicts } from '../../../contract/practice/practice.ts'
import type { PracticeRecord } from '../../../contract/practice/record.routes.ts'
import { href } from '../../../contract/screens/index.ts'
import { t } from '../../../i18n/index.ts'
import { BrowseBar, BrowseView, useBrowse } from '../../../kit/list/Browse.tsx'
import { DateTime } from '../../../ui/data/DateTime.tsx'
import { Panel } from '../../../ui/layout/Panel.tsx'
import { StatusTag } from '../../../ui/data/StatusTag.tsx'
import { type Period } from './period.logic.ts'
import { offsetOf } from '../../../lib/offset.ts'

const start = { q: '', page: 1, verdict: undefined as Verdict | undefined }
const among = { verdict: verdicts }

/** Every answer by time. */
export function Answers({ kind, period }: { kind: PracticeKind | undefined; period: Period }) {
  const [offset] = useState(() => offsetOf(new Date()))
  const answers = useBrowse('GET /practice/records', {
    start,
    among,
    place: 'tries_',
    query: { offset, ...period, ...(kind ? { kind: [kind] } : {}) },
  })
  return (
    <Panel title={t('practice.all_answers')} flush className="practice-answers">
      <BrowseBar
        inner
        of={answers}
        search={t('practice.search_questions')}
        filters={[
          {
            field: 'verdict',
            label: t('practice.filter.state'),
            all: t('practice.all'),
            options: verdicts.map((value) => ({ value, label: t(`practice.verdict.${value}`) })),
          },
        ]}
      />
      <BrowseView
        compact
        of={answers}
        name={t('practice.all_answers')}
        empty={{ icon: 'history', title: t('practice.record_none') }}
      >
        {({ items }) => (
          <ul className="practice-questions">
            {items.map((one) => (
              <Line key={one.id} of={one} />
            ))}
          </ul>
        )}
      </BrowseView>
    </Panel>
  )
}

function Line({ of: one }: { of: PracticeRecord }) {
  const state = stateOfTry(one)
  return (
    <li>
      <span className="mg-dim practice-when">
        <DateTime at={one.at} />
      </span>
      <span className="practice-words">
        {one.title === '' ? (
          <span className="mg-dim">{t('practice.question_gone')}</span>
        ) : (
          <Link to={linkOf(one)}>{one.title}</Link>
        )}
        <span className="mg-faint">{[t(`practice.kind.${one.kind}`), one.set_name].filter(Boolean).join(' · ')}</span>
      </span>
      {one.own && <span className="mg-faint">{t('practice.own_label')}</span>}
      {one.closed && <span className="mg-faint">{t('practice.key_later')}</span>}
      <StatusTag dot word={state} label={t(`practice.try.${state}`)} />
    </li>
  )
}

const linkOf = (one: PracticeRecord): string =>
  one.kind === 'flag'
    ? href('practice-capture-flag-exercise', { exercise_id: one.question_id })
    : one.kind === 'volume' && one.set_id && one.run_id
      ? href('volume-group-record', { id: one.set_id }, { run: one.run_id })
      : href('practice-exercise', { exercise_id: one.question_id })
