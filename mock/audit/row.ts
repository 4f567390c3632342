/** One event of the audit trail: who, when, from where, what, on which entity, with what result. */
import { createHash } from 'node:crypto'
import { mended } from '../http/json.ts'

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
  details?: Record<string, unknown>
}

/** A row as it is stored, but for its place in the chain. */
export interface Sealed {
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

/** A value without secrets, with texts the database can hold, and of limited size. */
export function redact(value: unknown, depth = 0): unknown {
  if (typeof value === 'string') {
    const text = mended(value.slice(0, longestText))
    return value.length > longestText ? `${text}…` : text
  }
  if (value === null || typeof value !== 'object')
    return typeof value === 'number' && !Number.isFinite(value) ? null : value
  if (depth >= 6) return '…'
  if (value instanceof Date) return value.toISOString()
  if (Array.isArray(value)) return value.slice(0, 200).map((v) => redact(v ?? null, depth + 1))
  return Object.fromEntries(
    Object.entries(value)
      .filter(([, v]) => v !== undefined && typeof v !== 'function')
      .map(([k, v]) => [redact(k) as string, secret.test(k) ? '[redacted]' : redact(v, depth + 1)]),
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

/** Names of the top-level fields that differ: what was changed, without what it was changed to. */
function changed(before: unknown, after: unknown): string[] | undefined {
  if (!before || !after || typeof before !== 'object' || typeof after !== 'object') return undefined
  const [a, b] = [before as Record<string, unknown>, after as Record<string, unknown>]
  return [...new Set([...Object.keys(a), ...Object.keys(b)])].filter((k) => canonical(a[k]) !== canonical(b[k])).sort()
}

/** The row as it will be stored: states as hashes, details without secrets. */
export function seal(row: AuditRow): Sealed {
  const fields = changed(row.before, row.after)
  const details = redact({ ...row.details, ...(fields ? { changed: fields } : {}) }) as object
  const text = (v: string) => redact(v) as string
  return {
    at: row.at.toISOString(),
    user_id: row.user_id,
    username: row.username === null ? null : text(row.username),
    role: row.role,
    address: text(row.address),
    action: row.action,
    entity: text(row.entity),
    entity_id: text(row.entity_id),
    result: row.result,
    code: row.code,
    request_id: row.request_id,
    before_hash: digest(row.before),
    after_hash: digest(row.after),
    details: Object.keys(details).length ? details : null,
  }
}

/** What a link of the chain is taken over, besides the one before it and its number. */
export function linkText(s: Sealed): string {
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
