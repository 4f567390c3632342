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
/** @throws whatever `work` throws; `Together` when what it shared with others failed: it may be tried again `alone` */
export type InTransaction = <T>(work: (q: Queryable) => Promise<Done<T>>, alone?: boolean) => Promise<T>

/** Somebody's part of a shared transaction failed the whole; nobody can tell whose. */
export class Together extends Error {
  constructor(cause: unknown) {
    super('a shared transaction failed', { cause })
    this.name = 'Together'
  }
}

const most = 64

interface Member {
  alone: boolean
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

  /** The next who go together, in the order they came. */
  function next(): Member[] {
    const at = waiting.findIndex((m) => m.alone)
    return waiting.splice(0, at < 0 ? most : Math.min(most, Math.max(1, at)))
  }

  async function together(members: readonly Member[]): Promise<void> {
    const settle: (() => void)[] = []
    try {
      await db.tx(async (q) => {
        const rows: AuditRow[] = []
        await q.script('savepoint member')
        for (const m of members) {
          try {
            const done = await m.work(q)
            await q.script('release savepoint member; savepoint member')
            rows.push(...done.rows)
            settle.push(() => m.resolve(done.value))
          } catch (e) {
            await q.script('rollback to savepoint member')
            settle.push(() => m.reject(e))
          }
        }
        await audit.append(q, rows)
      })
    } catch (e) {
      // nothing of it was committed, whoever succeeded within
      settle.length = 0
      const failed = new Together(e)
      for (const m of members) settle.push(() => m.reject(failed))
    }
    for (const one of settle) one()
  }

  async function run(): Promise<void> {
    if (running) return
    running = true
    for (let some = next(); some.length; some = next()) {
      const [first] = some
      if (some.length > 1 || !first) await together(some)
      else await alone(first.work).then(first.resolve, first.reject)
    }
    running = false
  }

  return <T>(work: (q: Queryable) => Promise<Done<T>>, single = false) =>
    new Promise<T>((resolve, reject) => {
      waiting.push({ alone: single, work, resolve: (v) => resolve(v as T), reject })
      void run()
    })
}
