/**
 * Up to which arrival a caller is told of others, and the one way to read the ledger and the submissions of a contest: boards, values, counts of
 * solves, first solvers and reasons of scores are what a view makes of them. A guard (`tests/guard/contest.test.ts`) keeps every other file from
 * the two tables, but the one that writes them.
 */
import { atContestClock, type ContestTimes } from '#src/contract/contest/clock.ts'
import { type HoldBonus, type LedgerCause, type LedgerRow, pointUnit } from '#src/contract/contest/ledger.ts'
import { divisionAllows } from '#src/contract/contest/division.ts'
import { type FoldSnapshot, type ItemPart, ledgerFold } from '#src/contract/contest/fold.ts'
import type { LockedItem } from '#src/contract/contest/play.schema.ts'
import {
  boardOf,
  type BoardRow,
  newScores,
  participantScore,
  scoresOf,
  type ScoreState,
} from '#src/contract/contest/score.ts'
import { type ItemRule, ledgerUpTo, type NewLedgerRow, priceOf } from '#src/contract/contest/solve.ts'
import type { SubmissionVerdict } from '#src/contract/contest/status.ts'
import { paged } from '#mock/crud/paged.ts'
import { where } from '#mock/crud/where.ts'
import type { Queryable } from '#mock/db/db.ts'
import { remembered } from '#mock/db/remember.ts'
import {
  bitsOf,
  type ContestRow,
  type ContestItemRow,
  type Division,
  divisionsOf,
  itemsOf,
  pausesOf,
  ruleOf,
  timesOf,
} from './contest.ts'
import { reckoned } from './store.ts'

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
  component: string | null
  bits: number | null
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
      if (r.item_id === null) return { ...base, kind: r.kind, participant, amount }
      return { ...base, kind: r.kind, participant, amount, item, part: r.component ?? '', cost: Number(r.cost ?? 0) }
    case 'price':
      return { ...base, kind: r.kind, item, amount }
    case 'hold':
      return {
        ...base,
        kind: r.kind,
        participant,
        item,
        bonus,
        cost: Number(r.cost ?? 0),
        ...(r.bits === null ? {} : { bits: r.bits }),
      }
    case 'drop':
      return { ...base, kind: r.kind, participant, item }
    case 'out':
    case 'back':
      return { ...base, kind: r.kind, participant }
  }
}

/** All rows of the current run; for the file that writes them, under the lock of the contest. */
export const wholeLedger = (q: Queryable, contest: Pick<ContestRow, 'run_id'>): Promise<LedgerRow[]> =>
  rowsAfter(q, contest, 0)
async function rowsAfter(q: Queryable, contest: Pick<ContestRow, 'run_id'>, seq: number): Promise<LedgerRow[]> {
  const { rows } = await q.query<StoredRow>(
    `select seq, at, kind, participant_id, item_id, component, bits, amount, bonus_permille, bonus_amount, cost, cause from contest_ledger
     where run_id = $1 and seq > $2 order by seq`,
    [contest.run_id, seq],
  )
  return rows.map(ledgerRow)
}

interface Solver {
  participant: string
  at: number
}
/** Everything of a contest that is worth points, as one caller may know it. Nobody changes it: others are given the same. */
export interface SeenScores {
  readonly state: ScoreState
  /** By rank; those whose division has none among all stand below it with rank 0. */
  readonly board: readonly BoardRow[]
  /** Of each division that has entries, by its id. */
  readonly divisionBoards: ReadonlyMap<string, readonly BoardRow[]>
  readonly items: readonly ContestItemRow[]
  /** Who holds an item and is on the board, the first in front. */
  readonly solvers: ReadonlyMap<string, readonly Solver[]>
  /** Points of items beside their solves. */
  readonly parts: ReadonlyMap<string, readonly ItemPart[]>
  /** Solves of the own entry that are told with everybody's: its items with their times. */
  readonly heldBack: ReadonlyMap<string, number>
  readonly divisions: readonly Division[]
  /** Of each entry that has one. */
  readonly divisionOf: ReadonlyMap<string, Division>
  /** Of an arena: items that the own entry solved in other seasons. */
  readonly earlier: ReadonlySet<string>
}
interface Entered {
  id: string
  division_id: string | null
}
type OfAll = Omit<SeenScores, 'heldBack' | 'earlier' | 'items'>

