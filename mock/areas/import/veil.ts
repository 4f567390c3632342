/** A secret that would change is said to change, and no more. */
import { importable } from '#mock/import/plan/importables.ts'
import type { PlanRow } from '#mock/import/plan/rows.ts'

const mark = '••••'

export function veiled<R extends Pick<PlanRow, 'resource' | 'difference'>>(row: R): R {
  const { secret = [] } = importable(row.resource) ?? {}
  if (!secret.length) return row
  const difference = row.difference.map((d) => (secret.includes(d.field) ? { ...d, before: mark, after: mark } : d))
  return { ...row, difference }
}
