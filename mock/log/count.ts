/** How many rows match: counted as long as that is quick, else as the planner of the database guesses. */
import type { Queryable } from '../db/db.ts'
import { ownJson } from '#src/contract/lib/typed.ts'
import type { LogConditions } from './table.ts'

/** Rows that are counted at most. */
const counted = 1000

interface Plan {
  Plan?: { 'Plan Rows'?: number }
}

/** Two figures are as much as a guess is worth. */
function rough(n: number): number {
  const step = 10 ** Math.max(0, Math.floor(Math.log10(Math.max(1, n))) - 1)
  return Math.round(n / step) * step
}

function conditions({ w, each }: LogConditions): { sql: string; params: unknown[] } {
  const params = [...w.params]
  const merged = each ? `t.${each.column} = any($${params.push(each.values)}::text[])` : ''
  const text = w.text()
  return { sql: merged ? `${text || 'where true'} and ${merged}` : text, params }
}

/** @param most rows that are counted; beyond them the answer is a guess */
export async function countOf(
  q: Queryable,
  table: string,
  narrowed: LogConditions,
  most = counted,
): Promise<{ total: number; exact: boolean }> {
  const { sql, params } = conditions(narrowed)
  const { rows } = await q.query<{ n: number }>(
    `select count(*) as n from (select 1 from ${table} t ${sql} limit ${most + 1}) as found`,
    params,
  )
  const n = Number(rows[0]?.n ?? 0)
  if (n <= most) return { total: n, exact: true }
  const plan = await q.query<{ 'QUERY PLAN': string | Plan[] }>(
    `explain (format json) select 1 from ${table} t ${sql}`,
    params,
  )
  const said = plan.rows[0]?.['QUERY PLAN']
  const [first] = typeof said === 'string' ? ownJson<Plan[]>(said) : (said ?? [])
  return { total: rough(Math.max(n, first?.Plan?.['Plan Rows'] ?? n)), exact: false }
}