function boardsOf(state: ScoreState, divisions: readonly Division[], divisionOf: ReadonlyMap<string, Division>) {
  const ranked = (p: string) => divisionAllows(divisionOf.get(p)?.bits, 'overall')
  const board = boardOf(state, ranked)
  if (!divisions.length) return { board, divisionBoards: new Map<string, BoardRow[]>() }
  return {
    board: [...board, ...boardOf(state, (p) => !ranked(p)).map((r) => ({ ...r, rank: 0 }))],
    divisionBoards: new Map(divisions.map((d) => [d.id, boardOf(state, (p) => divisionOf.get(p)?.id === d.id)])),
  }
}
function solversOf({ state, holders }: FoldSnapshot): ReadonlyMap<string, Solver[]> {
  return new Map(
    [...holders.items].map(([item, held]) => [
      item,
      [...held.values()].flatMap(({ participant, at }) =>
        state.participants.get(participant)?.out ? [] : [{ participant, at }],
      ),
    ]),
  )
}
function scoresOfAll(fold: FoldSnapshot, entered: readonly Entered[], divisions: readonly Division[]): OfAll {
  const known = newScores(entered.map((e) => e.id))
  const state = { ...fold.state, participants: new Map([...known.participants, ...fold.state.participants]) }
  const byId = new Map(divisions.map((d) => [d.id, d]))
  const divisionOf = new Map(
    entered.flatMap((e) => {
      const division = e.division_id === null ? undefined : byId.get(e.division_id)
      return division ? [[e.id, division] as const] : []
    }),
  )
  let boards: ReturnType<typeof boardsOf> | undefined
  let solvers: ReadonlyMap<string, Solver[]> | undefined
  const sorted = () => (boards ??= boardsOf(state, divisions, divisionOf))
  // many ask for the one or the other alone, and what nobody asks for is not sorted
  return {
    state,
    divisions,
    divisionOf,
    parts: fold.parts,
    get board() {
      return sorted().board
    },
    get divisionBoards() {
      return sorted().divisionBoards
    },
    get solvers() {
      return (solvers ??= solversOf(fold))
    },
  }
}

const worked = new WeakMap<FoldSnapshot, { key: string; value: OfAll }>()
const nothing = ledgerFold([])

export async function seenScores(q: Queryable, view: ContestView): Promise<SeenScores> {
  const { contest, until, own } = view
  const [items, known, entered] = await Promise.all([
    itemsOf(q, contest.id),
    divisionsOf(q, contest.id),
    remembered<Entered>(
      q,
      `select id, division_id from contest_participant where contest_id = $1 and status in ('accepted', 'banned') order by id`,
      [contest.id],
    ),
  ])
  const rules = new Map<string, ItemRule>(items.map((i) => [i.id, ruleOf(i, contest)]))
  const foldUpTo = (limit: number) =>
    reckoned(q, { run: contest.run_id, seq: Number(contest.seq), until: limit, rules }, (seq) =>
      rowsAfter(q, contest, seq),
    )
  const fold = until === Number.NEGATIVE_INFINITY ? nothing : await foldUpTo(until)
  const key = JSON.stringify([known, entered])
  const had = worked.get(fold)
  const value = had?.key === key ? had.value : scoresOfAll(fold, entered, known)
  worked.set(fold, { key, value })
  const heldBack = new Map<string, number>()
  if (own !== undefined && until !== Number.POSITIVE_INFINITY) {
    const truth = await foldUpTo(Number.POSITIVE_INFINITY)
    for (const [item, { at }] of truth.state.participants.get(own)?.held ?? [])
      if (!fold.state.participants.get(own)?.held.has(item)) heldBack.set(item, at)
  }
  const earlier: ReadonlySet<string> =
    contest.kind === 'arena' && own !== undefined ? await heldInOtherSeasons(q, contest, own) : new Set()
  const { state, parts, divisions, divisionOf } = value
  return {
    state,
    parts,
    divisions,
    divisionOf,
    items,
    heldBack,
    earlier,
    get board() {
      return value.board
    },
    get divisionBoards() {
      return value.divisionBoards
    },
    get solvers() {
      return value.solvers
    },
  }
}

