import { AsyncLocalStorage } from 'node:async_hooks'
import type { QueryResult, Tx } from './db.ts'

/** The one connection a transaction runs on: what is asked of it is done, and answered, in the order it was asked. */
export interface TransactionConnection {
  query<R extends object>(sql: string, params: readonly unknown[]): Promise<QueryResult<R>>
  script(sql: string): Promise<void>
}

export interface Transactions {
  /** Throws when the caller is inside a transaction and does not use its handle: on one connection it would wait for itself. */
  refuseInside: () => void
  run: <T>(wire: TransactionConnection, fn: (q: Tx) => Promise<T>) => Promise<T>
}

/** What takes a failure back; nothing else makes good for a statement that failed. */
const mends = /^\s*rollback\s+to\b/i

interface State {
  of: Transactions
  over: boolean
  /** Of another database, begun around this one. */
  outer: State | undefined
}

/** One for all databases: each that there ever was costs every promise of the process a little, and is never let go. */
const inside = new AsyncLocalStorage<State>()

/** The rules of a transaction, the same on both engines so that tests on either find a mistake. */
export function transactions(): Transactions {
  const own: Transactions = {
    refuseInside() {
      for (let state = inside.getStore(); state; state = state.outer)
        // work that was started inside but outlives the transaction is free again
        if (state.of === own && !state.over)
          throw new Error('the database was called inside db.tx(): use the handle the transaction was given')
    },
    async run(wire, fn) {
      const state: State = { of: own, over: false, outer: inside.getStore() }
      let failed: unknown
      let last: Promise<unknown> = Promise.resolve()
      function step<T>(sql: string, statement: () => Promise<T>): Promise<T> {
        if (state.over) return Promise.reject(new Error('this transaction is over'))
        const done = statement().then(
          (result) => {
            if (mends.test(sql)) failed = undefined
            return result
          },
          (e: unknown) => {
            // those behind the first are refused because of it
            failed ??= e
            throw e
          },
        )
        last = done.catch(() => {})
        return done
      }
      await wire.script('BEGIN')
      try {
        const result = await inside.run(state, () =>
          fn({
            query: (sql, params = []) => step(sql, () => wire.query(sql, params)),
            script: (sql) => step(sql, () => wire.script(sql)),
          }),
        )
        await last
        state.over = true
        // COMMIT of a failed transaction rolls it back and reports success
        if (failed !== undefined) throw failed
        await wire.script('COMMIT')
        return result
      } catch (e) {
        state.over = true
        await last
        // a connection that cannot even roll back is gone, and its transaction with it
        await wire.script('ROLLBACK').catch(() => {})
        throw e
      }
    },
  }
  return own
}
