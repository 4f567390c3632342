import { useId, useState } from 'react'
import type { User } from '../../../contract/system/user.schema.ts'
import { t } from '../../../i18n/index.ts'
import type { ActionDialogProps } from '../../../kit/action/action.ts'
import { useWrite } from '../../../kit/data/api.ts'
import { Pick } from '../../../kit/pick/Pick.tsx'
import { shippedName } from '../../../kit/resource/words.ts'
import { UserBulkDialog } from './BulkDialog.tsx'
import { userActionTitle } from './titles.ts'

/** Gives users another role; those it may not be given to are named with the reason. */
export default function RoleDialog({ rows, onClose }: ActionDialogProps<User>) {
  const [role, setRole] = useState<string[]>([])
  const [give] = useWrite('POST /roles/:id/members')
  const id = useId()
  return (
    <UserBulkDialog
      title={userActionTitle(t('user.give_role'), rows)}
      confirm={t('user.give_role')}
      rows={rows}
      missing={[role.length === 0 && t('user.field.role_id')]}
      back={{
        id: (u) => u.role_id,
        name: (u) => shippedName('role', u.role_key, u.role_name),
        call: (ids, had) => give({ params: { id: had ?? '' }, body: { ids } }),
      }}
      call={(ids) => give({ params: { id: role[0] ?? '' }, body: { ids } })}
      onClose={onClose}
    >
      <div className="user-dialog-field">
        <label className="mg-label" htmlFor={id}>
          {t('user.field.role_id')}
        </label>
        <Pick id={id} to="role" giving value={role} onChange={setRole} />
        <p className="mg-hint">
          {t('user.give_role_hint')} {t('user.role_hint')}
        </p>
      </div>
    </UserBulkDialog>
  )
}
