import { firstPage, type Views } from '../../../kit/views.tsx'

const userForm = () => import('./UserForm.tsx')

export const userViews = {
  'user-manage': {
    load: () => import('./UserManage.tsx'),
    messages: ['user', 'import', 'kit'],
    first: firstPage('/users'),
  },
  'user-add': { load: userForm, messages: ['user', 'kit'] },
  'user-edit': { load: userForm, messages: ['user', 'kit'] },
  'user-check': { load: () => import('./UserCheck.tsx'), messages: ['user', 'kit'] },
} satisfies Views
