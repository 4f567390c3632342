/** A sheet looked at afterwards: points, answers and keys as far as the exam shows them, and objections. */
import './exam.css'
import { useState } from 'react'
import { Link, useParams, useSearchParams } from 'react-router-dom'
import type { Review } from '../../contract/exam/attempt.schema.ts'
import { examLimits } from '../../contract/exam/exam.ts'
import { href } from '../../contract/screens/index.ts'
import { format, t, tOr } from '../../i18n/index.ts'
import { useRead, useWrite } from '../../kit/data/api.ts'
import { useSettings } from '../../kit/session/use.ts'
import { KeyView } from '../../parts/question/KeyView.tsx'
import { QuestionView } from '../../parts/question/QuestionView.tsx'
import { Button, linkClass } from '../../ui/Button.tsx'
import { Confirm } from '../../ui/Confirm.tsx'
import { CountedTextArea } from '../../ui/CountedTextArea.tsx'
import { Empty } from '../../ui/Empty.tsx'
import { Loading } from '../../ui/Loading.tsx'
import { Page } from '../../ui/Page.tsx'
import { Panel } from '../../ui/Panel.tsx'
import { ProblemView } from '../../ui/ProblemView.tsx'
import { Stat, StatRow } from '../../ui/Stat.tsx'

export default function ExamReview() {
  const { exam_id = '' } = useParams()
  const [search] = useSearchParams()
  const { language } = useSettings()
  const guide = useRead('GET /my-exams/:id', { params: { id: exam_id } })
  const id = search.get('attempt') ?? guide.data?.mine.at(-1)?.id
  const { data, error, refetch } = useRead(
    'GET /exam-attempts/:id/review',
    { params: { id: id ?? '' }, query: { language } },
    { skip: id === undefined },
  )
  const problem = error ?? guide.error
  return (
    <Page
      narrow
      title={data?.exam ?? guide.data?.name ?? t('screen.exam-review')}
      actions={
        data && (
          <Link className={linkClass()} to={href('exam-score-print', { examId: exam_id, userId: data.attempt })}>
            {t('exam.print')}
          </Link>
        )
      }
    >
      {problem && !data ? (
        <ProblemView problem={problem} onRetry={refetch} />
      ) : guide.data && id === undefined ? (
        <Empty icon="history" title={t('exam.nothing_yet')} />
      ) : data ? (
        <Sheet of={data} />
      ) : (
        <Loading kind="detail" />
      )}
    </Page>
  )
}

function Sheet({ of: r }: { of: Review }) {
  return (
    <>
      <StatRow>
        <Stat label={t('exam.points_of')} value={format.number(r.points)} unit={`/ ${format.number(r.score)}`} />
        <Stat label={t('exam.grade')} value={r.grade} />
        <Stat label={t('exam.rank')} value={format.number(r.rank)} unit={`/ ${format.number(r.candidates)}`} />
      </StatRow>
      {r.depth === 'points' && <p className="mg-dim">{t('exam.points_only')}</p>}
      {r.sections.map((s) => (
        <Panel key={s.id} title={s.title}>
          {s.items.map((item) => (
            <Item key={item.id} of={item} attempt={r.attempt} may={r.may_object} />
          ))}
        </Panel>
      ))}
    </>
  )
}

type ReviewItem = Review['sections'][number]['items'][number]
function Item({ of: item, attempt, may }: { of: ReviewItem; attempt: string; may: boolean }) {
  return (
    <div className="exam-review-item">
      <p className="exam-review-points">
        <span>{t('exam.question', { n: item.n })}</span>
        <strong className="mg-num">
          {item.points === null ? '–' : format.number(item.points)} / {format.number(item.score)}
        </strong>
        <span className="mg-dim">{tOr([`exam.judged.${item.rule}`], '')}</span>
      </p>
      <QuestionView question={item.question} answer={item.answer} disabled onAnswer={() => undefined} />
      {item.key && <KeyView question={item.question} answerKey={item.key} />}
      {item.comment && (
        <p className="exam-message">
          <span className="mg-dim">{t('exam.comment')}</span> {item.comment}
        </p>
      )}
      {item.objection ? (
        <p className="exam-message">
          <span className="mg-dim">{t('exam.objection')}</span> {item.objection.text}
          <br />
          <span className="mg-dim">{t('exam.objection_reply')}</span> {item.objection.reply ?? t('exam.objection_open')}
        </p>
      ) : (
        may && item.points !== null && item.points < item.score && <Object attempt={attempt} item={item.id} />
      )}
    </div>
  )
}

function Object({ attempt, item }: { attempt: string; item: string }) {
  const [open, setOpen] = useState(false)
  const [text, setText] = useState('')
  const [object] = useWrite('POST /exam-attempts/:id/objections')
  return (
    <>
      <Button size="small" onClick={() => setOpen(true)}>
        {t('exam.object')}
      </Button>
      <Confirm
        open={open}
        size="default"
        title={t('exam.object_title')}
        confirm={t('exam.object')}
        ready={text.trim() !== ''}
        onConfirm={() => object({ params: { id: attempt }, body: { item, text } })}
        onClose={() => setOpen(false)}
      >
        <CountedTextArea
          aria-label={t('exam.object_text')}
          value={text}
          max={examLimits.objection}
          rows={4}
          onChange={setText}
        />
      </Confirm>
    </>
  )
}
