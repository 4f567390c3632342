/** What an upload is for, as the area that has the rows says it: `buildApp` puts them together. */
import type { DepositKind } from '#src/contract/device/deposit.ts'
import type { Queryable } from '../db/db.ts'
import type { AuditEvent, Platform, Caller } from '../http/request/handler.ts'
import type { DepositRow } from './rows.ts'

interface NewFile {
  target: string
  name: string
  size: number
}
export interface Receiver<Seen = unknown> {
  /** Whether the row takes this file now, and how large it may be; throws `Fail`. The row is held. */
  begin(q: Queryable, file: NewFile, who: Caller, platform: Platform): Promise<{ max: number | undefined }>
  /** The file has come. Reads what is inside; no transaction is open. */
  look(platform: Platform, deposit: DepositRow): Promise<Seen>
  /** Tells the row what was found, in a transaction. @returns what becomes of the file, and what to do once that is written */
  arrive(
    q: Queryable,
    platform: Platform,
    deposit: DepositRow,
    seen: Seen,
    audit: (entry: AuditEvent) => void,
  ): Promise<{ file: 'kept' | 'dropped'; after?: () => void }>
}
export type Receivers = { readonly [K in DepositKind]: Receiver }
