/** Whether scores are what they would be, were they reckoned anew. */
import type { Rescored } from '#src/contract/contest/display.schema.ts'
import { contestOf } from './contest.ts'
import type { Handler } from '#mock/http/request/handler.ts'
import { mayContestDeed } from './flagContest.ts'
import { entryNames } from './play.ts'
import { reckonedAnew, seenScores, viewOf } from './view.ts'

export const rescored: Handler<'GET /flag-contests/:id/rescore'> = async (c): Promise<Rescored> => {
  const { q, params, platform } = c
  await mayContestDeed(c, params.id, 'look')
  const view = viewOf(await contestOf(q, params.id), { staff: true, own: undefined }, platform.now())
  const seen = await seenScores(q, view)
  const [{ rows, board }, names] = await Promise.all([reckonedAnew(q, view, seen), entryNames(q, params.id)])
  const anew = new Map(board.map((r) => [r.participant, r]))
  const shown = new Map(seen.board.map((r) => [r.participant, r]))
  const differences = [...new Set([...shown.keys(), ...anew.keys()])].flatMap((id) => {
    const [a, b] = [shown.get(id), anew.get(id)]
    if (a && b && a.score === b.score && a.rank === b.rank && a.last === b.last) return []
    return [
      {
        id,
        name: names.get(id) ?? '',
        shown: a ? { rank: a.rank, score: a.score } : null,
        anew: b ? { rank: b.rank, score: b.score } : null,
      },
    ]
  })
  return { rows, entries: board.length, differences }
}
