import type { BulkReply } from '../../../contract/lib/crud.ts'
import type { User } from '../../../contract/system/user.schema.ts'
import { t } from '../../../i18n/index.ts'
import type { ActionDialogProps } from '../../../kit/action/action.ts'
import { useWriteTo } from '../../../kit/resource/calls.ts'
import { UserBulkDialog } from './BulkDialog.tsx'
import { RefusalReason, useReason } from './RefusalReason.tsx'
import { userActionTitle } from './titles.ts'

/** Refuses applications with one reason, a note of those who review: the platform tells the applicant nothing. */
export default function FailDialog({ rows, onClose }: ActionDialogProps<User>) {
  const { reason, missing, forget, field } = useReason()
  const write = useWriteTo()
  const call = async (ids: string[]): Promise<BulkReply> => {
    const reply = await write<BulkReply>('POST /users/fail', { body: { ids, reason } })
    forget()
    return reply
  }
  return (
    <UserBulkDialog
      title={userActionTitle(t('user.fail'), rows)}
      confirm={t('user.fail')}
      rows={rows}
      danger
      missing={missing}
      call={call}
      onClose={onClose}
    >
      <RefusalReason {...field} />
    </UserBulkDialog>
  )
}
