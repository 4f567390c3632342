/** Before the platform is shown as holders of a role see it. */
import type { role } from '../../../contract/system/role.ts'
import { t } from '../../../i18n/index.ts'
import type { ActionDialogProps } from '../../../kit/action/action.ts'
import { useWriteTo } from '../../../kit/resource/calls.ts'
import type { Row } from '../../../kit/resource/words.ts'
import { sessionActions } from '../../../kit/session/session.slice.ts'
import { useSend } from '../../../kit/session/use.ts'
import { Confirm } from '../../../ui/feedback/Confirm.tsx'
import { roleTitle } from './title.ts'

export default function ViewDialog({ rows: [row], onClose }: ActionDialogProps<Row<typeof role>>) {
  const write = useWriteTo()
  const send = useSend()
  if (!row) return null
  const view = async () => {
    await write('POST /roles/:id/view', { params: { id: row.id } })
    onClose()
    // the app goes to the home of the role once its rights are there
    send(sessionActions.viewed(row.id))
  }
  return (
    <Confirm
      open
      title={t('role.view_title', { name: roleTitle(row) })}
      confirm={t('role.view')}
      onConfirm={view}
      onClose={onClose}
    >
      <p>{t('role.view_text')}</p>
    </Confirm>
  )
}
