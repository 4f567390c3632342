/** What those who take part see: contests, challenges, the board, and why a score is what it is. Everything worth points comes from a view. */
import type { FlagRule } from '#src/contract/bank/question.schema.ts'
import { divisionAllows } from '#src/contract/contest/division.ts'
import type { LedgerCause } from '#src/contract/contest/ledger.ts'
import type { ContestBoard, JudgedSubmission, PlayItem, ScoreExplained } from '#src/contract/contest/play.schema.ts'
import { itemWorth, scoreReason } from '#src/contract/contest/score.ts'
import { shownQuestion } from '#src/contract/bank/shown.ts'
import { priceOf } from '#src/contract/contest/solve.ts'
import { containingIn } from '#mock/crud/fold.ts'
import type { CallerContext } from '#mock/crud/setting.ts'
import { tableOf } from '#mock/crud/shape.ts'
import { totalOf } from '#mock/crud/total.ts'
import { where } from '#mock/crud/where.ts'
import type { Queryable } from '#mock/db/db.ts'
import { type Caller, Fail, type Handler, type Platform } from '#mock/http/request/handler.ts'
import { namesOf } from '../bank/banks.ts'
import { flagRuleOf, withMadeFlag } from '../bank/flag/inScene.ts'
import { flagKeys } from '../bank/flag/seal.ts'
import {
  contestOf,
  contestPlace,
  contestDocumentOf,
  type ContestItemRow,
  inContestStatuses,
  contestInstant,
} from './contest.ts'
import { openDivisions } from './divisions.ts'
import { cardOf, contestCardsOf, contestFor, isFor, ledTeams, ownEntry } from './entries.ts'
import { mayContestDeed } from './flagContest.ts'
import { ownScene } from './scenes.ts'
import { atSeason } from './season.ts'
import { rulingsOf } from './rulings.ts'
import {
  type ContestView,
  lockedContestItems,
  openContestItems,
  type OpenItem,
  ownFound,
  ownHints,
  ownWrong,
  type SeenScores,
  seenScores,
  type SeenSubmission,
  seenSubmissions,
  solvedBy,
  type TakenHints,
  viewOf,
} from './view.ts'

const contests: Handler<'GET /contests'> = async ({ q, who, platform, query }) => {
  const now = platform.now()
  const { page, page_size } = query
  const w = where()
  w.and(isFor(who)(w.add))
  if (query.status) w.and(inContestStatuses(query.status, now, w.add))
  if (query.q?.trim()) w.and(`t.find like ${w.add(containingIn(query.q))}`)
  const from = `from ${tableOf(contestDocumentOf.flag)} t`
  const total = await totalOf(q, from, w)
  const at = `${w.add(now.toISOString())}::timestamptz`
  const { rows } = await q.query<{ id: string }>(
    `select t.id, ${contestPlace(at)} as place ${from} ${w.text()}
     order by place, case when ${contestPlace(at)} < 4 then t.k_starts_at end, t.k_starts_at desc, t.id desc
     limit ${w.add(page_size)} offset ${w.add((page - 1) * page_size)}`,
    w.params,
  )
  const items = await contestCardsOf(
    { q, who, now },
    rows.map((r) => r.id),
  )
  return { items, total, page, page_size, now: now.toISOString() }
}

const contest: Handler<'GET /contests/:id'> = async (c) => {
  await contestFor(c.q, c.who, c.params.id)
  return {
    ...(await cardOf(c, c.params.id)),
    now: c.platform.now().toISOString(),
    teams: await ledTeams(c.q, c.who.id),
    divisions: await openDivisions(c.q, c.params.id),
  }
}

/** How a learner sees a contest. */
export async function learnerView(q: Queryable, who: Caller, id: string, now: Date): Promise<ContestView> {
  const found = await atSeason(q, await contestFor(q, who, id), now)
  return viewOf(found, { staff: false, own: await ownEntry(q, id, who.id) }, now)
}

