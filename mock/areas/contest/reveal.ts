/** The reveal of a frozen board: its steps are for who runs it, and everybody else is told what was shown, as it was shown. */
import type { AwardFacts } from '#src/contract/contest/awards.ts'
import { type Ceremony, ceremony } from '#src/contract/contest/ceremony.ts'
import type { ContestReveal, RevealControl, RevealedRow, RevealEvent } from '#src/contract/contest/display.schema.ts'
import type { ScoreState } from '#src/contract/contest/score.ts'
import type { Queryable } from '#mock/db/db.ts'
import { Fail, type Handler } from '#mock/http/request/handler.ts'
import { publish } from '#mock/live/publish.ts'
import { contestOf, type ContestRow, lockContest, timesOf } from './contest.ts'
import { hallFacts, hallView } from './display.ts'
import { planTurn } from './due.ts'
import { mayContestDeed } from './flagContest.ts'
import { entryNames } from './play.ts'
import { type SeenScores, seenScores, viewOf } from './view.ts'

/** Rows a screen has room for. */
const room = 14

interface Kept {
  seq: number
  shown: number
  rows: RevealedRow[]
  event: RevealEvent | null
}
async function keptReveal(q: Queryable, { run_id }: Pick<ContestRow, 'run_id'>): Promise<Kept | undefined> {
  const { rows } = await q.query<Kept>('select seq, shown, rows, event from contest_reveal where run_id = $1', [run_id])
  return rows[0] && { ...rows[0], seq: Number(rows[0].seq) }
}
const seqOf = async (q: Queryable, { run_id }: Pick<ContestRow, 'run_id'>): Promise<number> =>
  Number((await q.query<{ seq: number }>('select seq from contest_run where id = $1', [run_id])).rows[0]?.seq ?? 0)

const revealable = (contest: ContestRow, now: Date): boolean => {
  const { status, frozen } = timesOf(contest, now)
  return status === 'finished' && frozen
}

async function divisionsOf(q: Queryable, contest: string): Promise<AwardFacts['divisions']> {
  const { rows } = await q.query<{ id: string; name: string }>(
    `select p.id, d.name from contest_participant p join contest_division d on d.id = p.division_id where p.contest_id = $1`,
    [contest],
  )
  return new Map(rows.map((r) => [r.id, r.name]))
}
function firstsOf({ solvers }: SeenScores): AwardFacts['firsts'] {
  const firsts = new Map<string, string[]>()
  for (const [item, [first]] of solvers)
    if (first) firsts.set(first.participant, [...(firsts.get(first.participant) ?? []), item])
  return firsts
}

async function ceremonyOf(q: Queryable, contest: ContestRow, now: Date): Promise<Ceremony> {
  const [frozen, final, entries, divisions] = await Promise.all([
    seenScores(q, viewOf(contest, { staff: false, own: '' }, now)),
    seenScores(q, viewOf(contest, { staff: true, own: undefined }, now)),
    entryNames(q, contest.id),
    divisionsOf(q, contest.id),
  ])
  const items = new Map(final.items.map((i) => [i.id, i.data.title ?? '']))
  // who stands on no board of all is not revealed on it
  const ranked = new Set([...frozen.board, ...final.board].flatMap((r) => (r.rank > 0 ? [r.participant] : [])))
  const among = ({ state }: SeenScores): ScoreState => ({
    ...state,
    participants: new Map([...state.participants].filter(([id]) => ranked.has(id))),
  })
  return ceremony(among(frozen), among(final), { divisions, firsts: firstsOf(final) }, { entries, items })
}

async function controlOf(q: Queryable, contest: ContestRow, now: Date): Promise<RevealControl> {
  const [kept, seq] = await Promise.all([keptReveal(q, contest), seqOf(q, contest)])
  if (!revealable(contest, now)) {
    const shown = kept?.shown ?? 0
    const { rows = [], event = null } = kept ?? {}
    return { can: false, shown, steps: shown, stops: [], event, next: null, rows, changed: false }
  }
  const { steps, stops, told, rows } = await ceremonyOf(q, contest, now)
  const changed = kept !== undefined && kept.seq !== seq
  const shown = kept === undefined || changed ? 0 : kept.shown
  return {
    can: true,
    shown,
    steps: steps.length,
    stops,
    event: told(shown),
    next: told(shown + 1),
    rows: rows(shown, room),
    changed,
  }
}

const show: Handler<'POST /flag-contests/:id/reveal'> = async (c) => {
  const { q, params, body, platform, audit } = c
  await mayContestDeed(c, params.id, 'thaw')
  const contest = await lockContest(q, params.id)
  const now = platform.now()
  if (!revealable(contest, now)) throw new Fail('not_allowed_in_state', { status: timesOf(contest, now).status })
  const [{ steps, told, rows }, seq] = await Promise.all([ceremonyOf(q, contest, now), seqOf(q, contest)])
  const all = steps.length
  const shown = Math.min(body.shown, all)
  const at = now.toISOString()
  await q.query(
    `insert into contest_reveal (run_id, seq, shown, rows, event, begun_at, moved_at) values ($1, $2, $3, $4::jsonb, $5::jsonb, $6, $6)
     on conflict (run_id) do update set seq = excluded.seq, shown = excluded.shown, rows = excluded.rows, event = excluded.event,
       moved_at = excluded.moved_at`,
    [
      contest.run_id,
      seq,
      shown,
      JSON.stringify(rows(shown, room)),
      shown === 0 ? null : JSON.stringify(told(shown)),
      at,
    ],
  )
  if (shown === all) {
    await q.query('update contest_run set thawed_at = $2 where id = $1', [contest.run_id, at])
    await planTurn(q, params.id, now)
  }
  await publish(q, 'contests', { screens: ['flag-manage', 'flag-contest'] })
  audit({ entity: 'flag-contest', id: params.id, details: { count: shown } })
  return controlOf(q, await contestOf(q, params.id), now)
}

/** While it goes on nothing of the ledger is read: what was shown is what was kept. */
const shown: Handler<'GET /contests/:id/reveal'> = async (c): Promise<ContestReveal> => {
  const { q, params } = c
  const view = await hallView(c, params.id)
  const kept = await keptReveal(q, view.contest)
  const facts = hallFacts(view)
  if (revealable(view.contest, view.now) && kept && kept.shown > 0)
    return { ...facts, hidden: false, state: 'going', rows: kept.rows, event: kept.event }
  const state = view.times.status === 'finished' && !view.times.frozen ? 'over' : 'waiting'
  const [seen, names] = await Promise.all([seenScores(q, view), entryNames(q, params.id)])
  return {
    ...facts,
    state,
    rows: facts.hidden
      ? []
      : seen.board
          .filter((r) => r.rank > 0)
          .slice(0, room)
          .map(({ participant, rank, score }) => ({
            id: participant,
            name: names.get(participant) ?? '',
            rank,
            score,
            settled: state === 'over',
          })),
    event: state === 'over' && kept?.event?.is === 'award' ? kept.event : null,
  }
}

export const revealHandlers = {
  'GET /contests/:id/reveal': shown,
  'GET /flag-contests/:id/reveal': (async (c) => {
    await mayContestDeed(c, c.params.id, 'look')
    return controlOf(c.q, await contestOf(c.q, c.params.id), c.platform.now())
  }) as Handler<'GET /flag-contests/:id/reveal'>,
  'POST /flag-contests/:id/reveal': show,
}
