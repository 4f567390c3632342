/** Ending an exam before its time, or calling it off before it began, with the reason that candidates and the trail are told. */
import type { Exam } from '../../../contract/exam/exam.schema.ts'
import { examLimits } from '../../../contract/exam/exam.ts'
import { t } from '../../../i18n/index.ts'
import type { ActionDialogProps } from '../../../kit/action/action.ts'
import { AskReason } from '../../../kit/action/AskReason.tsx'
import { useWrite } from '../../../kit/data/api.ts'
import { TurnoutFigures } from '../TurnoutFigures.tsx'

export default function EndDialog({ rows: [row], onClose }: ActionDialogProps<Exam>) {
  const [end] = useWrite('POST /exams/:id/end')
  if (!row) return null
  const early = row.status === 'not-started'
  return (
    <AskReason
      danger
      kept={`end:${row.id}`}
      label={t('exam.reason')}
      max={examLimits.reason}
      title={t(early ? 'exam.call_off_title' : 'exam.end_title', { name: row.name })}
      confirm={t(early ? 'exam.deed.call_off' : 'exam.deed.end')}
      done={t(early ? 'exam.done.call_off' : 'exam.done.end', { name: row.name })}
      onConfirm={(reason) => end({ params: { id: row.id }, body: { reason } })}
      onClose={onClose}
    >
      <p>{t(early ? 'exam.call_off_text' : 'exam.end_text')}</p>
      {!early && <TurnoutFigures exam={row.id} />}
    </AskReason>
  )
}
