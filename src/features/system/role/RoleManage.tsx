import { lazy } from 'react'
import { Link, useSearchParams } from 'react-router-dom'
import { href } from '../../../contract/screens/index.ts'
import { role } from '../../../contract/system/role.ts'
import { format, t } from '../../../i18n/index.ts'
import { add, copy, edit, remove } from '../../../kit/action/common.ts'
import { list } from '../../../kit/list/list.tsx'
import { compared, comparing } from './compare.logic.ts'
import { RoleCompare } from './RoleCompare.tsx'
import { rightsText, roleTitle } from './title.ts'
import { rightsOf } from './tree.logic.ts'

const RoleList = list({
  of: role,
  screen: 'role-manage',
  columns: [
    { of: 'name', render: (row) => roleTitle(row) },
    {
      of: 'user_count',
      render: (row) => (
        <Link
          className="mg-num"
          to={href('role-users', { id: row.id })}
          aria-label={t('role.members_of', { name: roleTitle(row), n: format.number(row.user_count) })}
        >
          {format.number(row.user_count)}
        </Link>
      ),
    },
    {
      of: 'permissions',
      width: 230,
      render: (row) => (
        <span className="mg-num">{row.key === 'super' ? t('role.all') : rightsText(rightsOf(row.permissions))}</span>
      ),
    },
    'built_in',
    { of: 'description', grow: true },
    'updated_at',
    { of: 'created_at', spare: true },
    { of: 'id', spare: true },
  ],
  filters: ['built_in', 'updated_at'],
  open: (row) => (row.can.includes('update') ? href('role-edit', { id: row.id }) : href('role-users', { id: row.id })),
  actions: [
    add(role, 'role-add', () => href('role-add')),
    edit(role, (row) => href('role-edit', { id: row.id })),
    {
      id: 'members',
      label: 'role.members',
      icon: 'users',
      needs: 'one',
      key: 'm',
      may: () => true,
      to: (row) => href('role-users', { id: row?.id ?? '' }),
    },
    copy(role, (id) => href('role-edit', { id })),
    {
      id: 'compare-all',
      label: 'role.compare_title',
      icon: 'columns',
      needs: 'none',
      to: (_, rows) => comparing(rows.map((r) => r.id)),
    },
    {
      id: 'compare',
      label: 'role.compare',
      icon: 'columns',
      needs: 'many',
      exactly: 2,
      may: () => true,
      to: (_, rows) => comparing(rows.map((r) => r.id)),
    },
    {
      id: 'compare-with',
      label: 'role.compare_with',
      icon: 'columns',
      needs: 'one',
      may: () => true,
      to: (row) => comparing(row ? [row.id] : []),
    },
    {
      id: 'view',
      label: 'role.view',
      icon: 'eye',
      needs: 'one',
      dialog: lazy(() => import('./ViewDialog.tsx')),
    },
    remove(role),
  ],
})

export default function RoleManage() {
  const [query] = useSearchParams()
  const pair = compared(query.get('compare'))
  return pair ? <RoleCompare first={pair[0]} second={pair[1]} /> : <RoleList />
}