/** What a held item is worth, as the view knows it. */
function worthOf({ state }: SeenScores, item: string, participant: string | undefined) {
  const held = participant === undefined ? undefined : state.participants.get(participant)?.held.get(item)
  return held && { ...itemWorth(state.prices.get(item) ?? 0, held), at: held.at }
}
/** Which of the first three it was for an entry, where that brought something. */
function bloodOf({ solvers, state }: SeenScores, item: string, participant: string): number | null {
  const held = state.participants.get(participant)?.held.get(item)
  if (!held || (held.bonus.permille === 0 && held.bonus.amount === 0)) return null
  const place = (solvers.get(item) ?? []).findIndex((s) => s.participant === participant)
  return place < 0 ? null : place + 1
}

/** What the own entry has done, by item: nobody else's business, and told whatever the view. */
export interface OwnDoings {
  wrong: ReadonlyMap<string, number>
  found: ReadonlyMap<string, ReadonlySet<number>>
  hints: ReadonlyMap<string, TakenHints>
}
export async function ownOf(q: Queryable, view: ContestView): Promise<OwnDoings> {
  const [wrong, found, hints] = await Promise.all([ownWrong(q, view), ownFound(q, view), ownHints(q, view)])
  return { wrong, found, hints }
}

/** The flags of an item of which each counts by itself. */
export const severalFlags = (i: Pick<ContestItemRow, 'parts'>, rule: FlagRule) =>
  i.parts && rule.kind === 'list' && rule.need === 'all' && rule.values.length > 1 ? rule : undefined

export function playItem(view: ContestView, seen: SeenScores, i: OpenItem, own: OwnDoings): PlayItem {
  const back = seen.heldBack.has(i.id)
  const worth = worthOf(seen, i.id, view.own)
  const wrong = own.wrong.get(i.id) ?? 0
  const found = own.found.get(i.id)?.size ?? 0
  const left = i.attempts === null || i.retired ? null : Math.max(0, i.attempts - wrong)
  const solved = back || worth !== undefined || seen.earlier.has(i.id)
  const shut = i.closed || left === 0 || !divisionAllows(i.bits, 'submit')
  return {
    id: i.id,
    title: i.data.title ?? '',
    category: i.category,
    difficulty: i.data.difficulty ?? 'primary',
    value: seen.state.prices.get(i.id) ?? priceOf(i.curve, 0),
    solves: (seen.solvers.get(i.id)?.length ?? 0) + (back ? 1 : 0),
    state: solved ? 'solved' : shut ? 'closed' : wrong + found > 0 ? 'tried' : 'open',
    worth: worth?.worth ?? null,
    held_back: back,
    blood: view.own === undefined ? null : bloodOf(seen, i.id, view.own),
    closes_at: i.closes === null ? null : contestInstant(i.closes),
    left,
    found,
    spent: own.hints.get(i.id)?.spent ?? 0,
  }
}

const playItems: Handler<'GET /contests/:id/items'> = async ({ q, who, platform, params }) => {
  const now = platform.now()
  const view = await learnerView(q, who, params.id, now)
  const [seen, own] = await Promise.all([seenScores(q, view), ownOf(q, view)])
  return {
    items: openContestItems(view, seen).map((i) => playItem(view, seen, i, own)),
    locked: lockedContestItems(view, seen),
    now: now.toISOString(),
  }
}

/** An item that is open to the caller's entry. @throws Fail `not_found` of one that is not: nothing of it leaves the server */
export async function openItem(
  c: { q: Queryable; who: Caller; platform: Pick<Platform, 'now'> },
  id: string,
  at: Date = c.platform.now(),
) {
  const { rows } = await c.q.query<{ contest_id: string }>('select contest_id from contest_item where id = $1', [id])
  if (!rows[0]) throw new Fail('not_found')
  const view = await learnerView(c.q, c.who, rows[0].contest_id, at)
  const seen = await seenScores(c.q, view)
  const item = openContestItems(view, seen).find((i) => i.id === id)
  if (!item) throw new Fail('not_found')
  return { view, seen, item }
}

