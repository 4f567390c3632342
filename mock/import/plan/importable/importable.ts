import type { Queryable } from '#mock/db/db.ts'
import type { Hand, Stored } from '#mock/crud/documents.ts'
import type { Platform } from '#mock/http/handler.ts'
import type { FieldProblem } from '#src/contract/problems.ts'
import type { Data } from '#mock/crud/shape.ts'
import type { ResourceName } from '#src/contract/resources.ts'

/** What tells a row of a package from the others. A later row whose key is any of the names of an earlier one says it again. */
export interface Identity {
  key: string
  /** A second name of the same row. */
  also?: string
}

/** A row that others need and the package only mentions: the category a tool is filed under. */
export interface Parent {
  resource: ResourceName
  /** Field of the body that takes the id of the parent. */
  field: string
  /** What the package calls it; undefined when it says nothing, and then the field is missing. */
  text(data: Data): string | undefined
  /** The parent as the package would have given it. */
  row(text: string): Data
}

/** Who plans or applies, and where to look things up. */
export interface Ground {
  q: Queryable
  platform: Platform
  /** Id of a user. */
  by: string
}
export interface Resolvable {
  data: Data
  extra: Data
}
export interface Resolved extends Resolvable {
  reasons: FieldProblem[]
  /** What the file says and the row cannot keep, beside what its format noted. */
  notes?: readonly FieldProblem[]
}

/** Where a row comes from: the import's file, and the file in it. */
export interface Origin {
  pack: string
  file: string
}

/** How a resource is imported. One small file per area; a later area adds an entry to the registry. */
export interface Importable {
  resource: ResourceName
  parent?: Parent
  /** Fields of the body that the package speaks of; what it leaves out is left alone in a row that stands. */
  toBody(data: Data): Data
  /**
   * @param parent key of the parent row, where there is one
   * @param extra what `starts` gave
   */
  identity(data: Data, parent: string | undefined, extra?: Data): Identity
  /**
   * Looks up what the package names by words, some hundred rows at a time: data with ids in place of names, columns a new row starts with,
   * and what the planner may not do.
   */
  resolve?(ground: Ground, rows: readonly Resolvable[]): Promise<Resolved[]>
  /** How many of these rows whoever applies the plan may not write. */
  beyond?(ground: Ground, rows: readonly { target_id: string | null; data: Data | null }[]): Promise<number>
  /** Refuses, before anything is written, what the licence has no room for. */
  room?(q: Queryable, platform: Platform, more: number): Promise<void>
  /** After new rows were written, in the same transaction. */
  made?(q: Queryable, rows: readonly { id: string; data: Data }[], hand: Hand): Promise<void>
  /** After rows were made, overwritten or put back, in the same transaction. */
  wrote?(q: Queryable, ids: readonly string[]): Promise<void>
  /** Rows that something names beside the references of the contract; they are not taken back. */
  named?(q: Queryable, ids: readonly string[]): Promise<Set<string>>
  /** Fields whose values nobody is shown in a comparison. */
  secret?: readonly string[]
  /** After rows of the import were taken back, in the same transaction. */
  gone?(q: Queryable, ids: readonly string[], hand: Hand): Promise<void>
  /** What stands for each row, in their order, with few queries for all of them. */
  find(q: Queryable, rows: readonly Data[]): Promise<(Stored | undefined)[]>
  /** Fields that are compared with what stands; all that the package speaks of when left out. */
  compared?(data: Data, standing: Data): readonly string[]
  /** Columns of the server's own that a new row starts with. */
  starts?(data: Data, format: string, from: Origin): Data
  /** Of a resource with an audience: everybody sees a new row. */
  open?: boolean
  label(data: Data): string
}
