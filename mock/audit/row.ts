/** One event of the audit trail: who, when, from where, what, on which entity, with what result. */
import { createHash } from 'node:crypto'
import type { AuditDetails } from '#src/contract/system/auditDetails.ts'
import { isRecord } from '#src/contract/lib/typed.ts'
import { mended } from '../http/reply/json.ts'

export interface AuditRow {
  at: Date
  /** Null for somebody who was not signed in. */
  user_id: string | null
  username: string | null
  /** Key or name of the role the caller had at that moment. */
  role: string | null
  address: string
  /** `entity.action` */
  action: string
  entity: string
  entity_id: string
  result: 'done' | 'refused'
  /** Of a refusal: its problem. */
  code: string | null
  request_id: string
  before?: unknown
  after?: unknown
  details?: AuditDetails
}

/** The row of what the platform did of its own accord, at its time. */
export const bySystem = (
  action: string,
  entity: string,
  entity_id: string,
  at: Date,
  details: AuditDetails,
): AuditRow => ({
  at,
  user_id: null,
  username: 'system',
  role: null,
  address: '',
  action,
  entity,
  entity_id,
  result: 'done',
  code: null,
  request_id: '',
  details,
})

/** A row as it is stored, but for its place in the chain. */
export interface SealedAuditRow {
  at: string
  user_id: string | null
  username: string | null
  role: string | null
  address: string
  action: string
  entity: string
  entity_id: string
  result: string
  code: string | null
  request_id: string
  before_hash: string | null
  after_hash: string | null
  details: unknown
}

/** Names of fields whose values never reach the trail. */
const secret = /token|password|passwd|secret|authorization|hash|jwt|cookie|^code$|^current$|^next$/i
const longestText = 1000

/** A text the database can hold, of limited size. */
function redactText(value: string): string {
  const text = mended(value.slice(0, longestText))
  return value.length > longestText ? `${text}…` : text
}

/** A value without secrets, with texts the database can hold, and of limited size. */
export function redact(value: unknown, depth = 0): unknown {
  if (typeof value === 'string') return redactText(value)
  if (value === null || typeof value !== 'object')
    return typeof value === 'number' && !Number.isFinite(value) ? null : value
  if (depth >= 6) return '…'
  if (value instanceof Date) return value.toISOString()
  if (Array.isArray(value)) return value.slice(0, 200).map((v) => redact(v ?? null, depth + 1))
  return Object.fromEntries(
    Object.entries(value)
      .filter(([, v]) => v !== undefined && typeof v !== 'function')
      .map(([k, v]) => [redactText(k), secret.test(k) ? '[redacted]' : redact(v, depth + 1)]),
  )
}

/** JSON with its keys in one order, so that the same value always gives the same text. */
export function canonical(value: unknown): string {
  if (value === undefined) return 'null'
  if (value === null || typeof value !== 'object') return JSON.stringify(value)
  if (Array.isArray(value)) return `[${value.map(canonical).join(',')}]`
  const parts = Object.entries(value)
    .filter(([, v]) => v !== undefined)
    .sort(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0))
    .map(([k, v]) => `${JSON.stringify(k)}:${canonical(v)}`)
  return `{${parts.join(',')}}`
}

const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex')
const digest = (value: unknown): string | null =>
  value === undefined || value === null ? null : sha256(canonical(value))

type State = Record<string, unknown>
const state = (value: unknown): State | undefined => (isRecord(value) ? value : undefined)

/** Names of the top-level fields that differ. */
function changed(before: unknown, after: unknown): string[] | undefined {
  const [a, b] = [state(before), state(after)]
  if (!a || !b) return undefined
  return [...new Set([...Object.keys(a), ...Object.keys(b)])].filter((k) => canonical(a[k]) !== canonical(b[k])).sort()
}

/** What makes a person findable is noted as changed, not to what: the trail is kept longer than the account. */
const personal = /^(phone|mobile|email|id_card|id_number|id_no|home_address)$/i
/** Fields that say nothing a reader of the trail wants to know. */
const unsaid: ReadonlySet<string> = new Set(['id', 'version'])
const longestValue = 300
const longestState = 4000

/** One value as a reader can take it in. */
function brief(entity: string, field: string, value: unknown): unknown {
  if (personal.test(field) || (entity === 'user' && field === 'address')) return value ? '[personal]' : value
  if (typeof value === 'string' && value.length > longestValue) return `${value.slice(0, longestValue)}…`
  const text = value !== null && typeof value === 'object' ? JSON.stringify(value) : ''
  return text.length > longestValue ? `${text.slice(0, longestValue)}…` : value
}

/** The named fields of a state, or all that are set, until they are too much. */
function kept(entity: string, value: unknown, fields: readonly string[] | undefined): State | undefined {
  const from = state(value)
  if (!from) return undefined
  const out: State = {}
  let left = longestState
  for (const field of fields ?? Object.keys(from)) {
    const one = from[field]
    const empty = one === undefined || one === null || one === '' || (Array.isArray(one) && one.length === 0)
    if (unsaid.has(field) || one === undefined || (!fields && empty)) continue
    const said = brief(entity, field, one)
    left -= field.length + (typeof said === 'string' ? said.length : JSON.stringify(said).length)
    out[field] = left > 0 ? said : '…'
  }
  return Object.keys(out).length ? out : undefined
}

/** What people call the thing: written down with every row, so that the trail still says it when the thing is gone. */
function labelIn(...states: unknown[]): string | undefined {
  for (const one of states)
    for (const field of ['name', 'title', 'username']) {
      const found = state(one)?.[field]
      if (typeof found === 'string' && found !== '') return found.slice(0, longestValue)
    }
  return undefined
}

/** The row as it will be stored: states as hashes and, as far as they may be read, what of them was changed; no secret anywhere. */
export function sealAuditRow(row: AuditRow): SealedAuditRow {
  const fields = changed(row.before, row.after)
  const redacted = redact({
    ...row.details,
    ...(fields ? { changed: fields, label: row.details?.['label'] ?? labelIn(row.after, row.before) } : {}),
    before: kept(row.entity, row.before, fields),
    after: kept(row.entity, row.after, fields),
  })
  const details = isRecord(redacted) ? redacted : {}
  return {
    at: row.at.toISOString(),
    user_id: row.user_id,
    username: row.username === null ? null : redactText(row.username),
    role: row.role,
    address: redactText(row.address),
    action: row.action,
    entity: redactText(row.entity),
    entity_id: redactText(row.entity_id),
    result: row.result,
    code: row.code,
    request_id: row.request_id,
    before_hash: digest(row.before),
    after_hash: digest(row.after),
    details: Object.keys(details).length ? details : null,
  }
}

/** What a link of the chain is taken over, besides the one before it and its number. */
export function auditChainText(s: SealedAuditRow): string {
  return canonical([
    s.at,
    s.user_id,
    s.username,
    s.role,
    s.address,
    s.action,
    s.entity,
    s.entity_id,
    s.result,
    s.code,
    s.request_id,
    s.before_hash,
    s.after_hash,
    s.details,
  ])
}

/** The link of a row. The database works out the same in SQL when it adds a single row. */
export const link = (before: string, seq: number, text: string): string => sha256(`${before}\n${seq}\n${text}`)
