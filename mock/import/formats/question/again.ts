/** A refused row of a table, which is read anew with other cells. */
import { exerciseCells } from './exercise/table.ts'
import { theoryTable } from './table.ts'
import type { Table } from './tableRead.ts'

/** The table that a row of the resource with cells came from. */
export const tableOfCells = (resource: string): Table<string> | undefined =>
  [theoryTable, exerciseCells].find((t) => t.kind === resource) as Table<string> | undefined
