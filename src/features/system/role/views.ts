import { firstPage, type Views } from '../../../kit/views.tsx'

const roleForm = () => import('./RoleForm.tsx')

export const roleViews = {
  'role-manage': { load: () => import('./RoleManage.tsx'), messages: ['role', 'kit'], first: firstPage('/roles') },
  'role-add': { load: roleForm, messages: ['role', 'kit'] },
  'role-edit': { load: roleForm, messages: ['role', 'kit'] },
  'role-users': { load: () => import('./RoleMembers.tsx'), messages: ['role', 'kit'] },
} satisfies Views
