/** What staff may do to a contest of whatever kind. */
import type { CallerContext } from '#mock/crud/setting.ts'
import { mayArenaDeed } from './arena.ts'
import { contestOf } from './contest.ts'
import { mayContestDeed } from './flagContest.ts'

/** Whether the caller decides on its entries. Throws. */
export async function mayJudge(c: CallerContext, id: string): Promise<void> {
  const { kind } = await contestOf(c.q, id)
  await (kind === 'arena' ? mayArenaDeed(c, id, 'judge') : mayContestDeed(c, id, 'judge'))
}
