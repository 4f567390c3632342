import type { Db } from '../db/db.ts'
import { chains } from './chain.ts'
import { link, linkText, type Sealed } from './row.ts'

export interface Fault {
  seq: number
  /** The row does not say what was sealed; rows before it are missing or were put in; the chain ends before its head says. */
  what: 'changed' | 'broken' | 'missing'
}
export interface Verdict {
  rows: number
  /** First fault of each chain that has one. */
  faults: Fault[]
}
type Stored = Sealed & { seq: number; prev_hash: string; hash: string }
const batch = 5000

/** Works the whole trail through, in batches. Every row changed, put in or taken out since it was written shows as a fault. */
export async function verifyAudit(db: Pick<Db, 'query'>): Promise<Verdict> {
  const heads = new Map<number, { seq: number; hash: string }>()
  const stored = await db.query<{ name: string; value: { seq: number; hash: string } }>(
    `select name, value from setting where name like 'audit.head.%'`,
  )
  for (const { name, value } of stored.rows) heads.set(Number(name.slice('audit.head.'.length)), value)
  const ends = new Map<number, { seq: number; hash: string }>()
  const faults = new Map<number, Fault>()
  const fault = (chain: number, f: Fault): void => void (faults.has(chain) || faults.set(chain, f))

  let rows = 0
  for (let after = -1; ; ) {
    const page = await db.query<Stored>('select * from audit where seq > $1 order by seq limit $2', [after, batch])
    for (const row of page.rows) {
      const chain = row.seq % chains
      const before = ends.get(chain) ?? { seq: chain, hash: `chain ${chain}` }
      if (row.prev_hash !== before.hash || row.seq !== before.seq + chains)
        fault(chain, { seq: row.seq, what: 'broken' })
      else if (row.hash !== link(row.prev_hash, row.seq, linkText(row))) fault(chain, { seq: row.seq, what: 'changed' })
      ends.set(chain, { seq: row.seq, hash: row.hash })
    }
    rows += page.rows.length
    after = page.rows.at(-1)?.seq ?? after
    if (page.rows.length < batch) break
  }
  for (const chain of new Set([...heads.keys(), ...ends.keys()])) {
    const end = ends.get(chain) ?? { seq: chain, hash: `chain ${chain}` }
    const head = heads.get(chain)
    if (!head || head.seq !== end.seq || head.hash !== end.hash) fault(chain, { seq: end.seq, what: 'missing' })
  }
  return { rows, faults: [...faults.values()].sort((a, b) => a.seq - b.seq) }
}
