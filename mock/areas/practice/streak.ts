import { streakOf } from '#src/contract/practice/flag.ts'
import { dayColumn, localDay } from '#mock/crud/days.ts'
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
    `select distinct ${dayColumn('p.at', '$2')} as day
     from practice_try p where p.user_id = $1 and p.answer is not null`,
    [who.id, offset],
    who.id,
  )
  const today = localDay(now, offset)
  return streakOf(
    rows.map((r) => r.day),
    today,
  )
}
