import '../running.css'
import type { FlagContest } from '../../../contract/contest/flagContest.schema.ts'
import { t } from '../../../i18n/index.ts'
import type { ActionDialogProps } from '../../../kit/action/action.ts'
import { useWrite } from '../../../kit/data/api.ts'
import { ReasonDialog } from './ReasonDialog.tsx'

export default function ReopenDialog({ rows: [row], onClose }: ActionDialogProps<FlagContest>) {
  const [reopen] = useWrite('POST /flag-contests/:id/reopen')
  if (!row) return null
  return (
    <ReasonDialog
      place={`contest-reopen:${row.id}`}
      danger
      title={t('judging.reopen_title', { name: row.name })}
      confirm={t('contest.deed.reopen')}
      done={t('judging.reopened', { name: row.name })}
      onConfirm={(reason) => reopen({ params: { id: row.id }, body: { reason } })}
      onClose={onClose}
    >
      <p>{t('judging.reopen_text')}</p>
    </ReasonDialog>
  )
}
