/** The imports there were, as a list. */
import { field, resource, rowFields } from '../lib/resource.ts'
import type { ImportPackage } from './import.schema.ts'
import { importStates } from './import.ts'

export const importHistory = resource<ImportPackage, never>()('import', {
  area: 'import',
  path: '/imports',
  label: 'file_name',
  fields: {
    ...rowFields,
    file_name: field.text,
    state: field.one(importStates),
    counts: field.list,
    size: field.size,
    created_by: field.ref('user'),
    applied_at: field.time,
    undone_at: field.time,
  },
  find: ['file_name'],
  filter: ['state', 'created_by', 'created_at'],
  sort: [],
  order: '-created_at',
  unique: [],
  verbs: ['list', 'get'],
  read: ['resource-import', 'resource-import-screen'],
  write: ['resource-import', 'resource-import-screen'],
})
