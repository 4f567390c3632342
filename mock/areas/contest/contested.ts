/** Questions of contests that are to come or go on: nothing of them is practised meanwhile, and no key of theirs is told. */
import { type Add, where } from '#mock/crud/where.ts'
import type { Queryable } from '#mock/db/db.ts'
import { remembered } from '#mock/db/remember.ts'
import { inContestStatuses, waitingStatuses } from './contest.ts'

const waiting = (now: Date, add: Add): string => inContestStatuses(waitingStatuses, now, add)

/** The same rows as long as the same contests wait. */
export async function contestedNow(q: Queryable, now: Date): Promise<readonly { id: string }[]> {
  const w = where()
  const { rows } = await q.query<{ id: string }>(
    `select t.id from contest t where ${waiting(now, w.add)} order by t.id`,
    w.params,
  )
  return remembered<{ id: string }>(
    q,
    'select distinct i.question_id as id from contest_item i where i.contest_id = any($1::text[]) and i.question_id is not null order by 1',
    [rows.map((r) => r.id)],
  )
}