export const solvedBy = ({ heldBack, earlier, state }: SeenScores, own: string | undefined, item: string): boolean =>
  own !== undefined && (heldBack.has(item) || earlier.has(item) || state.participants.get(own)?.held.has(item) === true)

/** The items of a contest that are open to the own entry now, and those that were: nothing of the others leaves the server. */
export interface OpenItem extends ContestItemRow {
  closes: number | null
  closed: boolean
  /** What the division of the own entry allows. */
  bits: number | undefined
  /** It is for practice. */
  retired: boolean
}
export const isRetired = (i: Pick<ContestItemRow, 'retires_at'>, at: Date): boolean =>
  i.retires_at !== null && new Date(i.retires_at) <= at
/** Whether an entry has what an item asks for, its opening by time aside. */
function earned(item: ContestItemRow, view: ContestView, seen: SeenScores) {
  const { own } = view
  const solved = item.requires.filter((r) => solvedBy(seen, own, r)).length
  const wanted = item.requires_any ? Math.min(1, item.requires.length) : item.requires.length
  const enough =
    item.opens_score === null ||
    (own !== undefined && participantScore(seen.state, own) >= item.opens_score * pointUnit)
  return {
    solved: Math.min(solved, wanted),
    wanted,
    open: (solved >= wanted && enough) || solvedBy(seen, own, item.id),
  }
}
/** Items whose time has come, with whether they are open to the own entry. */
function itemsInTime(view: ContestView, seen: SeenScores) {
  const { contest, times, now, own, staff } = view
  if ((own === undefined && !staff) || times.start === null || times.status === 'unstarted') return []
  const start = times.start
  const at = (seconds: number) => atContestClock(start, seconds * 1000, pausesOf(contest), now.getTime())
  const division = own === undefined ? undefined : seen.divisionOf.get(own)
  return seen.items.flatMap((i) => {
    const bits = bitsOf(i, division)
    const retired = isRetired(i, now)
    if (!staff && i.opens_at !== null && new Date(i.opens_at) > now) return []
    if (!staff && !divisionAllows(bits, 'view')) return []
    if (!staff && i.opens_after !== null && at(i.opens_after) > now.getTime()) return []
    const closes = i.closes_after === null ? null : at(i.closes_after)
    const closed = !retired && (times.status === 'finished' || (closes !== null && closes <= now.getTime()))
    return [{ item: { ...i, closes, closed, bits, retired }, ...earned(i, view, seen) }]
  })
}
export const openContestItems = (view: ContestView, seen: SeenScores): OpenItem[] =>
  itemsInTime(view, seen).flatMap(({ item, open }) => (open || view.staff ? [item] : []))
/** Those that are not open yet and may be announced. */
export const lockedContestItems = (view: ContestView, seen: SeenScores): LockedItem[] =>
  itemsInTime(view, seen).flatMap(({ item, open, solved, wanted }) =>
    open || view.staff || !item.preview || item.closed
      ? []
      : {
          category: item.category,
          value: seen.state.prices.get(item.id) ?? priceOf(item.curve, 0),
          wanted,
          solved,
          score: item.opens_score,
        },
  )

/** Wrong answers of the own entry, by item. */
export async function ownWrong(q: Queryable, { contest, own }: ContestView): Promise<ReadonlyMap<string, number>> {
  const { rows } = await q.query<{ item_id: string; n: number }>(
    `select item_id, count(*)::integer as n from contest_submission
     where run_id = $1 and participant_id = $2 and verdict = 'wrong' and void_at is null group by item_id`,
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
    `select 1 from contest_submission where run_id = $1 and participant_id = $2 and item_id = $3 and digest = $4 and verdict = 'wrong' and void_at is null limit 1`,
    [contest.run_id, own ?? '', item, digest],
  )
  return rows.length > 0
}

