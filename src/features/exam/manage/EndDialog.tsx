/** Ending an exam before its time, or calling it off before it began, with the reason that candidates and the trail are told. */
import type { Exam } from '../../../contract/exam/exam.schema.ts'
import { examLimits } from '../../../contract/exam/exam.ts'
import { t } from '../../../i18n/index.ts'
import type { ActionDialogProps } from '../../../kit/action/action.ts'
import { useWrite } from '../../../kit/data/api.ts'
import { useTyped } from '../../../kit/form/typed.ts'
import { Confirm } from '../../../ui/feedback/Confirm.tsx'
import { CountedTextArea } from '../../../ui/input/CountedTextArea.tsx'
import { TurnoutFigures } from '../TurnoutFigures.tsx'

export default function EndDialog({ rows: [row], onClose }: ActionDialogProps<Exam>) {
  const [reason, setReason] = useTyped(`end:${row?.id}`)
  const [end] = useWrite('POST /exams/:id/end')
  if (!row) return null
  const early = row.status === 'not-started'
  return (
    <Confirm
      open
      danger
      size="default"
      title={t(early ? 'exam.call_off_title' : 'exam.end_title', { name: row.name })}
      confirm={t(early ? 'exam.deed.call_off' : 'exam.deed.end')}
      done={t(early ? 'exam.done.call_off' : 'exam.done.end', { name: row.name })}
      missing={[reason.trim() === '' && t('exam.reason')]}
      onConfirm={async () => {
        await end({ params: { id: row.id }, body: { reason: reason.trim() } })
        setReason('')
      }}
      onClose={onClose}
    >
      <p>{t(early ? 'exam.call_off_text' : 'exam.end_text')}</p>
      {!early && <TurnoutFigures exam={row.id} />}
      <CountedTextArea
        data-autofocus
        label={t('exam.reason')}
        aria-required
        value={reason}
        max={examLimits.reason}
        rows={3}
        onChange={setReason}
      />
    </Confirm>
  )
}
