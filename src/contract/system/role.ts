import { viewing } from '../session/view.ts'
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
    built_in: field.flag,
    is_admin: field.flag,
  },
  find: ['name', 'description'],
  filter: ['built_in', 'permissions', 'updated_at'],
  sort: ['name', 'created_at', 'updated_at'],
  order: 'created_at',
  unique: [['name']],
  restorable: true,
  verbs: ['list', 'get', 'create', 'update', 'remove', 'options', 'export'],
  read: ['role-manage', 'role-edit', 'role-users'],
  write: ['role-manage', 'role-add', 'role-edit'],
  page: 'role-edit',
  words: 'role',
  touches: ['users'],
  options: ['tool-manage', 'tool-edit', 'user-manage', 'user-add', 'user-edit', 'user-check', 'system-config'],
  usedBy: ['user.role_id'],
  actions: {
    copy: { on: 'own' },
    /** To see the platform as its holders do. */
    view: { on: 'own', screens: viewing, personal: true },
  },
})
