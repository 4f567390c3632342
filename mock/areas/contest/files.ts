/** Files of challenges for whoever plays them: from when one is open to their entry. */
import { resourceOf } from '#src/contract/bank/question.ts'
import type { Queryable } from '#mock/db/db.ts'
import { type Caller, Fail, type Platform } from '#mock/http/request/handler.ts'
import { openItem } from './play.ts'

const plays = ['flag-contest-play', 'arena-detail'] as const

export async function inContest(
  c: { q: Queryable; who: Caller; platform: Pick<Platform, 'now'> },
  { holder, holder_id, secret }: { holder: string; holder_id: string; secret: boolean },
): Promise<boolean> {
  if (secret || holder !== resourceOf.flag || !plays.some((s) => c.who.granted.has(s))) return false
  const { rows } = await c.q.query<{ id: string }>(
    `select i.id from contest_item i join contest_member m on m.contest_id = i.contest_id and m.user_id = $2 where i.question_id = $1`,
    [holder_id, c.who.id],
  )
  for (const { id } of rows) {
    const open = await openItem(c, id).catch((e: unknown) => {
      if (e instanceof Fail) return undefined
      throw e
    })
    if (open) return true
  }
  return false
}
