/** Questions of contests that are to come or go on: nothing of them is practised meanwhile, and no key of theirs is told. */
import type { Queryable } from '#mock/db/db.ts'
import { remembered } from '#mock/db/remember.ts'
import { contestOverSql } from './contest.ts'

export interface Contested {
  /** Of a question. */
  id: string
  /** When its contest is finished, as things stand, in milliseconds since 1970. */
  over: number
}
const day = 86_400_000

/**
 * They are read with all that have finished since midnight, so that the rows are the same all day long until a contest changes.
 * @returns with `ids`, those that are closed now
 */
export async function contestedNow(q: Queryable, now: Date): Promise<{ rows: readonly Contested[]; ids: string[] }> {
  const at = now.getTime()
  const rows = await remembered<Contested>(
    q,
    `select * from (select i.question_id as id,
         least(date_part('epoch', ${contestOverSql}), date_part('epoch', coalesce(i.retires_at, 'infinity'::timestamptz))) * 1000 as over
       from contest c join contest_run r on r.id = c.run_id join contest_item i on i.contest_id = c.id where i.question_id is not null) e
     where over > $1::double precision order by id, over`,
    [Math.floor(at / day) * day],
  )
  return { rows, ids: [...new Set(rows.flatMap((r) => (r.over > at ? r.id : [])))] }
}
