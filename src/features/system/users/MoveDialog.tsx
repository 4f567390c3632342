import { useId, useState } from 'react'
import type { User } from '../../../contract/system/user.schema.ts'
import { t } from '../../../i18n/index.ts'
import type { ActionDialogProps } from '../../../kit/action/action.ts'
import { useWrite } from '../../../kit/data/api.ts'
import { Pick } from '../../../kit/pick/Pick.tsx'
import { UserBulkDialog } from './BulkDialog.tsx'
import { userActionTitle } from './titles.ts'

/** Puts users into an organisation, or into none. */
export default function MoveDialog({ rows, onClose }: ActionDialogProps<User>) {
  const [org, setOrg] = useState<string[]>([])
  const [move] = useWrite('POST /users/move')
  const id = useId()
  return (
    <UserBulkDialog
      title={userActionTitle(t('user.move'), rows)}
      confirm={t('user.move')}
      rows={rows}
      back={{
        id: (u) => u.org_id,
        name: (u) => u.org_name,
        call: (ids, had) => move({ body: { ids, org_id: had } }),
      }}
      call={(ids) => move({ body: { ids, org_id: org[0] ?? null } })}
      onClose={onClose}
    >
      <div className="user-dialog-field">
        <label className="mg-label" htmlFor={id}>
          {t('user.field.org_id')}
        </label>
        <Pick id={id} to="org" clearable value={org} onChange={setOrg} />
        <p className="mg-hint">{t('user.move_hint')}</p>
      </div>
    </UserBulkDialog>
  )
}
