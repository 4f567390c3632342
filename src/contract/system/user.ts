import { userStatuses } from '../session/status.ts'
import { field, resource, rowFields } from '../lib/resource.ts'
import type { User, UserBody } from './user.schema.ts'

/** Personal data: shown to those alone who may write users. */
export const personalFields = ['id_number', 'address'] as const

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
    phone: field.text,
    work_id: field.text,
    id_number: field.text,
    address: field.text,
    signature: field.text,
    introduction: field.longText,
    avatar: field.picture,
    expires_on: field.date,
    last_sign_in: field.time,
    online: field.flag,
    review_reason: field.longText,
    reviewed_at: field.time,
    password: field.text,
  },
  find: ['username', 'name', 'phone', 'work_id'],
  filter: ['role_id', 'org_id', 'status', 'online', 'expires_on'],
  // what is `normal` or `expired` today follows from both
  together: [['status', 'expires_on']],
  sort: ['username', 'name', 'expires_on', 'last_sign_in', 'created_at'],
  order: '-created_at',
  unique: [['username']],
  restorable: true,
  verbs: ['list', 'get', 'create', 'update', 'remove', 'export', 'options'],
  read: ['user-manage', 'user-check', 'user-edit'],
  write: ['user-manage', 'user-add', 'user-edit'],
  page: 'user-edit',
  words: 'user',
  touches: ['dashboard', 'roles', 'orgs', 'people', 'teams'],
  options: ['message-manage', 'tool-manage', 'tool-edit', 'role-users', 'audit-log', 'resource-import'],
  actions: {
    disable: { on: 'many' },
    recover: { on: 'many' },
    pass: { on: 'many', screens: ['user-check'] },
    fail: { on: 'many', screens: ['user-check'] },
    /** Takes a rejection back. */
    reconsider: { on: 'many', screens: ['user-check'] },
    /** Another role: by the form of the user and on the members screen of a role. */
    assign: { on: 'own' },
    move: { on: 'own' },
    extend: { on: 'own' },
    'reset-password': { on: 'own' },
    'reset-code': { on: 'own' },
    /** Out of all places where he is signed in: a lost device, an account that others use. */
    'sign-out': { on: 'own', screens: ['user-manage'] },
    /** All that he owns, to another. */
    'hand-over': { on: 'own', screens: ['user-manage'] },
  },
})
