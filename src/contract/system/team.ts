import { field, resource, rowFields } from '../lib/resource.ts'
import type { Team, TeamBody } from './team.schema.ts'

/** Teams stand for themselves: contests and trainings refer to them. */
export const team = resource<Team, TeamBody>()('team', {
  area: 'system',
  path: '/teams',
  label: 'name',
  fields: {
    ...rowFields,
    name: field.text,
    logo: field.picture,
    leader_name: field.text,
    member_ids: field.refs('user'),
    member_count: field.number,
    org_id: field.ref('org'),
    description: field.longText,
  },
  find: ['name', 'description'],
  filter: ['org_id', 'member_ids', 'updated_at'],
  sort: ['name', 'created_at', 'updated_at'],
  order: 'name',
  unique: [['name']],
  restorable: true,
  verbs: ['list', 'get', 'create', 'update', 'remove', 'export', 'options'],
  read: ['system-team'],
  write: ['system-team'],
  page: 'system-team',
  words: 'team',
})
