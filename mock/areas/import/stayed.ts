/** Rows that an undo left because something uses them: what that is, as far as the caller may see it. */
import { papersOf } from '#mock/areas/bank/more.ts'
import { referencesTo } from '#mock/crud/references.ts'
import type { Queryable } from '#mock/db/db.ts'
import type { Caller } from '#mock/http/request/handler.ts'
import type { PlanRow } from '#mock/import/plan/rows.ts'
import type { FieldProblem } from '#src/contract/problems.ts'
import { resourceSpecOf } from '#mock/import/plan/may.ts'

type Kept = Pick<PlanRow, 'resource' | 'reasons' | 'target_id'>

/** How many of those that use a row are named. */
const named = 3
const questions: ReadonlySet<string> = new Set(['theory-question', 'exercise', 'flag-challenge'])

const used = (r: FieldProblem) => r.rule === 'in_use'

export async function withUses<R extends Kept>(q: Queryable, who: Caller, rows: readonly R[]): Promise<R[]> {
  const kept = rows.filter((r) => r.target_id !== null && r.reasons.some(used))
  const names = new Map<string, { names: string[]; n: number }>()
  for (const resource of new Set(kept.map((r) => r.resource))) {
    const ids = kept.flatMap((r) => (r.resource === resource && r.target_id ? [r.target_id] : []))
    for (const [id, uses] of await referencesTo(q, resourceSpecOf(resource), ids, who)) names.set(id, uses)
    for (const p of questions.has(resource) ? await papersOf(q, ids, who) : []) {
      const known = names.get(p.question_id) ?? { names: [], n: 0 }
      known.n++
      if (p.seen) known.names.push(p.name)
      names.set(p.question_id, known)
    }
  }
  return rows.map((row) => {
    const by = names.get(row.target_id ?? '')
    if (!by) return row
    const shown = by.names.slice(0, named)
    const params = { names: shown.map((name) => `“${name}”`).join(', '), n: by.n, more: by.n - shown.length }
    const said: FieldProblem = { path: '', rule: shown.length ? 'in_use_by' : 'in_use_hidden', params }
    return { ...row, reasons: row.reasons.map((r) => (used(r) ? said : r)) }
  })
}
