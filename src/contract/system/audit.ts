/** The audit trail as a log: what it is narrowed by and what its lines show. */
import { field, type Resource, type ResourceSpec, type RowBase } from '../lib/resource.ts'
import type { AuditLine } from './audit.schema.ts'

/** Lines of a log have no version and nothing to do with them; the kit's lists read their `id`. */
export type LogRow<Row> = Row & RowBase

const line = {
  name: 'audit',
  area: 'system',
  path: '/audit',
  label: 'at',
  fields: {
    at: field.time,
    user_id: field.ref('user'),
    username: field.text,
    role: field.text,
    action: field.id,
    entity: field.id,
    entity_id: field.id,
    label: field.text,
    result: field.one(['done', 'refused']),
    code: field.text,
    address: field.text,
    request_id: field.id,
    changed: field.words,
  },
  find: ['username', 'label'],
  filter: ['user_id', 'action', 'entity', 'entity_id', 'result', 'address', 'request_id', 'at'],
  sort: [],
  log: true,
  order: '-at',
  unique: [],
  verbs: ['list', 'get', 'export'],
  read: ['audit-log'],
  write: ['audit-log'],
} as const satisfies ResourceSpec & { name: string }
export const audit = line as typeof line & Resource<LogRow<AuditLine>, never, typeof line>
