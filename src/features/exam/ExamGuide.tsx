/** Before an exam: what it is, its rules, and the way in; after it: attempts and results. */
import './exam.css'
import { useEffect, useState } from 'react'
import { Link, useNavigate, useParams } from 'react-router-dom'
import type { ExamGuide as Guide } from '../../contract/exam/attempt.schema.ts'
import { href } from '../../contract/screens/index.ts'
import { format, t } from '../../i18n/index.ts'
import { useRead } from '../../kit/data/api.ts'
import { mayLookBack } from '../../parts/exam/lookBack.ts'
import { mayOf } from '../../parts/exam/may.ts'
import { ReceiptCheck } from '../../parts/exam/ReceiptCheck.tsx'
import { linkClass } from '../../ui/input/Button.tsx'
import { Loading } from '../../ui/feedback/Loading.tsx'
import { Markdown } from '../../ui/text/Markdown.tsx'
import { Page } from '../../ui/layout/Page.tsx'
import { Panel } from '../../ui/layout/Panel.tsx'
import { ProblemView } from '../../ui/feedback/ProblemView.tsx'
import { StatusTag } from '../../ui/data/StatusTag.tsx'
import { sayBegin } from './asked.ts'
import { BeginPanel } from './BeginPanel.tsx'
import { ExamRules } from './ExamRules.tsx'
import { InvigilatorMessages } from './Messages.tsx'
import { useServerNow } from '../../ui/data/useServerNow.ts'
import { lastEnd, examPeriodText } from './words.ts'

export default function ExamGuide() {
  const { exam_id = '' } = useParams()
  const go = useNavigate()
  // whoever waits for the beginning sees it come
  const [every, setEvery] = useState(often)
  const { data, error, refetch } = useRead('GET /my-exams/:id', { params: { id: exam_id } }, { every })
  const wait =
    data?.may === 'early' && data.start_mode === 'clock' ? Date.parse(data.starts_at) - Date.parse(data.now) : often
  useEffect(() => setEvery(Math.min(often, Math.max(1000, wait))), [wait])
  if (!data)
    return (
      <Page narrow title={t('screen.exam-guide')}>
        {error ? <ProblemView problem={error} onRetry={refetch} /> : <Loading kind="detail" />}
      </Page>
    )
  const can = data.may === 'begin' || data.may === 'resume'
  // what came of an attempt stands above the way into the next one; whoever goes on with one comes for that
  const first = data.may !== 'resume'
  const attempts = data.mine.length > 0 && <Attempts of={data} exam={exam_id} />
  return (
    <Page
      narrow="form"
      title={data.name}
      tags={<StatusTag word={data.status} label={t(`exam.status.${data.status}`)} />}
      description={examPeriodText(data)}
      actions={
        data.may === 'resume' && (
          <Link className={linkClass('primary', 'large')} to={href('exam-session', { exam_id })}>
            {t('exam.resume')}
          </Link>
        )
      }
    >
      <p role="status" className={can ? 'exam-may' : 'mg-dim'}>
        {mayOf(data)}
      </p>
      {data.may === 'early' && data.start_mode === 'clock' && <Beginning of={data} />}
      <InvigilatorMessages of={data.messages} />
      {first && attempts}
      <div className="exam-columns">
        {data.notice && (
          <Panel title={t('exam.field.notice')}>
            <Markdown text={data.notice} />
          </Panel>
        )}
        <ExamRules of={data} />
        <Panel title={t('exam.sections')}>
          <ul className="exam-rules">
            {data.sections.map((s, n) => (
              <li key={n}>
                {s.title || t('exam.section', { n: n + 1 })}{' '}
                <span className="mg-dim">{t('exam.size', { items: s.items, score: s.score })}</span>
              </li>
            ))}
          </ul>
        </Panel>
      </div>
      {data.may === 'begin' && (
        <BeginPanel
          of={data}
          onBegin={() => {
            sayBegin(exam_id)
            void go(href('exam-session', { exam_id }))
          }}
        />
      )}
      {!first && attempts}
    </Page>
  )
}

/** Milliseconds between two looks of whoever waits. */
const often = 10_000

/** The time until it begins, by the server's clock; within a day of it. */
function Beginning({ of }: { of: Guide }) {
  const left = Date.parse(of.starts_at) - useServerNow(of.now)
  if (left <= 0 || left > 86_400_000) return null
  return (
    <p role="timer" className="mg-num">
      {t('exam.starts_in', { time: format.clock(Math.ceil(left / 1000)) })}
    </p>
  )
}

/** Of an attempt that is over and whose points are not out: that they come. */
const pointsToCome = (e: Guide, a: Guide['mine'][number]): string =>
  a.handed_at === null || e.review !== 'nothing' ? '' : t('exam.points_to_come')

function Attempts({ of: e, exam }: { of: Guide; exam: string }) {
  return (
    <Panel title={t('exam.mine')}>
      <ul className="exam-attempts">
        {e.mine.map((a) => (
          <li key={a.id}>
            <span>{t('exam.attempt', { n: a.n })}</span>
            <span className="mg-dim mg-num">{lastEnd({ mine: [a] })}</span>
            <StatusTag word={a.status} label={t(`exam.attempt_status.${a.status}`)} />
            <span className="mg-num">
              {a.points === null ? pointsToCome(e, a) : `${format.number(a.points)} / ${format.number(e.score)}`}
              {a.grade && <span className="exam-grade">{a.grade}</span>}
            </span>
            {a.handed_at && (
              <Link to={href('exam-session', { exam_id: exam }, { handed: a.id })}>{t('exam.receipt.one')}</Link>
            )}
            {mayLookBack(e, a) && (
              <Link to={`${href('exam-review', { exam_id: exam })}?attempt=${a.id}`}>{t('exam.look_back')}</Link>
            )}
          </li>
        ))}
      </ul>
      {e.result && (
        <p className="exam-result">
          <strong className="mg-num">{format.number(e.result.points)}</strong> / {format.number(e.score)}
          <span className="exam-grade">{e.result.grade}</span>
          <span className="mg-dim">{t('exam.rank_of', { rank: e.result.rank, all: e.result.candidates })}</span>
        </p>
      )}
      {e.mine.some((a) => a.handed_at) && <ReceiptCheck />}
    </Panel>
  )
}
