/** What a contest shows to a hall: the same for whoever looks, so of nobody's own more than of others'. */
import type { ContestDisplay } from '#src/contract/contest/display.schema.ts'
import { flagContestPlaying } from '#src/contract/contest/flagContest.ts'
import { evenTimes, scoreHistory } from '#src/contract/contest/history.ts'
import type { CallerContext } from '#mock/crud/setting.ts'
import { Fail, type Handler } from '#mock/http/request/handler.ts'
import { contestInstant, contestOf, type ContestRow } from './contest.ts'
import { contestFor, ownEntry } from './entries.ts'
import { mayContestDeed } from './flagContest.ts'
import { entryNames } from './play.ts'
import { type ContestView, openContestItems, seenRows, seenScores, viewOf } from './view.ts'

/** Rows, solves and lines a screen has room for, and places of a line. */
const room = { rows: 20, solves: 12, lines: 8, points: 60 } as const

const unlessRefused = async <T, O>(work: Promise<T>, otherwise: O): Promise<T | O> =>
  work.catch((e: unknown) => {
    if (e instanceof Fail) return otherwise
    throw e
  })
const runs = (c: CallerContext, id: string): Promise<boolean> =>
  unlessRefused(
    mayContestDeed(c, id, 'look').then(() => true),
    false,
  )

/**
 * As a participant knows it who has nothing; where the board is theirs alone, for them and who runs it.
 * @throws Fail `not_found` for whom the contest is not, and who does not run it
 */
export async function hallView(c: CallerContext, id: string): Promise<ContestView> {
  const plays = flagContestPlaying.some((screen) => c.who.granted.has(screen))
  const meant = plays ? await unlessRefused(contestFor(c.q, c.who, id), undefined) : undefined
  if (!meant && !(await runs(c, id))) throw new Fail('not_found')
  const contest: ContestRow = meant ?? (await contestOf(c.q, id))
  const inside =
    contest.board !== 'participants' ||
    meant === undefined ||
    (await ownEntry(c.q, id, c.who.id)) !== undefined ||
    (await runs(c, id))
  return viewOf(contest, { staff: false, own: inside ? '' : undefined }, c.platform.now())
}

/** What both displays say of the contest. */
export const hallFacts = ({ contest, times, until, now }: ContestView) => ({
  id: contest.id,
  name: contest.name,
  status: times.status,
  frozen_at: times.frozen && times.freeze !== null ? contestInstant(times.freeze) : null,
  hidden: until === Number.NEGATIVE_INFINITY,
  now: now.toISOString(),
})

const display: Handler<'GET /contests/:id/display'> = async (c): Promise<ContestDisplay> => {
  const view = await hallView(c, c.params.id)
  const { contest, times, until, now } = view
  const [seen, names] = await Promise.all([seenScores(c.q, view), entryNames(c.q, contest.id)])
  const facts = hallFacts(view)
  // whose division has no place on the board of all stands on no wall
  const board = seen.board.filter((r) => r.rank > 0)
  const head = {
    ...facts,
    entries: board.length,
    start_mode: contest.start_mode,
    starts_at: contestInstant(times.start ?? contest.starts_at),
    ends_at: contestInstant(times.end),
  }
  if (facts.hidden || times.start === null) return { ...head, rows: [], solves: [], graph: { ids: [], points: [] } }
  const open = new Map(openContestItems(view, seen).map((i) => [i.id, i.data.title ?? '']))
  const solves = [...seen.solvers]
    .flatMap(([item, all]) => all.map(({ participant, at }, n) => ({ item, participant, at, first: n === 0 })))
    .toSorted((a, b) => b.at - a.at || (a.participant < b.participant ? -1 : 1))
    .slice(0, room.solves)
  const ids = board.filter((r) => r.score > 0).slice(0, room.lines)
  const instants = evenTimes(times.start, Math.min(now.getTime(), times.end, until), room.points)
  const points = scoreHistory(
    ids.length ? await seenRows(c.q, view, seen.items) : [],
    [],
    ids.map((r) => r.participant),
    instants,
  )
  return {
    ...head,
    rows: board.slice(0, room.rows).map((r) => ({
      id: r.participant,
      name: names.get(r.participant) ?? '',
      rank: r.rank,
      score: r.score,
      solved: seen.state.participants.get(r.participant)?.held.size ?? 0,
      last_at: r.last === undefined ? null : contestInstant(r.last),
    })),
    solves: solves.map(({ item, participant, at, first }) => ({
      id: `${participant} ${item}`,
      entry: names.get(participant) ?? '',
      item: open.get(item) ?? '',
      at: contestInstant(at),
      first,
    })),
    graph: {
      ids: ids.map((r) => r.participant),
      points: ids.length ? points.map(({ at, scores }) => ({ at: contestInstant(at), scores })) : [],
    },
  }
}

export const displayHandlers = { 'GET /contests/:id/display': display }
