/** What an invigilator does for candidates, each in its dialogue. */
import { useState } from 'react'
import type { Exam } from '../../../contract/exam/exam.schema.ts'
import { examLimits } from '../../../contract/exam/exam.ts'
import type { Candidate } from '../../../contract/exam/run.schema.ts'
import { t } from '../../../i18n/index.ts'
import { useWrite } from '../../../kit/data/api.ts'
import { useTyped } from '../../../kit/form/typed.ts'
import { MessageDialog } from '../../../parts/people/MessageDialog.tsx'
import { Confirm } from '../../../ui/feedback/Confirm.tsx'
import { ExtraDialog } from './ExtraDialog.tsx'
import { MinutesField, ReasonField } from './fields.tsx'
import { ExamTimelineDialog } from './Timeline.tsx'

export type Deed =
  /** To nobody named: to all. */
  | { what: 'message' | 'extra'; to: readonly Candidate[] }
  | { what: 'timeline'; of?: Candidate }
  | { what: 'hand-in' | 'reopen'; of: Candidate; attempt: string }

export function Deeds({ exam, deed, onClose }: { exam: Exam; deed: Deed; onClose: () => void }) {
  switch (deed.what) {
    case 'message':
      return <Message exam={exam} to={deed.to} onClose={onClose} />
    case 'extra':
      return <ExtraDialog exam={exam} to={deed.to} onClose={onClose} />
    case 'timeline':
      return <ExamTimelineDialog exam={exam} of={deed.of} onClose={onClose} />
    case 'hand-in':
      return <HandIn name={deed.of.name} attempt={deed.attempt} onClose={onClose} />
    case 'reopen':
      return <Reopen name={deed.of.name} attempt={deed.attempt} onClose={onClose} />
  }
}

function Message({ exam, to, onClose }: { exam: Exam; to: readonly Candidate[]; onClose: () => void }) {
  const [say] = useWrite('POST /exams/:id/message')
  const [one] = to
  return (
    <MessageDialog
      to={to}
      place={`message:${exam.id}`}
      title={
        one && to.length === 1
          ? t('watch.message_title_one', { name: one.name })
          : t('watch.message_title', { n: to.length })
      }
      label={t('watch.message_text')}
      confirm={t('watch.send')}
      done={t('watch.message_done', { n: to.length })}
      max={examLimits.message}
      onSend={(text, user_ids) => say({ params: { id: exam.id }, body: { user_ids, text } })}
      onClose={onClose}
    >
      {to.length === 0 && <p className="mg-dim">{t('watch.message_who')}</p>}
    </MessageDialog>
  )
}

interface OneProps {
  name: string
  attempt: string
  onClose: () => void
}
function HandIn({ name, attempt, onClose }: OneProps) {
  const [reason, setReason] = useTyped(`hand-in:${attempt}`)
  const [handIn] = useWrite('POST /exam-attempts/:id/hand-in-for')
  return (
    <Confirm
      open
      danger
      size="default"
      title={t('watch.hand_in_title', { name })}
      confirm={t('watch.hand_in')}
      done={t('watch.hand_in_done', { name })}
      missing={[reason.trim() === '' && t('exam.reason')]}
      onConfirm={async () => {
        await handIn({ params: { id: attempt }, body: { reason: reason.trim() } })
        setReason('')
      }}
      onClose={onClose}
    >
      <p>{t('watch.hand_in_text')}</p>
      <ReasonField first value={reason} onChange={setReason} />
    </Confirm>
  )
}

function Reopen({ name, attempt, onClose }: OneProps) {
  const [reason, setReason] = useTyped(`reopen:${attempt}`)
  const [minutes, setMinutes] = useState('10')
  const [reopen] = useWrite('POST /exam-attempts/:id/reopen')
  const n = Number(minutes)
  const right = /^\d{1,3}$/.test(minutes) && n >= 1 && n <= examLimits.extra
  return (
    <Confirm
      open
      size="default"
      title={t('watch.reopen_title', { name })}
      confirm={t('watch.reopen')}
      done={t('watch.reopen_done', { name })}
      missing={[!right && t('watch.minutes_from_now'), reason.trim() === '' && t('exam.reason')]}
      onConfirm={async () => {
        await reopen({ params: { id: attempt }, body: { minutes: n, reason: reason.trim() } })
        setReason('')
      }}
      onClose={onClose}
    >
      <div className="watch-dialog">
        <p>{t('watch.reopen_text')}</p>
        <MinutesField label={t('watch.minutes_from_now')} value={minutes} wrong={!right} onChange={setMinutes} />
        <ReasonField value={reason} onChange={setReason} />
      </div>
    </Confirm>
  )
}
