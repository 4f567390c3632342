/** A database between the server and the real one: it notes what was asked, and breaks what a test wants broken. */
import { type Db, DbError, type Queryable, type Tx } from '#mock/db/db.ts'

export interface Spy {
  wrap: (db: Db) => Db
  /** Statements since the last `clear`, white space made one. */
  readonly said: string[]
  clear(): void
  /** Statements that match fail from now on, until called without a pattern. */
  breakOn(pattern?: RegExp): void
}

/** What the server does on its own now and then, its work that is due among it: it belongs to no call. */
const ofItself =
  /\bsystem_log\b|^select name, value from setting\b|^update scene set fence\b|^delete from due\b|from scene where status = .in-queue.$/

export function spy(): Spy {
  const said: string[] = []
  let broken: RegExp | undefined
  const watch =
    (q: Queryable): Queryable['query'] =>
    async (sql, params) => {
      const text = sql.replace(/\s+/g, ' ').trim()
      if (!ofItself.test(text)) said.push(text)
      if (broken?.test(text)) throw new DbError('broken by a test', 'XX000', undefined)
      return q.query(sql, params)
    }
  return {
    said,
    clear: () => void (said.length = 0),
    breakOn: (pattern) => void (broken = pattern),
    wrap: (db) => ({
      ...db,
      query: watch(db),
      tx: (fn) => db.tx((q) => fn({ ...q, query: watch(q) } satisfies Tx)),
    }),
  }
}
