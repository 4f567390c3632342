import type { Queryable } from '../db/db.ts'
import { Fail } from '../http/request/handler.ts'

export interface BulkAnswer {
  done: string[]
  failed: { id: string; code: string; details?: Record<string, unknown> }[]
}

/** Does the work for each id behind a savepoint: a refused one leaves nothing behind and hides no other. */
export async function each(
  q: Queryable,
  ids: readonly string[],
  work: (id: string) => Promise<void>,
  refused: (id: string, problem: Fail) => void,
): Promise<BulkAnswer> {
  const out: BulkAnswer = { done: [], failed: [] }
  for (const id of new Set(ids)) {
    await q.query('savepoint item')
    try {
      await work(id)
      out.done.push(id)
    } catch (problem) {
      if (!(problem instanceof Fail)) throw problem
      await q.query('rollback to savepoint item')
      out.failed.push({ id, code: problem.code, details: problem.details })
      refused(id, problem)
    }
    await q.query('release savepoint item')
  }
  return out
}
