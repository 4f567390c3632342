/** The report of an import: every row of its plan with what was found and done, as a file to keep. */
import type { FieldProblem } from '#src/contract/problems.ts'
import type { Cell } from '#mock/crud/cells.ts'
import { csv } from '#mock/crud/csv.ts'
import { xlsx } from '#mock/crud/xlsx.ts'
import type { Queryable } from '#mock/db/db.ts'
import { Fail, type Handler, type Caller } from '#mock/http/request/handler.ts'
import { packageFor } from './kinds.ts'
import { type PlanRow, planRowBatches } from '#mock/import/plan/rows.ts'
import { veiled } from './veil.ts'

const header = ['n', 'resource', 'label', 'verdict', 'choice', 'file', 'line', 'entry', 'reasons', 'difference', 'id']
const types = {
  csv: 'text/csv; charset=utf-8',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
} as const
/** A report has codes and figures; the words of a language are the screen's. */
const reason = ({ path, rule, params = {} }: FieldProblem): string =>
  [path, rule, ...Object.entries(params).map((p) => p.join('='))].filter(Boolean).join(' ')

const cells = (r: PlanRow): Cell[] => [
  r.n,
  r.resource,
  r.label,
  r.verdict,
  r.choice,
  r.place.file,
  r.place.line ?? null,
  r.place.index ?? r.place.path ?? null,
  r.reasons.map(reason).join('; ') || null,
  r.difference.length ? JSON.stringify(r.difference) : null,
  r.target_id,
]

async function* batches(q: Queryable, who: Caller, id: string): AsyncGenerator<Cell[][]> {
  for await (const rows of planRowBatches(q, id, 'true')) yield (await veiled(q, who, rows)).map(cells)
}

export const report: Handler<'GET /imports/:id/report'> = async ({ q, params, query, who, audit }) => {
  const p = await packageFor(q, params.id, who)
  if (p.state === 'planning' || p.state === 'failed' || p.state === 'discarded')
    throw new Fail('not_allowed_in_state', { state: p.state, action: 'report' })
  const { format } = query
  audit({ entity: 'import', id: p.id, details: { file: p.file_name, format } })
  const body = format === 'csv' ? csv(header, batches(q, who, p.id)) : xlsx(header, batches(q, who, p.id))
  return { name: `import-${p.id}.${format}`, type: types[format], body }
}