const playChallenge: Handler<'GET /contest-items/:id'> = async (c) => {
  const { q, params, query, platform } = c
  const { view, seen, item } = await openItem(c, params.id)
  const [own, answers, keys, scene_id] = await Promise.all([
    ownOf(q, view),
    seenSubmissions(q, view, { item: item.id, page: 1, page_size: 50 }),
    flagKeys(platform),
    view.own === undefined ? null : ownScene(q, view.own, item.id),
  ])
  const rule = flagRuleOf(item.data.flag, keys)
  const solvers = seen.solvers.get(item.id) ?? []
  const solved = solvedBy(seen, view.own, item.id)
  const taken = own.hints.get(item.id)
  const asked = shownQuestion(
    { ...item.data, id: item.id, version: item.question_version },
    { language: query.language ?? '', paid: (n) => solved || taken?.has(n) === true },
  )
  const shown = playItem(view, seen, item, own)
  const goes = !item.closed && (item.retired || view.times.status === 'ongoing') && divisionAllows(item.bits, 'submit')
  const scene = Boolean(item.data.topology_id)
  const [people, entries] = await Promise.all([
    namesOf(
      q,
      answers.rows.map((s) => s.user_id),
    ),
    entryNames(q, view.contest.id),
  ])
  return {
    item: shown,
    question: {
      ...(view.own === undefined
        ? asked
        : withMadeFlag(asked, rule, { question: item.question_id, owner: view.own }, keys)),
      scene: false,
    },
    hints_at_once: view.contest.hints === 'once',
    flags: severalFlags(item, rule)?.values.length ?? 1,
    scene,
    scene_id,
    can: [
      ...(goes && !solved && shown.state !== 'closed' ? (['submit'] as const) : []),
      ...(goes && !solved ? (['hint'] as const) : []),
      ...(goes && scene ? (['scene'] as const) : []),
    ],
    several: rule.kind === 'list' && rule.need === 'all',
    submissions: answers.rows.map((s) => ({
      id: s.id,
      at: contestInstant(s.at),
      verdict: s.verdict,
      by: people.get(s.user_id) ?? '',
      text: s.text,
      voided: s.void_at !== null,
    })),
    solvers: solvers.map((s) => ({
      name: entries.get(s.participant) ?? '',
      at: contestInstant(s.at),
      mine: s.participant === view.own,
    })),
  }
}

export async function entryNames(q: Queryable, contest: string): Promise<ReadonlyMap<string, string>> {
  const { rows } = await q.query<{ id: string; name: string }>(
    'select id, name from contest_participant where contest_id = $1',
    [contest],
  )
  return new Map(rows.map((r) => [r.id, r.name]))
}

async function boardIn(q: Queryable, view: ContestView): Promise<ContestBoard> {
  const [seen, names] = await Promise.all([seenScores(q, view), entryNames(q, view.contest.id)])
  const hidden = view.until === Number.NEGATIVE_INFINITY
  const divisionRanks = new Map(
    [...seen.divisionBoards.values()].flatMap((board) => board.map((r) => [r.participant, r.rank])),
  )
  return {
    divisions: seen.divisions.map(({ id, name }) => ({ id, name })),
    rows: seen.board
      .filter((r) => !hidden || r.participant === view.own)
      .map((r) => ({
        id: r.participant,
        name: names.get(r.participant) ?? '',
        rank: r.rank,
        division: seen.divisionOf.get(r.participant)?.id ?? null,
        division_rank: divisionRanks.get(r.participant) ?? null,
        score: r.score,
        last_at: r.last === undefined ? null : contestInstant(r.last),
        solved: seen.state.participants.get(r.participant)?.held.size ?? 0,
        mine: r.participant === view.own,
        held_back: r.participant === view.own ? seen.heldBack.size : 0,
      })),
    hidden,
    frozen_at:
      !view.staff && view.times.frozen && view.times.freeze !== null ? contestInstant(view.times.freeze) : null,
    now: view.now.toISOString(),
  }
}

/** Points of an entry for items beside their solves, in one sum for each cause; what was taken back is none. */
function partsOf({ parts }: SeenScores, entry: string) {
  const sums = new Map<string, { item: string; cause: LedgerCause; amount: number }>()
  for (const { item, cause, amount } of parts.get(entry) ?? []) {
    const key = `${cause} ${item}`
    sums.set(key, { item, cause, amount: (sums.get(key)?.amount ?? 0) + amount })
  }
  return [...sums.values()].filter((p) => p.amount !== 0)
}

