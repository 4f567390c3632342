/** Said in the transaction of whatever may have taken somebody's right to learn in a course. */
import type { Queryable } from '#mock/db/db.ts'

export const learnersChannel = 'learners'
/** Scenes of labs are looked at again once it is written (`ended.ts`). */
export const lookAtLearners = (q: Queryable): Promise<unknown> =>
  q.query('select pg_notify($1, $2)', [learnersChannel, ''])
