/** Exams of the candidate: what he can sit now first, what is to come, and what came of those he sat. */
import './exam.css'
import { Link } from 'react-router-dom'
import { examStatuses, type ExamStatus } from '../../contract/exam/status.ts'
import type { MyExam } from '../../contract/exam/attempt.schema.ts'
import { href } from '../../contract/screens/index.ts'
import { format, t } from '../../i18n/index.ts'
import { BrowseBar, BrowseView, useBrowse } from '../../kit/list/Browse.tsx'
import { Icon } from '../../ui/icon/Icon.tsx'
import { Page } from '../../ui/layout/Page.tsx'
import { StatusTag } from '../../ui/data/StatusTag.tsx'
import { attemptsOf, mayOf } from '../../parts/exam/may.ts'
import { statusFilter } from '../../parts/exam/statusFilter.ts'
import { lastEnd, examPeriodText } from './words.ts'

const start = { q: '', page: 1, status: undefined as ExamStatus | undefined }
const among = { status: examStatuses }

export default function ExamList() {
  const exams = useBrowse('GET /my-exams', { start, among, every: 30_000 })
  return (
    <Page title={t('exam.many')} description={t('exam.list_text')}>
      <BrowseBar of={exams} search={t('exam.search')} filters={[statusFilter()]} />
      <BrowseView of={exams} empty={{ icon: 'trophy', title: t('exam.none'), text: t('exam.none_text') }}>
        {({ items }) => (
          <ul className="exam-cards">
            {items.map((e) => (
              <Card key={e.id} of={e} />
            ))}
          </ul>
        )}
      </BrowseView>
    </Page>
  )
}

function Card({ of: e }: { of: MyExam }) {
  const can = e.may === 'begin' || e.may === 'resume'
  const last = lastEnd(e)
  const attempts = attemptsOf(e)
  return (
    <li className={`exam-card${can ? ' exam-card-now' : ''}`}>
      <header>
        <h2>
          <Link to={href('exam-guide', { exam_id: e.id })}>{e.name}</Link>
        </h2>
        <StatusTag word={e.status} label={t(`exam.status.${e.status}`)} />
      </header>
      <p className="exam-fact">
        <Icon name="calendar" /> {examPeriodText(e)}
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
        <>
          <p className={can ? 'exam-may' : 'mg-dim'}>{mayOf(e)}</p>
          {attempts && <p className="mg-dim">{attempts}</p>}
        </>
      )}
    </li>
  )
}
