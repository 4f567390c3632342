/** A refused row of a table, which is read anew with other cells. */
import { exerciseTableSpec } from './exercise/table.ts'
import { theoryTable } from './table.ts'
import type { QuestionTableSpec } from './tableRead.ts'

/** The table that a row of the resource with cells came from. */
export const tableOfCells = (resource: string): QuestionTableSpec<string> | undefined =>
  [theoryTable, exerciseTableSpec].find((t) => t.kind === resource) as QuestionTableSpec<string> | undefined
