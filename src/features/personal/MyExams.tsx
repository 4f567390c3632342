/** The viewer's exams: what comes, what runs, and what came of those he sat, with their receipts. */
import { useState } from 'react'
import { Link } from 'react-router-dom'
import type { MyExam } from '../../contract/exam/attempt.schema.ts'
import { examStatuses, type ExamStatus } from '../../contract/exam/status.ts'
import { limits } from '../../contract/limits.ts'
import { href } from '../../contract/screens/index.ts'
import { format, t } from '../../i18n/index.ts'
import { useRead } from '../../kit/data/api.ts'
import { Pager } from '../../kit/list/Pager.tsx'
import { mayLookBack } from '../../parts/exam/lookBack.ts'
import { ReceiptView } from '../../parts/exam/ReceiptView.tsx'
import { Button } from '../../ui/Button.tsx'
import { Chips } from '../../ui/Chips.tsx'
import { Dialog } from '../../ui/Dialog.tsx'
import { Empty } from '../../ui/Empty.tsx'
import { Loading } from '../../ui/Loading.tsx'
import { Panel } from '../../ui/Panel.tsx'
import { ProblemView } from '../../ui/ProblemView.tsx'
import { StatusTag } from '../../ui/StatusTag.tsx'
import { useKept } from '../../kit/list/useKept.ts'

const start = { page: 1, status: undefined as ExamStatus | undefined }
const among = { status: examStatuses }

export function MyExams() {
  const [at, setAt] = useKept(start, among)
  const [receipt, setReceipt] = useState<{ exam: string; attempt: string }>()
  const size = limits.pageSize.default
  const { data, error, refetch } = useRead('GET /my-exams', {
    query: { page: at.page, page_size: size, ...(at.status ? { status: [at.status] } : {}) },
  })
  return (
    <Panel title={t('personal.exams')} flush>
      <div className="personal-bar">
        <Chips
          label={t('exam.field.status')}
          value={at.status}
          items={[undefined, ...examStatuses].map((value) => ({
            value,
            label: value ? t(`exam.status.${value}`) : t('exam.all'),
          }))}
          onChange={(status) => setAt({ page: 1, status })}
        />
      </div>
      {error && !data ? (
        <ProblemView problem={error} onRetry={refetch} compact />
      ) : !data ? (
        <Loading kind="text" rows={6} />
      ) : data.total === 0 ? (
        <Empty compact icon="trophy" title={t(at.status ? 'kit.list.no_match' : 'exam.none')}>
          {!at.status && t('exam.none_text')}
        </Empty>
      ) : (
        <ul className="personal-list">
          {data.items.map((e) => (
            <Line key={e.id} of={e} onReceipt={(attempt) => setReceipt({ exam: e.id, attempt })} />
          ))}
        </ul>
      )}
      <Pager page={at.page} size={size} total={data?.total} onPage={(page) => setAt({ ...at, page })} />
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
          <span className="mg-faint">{t(`exam.may.${e.may}`)}</span>
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
