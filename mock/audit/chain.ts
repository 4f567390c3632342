/**
 * The audit trail as chains of hashes: each row's hash covers the row and the hash before it, so that a row which is changed, added between
 * or taken out is found. Several chains run side by side (a row's number modulo `chains` says which), because a chain is one lock: writers
 * of one chain wait for each other's commit. The head of each chain is a setting of its own, so that rows missing at the end are found too.
 */
import type { Db, Queryable } from '../db/db.ts'
import { type AuditRow, link, auditChainText, sealAuditRow, type SealedAuditRow } from './row.ts'

export const chains = 16
const headOf = (chain: number): string => `audit.head.${chain}`
const origin = (chain: number): string => `chain ${chain}`
const columns = [
  'at',
  'user_id',
  'username',
  'role',
  'address',
  'action',
  'entity',
  'entity_id',
  'result',
  'code',
  'request_id',
  'before_hash',
  'after_hash',
  'details',
] as const satisfies readonly (keyof SealedAuditRow)[]
const casts: Partial<Record<(typeof columns)[number], string>> = { at: '::timestamptz', details: '::jsonb' }
const list = columns.join(', ')

/** One statement: takes the chain's head, adds the row behind it, moves the head. $1 head, $2 text of the link, $3… columns. */
const addOne = `with head as (
    select (value->>'seq')::bigint as seq, value->>'hash' as hash from setting where name = $1 for update
  ), added as (
    insert into audit (seq, prev_hash, hash, ${list})
    select seq + ${chains}, hash,
      encode(sha256(convert_to(hash || chr(10) || (seq + ${chains})::text || chr(10) || $2::text, 'UTF8')), 'hex'),
      ${columns.map((c, n) => `$${n + 3}${casts[c] ?? '::text'}`).join(', ')}
    from head returning seq, hash
  )
  update setting set value = jsonb_build_object('seq', added.seq, 'hash', added.hash) from added where setting.name = $1`

const addMany = `with added as (
    insert into audit (seq, prev_hash, hash, ${list})
    select seq, prev_hash, hash, ${list} from jsonb_populate_recordset(null::audit, $1::jsonb) order by seq returning seq
  )
  update setting set value = $3::jsonb where name = $2`

const packed = (s: SealedAuditRow): unknown[] =>
  columns.map((c) => (c === 'details' ? (s.details === null ? null : JSON.stringify(s.details)) : s[c]))

async function appendMany(q: Queryable, chain: number, rows: readonly SealedAuditRow[]): Promise<boolean> {
  const { rows: found } = await q.query<{ seq: number; hash: string }>(
    `select (value->>'seq')::bigint as seq, value->>'hash' as hash from setting where name = $1 for update`,
    [headOf(chain)],
  )
  let head = found[0]
  if (!head) return false
  const linked = rows.map((row) => {
    const seq: number = (head?.seq ?? 0) + chains
    const prev_hash: string = head?.hash ?? ''
    head = { seq, hash: link(prev_hash, seq, auditChainText(row)) }
    return { ...row, ...head, prev_hash }
  })
  await q.query(addMany, [JSON.stringify(linked), headOf(chain), JSON.stringify(head)])
  return true
}

/** Makes the heads of the chains where they are missing; rows that are there already stay in front of them. */
export async function prepareAudit(q: Queryable, now: Date): Promise<void> {
  const names = Array.from({ length: chains }, (_, chain) => headOf(chain))
  const { rows: there } = await q.query<{ name: string }>('select name from setting where name = any($1::text[])', [
    names,
  ])
  // to look for the last row of a chain that has none is to read the whole trail
  if (there.length === chains) return
  const { rows: last } = await q.query<{ chain: number; seq: number; hash: string }>(
    `select distinct on (seq % ${chains}) (seq % ${chains})::integer as chain, seq, hash from audit order by seq % ${chains}, seq desc`,
  )
  const ends = new Map(last.map(({ chain, ...end }) => [chain, end]))
  await q.query(
    `insert into setting (name, value, updated_at) select name, value, $2 from jsonb_to_recordset($1::jsonb) as w(name text, value jsonb)
     on conflict (name) do nothing`,
    [
      JSON.stringify(
        names.map((name, chain) => ({ name, value: ends.get(chain) ?? { seq: chain, hash: origin(chain) } })),
      ),
      now.toISOString(),
    ],
  )
}

