/**
 * Up to which arrival a caller is told of others, and the one way to read the ledger and the submissions of a contest: boards, values, counts of
 * solves, first solvers and reasons of scores are what a view makes of them. A guard (`tests/guard/contest.test.ts`) keeps every other file from
 * the two tables, but the one that writes them.
 */
import { atContestClock, type ContestTimes } from '#src/contract/contest/clock.ts'
import type { HoldBonus, LedgerCause, LedgerRow } from '#src/contract/contest/ledger.ts'
import { boardOf, type BoardRow, scoresOf, type ScoreState } from '#src/contract/contest/score.ts'
import { type ItemRule, ledgerUpTo } from '#src/contract/contest/solve.ts'
import type { SubmissionVerdict } from '#src/contract/contest/status.ts'
import { paged } from '#mock/crud/paged.ts'
import { where } from '#mock/crud/where.ts'
import type { Queryable } from '#mock/db/db.ts'
import { type ContestRow, type ContestItemRow, itemsOf, pausesOf, ruleOf, timesOf } from './contest.ts'

declare const ofViewOf: unique symbol
export interface ContestView {
  /** Nobody else makes one. */
  readonly [ofViewOf]: true
  readonly contest: ContestRow
  readonly times: ContestTimes
  readonly now: Date
  /** Its staff, who see all there is. */
  readonly staff: boolean
  /** The caller's own entry that is in. */
  readonly own: string | undefined
  /** What arrived from this instant on is not told of others, in milliseconds. */
  readonly until: number
}
/** What a caller is to a contest. */
export interface ContestCaller {
  staff: boolean
  own: string | undefined
}

/** How the view is decided, apart from where it is read: nothing of others, what was before the freeze, or all. */
function untilOf(c: ContestRow, times: ContestTimes, { staff, own }: ContestCaller): number {
  if (staff) return Number.POSITIVE_INFINITY
  if (times.status === 'unstarted') return Number.NEGATIVE_INFINITY
  if (c.board === 'participants' && own === undefined) return Number.NEGATIVE_INFINITY
  if (c.board === 'hidden' && (times.status !== 'finished' || times.frozen)) return Number.NEGATIVE_INFINITY
  return times.frozen && times.freeze !== null ? times.freeze : Number.POSITIVE_INFINITY
}
export function viewOf(contest: ContestRow, caller: ContestCaller, now: Date): ContestView {
  const times = timesOf(contest, now)
  const view: Omit<ContestView, typeof ofViewOf> = {
    contest,
    times,
    now,
    ...caller,
    until: untilOf(contest, times, caller),
  }
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the mark is of the compiler's alone
  return view as ContestView
}
/** Others' doings reach this caller at once: a page of theirs may be told to look again. */
export const tellsAtOnce = (contest: ContestRow, now: Date): boolean => {
  const times = timesOf(contest, now)
  return untilOf(contest, times, { staff: false, own: '' }) === Number.POSITIVE_INFINITY
}

interface StoredRow {
  seq: number
  at: string
  kind: LedgerRow['kind']
  participant_id: string | null
  item_id: string | null
  amount: number | null
  bonus_permille: number | null
  bonus_amount: number | null
  cost: number | null
  cause: LedgerCause
}
function ledgerRow(r: StoredRow): LedgerRow {
  const base = { seq: Number(r.seq), at: new Date(r.at).getTime(), cause: r.cause }
  const [participant, item, amount] = [r.participant_id ?? '', r.item_id ?? '', Number(r.amount ?? 0)]
  const bonus: HoldBonus = { permille: r.bonus_permille ?? 0, amount: Number(r.bonus_amount ?? 0) }
  switch (r.kind) {
    case 'points':
      return { ...base, kind: r.kind, participant, amount }
    case 'price':
      return { ...base, kind: r.kind, item, amount }
    case 'hold':
      return { ...base, kind: r.kind, participant, item, bonus, cost: Number(r.cost ?? 0) }
    case 'drop':
      return { ...base, kind: r.kind, participant, item }
    case 'out':
    case 'back':
      return { ...base, kind: r.kind, participant }
  }
}

/** All rows of the current run; for the file that writes them, under the lock of the contest. */
export async function wholeLedger(q: Queryable, contest: Pick<ContestRow, 'run_id'>): Promise<LedgerRow[]> {
  const { rows } = await q.query<StoredRow>(
    `select seq, at, kind, participant_id, item_id, amount, bonus_permille, bonus_amount, cost, cause from contest_ledger
     where run_id = $1 order by seq`,
    [contest.run_id],
  )
  return rows.map(ledgerRow)
}

interface Solver {
  participant: string
  at: number
}
/** Everything of a contest that is worth points, as one caller may know it. */
export interface SeenScores {
  state: ScoreState
  board: BoardRow[]
  items: readonly ContestItemRow[]
  /** Who holds an item and is on the board, the first in front. */
  solvers: ReadonlyMap<string, readonly Solver[]>
  /** Solves of the own entry that are told with everybody's: its items with their times. */
  heldBack: ReadonlyMap<string, number>
}

