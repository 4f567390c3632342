/** Rows that cannot all come in, as the same field tells them: said of each while one of them may still be corrected. */
import type { Queryable } from '#mock/db/db.ts'
import { type Earlier, locationParamsOf } from './earlier.ts'
import { importable } from './importables.ts'
import { duplicateRule, type PlanRow } from './rows.ts'

type Told = Pick<PlanRow, 'n' | 'resource' | 'verdict' | 'key' | 'reasons'>
type Other = Earlier & Pick<PlanRow, 'n' | 'resource' | 'verdict' | 'key'>

/** The one field that tells rows of a resource apart; undefined where several do, or a row is told within another one. */
export function tellingField(resource: string): string | undefined {
  const by = importable(resource)
  return by && !by.parent && by.tells.length === 1 ? by.tells[0] : undefined
}

/** A refused row has lost nothing yet to a row like it, nor the other to it: which one is to stay is for a person to say. */
const rivals = (row: Told, other: Other): boolean =>
  other.resource === row.resource &&
  other.key === row.key &&
  other.n !== row.n &&
  (row.verdict === 'refused' ? other.verdict !== 'duplicate' : other.verdict === 'refused')

/** The rows, each with the reason that another one of the package has the same name. */
export async function withAlike<R extends Told>(q: Queryable, packageId: string, rows: readonly R[]): Promise<R[]> {
  const keys = rows.flatMap((r) => (tellingField(r.resource) !== undefined && r.key ? [r.key] : []))
  if (!keys.length) return [...rows]
  const { rows: others } = await q.query<Other>(
    `select i.n, i.resource, i.verdict, i.key, i.place, i.label from unnest($2::text[]) w(name)
     cross join lateral (select * from import_row where key = w.name and package_id || '' = $1 offset 0) i order by i.n`,
    [packageId, [...new Set(keys)]],
  )
  return rows.map((row) => {
    const path = tellingField(row.resource)
    const other = row.verdict === 'duplicate' ? undefined : others.find((o) => rivals(row, o))
    if (path === undefined || !other || row.reasons.some((r) => r.rule === duplicateRule)) return row
    const reason = { path, rule: 'also_in_file', params: { ...locationParamsOf(other), name: other.label } }
    return { ...row, reasons: [...row.reasons, reason] }
  })
}
