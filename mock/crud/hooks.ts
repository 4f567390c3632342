import type { Audience } from '#src/contract/lib/crud.ts'
import type { BodyOf, RowOf } from '#src/contract/lib/resource.ts'
import type { ResourceName, resources } from '#src/contract/resources.ts'
import type { ProblemCode } from '#src/contract/problems.ts'
import type { Queryable } from '../db/db.ts'
import type { Platform, Caller } from '../http/request/handler.ts'
import type { Along } from './bin.ts'
import type { DataOf, StoredDocument } from './documents.ts'
import type { CheckedLabels } from './references.ts'
import type { Add, Scope } from './where.ts'

export type LineOf<N extends ResourceName> = (typeof resources)[N]['line']
export type CrudRow<N extends ResourceName> = RowOf<LineOf<N>>
export type Body<N extends ResourceName> = Required<BodyOf<LineOf<N>>>
export type ResourceDocument<N extends ResourceName> = StoredDocument<DataOf<N>>

/** Who asks, when, and over which connection. */
export interface HookContext {
  q: Queryable
  who: Caller
  now: Date
  platform: Platform
  /** After a write: what its references name. */
  named?: CheckedLabels
  /** The row that is written stood before, and was put back. */
  returns?: boolean
}

/** A status machine and the column it moves: `table[status][action]` is the next status, or the action is refused. */
interface Moves {
  field: string
  table: Readonly<Record<string, Readonly<Partial<Record<string, string>>>>>
}

/** What an area adds to the plain behaviour of its resource. Everything may be left out. */
export interface Hooks<N extends ResourceName, F = undefined> {
  /** All that columns and rights of a page of rows need, in a few queries for the whole page. */
  facts?(docs: readonly ResourceDocument<N>[], at: HookContext): Promise<F>
  /** Columns that are worked out when a row is shown. */
  columns?(doc: ResourceDocument<N>, facts: F, at: HookContext): Partial<CrudRow<N>>
  /** Columns of the server's own that a new row starts with. */
  starts?(body: Body<N>, at: HookContext): Promise<DataOf<N>> | DataOf<N>
  /** The last look before a row is written; throws `Fail`. */
  check?(data: DataOf<N>, before: ResourceDocument<N> | undefined, at: HookContext): Promise<void> | void
  /** After a row was written, in the same transaction. */
  wrote?(after: ResourceDocument<N>, before: ResourceDocument<N> | undefined, at: HookContext): Promise<void>
  /** What uses the row beside `usedBy`: throws `in_use` with the number and names of those that do. */
  unused?(doc: ResourceDocument<N>, at: HookContext): Promise<void>
  /** Rows of other tables that go with a removed one and come back with it. */
  along?: Along
  /** What the removal takes out of other rows, as `back` wants it. Asked before anything is gone. */
  leaves?(doc: ResourceDocument<N>, at: HookContext): Promise<object[]>
  /** The last look before a removed row stands again; throws `Fail`. */
  returns?(doc: ResourceDocument<N>, at: HookContext): Promise<void>
  /** After a row and what went along stand again, in the same transaction. @param left what `leaves` said */
  back?(after: ResourceDocument<N>, left: readonly object[], at: HookContext): Promise<void>
  /** After a row was removed, in the same transaction. */
  removed?(before: ResourceDocument<N>, at: HookContext): Promise<void>
  /** Why this caller may not do `action` to this row now; undefined when he may. The buttons of the row follow from it. */
  refuse?(action: string, row: CrudRow<N>, facts: F, at: HookContext): ProblemCode | undefined
  /** Whether the row itself names this caller, for what it says of its actions that whoever is `named` may as well. */
  names?(row: CrudRow<N>, at: HookContext): boolean
  /** What the refusal of a row tells beside its code. */
  tells?(code: ProblemCode, row: CrudRow<N>, facts: F): Record<string, unknown> | undefined
  /** Columns an action changes beside the status, with the reason the caller gave; throws `Fail`. */
  acts?(action: string, reason: string, before: ResourceDocument<N>, at: HookContext): Promise<DataOf<N>> | DataOf<N>
  /** What this caller should know before he does `action`; it is done when he says that he wants it anyway. */
  warns?(action: string, row: CrudRow<N>, at: HookContext): ProblemCode | undefined
  /** Status machine of the resource's actions. */
  moves?: Moves
  /** Rows that exist for this caller at all: the others are not found. */
  scope?(at: HookContext): Scope
  /** Rows this caller sees although they are neither his nor shared with him: he was named for a part in them. */
  shows?(at: HookContext): Scope
  /** Filters on values that are worked out, by field. */
  filters?(at: HookContext): Record<string, (values: unknown, add: Add) => string>
  /** Fields the text search looks into for this caller, each of them a name or unique; all of `find` when left out. */
  finds?(verb: 'list' | 'options', at: HookContext): readonly string[] | undefined
  /** Second line of a choice. */
  hint?(doc: ResourceDocument<N>): string | undefined
  /** Flags of a choice that are without a value. */
  openFlags?(doc: ResourceDocument<N>): number | undefined
  /** Rows that are offered to be chosen; what was chosen before is named all the same. */
  offered?(at: HookContext): Scope
  /** A choice that this caller may name and not give to anybody. */
  withheld?(doc: ResourceDocument<N>, at: HookContext): boolean
  /** A choice that is given to people one by one, never to whoever comes. */
  byHand?(doc: ResourceDocument<N>): boolean
  /** Who sees a new row of a resource with an audience before anybody chose. */
  audience?: 'all' | 'nobody'
  /** Somebody chose whom it is for. */
  chosen?(doc: ResourceDocument<N>, at: HookContext, before: Audience): Promise<void>
}
