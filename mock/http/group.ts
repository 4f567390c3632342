/**
 * Transactions of calls that change something. On PostgreSQL each has its own. The embedded database has one connection, and its dearest
 * moment is the commit; so whoever waits there anyway goes together: one transaction, a savepoint for each, one commit, one statement for
 * all audit rows. Nobody gets an answer before the commit, and a call that fails takes only itself back.
 */
import type { Audit } from '../audit/chain.ts'
import type { AuditRow } from '../audit/row.ts'
import type { Db, Queryable } from '../db/db.ts'

/** What a member did: its answer, and the audit rows that belong into the same transaction. */
export interface Done<T> {
  value: T
  rows: readonly AuditRow[]
}
export type InTransaction = <T>(work: (q: Queryable) => Promise<Done<T>>) => Promise<T>

const most = 64

interface Member {
  work(q: Queryable): Promise<Done<unknown>>
  resolve(value: unknown): void
  reject(e: unknown): void
}

export function inTransaction(db: Db, audit: Pick<Audit, 'append'>): InTransaction {
  const alone: InTransaction = (work) =>
    db.tx(async (q) => {
      const { value, rows } = await work(q)
      await audit.append(q, rows)
      return value
    })
  if (db.engine !== 'pglite') return alone

  const waiting: Member[] = []
  let running = false

  async function together(members: readonly Member[]): Promise<void> {
    const settle: (() => void)[] = []
    try {
      await db.tx(async (q) => {
        const rows: AuditRow[] = []
        for (const m of members) {
          await q.query('savepoint member')
          try {
            const done = await m.work(q)
            await q.query('release savepoint member')
            rows.push(...done.rows)
            settle.push(() => m.resolve(done.value))
          } catch (e) {
            await q.query('rollback to savepoint member')
            settle.push(() => m.reject(e))
          }
        }
        await audit.append(q, rows)
      })
    } catch (e) {
      // nothing of it was committed, whoever succeeded within
      settle.length = 0
      for (const m of members) settle.push(() => m.reject(e))
    }
    for (const one of settle) one()
  }

  async function run(): Promise<void> {
    if (running) return
    running = true
    for (let some = waiting.splice(0, most); some.length; some = waiting.splice(0, most)) {
      const [first] = some
      if (some.length > 1 || !first) await together(some)
      else await alone(first.work).then(first.resolve, first.reject)
    }
    running = false
  }

  return <T>(work: (q: Queryable) => Promise<Done<T>>) =>
    new Promise<T>((resolve, reject) => {
      waiting.push({ work, resolve: (v) => resolve(v as T), reject })
      void run()
    })
}
