import { field, resource, rowFields } from '../lib/resource.ts'
import type { Role, RoleBody } from './role.schema.ts'

export const role = resource<Role, RoleBody>()('role', {
  area: 'system',
  path: '/roles',
  label: 'name',
  fields: {
    ...rowFields,
    name: field.text,
    description: field.longText,
    permissions: field.words,
    user_count: field.number,
  },
  find: ['name', 'description'],
  filter: [],
  sort: ['name', 'created_at'],
  order: 'created_at',
  unique: [['name']],
  verbs: ['list', 'get', 'options'],
  read: ['role-manage'],
  write: ['role-manage'],
  options: ['tool-manage', 'tool-edit', 'user-manage'],
})