/** Which of several flags the own entry has found, by item. */
export async function ownFound(q: Queryable, { contest, own }: ContestView): Promise<ReadonlyMap<string, Set<number>>> {
  const { rows } = await q.query<{ item_id: string; found: number[] | null }>(
    `select item_id, found from contest_submission where run_id = $1 and participant_id = $2 and verdict = 'partial'`,
    [contest.run_id, own ?? ''],
  )
  const found = new Map<string, Set<number>>()
  for (const r of rows) found.set(r.item_id, new Set([...(found.get(r.item_id) ?? []), ...(r.found ?? [])]))
  return found
}
/** Hints the own entry has taken, by item: their places, and what they cost in the ledger's unit. */
export interface TakenHints {
  has(hint: number): boolean
  spent: number
}
export async function ownHints(q: Queryable, { contest, own }: ContestView): Promise<ReadonlyMap<string, TakenHints>> {
  const { rows } = await q.query<{ item_id: string; hints: string[]; spent: number }>(
    `select item_id, array_agg(component) as hints, sum(cost - amount) as spent from contest_ledger
     where run_id = $1 and participant_id = $2 and kind = 'points' and cause = 'hint' and item_id is not null group by item_id`,
    [contest.run_id, own ?? ''],
  )
  return new Map(
    rows.map((r) => [r.item_id, { has: (hint: number) => r.hints.includes(String(hint)), spent: Number(r.spent) }]),
  )
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
  void_at: string | null
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
    select: 's.id, s.item_id, s.participant_id, s.user_id, s.at, s.verdict, s.text, s.made_for, s.void_at',
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
  { items, state, divisions, divisionOf }: SeenScores,
): Promise<{ rows: number; board: BoardRow[] }> {
  const all = await wholeLedger(q, contest)
  const rules = new Map<string, ItemRule>(items.map((i) => [i.id, ruleOf(i, contest)]))
  const anew = ledgerUpTo(all, Number.POSITIVE_INFINITY, rules)
  return { rows: all.length, board: boardsOf(scoresOf(anew, state.participants.keys()), divisions, divisionOf).board }
}

/** Items an entry holds in other seasons of its arena: what was solved in one is not solved again in the next. */
export async function heldInOtherSeasons(
  q: Queryable,
  { id, run_id }: Pick<ContestRow, 'id' | 'run_id'>,
  participant: string,
): Promise<ReadonlySet<string>> {
  const { rows } = await q.query<{ item_id: string }>(
    `select item_id from (select distinct on (l.run_id, l.item_id) l.item_id, l.kind from contest_ledger l
       join contest_season s on s.run_id = l.run_id
       where s.contest_id = $1 and l.run_id <> $2 and l.participant_id = $3 and l.kind in ('hold', 'drop')
       order by l.run_id, l.item_id, l.seq desc) h where kind = 'hold'`,
    [id, run_id, participant],
  )
  return new Set(rows.map((r) => r.item_id))
}
/** What events brought people of an arena, by event, and what was brought along, in one season. */
export async function broughtTo(
  q: Queryable,
  run_ids: readonly string[],
  participant: string,
): Promise<{ run_id: string; cause: 'carry' | 'event'; evidence: string; amount: number }[]> {
  const { rows } = await q.query<{ run_id: string; cause: 'carry' | 'event'; evidence: string; amount: number }>(
    `select run_id, cause, coalesce(evidence, '') as evidence, sum(amount)::double precision as amount from contest_ledger
     where run_id = any($1::text[]) and participant_id = $2 and kind = 'points' and cause in ('carry', 'event') group by 1, 2, 3`,
    [[...run_ids], participant],
  )
  return rows
}

