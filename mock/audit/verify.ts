/**
 * Works the whole trail through, in batches, while it goes on growing. Every row changed, put in or taken out since it was written shows as a
 * fault. What came in meanwhile is compared at the end with the heads of the same moment, in one statement.
 */
import type { Db } from '../db/db.ts'
import { chains } from './chain.ts'
import { link, auditChainText, type SealedAuditRow } from './row.ts'

interface Fault {
  seq: number
  /** The row does not say what was sealed; rows before it are missing or were put in; the chain ends before its head says. */
  what: 'changed' | 'broken' | 'missing'
}
export interface AuditVerification {
  rows: number
  /** First fault of each chain that has one. */
  faults: Fault[]
}
interface End {
  seq: number
  hash: string
}
type Stored = SealedAuditRow & { seq: number; prev_hash: string; hash: string }

/** Rows worked through at a time: some 10 ms, between which the server answers. */
const batch = 1000
const origin = (chain: number): End => ({ seq: chain, hash: `chain ${chain}` })
const breathe = (): Promise<void> => new Promise((go) => setImmediate(go))

/** Walks each chain from row to row and remembers the first that does not follow. */
function walker() {
  const ends = new Map<number, End>()
  const faults = new Map<number, Fault>()
  let rows = 0
  const endOf = (chain: number): End => ends.get(chain) ?? origin(chain)
  const fault = (chain: number, f: Fault): void => void (faults.has(chain) || faults.set(chain, f))
  return {
    step(row: Stored): void {
      const chain = row.seq % chains
      const before = endOf(chain)
      if (row.prev_hash !== before.hash || row.seq !== before.seq + chains)
        fault(chain, { seq: row.seq, what: 'broken' })
      else if (row.hash !== link(row.prev_hash, row.seq, auditChainText(row)))
        fault(chain, { seq: row.seq, what: 'changed' })
      ends.set(chain, { seq: row.seq, hash: row.hash })
      rows++
    },
    /** Numbers up to which each chain was walked, by chain. */
    reached: (): number[] => Array.from({ length: chains }, (_, chain) => endOf(chain).seq),
    rows: () => rows,
    close(heads: ReadonlyMap<number, End>): AuditVerification {
      for (const chain of new Set([...heads.keys(), ...ends.keys()])) {
        const [end, head] = [endOf(chain), heads.get(chain)]
        if (!head || head.seq !== end.seq || head.hash !== end.hash) fault(chain, { seq: end.seq, what: 'missing' })
      }
      return { rows, faults: [...faults.values()].sort((a, b) => a.seq - b.seq) }
    },
  }
}

const headsSql = `select coalesce(jsonb_object_agg(substr(name, 12), value), '{}') as heads from setting where name like 'audit.head.%'`
type Heads = Record<string, End>
const byChain = (heads: Heads): Map<number, End> => new Map(Object.entries(heads).map(([n, end]) => [Number(n), end]))

/** Rows there are, by the numbers at the heads of the chains. */
export async function countAudit(db: Pick<Db, 'query'>): Promise<number> {
  const { rows } = await db.query<{ heads: Heads }>(headsSql)
  return [...byChain(rows[0]?.heads ?? {})].reduce((sum, [chain, head]) => sum + (head.seq - chain) / chains, 0)
}

/** @param progress hears how many rows were worked through, again and again */
export async function verifyAudit(
  db: Pick<Db, 'query'>,
  progress: (rows: number) => Promise<void> | void = () => {},
): Promise<AuditVerification> {
  const first = await db.query<{ heads: Heads }>(headsSql)
  const standing = byChain(first.rows[0]?.heads ?? {})
  const last = Math.max(0, ...[...standing.values()].map((h) => h.seq))
  const walk = walker()
  for (let after = -1; ; ) {
    const { rows } = await db.query<Stored>('select * from audit where seq > $1 and seq <= $2 order by seq limit $3', [
      after,
      last,
      batch,
    ])
    // a chain may have grown beyond its head since the heads were read: those rows have their turn below
    for (const row of rows) if (row.seq <= (standing.get(row.seq % chains)?.seq ?? last)) walk.step(row)
    after = rows.at(-1)?.seq ?? after
    await progress(walk.rows())
    if (rows.length < batch) break
    await breathe()
  }
  const reached = walk.reached()
  const { rows } = await db.query<{ heads: Heads; rows: Stored[] }>(
    `select (${headsSql}) as heads, (select coalesce(jsonb_agg(to_jsonb(a) order by seq), '[]') from audit a
       where seq > $1 and seq > ($2::bigint[])[(seq % ${chains})::integer + 1]) as rows`,
    [Math.min(...reached), reached],
  )
  for (const row of rows[0]?.rows ?? []) walk.step({ ...row, at: new Date(row.at).toISOString() })
  const verdict = walk.close(byChain(rows[0]?.heads ?? {}))
  await progress(verdict.rows)
  return verdict
}
