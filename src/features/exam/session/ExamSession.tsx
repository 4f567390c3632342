/** Sitting an exam: one page for all its phases. What happens over time is the saga's. */
import '../exam.css'
import { useEffect } from 'react'
import { useDispatch } from 'react-redux'
import { Link, useParams, useSearchParams } from 'react-router-dom'
import { href } from '../../../contract/screens/index.ts'
import { format, t } from '../../../i18n/index.ts'
import { useRead } from '../../../kit/data/api.ts'
import { mayLookBack } from '../../../parts/exam/lookBack.ts'
import { ReceiptView } from '../../../parts/exam/ReceiptView.tsx'
import { Button, linkClass } from '../../../ui/input/Button.tsx'
import { Empty } from '../../../ui/feedback/Empty.tsx'
import { Loading } from '../../../ui/feedback/Loading.tsx'
import { Page } from '../../../ui/layout/Page.tsx'
import { ProblemView } from '../../../ui/feedback/ProblemView.tsx'
import { BeginExamPage } from './Gate.tsx'
import { ExamSheet } from './Sheet.tsx'
import { sittingActions } from './sitting.slice.ts'
import type { SittingState } from './sitting.state.ts'
import { UnsentView } from './Unsent.tsx'
import { useGate } from './useGate.ts'
import { useRefused, useSitting } from './use.ts'

/** @param heard seconds ago */
function heardOf(heard: number): string {
  const now = new Date()
  return format.ago(new Date(now.getTime() - heard * 1000), now)
}

export default function ExamSession() {
  const { exam_id = '' } = useParams()
  const [query, setQuery] = useSearchParams()
  const named = query.get('handed') ?? undefined
  const gate = useGate(exam_id, named, useRefused())
  const sitting = useSitting(exam_id, named, gate.passed)
  const handed = sitting?.phase.at === 'handed' ? sitting.phase.receipt.attempt : undefined
  useEffect(() => {
    // whoever loads the page again sees his receipt, and begins nothing
    if (handed && handed !== named) setQuery({ handed }, { replace: true })
  }, [handed, named, setQuery])
  if (gate.asks) return <BeginExamPage of={gate.asks} onBegin={gate.begin} />
  if (sitting?.phase.at === 'open' || sitting?.phase.at === 'ending') return <ExamSheet sitting={sitting} />
  return (
    <Page narrow title={sitting?.sheet?.exam ?? t('screen.exam-session')}>
      {sitting ? <Otherwise exam={exam_id} sitting={sitting} /> : <Loading kind="detail" />}
      {sitting && <UnsentView sitting={sitting} />}
    </Page>
  )
}

/** What there is to see of it already. */
function Outcome({ exam, attempt }: { exam: string; attempt: string }) {
  const { data } = useRead('GET /my-exams/:id', { params: { id: exam } })
  const a = data?.mine.find((one) => one.id === attempt)
  if (!data || !a) return null
  const look = mayLookBack(data, a)
  if (a.points === null && !look) return null
  return (
    <p className="exam-result" role="status">
      {a.points !== null && (
        <>
          <strong className="mg-num">{format.number(a.points)}</strong> / {format.number(data.score)}
        </>
      )}
      {a.grade && <span className="exam-grade">{a.grade}</span>}
      {a.points !== null && a.open > 0 && <span className="mg-dim">{t('exam.points_so_far', { n: a.open })}</span>}
      {look && (
        <Link className={linkClass()} to={href('exam-review', { exam_id: exam }, { attempt })}>
          {t('exam.look_back')}
        </Link>
      )}
    </p>
  )
}

function Otherwise({ exam, sitting: { phase, sheet } }: { exam: string; sitting: SittingState }) {
  const dispatch = useDispatch()
  switch (phase.at) {
    case 'elsewhere':
      return (
        <Empty icon="swap" title={t(phase.taken ? 'exam.taken_title' : 'exam.elsewhere_title')}>
          <p>
            {phase.taken || sheet?.heard === null || sheet?.heard === undefined
              ? t('exam.taken_text')
              : t('exam.elsewhere_text', { when: heardOf(sheet.heard) })}
          </p>
          <Button tone="primary" className="exam-go-on" onClick={() => dispatch(sittingActions.takeOverAsked())}>
            {t('exam.take_over')}
          </Button>
        </Empty>
      )
    case 'handed':
      return (
        <>
          <Outcome exam={exam} attempt={phase.receipt.attempt} />
          <ReceiptView receipt={phase.receipt} exam={exam} />
        </>
      )
    case 'failed':
      return (
        <>
          <ProblemView problem={phase.problem} />
          <Link className={linkClass()} to={href('exam-guide', { exam_id: exam })}>
            {t('exam.to_guide')}
          </Link>
        </>
      )
    default:
      return <Loading kind="detail" />
  }
}