async function explained(q: Queryable, view: ContestView, entry: string): Promise<ScoreExplained> {
  const [seen, names] = await Promise.all([seenScores(q, view), entryNames(q, view.contest.id)])
  const row = seen.board.find((r) => r.participant === entry)
  const hidden = view.until === Number.NEGATIVE_INFINITY && entry !== view.own
  if (!names.has(entry) || hidden || !row) throw new Fail('not_found')
  const { points, items } = scoreReason(seen.state, entry)
  const known = new Map(seen.items.map((i) => [i.id, i]))
  const open = new Set(openContestItems(view, seen).map((i) => i.id))
  // of one that is not open to the caller others may have solved it: not even its name is told
  const titleOf = (item: string) => (view.staff || open.has(item) ? (known.get(item)?.data.title ?? '') : '')
  const parts = partsOf(seen, entry)
  return {
    id: entry,
    name: names.get(entry) ?? '',
    rank: view.until === Number.NEGATIVE_INFINITY || row.rank === 0 ? null : row.rank,
    score: row.score,
    points: points - parts.reduce((sum, p) => sum + p.amount, 0),
    parts: parts.map((p) => ({ id: p.item, title: titleOf(p.item), cause: p.cause, amount: p.amount })),
    items: items.map(({ item, at, ...worth }) => ({
      id: item,
      title: titleOf(item),
      at: contestInstant(at),
      ...worth,
      solves: seen.solvers.get(item)?.length ?? 0,
      curve: known.get(item)?.curve.kind ?? 'static',
      blood: bloodOf(seen, item, entry),
    })),
    held_back: entry === view.own ? seen.heldBack.size : 0,
    rulings: await rulingsOf(q, view, entry, (item) => view.staff || open.has(item)),
    rule_version: view.contest.scoring_version,
  }
}

/** How its staff see it: everything as it is. */
export async function staffView(c: CallerContext, id: string): Promise<ContestView> {
  await mayContestDeed(c, id, 'look')
  return viewOf(await contestOf(c.q, id), { staff: true, own: undefined }, c.platform.now())
}

const submissions: Handler<'GET /flag-contests/:id/submissions'> = async (c) => {
  const { q, params, query } = c
  const view = await staffView(c, params.id)
  const { rows, ...rest } = await seenSubmissions(q, view, query)
  return { items: await judgedSubmissionsOf(q, params.id, rows), ...rest }
}
/** Submissions as staff see them. */
export async function judgedSubmissionsOf(
  q: Queryable,
  contest: string,
  rows: readonly SeenSubmission[],
): Promise<JudgedSubmission[]> {
  const [people, entries, titles] = await Promise.all([
    namesOf(
      q,
      rows.map((r) => r.user_id),
    ),
    entryNames(q, contest),
    q.query<{ id: string; title: string }>(
      `select id, data->>'title' as title from contest_item where contest_id = $1`,
      [contest],
    ),
  ])
  const titleOf = new Map(titles.rows.map((r) => [r.id, r.title]))
  return rows.map((s) => ({
    id: s.id,
    at: contestInstant(s.at),
    verdict: s.verdict,
    item_id: s.item_id,
    item: titleOf.get(s.item_id) ?? '',
    entry_id: s.participant_id,
    entry: entries.get(s.participant_id) ?? '',
    by: people.get(s.user_id) ?? '',
    text: s.text,
    made_for: s.made_for === null ? '' : (entries.get(s.made_for) ?? ''),
    voided: s.void_at !== null,
  }))
}

export const playHandlers = {
  'GET /contests': contests,
  'GET /contests/:id': contest,
  'GET /contests/:id/items': playItems,
  'GET /contest-items/:id': playChallenge,
  'GET /contests/:id/board': (async ({ q, who, platform, params }) =>
    boardIn(q, await learnerView(q, who, params.id, platform.now()))) as Handler<'GET /contests/:id/board'>,
  'GET /contests/:id/board/:entry': (async ({ q, who, platform, params }) =>
    explained(
      q,
      await learnerView(q, who, params.id, platform.now()),
      params.entry,
    )) as Handler<'GET /contests/:id/board/:entry'>,
  'GET /flag-contests/:id/board': (async (c) =>
    boardIn(c.q, await staffView(c, c.params.id))) as Handler<'GET /flag-contests/:id/board'>,
  'GET /flag-contests/:id/board/:entry': (async (c) =>
    explained(c.q, await staffView(c, c.params.id), c.params.entry)) as Handler<'GET /flag-contests/:id/board/:entry'>,
  'GET /flag-contests/:id/submissions': submissions,
}
