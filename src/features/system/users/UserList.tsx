import type { BulkReply } from '../../../contract/lib/crud.ts'
import './org.css'
import { lazy } from 'react'
import { href } from '../../../contract/screens/index.ts'
import { user } from '../../../contract/system/user.ts'
import type { ActionOf } from '../../../kit/action/action.ts'
import { t } from '../../../i18n/index.ts'
import { add, change, edit, remove } from '../../../kit/action/common.ts'
import { list } from '../../../kit/list/list.tsx'
import { OrgRail } from './OrgRail.tsx'
import { UserName } from './UserName.tsx'

const toReview: ActionOf<typeof user> = {
  id: 'review',
  label: 'user.to_review',
  icon: 'tasks',
  needs: 'none',
  screens: ['user-check'],
  to: () => href('user-check'),
}

export default list({
  of: user,
  screen: 'user-manage',
  rail: { of: 'org_id', view: OrgRail },
  columns: [
    { of: 'name', render: (row) => <UserName user={row} />, says: (row) => `0000 ${row.name}`, width: 140 },
    'username',
    'phone',
    'org_id',
    'role_id',
    'status',
    'work_id',
    'expires_on',
    'last_sign_in',
    { of: 'created_at', spare: true },
    { of: 'signature', spare: true },
    { of: 'id_number', spare: true },
    { of: 'address', spare: true },
  ],
  filters: ['status', 'role_id', 'online', 'expires_on'],
  open: (row) => href('user-edit', { id: row.id }),
  opens: 'user-edit',
  actions: [
    toReview,
    {
      id: 'import',
      label: 'user.import',
      icon: 'import',
      needs: 'none',
      changes: true,
      screens: ['user-manage'],
      to: () => href('user-manage', undefined, { desk: 'import' }),
    },
    add(user, 'user-add', () => href('user-add')),
    edit(user, (row) => href('user-edit', { id: row.id })),
    {
      id: 'move',
      label: 'user.move',
      icon: 'folder',
      needs: 'many',
      dialog: lazy(() => import('./MoveDialog.tsx')),
    },
    {
      id: 'role',
      label: 'user.give_role',
      icon: 'shield',
      needs: 'many',
      // whether this role may be given to this person is judged one by one
      may: (row) => row.can.includes('update'),
      dialog: lazy(() => import('./RoleDialog.tsx')),
    },
    {
      id: 'extend',
      label: 'user.extend',
      icon: 'calendar',
      needs: 'many',
      dialog: lazy(() => import('./ExtendDialog.tsx')),
    },
    {
      id: 'reset-password',
      label: 'user.reset_password',
      icon: 'key',
      needs: 'many',
      dialog: lazy(() => import('./PasswordsDialog.tsx')),
    },
    {
      id: 'reset-code',
      label: 'user.give_code',
      icon: 'unlock',
      needs: 'one',
      dialog: lazy(() => import('./CodeDialog.tsx')),
    },
    {
      id: 'hand-over',
      label: 'user.content',
      icon: 'swap',
      needs: 'one',
      dialog: lazy(() => import('./ContentDialog.tsx')),
    },
    {
      id: 'sign-out',
      label: 'user.sign_out',
      icon: 'sign-out',
      needs: 'many',
      danger: true,
      confirm: {
        title: (rows) =>
          rows.length === 1 && rows[0]
            ? t('user.sign_out_title', { name: rows[0].name })
            : t('user.sign_out_many', { n: rows.length }),
        text: () => t('user.sign_out_text'),
      },
      done: (rows) => t('user.signed_out', { n: rows.length }),
      call: async (rows, write) =>
        await write<BulkReply>('POST /users/sign-out', { body: { ids: rows.map((row) => row.id) } }),
    },
    change(user, 'disable', { label: 'user.disable', icon: 'pause', danger: true, ask: 'user.disable_text' }),
    change(user, 'recover', { label: 'user.recover', icon: 'play' }),
    remove(user),
  ],
  empty: { title: 'user.empty', text: 'user.empty_text' },
})