/**
 * Before the trail is put back to an older state, in the same transaction: keeps what was written since `from`, for `carryOver`.
 * @param from a while before that state, for calls that were under way
 */
export async function keepAside(q: Queryable, from: Date): Promise<void> {
  await q.query('create temporary table audit_aside (like audit) on commit drop')
  await q.query('insert into audit_aside select * from audit where at >= $1', [from])
}

/**
 * Puts entries kept aside behind those that came back: of each chain whose next entry follows the last one there, all of them, as they were
 * sealed. A chain that goes on otherwise is that of another installation; its entries cannot follow and are counted as lost.
 */
export async function carryOver(q: Queryable): Promise<{ carried: number; lost: number }> {
  const { count: carried } = await q.query(
    `with joined as (
       select n.seq from setting s join audit_aside n
         on n.seq = (s.value->>'seq')::bigint + ${chains} and n.prev_hash = s.value->>'hash'
       where s.name like 'audit.head.%'
     )
     insert into audit (seq, prev_hash, hash, ${list})
       select a.seq, a.prev_hash, a.hash, ${columns.map((c) => `a.${c}`).join(', ')} from audit_aside a
       where exists (select from joined j where j.seq % ${chains} = a.seq % ${chains} and j.seq <= a.seq)`,
  )
  await q.query(
    `update setting s set value = jsonb_build_object('seq', a.seq, 'hash', a.hash)
     from (select distinct on (seq % ${chains}) seq, hash from audit order by seq % ${chains}, seq desc) a
     where s.name = 'audit.head.' || a.seq % ${chains} and a.seq > (s.value->>'seq')::bigint`,
  )
  const { rows } = await q.query<{ n: number }>(
    'select count(*)::integer as n from audit_aside a where not exists (select from audit b where b.seq = a.seq and b.hash = a.hash)',
  )
  return { carried, lost: rows[0]?.n ?? 0 }
}

export interface Audit {
  /** Adds rows inside the caller's transaction. */
  append(q: Queryable, rows: readonly AuditRow[]): Promise<void>
  /** Adds the row of a refused call, in a transaction of its own that many such rows may share. */
  refuse(row: AuditRow): Promise<void>
  /** Waits until every refusal is written. */
  settled(): Promise<void>
}

/** Most rows one transaction of refusals holds, and most that wait: beyond that somebody floods the server. */
const batch = 500
const longestQueue = 20_000

export function makeAudit(db: Db, now: () => Date): Audit {
  // one connection: one chain costs nothing there, and its rows stay in one order
  const own = db.engine === 'pglite' ? 1 : chains
  let next = 0
  const turn = (): number => (next = (next + 1) % own)

  async function append(q: Queryable, rows: readonly AuditRow[]): Promise<void> {
    if (!rows.length) return
    const sealed = rows.map(sealAuditRow)
    const [first] = sealed
    const chain = turn()
    const added = async (): Promise<boolean> =>
      sealed.length === 1 && first
        ? (await q.query(addOne, [headOf(chain), auditChainText(first), ...packed(first)])).count === 1
        : appendMany(q, chain, sealed)
    if (await added()) return
    await prepareAudit(q, now())
    if (!(await added())) throw new Error('the audit trail has no head')
  }

  const waiting: { row: AuditRow; done(): void; failed(e: unknown): void }[] = []
  let writing: Promise<void> | undefined

  async function write(): Promise<void> {
    for (let some = waiting.splice(0, batch); some.length; some = waiting.splice(0, batch)) {
      try {
        await db.tx((q) =>
          append(
            q,
            some.map((w) => w.row),
          ),
        )
        for (const w of some) w.done()
      } catch (e) {
        for (const w of some) w.failed(e)
      }
    }
    writing = undefined
  }

  return {
    append,
    refuse: (row) =>
      new Promise((done, failed) => {
        if (waiting.length >= longestQueue) return failed(new Error('too many refusals wait for their audit row'))
        waiting.push({ row, done, failed })
        writing ??= write()
      }),
    settled: async () => writing,
  }
}
