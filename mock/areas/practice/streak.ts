import { streakOf } from '#src/contract/practice/flag.ts'
import { remembered } from '#mock/db/remember.ts'
import type { Queryable } from '#mock/db/db.ts'
import type { Caller } from '#mock/http/request/handler.ts'

/**
 * Days in a row on which somebody answered anything in practice, right or wrong, of whatever bank: the one streak there is.
 * @param offset minutes the viewer's clock is ahead of UTC
 */
export async function streakFor(
  q: Queryable,
  who: Pick<Caller, 'id'>,
  { now, offset }: { now: Date; offset: number },
): Promise<number> {
  const rows = await remembered<{ day: string }>(
    q,
    `select distinct to_char((p.at at time zone 'UTC') + $2::integer * interval '1 minute', 'YYYY-MM-DD') as day
     from practice_try p where p.user_id = $1 and p.answer is not null`,
    [who.id, offset],
    who.id,
  )
  const today = new Date(now.getTime() + offset * 60_000).toISOString().slice(0, 10)
  return streakOf(
    rows.map((r) => r.day),
    today,
  )
}
