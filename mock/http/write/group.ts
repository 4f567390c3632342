/**
 * Transactions of calls that change something. On PostgreSQL each has its own. The embedded database has one connection, and its dearest
 * moment is the commit; so whoever waits there anyway goes together: one transaction, a savepoint for each, one commit, one statement for
 * all audit rows. Nobody gets an answer before the commit, and a call that fails takes only itself back.
 */
import type { Audit } from '../../audit/chain.ts'
import type { AuditRow } from '../../audit/row.ts'
import type { Db, Queryable } from '../../db/db.ts'

/** What a member did: its answer, and the audit rows that belong into the same transaction. */
interface Done<T> {
  value: T
  rows: readonly AuditRow[]
}
/** @throws whatever `work` throws; `Together` when the transaction it shares failed: it may be tried again `alone` */
export type InTransaction = <T>(work: (q: Queryable) => Promise<Done<T>>, alone?: boolean) => Promise<T>

/** A shared transaction failed as a whole; whose part it was shows when each is tried alone. */
export class Together extends Error {
  constructor(cause: unknown) {
    super('a shared transaction failed', { cause })
    this.name = 'Together'
  }
}

const most = 64

interface Member {
  alone: boolean
  work: (q: Queryable) => Promise<Done<unknown>>
  resolve(value: unknown): void
  reject: (e: unknown) => void
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

  async function together(): Promise<void> {
    const members: Member[] = []
    const settle: (() => void)[] = []
    /** The next in the order they came, also who came since the first began. */
    const next = (): Member | undefined => {
      if (members.length >= most || waiting[0]?.alone) return undefined
      const one = waiting.shift()
      if (one) members.push(one)
      return one
    }
    let m = next()
    try {
      await db.tx(async (q) => {
        const rows: AuditRow[] = []
        const marks: Promise<void>[] = []
        // nobody waits here, the next member's statements go right behind; should one fail, nothing of it all is kept
        const mark = (sql: string): void => {
          const marked = q.script(sql)
          marked.catch(() => {})
          marks.push(marked)
        }
        // asked only when the next member is there: who is alone costs one message less
        let before = ''
        for (; m; m = next()) {
          const member = m
          mark(`${before}savepoint member`)
          before = 'release savepoint member; '
          try {
            const { value, rows: own } = await member.work(q)
            rows.push(...own)
            settle.push(() => member.resolve(value))
          } catch (e) {
            mark('rollback to savepoint member')
            settle.push(() => member.reject(e))
          }
        }
        await Promise.all(marks)
        await audit.append(q, rows)
      })
    } catch (e) {
      // nothing of it was committed, whoever succeeded within
      settle.length = 0
      const failed = new Together(e)
      for (const { reject } of members) settle.push(() => reject(failed))
    }
    for (const one of settle) one()
  }

  async function run(): Promise<void> {
    if (running) return
    running = true
    for (let first = waiting[0]; first; first = waiting[0])
      if (first.alone) {
        const member = first
        waiting.shift()
        await alone(member.work).then((value) => member.resolve(value), member.reject)
      } else await together()
    running = false
  }

  return <T>(work: (q: Queryable) => Promise<Done<T>>, single = false) =>
    new Promise<T>((resolve, reject) => {
      waiting.push({ alone: single, work, resolve, reject })
      void run()
    })
}
