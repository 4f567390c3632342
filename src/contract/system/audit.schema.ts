import { z } from 'zod'
import { Id, Timestamp } from '../lib/crud.ts'

/** Values by field, without secrets and cut to a size a reader can take in. */
const Values = z.record(z.string(), z.unknown())

export const AuditLine = z.object({
  id: Id,
  at: Timestamp,
  user_id: z.string().nullable(),
  username: z.string().nullable(),
  /** Display name of the account now; null when there is none. */
  name: z.string().nullable(),
  role: z.string().nullable(),
  address: z.string(),
  /** `entity.action`, a word of the routes. */
  action: z.string(),
  entity: z.string(),
  entity_id: z.string(),
  /** What people call the thing; null when it has no name or none is known any more. */
  label: z.string().nullable(),
  result: z.enum(['done', 'refused']),
  code: z.string().nullable(),
  request_id: z.string(),
  /** Names of the fields that were changed. */
  changed: z.array(z.string()),
})
export type AuditLine = z.output<typeof AuditLine>

export const AuditEntry = AuditLine.extend({
  before: Values.nullable(),
  after: Values.nullable(),
  /** Names of what the values refer to, by id. */
  names: z.record(z.string(), z.string()),
  /** Whatever else the call said. */
  details: Values,
  before_hash: z.string().nullable(),
  after_hash: z.string().nullable(),
  prev_hash: z.string(),
  hash: z.string(),
})
export type AuditEntry = z.output<typeof AuditEntry>

/** One working through of the chains of hashes. */
export const AuditCheck = z.object({
  id: Id,
  state: z.enum(['running', 'done', 'failed']),
  started_at: Timestamp,
  finished_at: Timestamp.nullable(),
  by: z.string(),
  by_name: z.string(),
  /** Rows looked at so far, of how many when it began. */
  rows: z.number().int(),
  total: z.number().int(),
  faults: z.array(z.object({ seq: z.number().int(), what: z.enum(['changed', 'broken', 'missing']) })),
})
export type AuditCheck = z.output<typeof AuditCheck>