/** A submission as it is judged again. */
export interface JudgedAgain extends Pick<SeenSubmission, 'id' | 'item_id' | 'participant_id' | 'user_id' | 'verdict'> {
  at: number
  text: string
  /** Of a right one, whose text is kept sealed; null where it was not kept. */
  sealed: string | null
}
/** All that was judged and counts, by the time it arrived. For its staff. */
export async function judgedSubmissions(
  q: Queryable,
  { contest, staff }: ContestView,
  item?: string,
): Promise<JudgedAgain[]> {
  if (!staff) return []
  const { rows } = await q.query<Omit<JudgedAgain, 'at'> & { at: string }>(
    `select id, item_id, participant_id, user_id, at, verdict, text, sealed from contest_submission
     where run_id = $1 and void_at is null and verdict in ('right', 'wrong') and ($2::text is null or item_id = $2) order by at, id`,
    [contest.run_id, item ?? null],
  )
  return rows.map((r) => ({ ...r, at: new Date(r.at).getTime() }))
}

/** One submission of a contest, whichever that is. @returns undefined where there is none */
export async function submissionById(
  q: Queryable,
  id: string,
): Promise<(SeenSubmission & { contest_id: string; run_id: string }) | undefined> {
  const { rows } = await q.query<SeenSubmission & { contest_id: string; run_id: string }>(
    `select s.id, s.item_id, s.participant_id, s.user_id, s.at, s.verdict, s.text, s.made_for, s.void_at, s.run_id, r.contest_id
     from contest_submission s join contest_run r on r.id = s.run_id where s.id = $1`,
    [id],
  )
  return rows[0]
}

type Reckoned = Pick<SeenScores, 'state' | 'board' | 'solvers'>
/** The contest as it is, and as it would be with more rows in its ledger. */
export interface LedgerWhatIf {
  rows: readonly NewLedgerRow[]
  before: Reckoned
  after: Reckoned
}
/** For its staff, who know all there is. */
export async function ledgerWhatIf(
  q: Queryable,
  { contest }: ContestView,
  make: (ledger: readonly LedgerRow[]) => NewLedgerRow[],
): Promise<LedgerWhatIf> {
  const [all, known, { rows: entered }] = await Promise.all([
    wholeLedger(q, contest),
    divisionsOf(q, contest.id),
    q.query<Entered>(
      `select id, division_id from contest_participant where contest_id = $1 and status in ('accepted', 'banned') order by id`,
      [contest.id],
    ),
  ])
  const rows = make(all)
  const last = all.at(-1)?.seq ?? 0
  const of = (ledger: readonly LedgerRow[]) => scoresOfAll(ledgerFold(ledger), entered, known)
  return { rows, before: of(all), after: of([...all, ...rows.map((r, n) => ({ ...r, seq: last + 1 + n }))]) }
}

/** A row of the ledger as it is kept. */
export interface KeptRow extends StoredRow {
  evidence: string | null
  rule_version: number
  by: string
}
const atOnce = 5000
/** The whole ledger of the current run in pieces, for its staff. */
export async function* keptLedger(q: Queryable, { contest, staff }: ContestView): AsyncGenerator<KeptRow[]> {
  for (let after = 0; staff; ) {
    const { rows } = await q.query<KeptRow>(
      `select seq, at, kind, participant_id, item_id, component, bits, amount, bonus_permille, bonus_amount, cost, cause, evidence, rule_version, by
       from contest_ledger where run_id = $1 and seq > $2 order by seq limit ${atOnce}`,
      [contest.run_id, after],
    )
    if (rows.length) yield rows
    if (rows.length < atOnce) return
    after = Number(rows.at(-1)?.seq)
  }
}

/** Flags that were made for another entry than the one that handed them in. For its staff. */
export async function flagsOfOthers(
  q: Queryable,
  { contest, staff }: ContestView,
): Promise<{ item: string; participant: string; madeFor: string }[]> {
  if (!staff) return []
  const { rows } = await q.query<{ item: string; participant: string; made_for: string }>(
    `select item_id as item, participant_id as participant, made_for from contest_submission
     where run_id = $1 and made_for is not null order by at, id`,
    [contest.run_id],
  )
  return rows.map(({ made_for: madeFor, ...r }) => ({ ...r, madeFor }))
}