export async function seenScores(q: Queryable, view: ContestView): Promise<SeenScores> {
  const { contest, until, own } = view
  const [all, items, entered] = await Promise.all([
    wholeLedger(q, contest),
    itemsOf(q, contest.id),
    q.query<{ id: string }>(
      `select id from contest_participant where contest_id = $1 and status in ('accepted', 'banned') order by id`,
      [contest.id],
    ),
  ])
  const rules = new Map<string, ItemRule>(items.map((i) => [i.id, ruleOf(i, contest)]))
  const rows = until === Number.POSITIVE_INFINITY ? all : ledgerUpTo(all, until, rules)
  const state = scoresOf(
    rows,
    entered.rows.map((r) => r.id),
  )
  const order = new Map<string, Map<string, number>>()
  for (const row of rows) {
    if (row.kind === 'hold') {
      const held = order.get(row.item) ?? new Map<string, number>()
      order.set(row.item, held)
      if (!held.has(row.participant)) held.set(row.participant, row.at)
    } else if (row.kind === 'drop') order.get(row.item)?.delete(row.participant)
  }
  const solvers = new Map(
    [...order].map(([item, held]) => [
      item,
      [...held].flatMap(([participant, at]) => (state.participants.get(participant)?.out ? [] : [{ participant, at }])),
    ]),
  )
  const heldBack = new Map<string, number>()
  if (own !== undefined)
    for (const row of all) {
      if (!('participant' in row) || row.participant !== own) continue
      if (row.kind === 'hold' && !state.participants.get(own)?.held.has(row.item)) heldBack.set(row.item, row.at)
      if (row.kind === 'drop') heldBack.delete(row.item)
    }
  return { state, board: boardOf(state), items, solvers, heldBack }
}

/** The items of a contest that are open to the own entry now, and those that were: nothing of the others leaves the server. */
export interface OpenItem extends ContestItemRow {
  closes: number | null
  closed: boolean
}
export function openContestItems(view: ContestView, { state, items, heldBack }: SeenScores): OpenItem[] {
  const { contest, times, now, own, staff } = view
  if ((own === undefined && !staff) || times.start === null || times.status === 'unstarted') return []
  const start = times.start
  const at = (seconds: number) => atContestClock(start, seconds * 1000, pausesOf(contest), now.getTime())
  const solved = (item: string) =>
    own !== undefined && (heldBack.has(item) || state.participants.get(own)?.held.has(item) === true)
  return items.flatMap((i) => {
    if (!staff && i.opens_after !== null && at(i.opens_after) > now.getTime()) return []
    if (!staff && !i.requires.every(solved)) return []
    const closes = i.closes_after === null ? null : at(i.closes_after)
    const closed = times.status === 'finished' || (closes !== null && closes <= now.getTime())
    return [{ ...i, closes, closed }]
  })
}

/** Wrong answers of the own entry, by item. */
export async function ownWrong(q: Queryable, { contest, own }: ContestView): Promise<ReadonlyMap<string, number>> {
  const { rows } = await q.query<{ item_id: string; n: number }>(
    `select item_id, count(*)::integer as n from contest_submission
     where run_id = $1 and participant_id = $2 and verdict = 'wrong' group by item_id`,
    [contest.run_id, own ?? ''],
  )
  return new Map(rows.map((r) => [r.item_id, r.n]))
}
/** Whether the own entry has handed in this text before and it was wrong. */
export async function wrongBefore(
  q: Queryable,
  { contest, own }: ContestView,
  item: string,
  digest: string,
): Promise<boolean> {
  const { rows } = await q.query(
    `select 1 from contest_submission where run_id = $1 and participant_id = $2 and item_id = $3 and digest = $4 and verdict = 'wrong' limit 1`,
    [contest.run_id, own ?? '', item, digest],
  )
  return rows.length > 0
}

export interface SeenSubmission {
  id: string
  item_id: string
  participant_id: string
  user_id: string
  at: string
  verdict: SubmissionVerdict
  text: string
  made_for: string | null
}
interface Wanted {
  item?: string | undefined
  entry?: string | undefined
  verdict?: readonly SubmissionVerdict[] | undefined
  page: number
  page_size: number
}
/** Submissions, the newest first: all of them for its staff, their own for others. */
export function seenSubmissions(q: Queryable, { contest, staff, own }: ContestView, wanted: Wanted) {
  const w = where()
  w.and(`s.run_id = ${w.add(contest.run_id)}`)
  if (!staff) w.and(`s.participant_id = ${w.add(own ?? '')}`)
  if (wanted.item !== undefined) w.and(`s.item_id = ${w.add(wanted.item)}`)
  if (wanted.entry !== undefined) w.and(`s.participant_id = ${w.add(wanted.entry)}`)
  if (wanted.verdict) w.and(`s.verdict = any(${w.add([...wanted.verdict])}::text[])`)
  return paged<SeenSubmission>(q, {
    select: 's.id, s.item_id, s.participant_id, s.user_id, s.at, s.verdict, s.text, s.made_for',
    from: 'contest_submission s',
    w,
    order: 's.at desc, s.id desc',
    query: { page: wanted.page, page_size: wanted.page_size },
  })
}

/** Rows of the ledger as the view knows them, for what is drawn over time. */
export async function seenRows(
  q: Queryable,
  view: ContestView,
  items: readonly ContestItemRow[],
): Promise<LedgerRow[]> {
  const all = await wholeLedger(q, view.contest)
  if (view.until === Number.POSITIVE_INFINITY) return all
  return ledgerUpTo(all, view.until, new Map(items.map((i) => [i.id, ruleOf(i, view.contest)])))
}

/** The board reckoned anew from what was solved, by rules alone: nothing that was kept for speed, and no value that was written then. */
export async function reckonedAnew(
  q: Queryable,
  { contest }: ContestView,
  { items, state }: SeenScores,
): Promise<{ rows: number; board: BoardRow[] }> {
  const all = await wholeLedger(q, contest)
  const rules = new Map<string, ItemRule>(items.map((i) => [i.id, ruleOf(i, contest)]))
  const anew = ledgerUpTo(all, Number.POSITIVE_INFINITY, rules)
  return { rows: all.length, board: boardOf(scoresOf(anew, state.participants.keys())) }
}
