import './org.css'
import { lazy } from 'react'
import { href } from '../../../contract/screens/index.ts'
import { user } from '../../../contract/system/user.ts'
import { change } from '../../../kit/action/common.ts'
import { list } from '../../../kit/list/list.tsx'
import { LastRejection, rejectionOf } from './LastRejection.tsx'
import { UserName } from './UserName.tsx'

/** Those who registered: waiting, or refused with a reason until they register again. */
export default list({
  of: user,
  screen: 'user-check',
  about: 'user.check_about',
  rail: { of: 'status', options: ['to-audit', 'rejected'] },
  columns: [
    { of: 'name', render: (row) => <UserName user={row} />, says: (row) => `0000 ${row.name}`, width: 170 },
    'username',
    'phone',
    'status',
    'created_at',
    { of: 'review_reason', grow: true, render: (row) => <LastRejection of={row} />, says: rejectionOf },
    { of: 'reviewed_at', spare: true },
    { of: 'role_id', spare: true },
  ],
  filters: ['role_id'],
  actions: [
    {
      id: 'users',
      label: 'user.to_users',
      icon: 'users',
      needs: 'none',
      screens: ['user-manage'],
      to: () => href('user-manage'),
    },
    {
      id: 'pass',
      label: 'user.pass',
      icon: 'check',
      needs: 'many',
      key: 'p',
      dialog: lazy(() => import('./AdmitDialog.tsx')),
    },
    {
      id: 'fail',
      label: 'user.fail',
      icon: 'close',
      needs: 'many',
      danger: true,
      dialog: lazy(() => import('./FailDialog.tsx')),
    },
    {
      id: 'taken',
      label: 'user.taken_names',
      icon: 'history',
      needs: 'none',
      screens: ['audit-log'],
      to: () => href('audit-log', undefined, { action: 'user.register', result: 'refused' }),
    },
    change(user, 'reconsider', { label: 'user.reconsider', icon: 'undo', ask: 'user.reconsider_text' }),
    {
      id: 'fail-all',
      label: 'user.fail_all',
      icon: 'close',
      needs: 'none',
      screens: ['user-check'],
      changes: true,
      danger: true,
      dialog: lazy(() => import('./FailAllDialog.tsx')),
    },
  ],
  empty: { title: 'user.check_empty', text: 'user.check_empty_text' },
})
