/** The audit trail as a log. */
import type { AuditEntry, AuditLine } from '#src/contract/system/audit.schema.ts'
import { documents } from '#mock/crud/documents.ts'
import type { Queryable } from '#mock/db/db.ts'
import type { LogTable } from '#mock/log/table.ts'
import { containing, searchable } from '#mock/crud/fold.ts'
import { auditLabelsOf, referredBy, thingsLike } from './labels.ts'
import { formerlyLike, namesLike, saidLike } from './people.ts'
import { thingsNamed } from '#mock/log/words.ts'
import { isRecord } from '#src/contract/lib/typed.ts'

type Values = Record<string, unknown>
export interface TrailRow {
  seq: number
  at: string
  user_id: string | null
  username: string | null
  role: string | null
  address: string | null
  action: string
  entity: string | null
  entity_id: string | null
  result: 'done' | 'refused'
  code: string | null
  request_id: string | null
  before_hash: string | null
  after_hash: string | null
  details: Values | null
  prev_hash: string
  hash: string
}

const users = documents('user')

async function namesOf(q: Queryable, rows: readonly TrailRow[]): Promise<Map<string, string>> {
  const ids = [...new Set(rows.flatMap((r) => r.user_id ?? []))]
  if (!ids.length) return new Map()
  const found = await q.query<{ id: string; name: string | null }>(
    `select id, data->>'name' as name from ${users.table} where id = any($1::text[])`,
    [ids],
  )
  return new Map(found.rows.flatMap((r) => (r.name === null ? [] : [[r.id, r.name] as const])))
}

const record = (v: unknown): Values | null => (isRecord(v) ? v : null)
const text = (v: unknown): string | null => (typeof v === 'string' && v !== '' ? v : null)
const strings = (v: unknown): string[] => (Array.isArray(v) ? v.filter((x) => typeof x === 'string') : [])

/** A name the row itself remembers, of things that are gone. */
function remembered(details: Values | null): string | null {
  for (const state of [record(details?.after), record(details?.before)])
    for (const field of ['name', 'title', 'username']) {
      const found = text(state?.[field])
      if (found) return found
    }
  return text(details?.label) ?? text(details?.file)
}

const said = ['after', 'before'].flatMap((side) =>
  ['name', 'title', 'username'].map((field) => `nullif(details->'${side}'->>'${field}', '')`),
)
/** Names of things that are gone, as the last row of the trail that knows one says; by `entity id`. */
async function lastNames(q: Queryable, ids: readonly string[]): Promise<Map<string, string>> {
  if (!ids.length) return new Map()
  const { rows } = await q.query<{ thing: string; label: string }>(
    `select distinct on (entity, entity_id) entity || ' ' || entity_id as thing, label
     from (select entity, entity_id, at, seq, coalesce(details->>'label', ${said.join(', ')}) as label
       from audit where entity_id = any($1::text[])) t
     where label is not null order by entity, entity_id, at desc, seq desc`,
    [[...new Set(ids)]],
  )
  return new Map(rows.map((r) => [r.thing, r.label]))
}

async function lines(q: Queryable, rows: readonly TrailRow[]): Promise<AuditLine[]> {
  const names = await namesOf(q, rows)
  const things = rows.map((r) => ({ entity: r.entity ?? '', entity_id: r.entity_id ?? '' }))
  const label = await auditLabelsOf(q, things)
  // a role that somebody made has no key, and is written down by its id
  const held = (r: TrailRow) => ({ entity: 'role', entity_id: r.role ?? '' })
  const role = await auditLabelsOf(q, rows.map(held))
  const named = rows.map((r, n) => (things[n] && label(things[n])) ?? remembered(r.details))
  const last = await lastNames(
    q,
    rows.flatMap((r, n) => (named[n] === null && r.entity_id ? [r.entity_id] : [])),
  )
  return rows.map((r, n) => ({
    id: String(r.seq),
    at: r.at,
    user_id: r.user_id,
    username: r.username ?? text(r.details?.username),
    name: names.get(r.user_id ?? '') ?? null,
    role: role(held(r)) ?? r.role,
    address: r.address ?? '',
    action: r.action,
    entity: r.entity ?? '',
    entity_id: r.entity_id ?? '',
    label: named[n] ?? last.get(`${r.entity} ${r.entity_id}`) ?? null,
    result: r.result,
    code: r.code,
    request_id: r.request_id ?? '',
    changed: strings(r.details?.changed),
  }))
}

const header = [
  'id',
  'at',
  'username',
  'name',
  'role',
  'address',
  'action',
  'entity',
  'entity_id',
  'label',
  'result',
  'code',
  'request_id',
  'changed',
] as const satisfies readonly (keyof AuditLine)[]

export const auditTrail: LogTable<TrailRow, AuditLine> = {
  name: 'audit',
  table: 'audit',
  id: 'seq',
  columns: 't.*',
  equal: ['user_id', 'action', 'entity', 'entity_id', 'result', 'request_id'],
  begins: ['address'],
  async text(q, w, typed, language) {
    const now = await namesLike(q, typed)
    const former = await formerlyLike(q, typed)
    const said = await saidLike(q, typed)
    const named = thingsNamed(typed, language)
    const things = [...new Set([...(await thingsLike(q, typed)), ...former.ids, ...said.ids, ...named])]
    if (!now) {
      w.and(`(lower(t.username) like ${w.add(containing(typed))} or t.entity_id = any(${w.add(things)}::text[]))`)
      return undefined
    }
    const names = [...new Set([...now, ...former.usernames, ...said.usernames])]
    if (things.length > 0 && names.length === 0) return { column: 'entity_id', values: things }
    if (things.length > 0)
      w.and(`(t.username = any(${w.add(names)}::text[]) or t.entity_id = any(${w.add(things)}::text[]))`)
    else if (names.length === 0) w.and('false')
    else if (names.length === 1) w.and(`t.username = ${w.add(names[0])}`)
    return things.length === 0 && names.length > 1 ? { column: 'username', values: names } : undefined
  },
  show: lines,
  header,
  cells: (row) => header.map((name) => (name === 'changed' ? row.changed.join('; ') : (row[name] ?? null))),
}

/** One row with all that was kept of it; undefined when there is none of that number. */
export async function auditEntryOf(q: Queryable, id: string): Promise<AuditEntry | undefined> {
  if (!/^\d{1,15}$/.test(id)) return undefined
  const { rows } = await q.query<TrailRow>('select * from audit where seq = $1', [searchable(id)])
  const [row] = rows
  const [line] = await lines(q, rows)
  if (!row || !line) return undefined
  const { changed: _changed, label: _label, before, after, ...details } = row.details ?? {}
  const { before_hash, after_hash, prev_hash, hash } = row
  const names = await referredBy(q, line.entity, [record(before), record(after)])
  return {
    ...line,
    names,
    before: record(before),
    after: record(after),
    details,
    before_hash,
    after_hash,
    prev_hash,
    hash,
  }
}
