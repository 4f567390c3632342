/**
 * The only database interface the rest of the server sees. SQL is PostgreSQL's (what 15 and later accept), parameters are `$1`, `$2` …,
 * JSON is passed as `JSON.stringify`ed text and ordered text is `collate "C"`, so that both engines give the same rows in the same order.
 */
import type { Memory } from './remember.ts'
import { codeOf, isRecord } from '#src/contract/lib/typed.ts'

export type SqlRow = Record<string, unknown>

export interface QueryResult<R> {
  rows: R[]
  /** Rows returned, or rows touched by a statement that returns none. */
  count: number
}

export interface Queryable {
  /** Of the embedded database outside of transactions, see `remember.ts`. */
  readonly memory?: Memory
  /** Of PostgreSQL outside of transactions: what may be some seconds old, see `remember.ts`. */
  readonly brief?: Memory
  /** One statement. @throws DbError */
  query<R extends object = SqlRow>(sql: string, params?: readonly unknown[]): Promise<QueryResult<R>>
}

/** A running transaction; it is refused once the transaction is over. */
export interface Tx extends Queryable {
  /** Several statements without parameters (migrations). @throws DbError */
  script: (sql: string) => Promise<void>
}

export interface Db extends Queryable {
  readonly engine: 'pglite' | 'postgres'
  /**
   * Commits what `fn` did, or nothing of it when `fn` throws or one of its statements failed. Never await the network, a file or a timer
   * inside: the embedded engine has one connection, and a transaction holds it. `db.query()` inside `fn` is refused for that reason.
   * @throws DbError, or whatever `fn` throws
   */
  tx<T>(fn: (q: Tx) => Promise<T>): Promise<T>
  /** Several statements without parameters. @throws DbError */
  script(sql: string): Promise<void>
  /**
   * Waits until nobody asks anything, so that the next piece of long work goes between the calls of others and not between the statements of
   * one of them. Where somebody always does it waits `most` milliseconds, 50 unless told.
   */
  idle(most?: number): Promise<void>
  /**
   * Calls `fn` with the payload of every NOTIFY on the channel, after its transaction committed. The empty payload also comes when the
   * connection was lost and made again: something may have been missed, so look again.
   * @returns ends the subscription
   */
  listen(channel: string, fn: (payload: string) => void): Promise<() => Promise<void>>
  close(): Promise<void>
}

/** `idle` of a database; nothing of a transaction, which keeps everybody waiting until it is over. */
export const idle = async (q: Queryable | Db): Promise<void> => {
  if ('idle' in q) await q.idle()
}

/** Every failure of the database. `code` is PostgreSQL's SQLSTATE, or the system's code (`ECONNREFUSED`) when no server answered. */
export class DbError extends Error {
  constructor(
    message: string,
    readonly code: string | undefined,
    readonly constraint: string | undefined,
  ) {
    super(message)
    this.name = 'DbError'
  }
}

/** Both engines throw objects of their own with the same three facts, and far longer texts than a log should hold. */
export function dbError(e: unknown): DbError {
  if (e instanceof DbError) return e
  const { message, constraint } = isRecord(e) ? e : {}
  const code = codeOf(e)
  const why = typeof message === 'string' && message !== '' ? message : (code ?? String(e))
  return new DbError(why.slice(0, 2000), code, typeof constraint === 'string' ? constraint : undefined)
}

export const isUnique = (e: unknown, constraint?: string): boolean =>
  e instanceof DbError && e.code === '23505' && (constraint === undefined || e.constraint === constraint)

export const quoteName = (name: string): string => `"${name.replaceAll('"', '""')}"`

/** `2026-01-02 03:04:05.6+00` → ISO 8601 in UTC; `infinity` stays the word. */
const iso = (v: string): string =>
  v.endsWith('infinity') ? v : new Date(v.replace(' ', 'T').replace(/([+-]\d\d)$/, '$1:00')).toISOString()
const bytes = (v: string): Uint8Array => Uint8Array.from(Buffer.from(v.slice(2), 'hex'))
/** Of values that hold neither comma nor quote, one dimension. */
const list =
  (of: (v: string) => unknown) =>
  (v: string): unknown[] =>
    v === '{}'
      ? []
      : v
          .slice(1, -1)
          .split(',')
          .map((x) => (x === 'NULL' ? null : of(x.replaceAll('"', ''))))

/** By type number: one set for both engines, so that a row looks the same on both. */
export const parsers: Record<number, (v: string) => unknown> = {
  17: bytes, // bytea
  20: Number, // int8, count(*)
  1700: Number, // numeric
  1082: String, // date stays 'YYYY-MM-DD'
  1114: (v) => iso(`${v}Z`), // timestamp
  1184: iso, // timestamptz
  1016: list(Number),
  1231: list(Number),
  1182: list(String),
  1185: list(iso),
}
