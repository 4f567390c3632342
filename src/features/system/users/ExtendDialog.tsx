import { useId, useState } from 'react'
import type { User } from '../../../contract/system/user.schema.ts'
import { t } from '../../../i18n/index.ts'
import type { ActionDialogProps } from '../../../kit/action/action.ts'
import { useWrite } from '../../../kit/data/api.ts'
import { DateInput } from '../../../ui/input/dates/DateInput.tsx'
import { UserBulkDialog } from './BulkDialog.tsx'
import { userActionTitle } from './titles.ts'

/** Gives users another last day; those who expired are normal again. */
export default function ExtendDialog({ rows, onClose }: ActionDialogProps<User>) {
  const [day, setDay] = useState(rows.length === 1 ? (rows[0]?.expires_on ?? '') : '')
  const [extend] = useWrite('POST /users/extend')
  const id = useId()
  return (
    <UserBulkDialog
      title={userActionTitle(t('user.extend'), rows)}
      confirm={t('user.extend')}
      rows={rows}
      call={(ids) => extend({ body: { ids, expires_on: day === '' ? null : day } })}
      onClose={onClose}
    >
      <div className="user-dialog-field">
        <label className="mg-label" htmlFor={id}>
          {t('user.field.expires_on')}
        </label>
        <DateInput id={id} value={day} onChange={setDay} />
        <p className="mg-hint">{t('user.extend_hint')}</p>
      </div>
    </UserBulkDialog>
  )
}
