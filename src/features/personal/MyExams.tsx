/** The viewer's exams: what comes, what runs, and what came of those he sat, with their receipts. */
import { useState } from 'react'
import { Link } from 'react-router-dom'
import type { MyExam } from '../../contract/exam/attempt.schema.ts'
import { examStatuses, type ExamStatus } from '../../contract/exam/status.ts'
import { href } from '../../contract/screens/index.ts'
import { format, t } from '../../i18n/index.ts'
import { useRead } from '../../kit/data/api.ts'
import { BrowseBar, BrowseView, useBrowse } from '../../kit/list/Browse.tsx'
import { mayLookBack } from '../../parts/exam/lookBack.ts'
import { mayOf } from '../../parts/exam/may.ts'
import { statusFilter } from '../../parts/exam/statusFilter.ts'
import { ReceiptView } from '../../parts/exam/ReceiptView.tsx'
import { Button } from '../../ui/input/Button.tsx'
import { Dialog } from '../../ui/feedback/Dialog.tsx'
import { Loading } from '../../ui/feedback/Loading.tsx'
import { Panel } from '../../ui/layout/Panel.tsx'
import { ProblemView } from '../../ui/feedback/ProblemView.tsx'
import { StatusTag } from '../../ui/data/StatusTag.tsx'

const start = { page: 1, status: undefined as ExamStatus | undefined }
const among = { status: examStatuses }

export function MyExams() {
  const exams = useBrowse('GET /my-exams', { start, among })
  const [receipt, setReceipt] = useState<{ exam: string; attempt: string }>()
  return (
    <Panel title={t('personal.exams')} flush>
      <BrowseBar inner of={exams} filters={[statusFilter()]} />
      <BrowseView
        compact
        kind="text"
        of={exams}
        empty={{ icon: 'trophy', title: t('exam.none'), text: t('exam.none_text') }}
      >
        {({ items }) => (
          <ul className="personal-list">
            {items.map((e) => (
              <Line key={e.id} of={e} onReceipt={(attempt) => setReceipt({ exam: e.id, attempt })} />
            ))}
          </ul>
        )}
      </BrowseView>
      {receipt && <ReceiptDialog {...receipt} onClose={() => setReceipt(undefined)} />}
    </Panel>
  )
}

function Line({ of: e, onReceipt }: { of: MyExam; onReceipt: (attempt: string) => void }) {
  const handed = e.mine.filter((a) => a.handed_at !== null)
  return (
    <li className="personal-message">
      <span className="personal-words">
        <Link to={href('exam-guide', { exam_id: e.id })}>{e.name}</Link>
        <span className="mg-dim">
          {t('exam.when', { from: format.dateTime(e.starts_at), to: format.dateTime(e.ends_at) })}
        </span>
        {e.result ? (
          <span>
            <strong className="mg-num">{format.number(e.result.points)}</strong> / {format.number(e.score)} ·{' '}
            {t('exam.grade')} <strong>{e.result.grade}</strong> ·{' '}
            {t('exam.rank_of', { rank: e.result.rank, all: e.result.candidates })}
          </span>
        ) : (
          <span className="mg-faint">{mayOf(e)}</span>
        )}
        {handed.map((a) => (
          <span key={a.id} className="personal-attempt">
            <span className="mg-dim">
              {t('exam.attempt', { n: a.n })} · {format.dateTime(a.handed_at ?? a.began_at)}
            </span>
            <Button size="small" icon="shield" onClick={() => onReceipt(a.id)}>
              {t('personal.exam_receipt')}
            </Button>
            {mayLookBack(e, a) && (
              <Link to={href('exam-review', { exam_id: e.id }, { attempt: a.id })}>{t('exam.look_back')}</Link>
            )}
          </span>
        ))}
      </span>
      <StatusTag word={e.status} label={t(`exam.status.${e.status}`)} />
    </li>
  )
}

function ReceiptDialog({ exam, attempt, onClose }: { exam: string; attempt: string; onClose: () => void }) {
  const { data, error, refetch } = useRead('GET /exam-attempts/:id/receipt', { params: { id: attempt } })
  return (
    <Dialog
      open
      size="large"
      title={t('personal.exam_receipt')}
      onClose={onClose}
      actions={<Button onClick={onClose}>{t('kit.close')}</Button>}
    >
      {data ? (
        <ReceiptView receipt={data} exam={exam} />
      ) : error ? (
        <ProblemView compact problem={error} onRetry={refetch} />
      ) : (
        <Loading kind="detail" />
      )}
    </Dialog>
  )
}
