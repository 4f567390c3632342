/** PGlite has one connection: everything waits its turn, and a transaction holds the turn. */
import { type Db, quoteName } from './db.ts'
import { type Wire, transactions } from './transaction.ts'

export interface Engine extends Wire {
  close(): Promise<void>
}

export interface Queue {
  db: Db
  /** Where the engine hands in its notifications. */
  notify(channel: string, payload: string): void
}

export function queueOf(engine: Engine): Queue {
  const { refuseInside, run } = transactions()
  const subscribers = new Map<string, Set<(payload: string) => void>>()
  let tail: Promise<unknown> = Promise.resolve()

  async function turn<T>(work: () => Promise<T>): Promise<T> {
    refuseInside()
    const mine = tail.then(work)
    tail = mine.catch(() => {})
    return mine
  }

  return {
    notify: (channel, payload) => {
      for (const fn of subscribers.get(channel) ?? []) fn(payload)
    },
    db: {
      engine: 'pglite',
      query: (sql, params = []) => turn(() => engine.query(sql, params)),
      script: (sql) => turn(() => engine.script(sql)),
      tx: (fn) => turn(() => run(engine, fn)),
      async listen(channel, fn) {
        const all = subscribers.get(channel) ?? new Set()
        subscribers.set(channel, all.add(fn))
        // LISTEN again is harmless, and every caller waits until it holds
        await turn(() => engine.script(`LISTEN ${quoteName(channel)}`))
        return async () => {
          all.delete(fn)
        }
      },
      close: () => turn(() => engine.close()),
    },
  }
}
