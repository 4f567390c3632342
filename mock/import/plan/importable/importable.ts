import type { z } from 'zod'
import type { SourceLocation } from '#src/contract/import/import.schema.ts'
import type { Queryable } from '#mock/db/db.ts'
import type { Hand, StoredDocument } from '#mock/crud/documents.ts'
import type { Platform } from '#mock/http/request/handler.ts'
import type { FieldProblem } from '#src/contract/problems.ts'
import type { Data } from '#mock/crud/shape.ts'
import type { ResourceName } from '#src/contract/resources.ts'
import type { Overwrite } from '../write.ts'

/** What rows may be of: resources, and lessons, which stand within the outlines of courses. */
export type ImportedName = ResourceName | 'course-lesson'

/** What tells a row of a package from the others. A later row whose key is any of the names of an earlier one says it again. */
export interface Identity {
  key: string
  /** A second name of the same row; where rows are put `apart`, or have a field that is given `once`, a name that no two of them may have. */
  also?: string
}

/** A row that others need and the package only mentions: the category a tool is filed under. */
export interface Parent {
  resource: ResourceName
  /** Field of the body that takes the id of the parent. */
  field: string
  /** Field of a row that names it. */
  word: string
  /** What the package calls it is made for machines: nobody gives another one by hand. */
  unwritten?: true
  /** What the package calls it; undefined when it says nothing, and then the field is missing. */
  text(data: Data): string | undefined
  /** The parent as the package would have given it. */
  row: (text: string) => Data
}

/** Who plans or applies, and where to look things up. */
export interface ImportContext {
  q: Queryable
  platform: Platform
  /** Id of a user. */
  by: string
  /** Id of the plan that the rows are added to. */
  pack?: string
}
/** Where to look up what stands. */
export type Look = Pick<ImportContext, 'q' | 'platform'>

/** Where rows stand that have no table of their own. A version is whatever differs where a row does. */
export interface RowStore {
  /** Those that are there, in any order. */
  byIds(q: Queryable, ids: readonly string[]): Promise<StoredDocument[]>
  /** @returns the versions they begin at */
  insert(q: Queryable, rows: readonly { id: string; data: Data }[], hand: Hand): Promise<Map<string, number>>
  /** Those that are at their version. @returns the versions they have now */
  overwrite(q: Queryable, rows: readonly Overwrite[], hand: Hand, how: 'apply' | 'undo'): Promise<Map<string, number>>
  /** Those that are at their version. */
  remove(q: Queryable, rows: readonly { id: string; version: number }[], hand: Hand): Promise<Set<string>>
}
/** What a row says, and what stands for it. */
interface Fitted {
  id?: string
  data: Data
  standing: Data
  extra?: Data
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
interface Origin {
  pack: string
  file: string
}

/** How a resource is imported. One small file per area; a later area adds an entry to the registry. */
export interface Importable {
  resource: ImportedName
  /** The rules of a row that is of no resource. */
  body?: z.ZodObject
  store?: RowStore
  /** What its rows are parts of: whoever may change that may change them. */
  within?: { resource: ResourceName; field: string }
  /** Id of a new row, where what it says makes it. */
  idOf?(data: Data): string
  /** Of what `starts` gave, what is not stored in the row. */
  beside?: readonly string[]
  /** After rows were made or overwritten, with all that `starts` gave, in the same transaction. */
  brought?(q: Queryable, rows: readonly { id: string; data: Data; extra: Data }[], hand: Hand): Promise<void>
  /** After overwritten rows were put back, in the same transaction. */
  putBack?(q: Queryable, ids: readonly string[]): Promise<void>
  /** Whether nobody here changed these rows since an import wrote them: they are overwritten without a question. */
  untouched?(look: Look, rows: readonly { id: string; standing: Data }[]): Promise<boolean[]>
  parent?: Parent
  /** Fields of the body that the package speaks of; what it leaves out is left alone in a row that stands. */
  toBody(data: Data): Data
  /**
   * @param parent key of the parent row, where there is one
   * @param extra what `starts` gave
   */
  identity(data: Data, parent: string | undefined, extra?: Data): Identity
  /** Fields by which two rows of a package say the same; a row that repeats another one may be given others. */
  tells: readonly string[]
  /**
   * Looks up what the package names by words, some hundred rows at a time: data with ids in place of names, columns a new row starts with,
   * and what the planner may not do.
   */
  resolve?(ground: ImportContext, rows: readonly Resolvable[]): Promise<Resolved[]>
  /** The field that `also` is made of, where two rows that share it are two of which the later one is wrong. */
  once?: string
  /** Fields of a row that name what a field of the body holds by its id. */
  words?: Readonly<Record<string, string>>
  /** How many of these rows whoever applies the plan may not write. */
  beyond?(ground: ImportContext, rows: readonly { target_id: string | null; data: Data | null }[]): Promise<number>
  /** Refuses, before anything is written, what the licence has no room for. */
  room?(q: Queryable, platform: Platform, more: number): Promise<void>
  /** After new rows were written, in the same transaction. */
  made?(q: Queryable, rows: readonly { id: string; data: Data }[], hand: Hand): Promise<void>
  /** After rows were made, overwritten or put back, in the same transaction. */
  wrote?(q: Queryable, ids: readonly string[]): Promise<void>
  /** Rows that something names beside the references of the contract; they are not taken back. */
  named?(q: Queryable, ids: readonly string[], without?: ReadonlyMap<string, readonly string[]>): Promise<Set<string>>
  /**
   * Rows that somebody has begun to use since; they are not taken back, for his work would go with them.
   * @param hold whether they stay so until the transaction ends: a look ahead holds nothing
   */
  used?(q: Queryable, ids: readonly string[], hold: boolean): Promise<Set<string>>
  /** Fields that say what somebody did, which no file and no undo takes back. */
  keeps?: readonly string[]
  /** Fields whose values nobody is shown in a comparison. */
  secret?: readonly string[]
  /** After rows of the import were taken back, in the same transaction. */
  gone?(q: Queryable, ids: readonly string[], hand: Hand): Promise<void>
  /**
   * A row under a name of its own, where an earlier one of the package has its name and is another; undefined where there is none.
   * @param taken whether the package has such a row by now
   */
  apart?(data: Data, place: z.output<typeof SourceLocation>, taken: (data: Data) => boolean): Data | undefined
  /** What stands for each row, in their order, with few queries for all of them. */
  find(look: Look, rows: readonly Data[]): Promise<(StoredDocument | undefined)[]>
  /** What stands under the name of each row and is another, so that whoever plans sees it; of new rows alone. */
  namesakes?(look: Look, rows: readonly Data[]): Promise<(StoredDocument | undefined)[]>
  /**
   * Rows in the words of what stands for each: what no file can know, and what nobody who reads both would call a change. Without it ids of
   * parts that people's answers name would be lost with each overwriting.
   */
  fit?(look: Look, rows: readonly Fitted[]): Promise<Data[]>
  /** Fields that are compared with what stands; all that the package speaks of when left out. */
  compared?(data: Data, standing: Data): readonly string[]
  /** Columns of the server's own that a new row starts with. */
  starts?(data: Data, format: string, from: Origin): Data
  /** Of a resource with an audience: everybody sees a new row. */
  open?: boolean
  /** Each row that is written has an entry of its own in the audit trail, as when it is written by hand. */
  traced?: true
  label(data: Data): string
}
