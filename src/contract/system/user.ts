import { userStatuses } from '../session/status.ts'
import { field, resource, rowFields } from '../lib/resource.ts'
import type { User, UserBody } from './user.schema.ts'

export const user = resource<User, UserBody>()('user', {
  area: 'system',
  path: '/users',
  label: 'name',
  fields: {
    ...rowFields,
    username: field.text,
    name: field.text,
    role_id: field.ref('role'),
    org_id: field.ref('org'),
    status: field.one(userStatuses),
    expires_on: field.date,
    last_sign_in: field.time,
    online: field.flag,
  },
  find: ['username', 'name'],
  filter: ['role_id', 'org_id', 'status'],
  sort: ['username', 'name', 'created_at'],
  order: '-created_at',
  unique: [['username']],
  verbs: ['list', 'get', 'options'],
  read: ['user-manage', 'user-check'],
  write: ['user-manage'],
  options: ['tool-manage', 'tool-edit', 'role-users'],
  actions: {
    disable: { on: 'many' },
    recover: { on: 'many' },
    pass: { on: 'many', screens: ['user-check'] },
    fail: { on: 'many', screens: ['user-check'] },
  },
})
