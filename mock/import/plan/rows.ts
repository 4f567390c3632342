/** Rows of a plan as they are stored. */
import type { z } from 'zod'
import { idle, type Queryable } from '#mock/db/db.ts'
import type { Data } from '#mock/crud/shape.ts'
import type { CellsOf } from '../formats/found.ts'
import type { SourceLocation } from '#src/contract/import/import.schema.ts'
import type { RowChoice, RowVerdict } from '#src/contract/import/import.ts'
import type { FieldProblem } from '#src/contract/problems.ts'

export type PlaceOf = z.output<typeof SourceLocation>
export interface FieldDifference {
  field: string
  before: unknown
  after: unknown
}

export interface PlanRow {
  package_id: string
  n: number
  resource: string
  place: PlaceOf
  label: string
  key: string | null
  also: string | null
  needs: number | null
  verdict: RowVerdict
  choice: RowChoice
  data: Data | null
  extra: Data | null
  target_id: string | null
  current_version: number | null
  difference: FieldDifference[]
  reasons: FieldProblem[]
}
/** What a refused row said, and in which format; of a table its cells. */
export interface RefusedRowInput {
  data: Data
  format: string
  cells?: CellsOf
  /** What its format noted. */
  notes?: readonly FieldProblem[]
}
/** A row on its way into the plan. */
export type NewPlanRow = PlanRow & { given: RefusedRowInput | null }

/** Rows a statement at most; also how many rows are in memory at a time. */
export const batchSize = 500
/** Rows that are planned at once: the database does one thing at a time, and others wait for the longest. */
export const planSize = 100
/** Bytes of rows a statement is closed at: a row may be long, and every copy on its way into the database is as long again. */
export const batchBytes = 1024 * 1024

/** What becomes of a row when nobody chooses. */
export const usualChoice: Record<RowVerdict, RowChoice> = {
  new: 'take',
  same: 'skip',
  changed: 'ask',
  duplicate: 'skip',
  refused: 'skip',
}
/** The reason of a row that an earlier one says already. */
export const duplicateRule = 'duplicate_in_package'
/** Another stands under the name of a new row. */
export const namesakeRule = 'note_title'
/** SQL on a row of a plan: it stands for something, whatever becomes of it. */
export const sound = `verdict not in ('refused', 'duplicate')`

/** Another server has taken the planning over, or somebody removed the package. */
export class Superseded extends Error {}

/** Adds rows to a plan in the making, or to one that is made, as long as it is this planner's own: `tries` counts its planners. */
export async function addRows(
  q: Queryable,
  packageId: string,
  tries: number,
  rows: readonly NewPlanRow[],
): Promise<void> {
  if (!rows.length) return
  // as json, which is read once: as jsonb it is made whole first, which takes half as long again
  const { rows: added } = await q.query<{ n: number }>(
    `with mine as (select 1 from import_package where id = $1 and tries = $2 and state in ('planning', 'planned') for share)
     insert into import_row (package_id, n, resource, place, label, key, also, needs, verdict, choice, data, extra, target_id,
       current_version, difference, reasons, given)
     select r.package_id, r.n, r.resource, r.place, r.label, r.key, r.also, r.needs, r.verdict, r.choice, r.data, r.extra,
       r.target_id, r.current_version, r.difference, r.reasons, r.given
     from mine, json_populate_recordset(null::import_row, $3::json) r returning n`,
    [packageId, tries, JSON.stringify(rows)],
  )
  if (added.length !== rows.length) throw new Superseded()
}

const columns = `package_id, n, resource, place, label, key, also, needs, verdict, choice, data, extra, target_id,
  current_version, difference, reasons`

/** Batches of a plan's rows in their order, those after `from`. `where` is SQL on `i`, without parameters. */
export async function* planRowBatches(
  q: Queryable,
  packageId: string,
  where: string,
  from = 0,
  most = batchSize,
): AsyncGenerator<PlanRow[], void, undefined> {
  for (let after = from; ; ) {
    await idle(q)
    const { rows } = await q.query<PlanRow>(
      `select ${columns} from (
         select ${columns}, sum(pg_column_size(data)) over (order by n) - pg_column_size(data) as before
         from (select * from import_row i where package_id = $1 and n > $2 and ${where} order by n limit ${most}) i
       ) i where coalesce(before, 0) < ${batchBytes} order by n`,
      [packageId, after],
    )
    const last = rows.at(-1)
    if (!last) return
    yield rows
    after = last.n
  }
}
