/** PGlite has one connection: statements are done in the order they were asked, and a transaction keeps everybody else waiting. */
import { setTimeout as wait } from 'node:timers/promises'
import { type Db, quoteName } from './db.ts'
import { type TransactionConnection, transactions } from './transaction.ts'

/** Does what it is asked in the order it is asked, without being waited for. */
export interface Engine extends TransactionConnection {
  close(): Promise<void>
}

export interface Queue {
  db: Db
  /** Where the engine hands in its notifications. */
  notify: (channel: string, payload: string) => void
}

export function queueOf(engine: Engine): Queue {
  const { refuseInside, run } = transactions()
  const subscribers = new Map<string, Set<(payload: string) => void>>()
  let held: Promise<unknown> = Promise.resolve()
  /** What was ever asked, and how much of it is not answered yet. */
  let asked = 0
  let open = 0

  async function counted<T>(work: Promise<T>): Promise<T> {
    asked++
    open++
    try {
      return await work
    } finally {
      open--
    }
  }
  /** A statement goes as soon as nobody holds the connection; those before it need not be answered. */
  async function pass<T>(work: () => Promise<T>): Promise<T> {
    refuseInside()
    return counted(held.then(work))
  }
  async function hold<T>(work: () => Promise<T>): Promise<T> {
    refuseInside()
    const mine = held.then(work)
    held = mine.catch(() => {})
    return counted(mine)
  }

  return {
    notify: (channel, payload) => {
      for (const fn of subscribers.get(channel) ?? [])
        try {
          fn(payload)
        } catch (e) {
          // whoever waits for an answer behind it must not wait for ever
          process.emitWarning(`a subscriber of ${channel} failed: ${String(e)}`)
        }
    },
    db: {
      engine: 'pglite',
      query: (sql, params = []) => pass(() => engine.query(sql, params)),
      script: (sql) => pass(() => engine.script(sql)),
      tx: (fn) => hold(() => run(engine, fn)),
      async idle(most = 50) {
        refuseInside()
        const late = performance.now() + most
        for (let before = -1; open > 0 || asked !== before; ) {
          if (performance.now() > late) return
          before = asked
          // the statements of one call follow each other at once
          await wait(1)
        }
      },
      async listen(channel, fn) {
        const all = subscribers.get(channel) ?? new Set()
        subscribers.set(channel, all.add(fn))
        // LISTEN again is harmless, and every caller waits until it holds
        await pass(() => engine.script(`LISTEN ${quoteName(channel)}`))
        return async () => {
          all.delete(fn)
        }
      },
      close: () => hold(() => engine.close()),
    },
  }
}
