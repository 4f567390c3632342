import { useState } from 'react'
import { Link } from 'react-router-dom'
import { type PracticeKind, stateOfTry, type Verdict, verdicts } from '../../../contract/practice/practice.ts'
import type { PracticeRecord } from '../../../contract/practice/record.routes.ts'
import { limits } from '../../../contract/limits.ts'
import { href } from '../../../contract/screens/index.ts'
import { t } from '../../../i18n/index.ts'
import { useRead } from '../../../kit/data/api.ts'
import { Pager } from '../../../kit/list/Pager.tsx'
import { SearchBox } from '../../../kit/list/SearchBox.tsx'
import { Chips } from '../../../ui/Chips.tsx'
import { DateTime } from '../../../ui/DateTime.tsx'
import { Empty } from '../../../ui/Empty.tsx'
import { Loading } from '../../../ui/Loading.tsx'
import { Panel } from '../../../ui/Panel.tsx'
import { ProblemView } from '../../../ui/ProblemView.tsx'
import { StatusTag } from '../../../ui/StatusTag.tsx'
import { offsetOf, type Period } from './period.logic.ts'
import { useKept } from '../../../kit/list/useKept.ts'

const start = { q: '', page: 1, verdict: undefined as Verdict | undefined }
const among = { verdict: verdicts }

/** Every answer by time. */
export function Answers({ kind, period }: { kind: PracticeKind | undefined; period: Period }) {
  const [at, setAt] = useKept(start, among, 'tries_')
  const [offset] = useState(() => offsetOf(new Date()))
  const size = limits.pageSize.default
  const { data, error, refetch } = useRead('GET /practice/records', {
    query: {
      page: at.page,
      page_size: size,
      offset,
      ...period,
      ...(kind ? { kind: [kind] } : {}),
      ...(at.q ? { q: at.q } : {}),
      ...(at.verdict ? { verdict: [at.verdict] } : {}),
    },
  })
  return (
    <Panel title={t('practice.all_answers')} flush className="practice-answers">
      <div className="practice-bar practice-bar-inner">
        <SearchBox label={t('practice.search_questions')} q={at.q} onSearch={(q) => setAt({ ...at, q, page: 1 })} />
        <Chips
          label={t('practice.filter.state')}
          value={at.verdict}
          items={[
            { value: undefined, label: t('practice.all') },
            ...verdicts.map((value) => ({ value, label: t(`practice.verdict.${value}`) })),
          ]}
          onChange={(verdict) => setAt({ ...at, page: 1, verdict })}
        />
      </div>
      {error && !data ? (
        <ProblemView problem={error} onRetry={refetch} compact />
      ) : !data ? (
        <Loading kind="list" />
      ) : data.total === 0 ? (
        <Empty compact icon="history" title={t(at.q || at.verdict ? 'kit.list.no_match' : 'practice.record_none')} />
      ) : (
        <ul className="practice-questions">
          {data.items.map((one) => (
            <Line key={one.id} of={one} />
          ))}
        </ul>
      )}
      <Pager
        of={t('practice.all_answers')}
        page={at.page}
        size={size}
        total={data?.total}
        onPage={(page) => setAt({ ...at, page })}
      />
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
