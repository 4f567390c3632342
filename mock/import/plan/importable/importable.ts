import type { Queryable } from '#mock/db/db.ts'
import type { Stored } from '#mock/crud/documents.ts'
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

/** How a resource is imported. One small file per area; a later area adds an entry to the registry. */
export interface Importable {
  resource: ResourceName
  parent?: Parent
  /** Fields of the body that the package speaks of; what it leaves out is left alone in a row that stands. */
  toBody(data: Data): Data
  /** @param parent key of the parent row, where there is one */
  identity(data: Data, parent: string | undefined): Identity
  /** What stands for each row, in their order, with few queries for all of them. */
  find(q: Queryable, rows: readonly Data[]): Promise<(Stored | undefined)[]>
  /** Fields that are compared with what stands; all that the package speaks of when left out. */
  compared?(data: Data, standing: Data): readonly string[]
  /** Columns of the server's own that a new row starts with. */
  starts?(data: Data, format: string): Data
  /** Of a resource with an audience: everybody sees a new row. */
  open?: boolean
  label(data: Data): string
}
