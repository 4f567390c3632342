/**
 * Statements on their way into PGlite and back. Its own `query` parses, plans and describes a statement anew each time it runs, in six
 * messages; here each is parsed once and kept under a name, and to run it takes one message.
 */
import { type PGlite, protocol } from '@electric-sql/pglite'
import { DbError, type QueryResult, dbError } from './db.ts'
import { type ResultColumn, type PgliteReply, readReply } from './pglite-reply.ts'
import { textOf } from '#src/contract/lib/typed.ts'

interface Statement {
  name: string
  /** Types of its parameters. */
  takes: readonly number[]
  gives: readonly ResultColumn[]
}

export interface PgliteWire {
  /** One statement. @throws DbError */
  query<R extends object>(sql: string, params: readonly unknown[]): QueryResult<R>
  /** Several statements without parameters. @throws DbError */
  script(sql: string): void
}

const { serialize } = protocol
const sync = serialize.sync()
const execute = serialize.execute()
/** One takes some ten kilobytes of the database's memory. */
const mostKept = 300
/** Commands that leave every kept statement as it was. */
const plain =
  /^(SELECT|INSERT|UPDATE|DELETE|MERGE|BEGIN|COMMIT|ROLLBACK|SAVEPOINT|RELEASE|SET|SHOW|LISTEN|NOTIFY|CHECKPOINT|VACUUM|ANALYZE)\b/
const touching = /^(?:INSERT|UPDATE|DELETE|MERGE)\b.* (\d+)$/

/** As bytea is written (PostgreSQL, 8.4.1). */
const hexOf = ({ buffer, byteOffset, byteLength }: Uint8Array): string =>
  `\\x${Buffer.from(buffer, byteOffset, byteLength).toString('hex')}`

/** Everything is done when the call returns, so what is asked first is done first. */
export function pgliteWire(db: PGlite, notify: (channel: string, payload: string) => void): PgliteWire {
  const kept = new Map<string, Statement>()
  const forgotten: string[] = []
  let named = 0
  let changed = false

  function forget(sql: string, { name }: Statement): void {
    kept.delete(sql)
    forgotten.push(name)
  }

  function exchange(parts: readonly Uint8Array[], columns?: readonly ResultColumn[]): PgliteReply {
    const came: Buffer[] = []
    const onRawData = (bytes: Uint8Array): void => void came.push(Buffer.from(bytes))
    // its answer is there before it returns, and says by itself when it is not whole
    db.execProtocolRawStream(Buffer.concat(parts), { syncToFs: false, onRawData }).catch(() => {})
    const reply = readReply(came.length === 1 && came[0] ? came[0] : Buffer.concat(came), columns)
    for (const { channel, payload } of reply.notified) notify(channel, payload)
    changed ||= reply.done.some((tag) => !plain.test(tag))
    // after a change of a table statements give other columns, and again when the transaction it was made in is rolled back
    if (changed) for (const [sql, statement] of kept) forget(sql, statement)
    if (reply.open === false) changed = false
    if (reply.error) throw reply.error
    if (reply.open === undefined) throw new DbError('the database gave no answer', '57P01', undefined)
    return reply
  }

  function statementOf(sql: string): Statement {
    const had = kept.get(sql)
    if (had) {
      // the longest unused stands first
      kept.delete(sql)
      kept.set(sql, had)
      return had
    }
    const [oldest] = kept
    if (oldest && kept.size >= mostKept) forget(...oldest)
    const name = `s${++named}`
    const { takes, gives } = exchange([
      ...forgotten.splice(0).map((gone) => serialize.close({ type: 'S', name: gone })),
      serialize.parse({ name, text: sql }),
      serialize.describe({ type: 'S', name }),
      sync,
    ])
    const made = { name, takes, gives: gives.map((c) => ({ ...c, read: db.parsers[c.type] })) }
    kept.set(sql, made)
    return made
  }

  function written(value: unknown, type: number | undefined): string | null {
    if (value === null || value === undefined) return null
    // PGlite's own puts a string together byte by byte: a megabyte holds the database, and whoever waits for it, for half a second
    if (value instanceof Uint8Array) return hexOf(value)
    const write = type === undefined ? undefined : db.serializers[type]
    return write ? write(value) : textOf(value)
  }

  return {
    query<R extends object>(sql: string, params: readonly unknown[]): QueryResult<R> {
      try {
        const { name, takes, gives } = statementOf(sql)
        const values = params.map((p, n) => written(p, takes[n]))
        const { rows, done } = exchange([serialize.bind({ statement: name, values }), execute, sync], gives)
        // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- who asks says what the rows are
        return { rows: rows as R[], count: Number(touching.exec(done[0] ?? '')?.[1] ?? 0) || rows.length }
      } catch (e) {
        throw dbError(e)
      }
    },
    script: (sql) => void exchange([serialize.query(sql)]),
  }
}
