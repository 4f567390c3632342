/** A contest that has gone on for hours: who entered has solved their share of it. */
import { contestOf, itemsOf, timesOf } from '#mock/areas/contest/contest.ts'
import { addHistory, type PastSubmission } from '#mock/areas/contest/write.ts'
import type { Db } from '#mock/db/db.ts'
import type { Platform } from '#mock/http/request/handler.ts'

/** @param share of its challenges that each entry has @returns how many solves were laid */
export async function laySolves(db: Db, platform: Platform, id: string, share: number): Promise<number> {
  return db.tx(async (q) => {
    const contest = await contestOf(q, id)
    const items = await itemsOf(q, id)
    const now = platform.now()
    const start = timesOf(contest, now).start ?? now.getTime()
    const { rows: entries } = await q.query<{ id: string; user: string }>(
      `select id, entered_by as user from contest_participant where contest_id = $1 and status = 'accepted' order by id`,
      [id],
    )
    const each = Math.round(items.length * share)
    const past = entries.flatMap((e, n) =>
      Array.from({ length: each }, (_, k): PastSubmission => {
        // another piece of the list for each, and another time
        const item = items[(n * 7 + k) % items.length]
        const at = start + ((now.getTime() - start) * ((n * 31 + k * 97) % 1000)) / 1000
        return {
          id: platform.newId(),
          item_id: item?.id ?? '',
          participant_id: e.id,
          user_id: e.user,
          at: new Date(at),
          text: '',
          right: true,
        }
      }),
    )
    await addHistory(q, contest, items, past)
    return past.length
  })
}
