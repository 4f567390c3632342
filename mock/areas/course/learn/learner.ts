/** People as learners, by their ids: for what happens to them without a call of theirs. */
import type { Queryable } from '#mock/db/db.ts'
import { activeAccounts } from '../../notice/audience.ts'
import type { Learner } from './seen.ts'

/** Those whose accounts are in use. */
export async function learnersById(q: Queryable, ids: readonly string[]): Promise<ReadonlyMap<string, Learner>> {
  const { rows } = await q.query<{ id: string; role_id: string; path: string | null }>(
    `select u.id, u.k_role_id as role_id, o.path from ${activeAccounts} and u.id = any($1::text[]) order by u.id`,
    [[...ids]],
  )
  return new Map(
    rows.map(({ id, role_id, path }) => [id, { id, role_id, org_line: (path ?? '').split('/').filter(Boolean) }]),
  )
}
