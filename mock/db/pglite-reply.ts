/** What PGlite answers to a message. https://www.postgresql.org/docs/current/protocol-message-formats.html */
import { DbError, type SqlRow } from './db.ts'

export interface ResultColumn {
  name: string
  type: number
  /** Undefined where the text itself is the value. */
  read: ((text: string, type: number) => unknown) | undefined
}

export interface PgliteReply {
  /** Of a described statement. */
  takes: readonly number[]
  gives: readonly Omit<ResultColumn, 'read'>[]
  rows: SqlRow[]
  /** Command tags: `INSERT 0 1`, `COMMIT`. */
  done: string[]
  notified: { channel: string; payload: string }[]
  /** The first one; nothing after it was done. */
  error: DbError | undefined
  /** Whether a transaction is open; undefined when the database gave no full answer. */
  open: boolean | undefined
}

/**
 * @param bytes whole messages
 * @param columns of the rows in it; without them rows are passed over
 */
export function readReply(bytes: Buffer, columns?: readonly ResultColumn[]): PgliteReply {
  const reply: PgliteReply = {
    takes: [],
    gives: [],
    rows: [],
    done: [],
    notified: [],
    error: undefined,
    open: undefined,
  }
  let at = 0
  const int16 = (): number => bytes.readInt16BE((at += 2) - 2)
  const int32 = (): number => bytes.readInt32BE((at += 4) - 4)
  const text = (): string => {
    const end = bytes.indexOf(0, at)
    const value = bytes.toString('utf8', at, end)
    at = end + 1
    return value
  }

  function row(of: readonly ResultColumn[]): SqlRow {
    const out: SqlRow = {}
    at += 2
    for (const { name, type, read } of of) {
      const length = int32()
      if (length < 0) out[name] = null
      else {
        const value = bytes.toString('utf8', at, (at += length))
        out[name] = read ? read(value, type) : value
      }
    }
    return out
  }
  function described(): Omit<ResultColumn, 'read'> {
    const name = text()
    at += 6
    const type = int32()
    at += 8
    return { name, type }
  }
  function failed(): DbError {
    const fields = new Map<string, string>()
    while (bytes[at] !== 0) fields.set(String.fromCharCode(bytes[at++] ?? 0), text())
    return new DbError((fields.get('M') ?? '').slice(0, 2000), fields.get('C'), fields.get('n'))
  }

  for (let next = 0; next < bytes.length; ) {
    const kind = bytes[next]
    at = next + 5
    next += 1 + bytes.readInt32BE(next + 1)
    switch (kind) {
      case 0x44: // DataRow
        if (columns) reply.rows.push(row(columns))
        break
      case 0x43: // CommandComplete
        reply.done.push(text())
        break
      case 0x5a: // ReadyForQuery
        reply.open = bytes[at] !== 0x49
        break
      case 0x45: // ErrorResponse
        reply.error ??= failed()
        break
      case 0x41: // NotificationResponse
        at += 4
        reply.notified.push({ channel: text(), payload: text() })
        break
      case 0x74: // ParameterDescription
        reply.takes = Array.from({ length: int16() }, int32)
        break
      case 0x54: // RowDescription
        reply.gives = Array.from({ length: int16() }, described)
    }
  }
  return reply
}
