/** Showing results and taking them back, asked first: from the list, the invigilators' page and the markers'. */
import type { Exam } from '../../../contract/exam/exam.schema.ts'
import { t } from '../../../i18n/index.ts'
import type { ActionDialogProps } from '../../../kit/action/action.ts'
import { useWrite } from '../../../kit/data/api.ts'
import { Confirm } from '../../../ui/feedback/Confirm.tsx'
import { Icon } from '../../../ui/icon/Icon.tsx'
import { TurnoutFigures } from '../TurnoutFigures.tsx'

export function PublishDialog({ rows: [row], onClose }: ActionDialogProps<Exam>) {
  const [publish] = useWrite('POST /exams/:id/publish')
  if (!row) return null
  return (
    <Confirm
      open
      title={t('exam.publish_title', { name: row.name })}
      confirm={t('exam.publish')}
      done={t('exam.publish_done', { name: row.name })}
      onConfirm={() => publish({ params: { id: row.id }, body: {} })}
      onClose={onClose}
    >
      {row.running && (
        <p>
          <Icon name="warn" /> {t('exam.publish_running', { n: row.handed_in })}
        </p>
      )}
      <TurnoutFigures exam={row.id} />
      <p>{t('exam.publish_text')}</p>
    </Confirm>
  )
}

export function WithdrawDialog({ rows: [row], onClose }: ActionDialogProps<Exam>) {
  const [withdraw] = useWrite('POST /exams/:id/withdraw')
  if (!row) return null
  return (
    <Confirm
      open
      danger
      title={t('exam.withdraw_title', { name: row.name })}
      confirm={t('exam.withdraw')}
      done={t('exam.withdraw_done', { name: row.name })}
      onConfirm={() => withdraw({ params: { id: row.id }, body: {} })}
      onClose={onClose}
    >
      <p>{t('exam.withdraw_text')}</p>
    </Confirm>
  )
}
