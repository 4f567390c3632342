/** Open pages of a contest hear that somebody did something in it. */
import type { Queryable } from '#mock/db/db.ts'
import { publish } from '#mock/live/publish.ts'
import type { ContestRow } from './contest.ts'
import { tellsAtOnce } from './view.ts'

/**
 * Its own people and its staff hear of it at once, others where nothing is kept from them.
 * @param scores it moves the board
 */
export async function tellDoing(
  q: Queryable,
  contest: ContestRow,
  own: string,
  scores: boolean,
  now: Date,
): Promise<void> {
  await publish(q, 'contests', { screens: ['flag-manage'] })
  const { rows } = await q.query<{ user_id: string }>(
    scores && tellsAtOnce(contest, now)
      ? `select user_id from contest_member where contest_id = $1 and $2::text is not null`
      : `select user_id from contest_member where contest_id = $1 and participant_id = $2`,
    [contest.id, own],
  )
  await publish(q, 'contests', { users: rows.map((r) => r.user_id) })
}
