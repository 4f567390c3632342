/** Exams of the candidate: what he can sit now first, what is to come, and what came of those he sat. */
import './exam.css'
import { Link } from 'react-router-dom'
import { limits } from '../../contract/limits.ts'
import { examStatuses, type ExamStatus } from '../../contract/exam/status.ts'
import type { MyExam } from '../../contract/exam/attempt.schema.ts'
import { href } from '../../contract/screens/index.ts'
import { format, t } from '../../i18n/index.ts'
import { useRead } from '../../kit/data/api.ts'
import { Pager } from '../../kit/list/Pager.tsx'
import { SearchBox } from '../../kit/list/SearchBox.tsx'
import { Chips } from '../../ui/Chips.tsx'
import { Empty } from '../../ui/Empty.tsx'
import { Icon } from '../../ui/Icon.tsx'
import { Loading } from '../../ui/Loading.tsx'
import { Page } from '../../ui/Page.tsx'
import { ProblemView } from '../../ui/ProblemView.tsx'
import { StatusTag } from '../../ui/StatusTag.tsx'
import { lastEnd, mayOf, whenOf } from './words.ts'
import { useKept } from '../../kit/list/useKept.ts'

const start = { q: '', page: 1, status: undefined as ExamStatus | undefined }
const among = { status: examStatuses }

export default function ExamList() {
  const [at, setAt] = useKept(start, among)
  const size = limits.pageSize.default
  const { data, error, loading, refetch } = useRead(
    'GET /my-exams',
    {
      query: {
        page: at.page,
        page_size: size,
        ...(at.q ? { q: at.q } : {}),
        ...(at.status ? { status: [at.status] } : {}),
      },
    },
    { every: 30_000 },
  )
  return (
    <Page title={t('screen.exam-list')} description={t('exam.list_text')}>
      <div className="exam-bar">
        <SearchBox label={t('exam.search')} q={at.q} onSearch={(q) => setAt({ ...at, q, page: 1 })} />
        <Chips
          label={t('exam.field.status')}
          value={at.status}
          items={[undefined, ...examStatuses].map((value) => ({
            value,
            label: value ? t(`exam.status.${value}`) : t('exam.all'),
          }))}
          onChange={(status) => setAt({ ...at, page: 1, status })}
        />
      </div>
      {error && !data && <ProblemView problem={error} onRetry={refetch} />}
      {loading && !data && <Loading kind="list" />}
      {data?.items.length === 0 && (
        <Empty icon="trophy" title={t(at.q || at.status ? 'kit.list.no_match' : 'exam.none')}>
          {at.q || at.status ? undefined : t('exam.none_text')}
        </Empty>
      )}
      <ul className="exam-cards">
        {data?.items.map((e) => (
          <Card key={e.id} of={e} />
        ))}
      </ul>
      <Pager page={at.page} size={size} total={data?.total} onPage={(page) => setAt({ ...at, page })} />
    </Page>
  )
}

function Card({ of: e }: { of: MyExam }) {
  const can = e.may === 'begin' || e.may === 'resume'
  const last = lastEnd(e)
  return (
    <li className={`exam-card${can ? ' exam-card-now' : ''}`}>
      <header>
        <h2>
          <Link to={href('exam-guide', { exam_id: e.id })}>{e.name}</Link>
        </h2>
        <StatusTag word={e.status} label={t(`exam.status.${e.status}`)} />
      </header>
      <p className="exam-fact">
        <Icon name="calendar" /> {whenOf(e)}
      </p>
      {last && (
        <p className="exam-fact">
          <Icon name="check" /> {last}
        </p>
      )}
      <p className="exam-fact">
        <Icon name="clock" /> {e.duration === null ? t('exam.until_end') : format.span(e.duration * 60)}
        {' · '}
        {t('exam.size', { items: e.items, score: e.score })}
      </p>
      {e.result ? (
        <p className="exam-result">
          <strong className="mg-num">{format.number(e.result.points)}</strong> / {format.number(e.score)}
          <span className="exam-grade">{e.result.grade}</span>
          <span className="mg-dim">{t('exam.rank_of', { rank: e.result.rank, all: e.result.candidates })}</span>
        </p>
      ) : (
        <p className={can ? 'exam-may' : 'mg-dim'}>{mayOf(e)}</p>
      )}
    </li>
  )
}
