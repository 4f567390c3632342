/** Exams that are to come, or that somebody may still write: few, whatever there was. */
import type { Queryable } from '#mock/db/db.ts'
import { remembered } from '#mock/db/remember.ts'
import { isMeantSql, overSql } from './run.ts'

export interface Ahead {
  id: string
  paper_id: string
  graded: boolean
  /** Somebody may sit it, or has. */
  meant: boolean
  /** Milliseconds since 1970. */
  over: number
}
const day = 86_400_000

/**
 * They are read with all that have been over since midnight, so that the answer is the same all day long until one of them changes.
 * @returns by id
 */
export async function aheadNow(q: Queryable, now: Date): Promise<readonly Ahead[]> {
  const at = now.getTime()
  const midnight = new Date(Math.floor(at / day) * day)
  const rows = await remembered<Ahead>(
    q,
    `select * from (select t.id, t.k_paper_id as paper_id, coalesce(t.data->>'kind' <> 'practice', false) as graded, ${isMeantSql} as meant,
         date_part('epoch', ${overSql}) * 1000 as over from r_exam t left join exam_run r on r.exam_id = t.id) e
     where over > $1::double precision order by id`,
    [midnight.getTime()],
  )
  return rows.filter((e) => e.over > at)
}
