/** Arenas for whoever climbs them: their season, items, the ladder and how they stood. Everything worth points comes from a view. */
import type { z } from 'zod'
import type { ArenaCard, ArenaDetail, ArenaEvent, ArenaSeason, OwnContest } from '#src/contract/contest/arena.routes.ts'
import { arenaLimits } from '#src/contract/contest/arena.ts'
import type { EntryStatus } from '#src/contract/contest/status.ts'
import { historyInstants, seasonShown, seasonState } from '#src/contract/contest/season.ts'
import { visibleTo } from '#mock/crud/audience.ts'
import { containingIn } from '#mock/crud/fold.ts'
import { paged } from '#mock/crud/paged.ts'
import { tableOf } from '#mock/crud/shape.ts'
import { where } from '#mock/crud/where.ts'
import type { Queryable } from '#mock/db/db.ts'
import { type Caller, type Ctx, Fail, type Handler } from '#mock/http/request/handler.ts'
import { publish } from '#mock/live/publish.ts'
import { type ContestRow, contestDocumentOf, contestInstant, contestsById, lockContest, timesOf } from './contest.ts'
import { contestFor, isFor, ownEntry } from './entries.ts'
import { noteEntry } from './entryEvents.ts'
import { learnerView, ownOf, playItem } from './play.ts'
import { type ArenaRun, inSeason, seasonsIn, seasonsOf } from './season.ts'
import { enterPeople, eventEnd } from './settle.ts'
import { isUnchanged, ownHistory } from './standing.ts'
import { broughtTo, type ContestView, openContestItems, type SeenScores, seenScores, viewOf } from './view.ts'

type Call = Pick<Ctx<'GET /my-arenas/:id'>, 'q' | 'who' | 'platform'>

const seasonOut = (s: ArenaRun, now: number) => ({
  id: s.run_id,
  n: s.n,
  name: s.name,
  starts_at: contestInstant(s.start),
  ends_at: contestInstant(s.end),
  carry: s.carry,
  state: seasonState(s, s.closed_at !== null, now),
})

interface Entered {
  contest_id: string
  id: string
  status: EntryStatus
}
/** The caller's entries in some contests. */
async function enteredIn(q: Queryable, who: Caller, ids: readonly string[]): Promise<ReadonlyMap<string, Entered>> {
  const { rows } = await q.query<Entered>(
    `select m.contest_id, p.id, p.status from contest_member m join contest_participant p on p.id = m.participant_id
     where m.user_id = $1 and m.contest_id = any($2::text[])`,
    [who.id, [...ids]],
  )
  return new Map(rows.map((r) => [r.contest_id, r]))
}

const placeOf = (seen: SeenScores, entry: string) => {
  const row = seen.board.find((r) => r.participant === entry)
  const state = seen.state.participants.get(entry)
  return {
    id: entry,
    rank: row && row.score !== 0 ? row.rank : null,
    score: row?.score ?? 0,
    solved: state?.held.size ?? 0,
  }
}

async function cards({ q, who, platform }: Call, ids: readonly string[]): Promise<z.input<typeof ArenaCard>[]> {
  const now = platform.now()
  const at = now.toISOString()
  const [contests, seasons, entered, { rows }] = await Promise.all([
    contestsById(q, ids),
    seasonsIn(q, ids),
    enteredIn(q, who, ids),
    q.query<{ id: string; description: string; challenges: number; entries: number; staff: boolean }>(
      `select t.id, t.data->>'description' as description,
         (select count(*)::integer from contest_item i where i.contest_id = t.id and (i.opens_at is null or i.opens_at <= $3::timestamptz)
           and (i.retires_at is null or i.retires_at > $3::timestamptz)) as challenges,
         (select count(*)::integer from contest_participant p where p.contest_id = t.id and p.status = 'accepted') as entries,
         exists (select 1 from contest_staff s where s.contest_id = t.id and s.user_id = $2) as staff
       from ${tableOf(contestDocumentOf.arena)} t where t.id = any($1::text[])`,
      [[...ids], who.id, at],
    ),
  ])
  const about = new Map(rows.map((r) => [r.id, r]))
  return Promise.all(
    ids.flatMap((id) => {
      const [contest, more] = [contests.get(id), about.get(id)]
      return contest && more
        ? [cardOf({ q, now, contest, more, seasons: seasons.get(id) ?? [], entry: entered.get(id) })]
        : []
    }),
  )
}
interface CardGround {
  q: Queryable
  now: Date
  contest: ContestRow
  more: { description: string; challenges: number; entries: number; staff: boolean }
  seasons: readonly ArenaRun[]
  entry: Entered | undefined
}
async function cardOf({ q, now, contest, more, seasons, entry }: CardGround): Promise<z.input<typeof ArenaCard>> {
  const present = seasonShown(seasons, now.getTime())
  const inside = entry?.status === 'accepted'
  const begun = present !== undefined && present.start <= now.getTime()
  const seen =
    inside && begun
      ? await seenScores(q, viewOf(inSeason(contest, present), { staff: false, own: entry.id }, now))
      : undefined
  const can: z.input<typeof ArenaCard>['can'] = []
  if (!entry && !more.staff) can.push('join')
  if (inside && begun) can.push('play')
  return {
    id: contest.id,
    name: contest.name,
    description: more.description,
    season: present ? seasonOut(present, now.getTime()) : null,
    challenges: more.challenges,
    entries: more.entries,
    mine: seen && entry ? placeOf(seen, entry.id) : null,
    status: entry?.status ?? null,
    can,
  }
}
const card = async (c: Call, id: string) => {
  const [one] = await cards(c, [id])
  if (!one) throw new Fail('not_found')
  return one
}

const list: Handler<'GET /my-arenas'> = async (c) => {
  const { q, who, query, platform } = c
  const w = where()
  w.and(isFor(who, 'arena')(w.add))
  if (query.q?.trim()) w.and(`t.find like ${w.add(containingIn(query.q))}`)
  const { rows, ...rest } = await paged<{ id: string }>(q, {
    select: 't.id',
    from: `${tableOf(contestDocumentOf.arena)} t`,
    w,
    order: 't.created_at desc, t.id desc',
    query,
  })
  return {
    items: await cards(
      c,
      rows.map((r) => r.id),
    ),
    ...rest,
    now: platform.now().toISOString(),
  }
}

async function seasonsFor(
  { q, platform }: Call,
  seasons: readonly ArenaRun[],
  own: string | undefined,
): Promise<z.input<typeof ArenaSeason>[]> {
  const now = platform.now().getTime()
  return Promise.all(
    seasons.map(async (s) => ({
      ...seasonOut(s, now),
      digest: s.digest,
      checked: await isUnchanged(q, s),
      winners: (s.standing ?? [])
        .filter((r) => r.rank <= 3)
        .slice(0, 10)
        .map((r) => ({ rank: r.rank, name: r.name, score: r.score, mine: r.participant === own })),
      mine: ((r) => (r ? { rank: r.rank, score: r.score } : null))(s.standing?.find((r) => r.participant === own)),
    })),
  )
}

async function eventsFor(
  { q, who, platform }: Call,
  id: string,
  seasons: readonly ArenaRun[],
  own: string | undefined,
): Promise<{ events: z.input<typeof ArenaEvent>[]; carried: number }> {
  const now = platform.now()
  const { rows } = await q.query<{
    kind: 'flag-contest' | 'exam'
    ref: string
    weight: number
    run_id: string | null
    name: string
  }>(
    `select e.kind, e.ref, e.weight, e.run_id, coalesce(f.data->>'name', x.data->>'name', '') as name
     from contest_event e left join r_flag_contest f on e.kind = 'flag-contest' and f.id = e.ref left join r_exam x on e.kind = 'exam' and x.id = e.ref
     where e.contest_id = $1 order by e.counted_at desc nulls first, e.kind, e.ref`,
    [id],
  )
  const brought =
    own === undefined
      ? []
      : await broughtTo(
          q,
          seasons.map((s) => s.run_id),
          own,
        )
  const opens = {
    'flag-contest': await seenIds(q, who, 'flag-contest', rows),
    exam: await seenIds(q, who, 'exam', rows),
  }
  const present = seasonShown(seasons, now.getTime())
  const events = await Promise.all(
    rows.map(async (e): Promise<z.input<typeof ArenaEvent>> => {
      const end = e.run_id === null ? await eventEnd(q, e, now) : undefined
      const over = e.run_id === null && end !== undefined && end <= now.getTime()
      return {
        kind: e.kind,
        id: e.ref,
        name: e.name,
        weight: e.weight,
        state: e.run_id !== null ? 'counted' : over ? 'over' : (await hasStarted(q, e, now)) ? 'running' : 'coming',
        season: seasons.find((s) => s.run_id === e.run_id)?.name ?? '',
        mine:
          e.run_id === null || own === undefined
            ? null
            : (brought.find((b) => b.cause === 'event' && b.evidence === `${e.kind}:${e.ref}`)?.amount ?? 0),
        opens: opens[e.kind].has(e.ref),
      }
    }),
  )
  return {
    // of what the caller may not see its name alone would tell
    events: events.filter((e) => e.opens || e.state === 'counted'),
    carried: brought.find((b) => b.cause === 'carry' && b.run_id === present?.run_id)?.amount ?? 0,
  }
}
async function seenIds(
  q: Queryable,
  who: Caller,
  kind: 'flag-contest' | 'exam',
  rows: readonly { kind: string; ref: string }[],
): Promise<ReadonlySet<string>> {
  const ids = rows.flatMap((r) => (r.kind === kind ? [r.ref] : []))
  if (!ids.length) return new Set()
  const w = where()
  w.and(`t.id = any(${w.add(ids)}::text[])`)
  w.and(kind === 'flag-contest' ? isFor(who)(w.add) : `(${visibleTo('exam', who)(w.add) ?? 'true'})`)
  const { rows: seen } = await q.query<{ id: string }>(`select t.id from ${tableOf(kind)} t ${w.text()}`, w.params)
  return new Set(seen.map((r) => r.id))
}
async function hasStarted(
  q: Queryable,
  { kind, ref }: { kind: 'flag-contest' | 'exam'; ref: string },
  now: Date,
): Promise<boolean> {
  if (kind === 'flag-contest') {
    const contest = (await contestsById(q, [ref])).get(ref)
    return contest !== undefined && timesOf(contest, now).status !== 'unstarted'
  }
  const { rows } = await q.query<{ begun: boolean }>(
    `select (data->>'starts_at')::timestamptz <= $2::timestamptz as begun from r_exam where id = $1`,
    [ref, now.toISOString()],
  )
  return rows[0]?.begun ?? false
}

const detail: Handler<'GET /my-arenas/:id'> = async (c): Promise<z.input<typeof ArenaDetail>> => {
  const { q, who, platform, params } = c
  await arenaFor(q, who, params.id)
  const seasons = await seasonsOf(q, params.id)
  const own = await ownEntry(q, params.id, who.id)
  const [one, { rows }, all, events] = await Promise.all([
    card(c, params.id),
    q.query<{ rules: string }>(
      `select data->>'rules' as rules from ${tableOf(contestDocumentOf.arena)} where id = $1`,
      [params.id],
    ),
    seasonsFor(c, seasons, own),
    eventsFor(c, params.id, seasons, own),
  ])
  return { ...one, rules: rows[0]?.rules ?? '', seasons: all, ...events, now: platform.now().toISOString() }
}
/** @throws Fail `not_found` where it is no arena of the caller's */
async function arenaFor(q: Queryable, who: Caller, id: string): Promise<ContestRow> {
  const found = await contestFor(q, who, id)
  if (found.kind !== 'arena') throw new Fail('not_found')
  return found
}

const join: Handler<'POST /my-arenas/:id/join'> = async (c) => {
  const { q, who, platform, params, audit } = c
  await arenaFor(q, who, params.id)
  await lockContest(q, params.id)
  const one = await card(c, params.id)
  if (!one.can.includes('join'))
    throw one.status === null
      ? new Fail('contest_entry_closed', { closed: 'staff', names: '' })
      : new Fail('contest_entered', { names: '' })
  const at = platform.now()
  await enterPeople(q, params.id, [who.id], { newId: platform.newId, at })
  const entry = await ownEntry(q, params.id, who.id)
  if (entry !== undefined) await noteEntry(q, [entry], { what: 'register', at, by: who.id })
  await publish(q, 'contests', { users: [who.id] })
  await publish(q, 'contests', { screens: ['arena-manage', 'contest-team'] })
  audit({ entity: 'arena', id: params.id })
  return card(c, params.id)
}

const items: Handler<'GET /my-arenas/:id/items'> = async ({ q, who, platform, params }) => {
  const now = platform.now()
  await arenaFor(q, who, params.id)
  const view = await learnerView(q, who, params.id, now)
  const [seen, own] = await Promise.all([seenScores(q, view), ownOf(q, view)])
  return {
    items: openContestItems(view, seen).map((i) => ({
      ...playItem(view, seen, i, own),
      retires_at: i.retires_at === null ? null : contestInstant(i.retires_at),
      retired: i.retired,
    })),
    now: now.toISOString(),
  }
}

const ladder: Handler<'GET /my-arenas/:id/ladder'> = async ({ q, who, platform, params, query }) => {
  const now = platform.now()
  const arena = await arenaFor(q, who, params.id)
  const seasons = await seasonsOf(q, params.id)
  const season =
    query.season === undefined
      ? seasonShown(seasons, now.getTime())
      : seasons.find((s) => s.run_id === query.season && s.start <= now.getTime())
  if (query.season !== undefined && !season) throw new Fail('not_found')
  const own = await ownEntry(q, params.id, who.id)
  const all = season ? await placesOf(q, inSeason(arena, season), season, own, now) : []
  const wanted = query.q?.trim().toLowerCase() ?? ''
  const rows = wanted === '' ? all : all.filter((r) => r.name.toLowerCase().includes(wanted))
  const { page, page_size } = query
  return { items: rows.slice((page - 1) * page_size, page * page_size), total: rows.length, page, page_size }
}
async function placesOf(q: Queryable, arena: ContestRow, season: ArenaRun, own: string | undefined, now: Date) {
  const line = (r: { participant: string; name: string; rank: number; score: number; last: number | null }) => ({
    id: r.participant,
    name: r.name,
    rank: r.rank,
    score: r.score,
    last_at: r.last === null ? null : contestInstant(r.last),
    mine: r.participant === own,
  })
  // what a closed one came to is what is kept of it
  if (season.standing !== null) return season.standing.map(line)
  const [seen, { rows }] = await Promise.all([
    seenScores(q, viewOf(arena, { staff: false, own }, now)),
    q.query<{ id: string; name: string }>('select id, name from contest_participant where contest_id = $1', [arena.id]),
  ])
  const names = new Map(rows.map((r) => [r.id, r.name]))
  return seen.board
    .filter((r) => r.score !== 0 || r.participant === own)
    .map((r) => line({ ...r, name: names.get(r.participant) ?? '', last: r.last ?? null }))
}

const history: Handler<'GET /my-arenas/:id/history'> = async ({ q, who, platform, params }) => {
  const now = platform.now()
  await arenaFor(q, who, params.id)
  const view = await learnerView(q, who, params.id, now)
  const end = Math.min(now.getTime(), view.times.end)
  const points = await ownHistory(q, view, historyInstants(view.times.start ?? end, end, arenaLimits.history))
  return { points: points.map((p) => ({ ...p, at: contestInstant(p.at) })) }
}

interface OwnEntryRow {
  id: string
  entry: string
  name: string
  status: EntryStatus
}
/** How somebody stands in a contest of theirs. */
async function ownContest(
  q: Queryable,
  view: ContestView,
  { id, entry, name, status }: OwnEntryRow,
): Promise<z.input<typeof OwnContest>> {
  const { contest, times } = view
  const hidden = view.until === Number.NEGATIVE_INFINITY
  const seen = times.status === 'unstarted' ? undefined : await seenScores(q, view)
  const row = seen?.board.find((r) => r.participant === entry)
  return {
    kind: contest.kind,
    id,
    name: contest.name,
    entry: name,
    entry_status: status,
    status: times.status,
    starts_at: contestInstant(times.start ?? contest.starts_at),
    ends_at: contestInstant(times.end),
    rank: hidden || !row || row.score === 0 ? null : row.rank,
    of: hidden || !seen ? 0 : seen.board.length,
    score: row?.score ?? 0,
    solved: seen?.state.participants.get(entry)?.held.size ?? 0,
    firsts: hidden || !seen ? 0 : [...seen.solvers.values()].filter((s) => s[0]?.participant === entry).length,
    frozen: times.frozen,
  }
}

const mine: Handler<'GET /my-contests'> = async ({ q, who, platform, query }) => {
  const now = platform.now()
  const w = where()
  w.and(`m.user_id = ${w.add(who.id)}`)
  w.and(`p.status in ('registered', 'accepted', 'banned')`)
  if (query.q?.trim()) w.and(`lower(c.name) like ${w.add(containingIn(query.q))}`)
  const { rows, ...rest } = await paged<OwnEntryRow>(q, {
    select: 'c.id, p.id as entry, p.name, p.status',
    from: 'contest_member m join contest_participant p on p.id = m.participant_id join contest c on c.id = m.contest_id',
    w,
    order: `(c.kind = 'arena') desc, c.starts_at desc, c.id desc`,
    query,
  })
  const ids = rows.map((r) => r.id)
  const [contests, seasons] = await Promise.all([contestsById(q, ids), seasonsIn(q, ids)])
  const items = await Promise.all(
    rows.flatMap((r) => {
      const contest = contests.get(r.id)
      if (!contest) return []
      const taken = inSeason(contest, seasonShown(seasons.get(r.id) ?? [], now.getTime()))
      const own = r.status === 'accepted' ? r.entry : undefined
      return [ownContest(q, viewOf(taken, { staff: false, own }, now), r)]
    }),
  )
  return { items, ...rest }
}

export const arenaPlayHandlers = {
  'GET /my-arenas': list,
  'GET /my-arenas/:id': detail,
  'POST /my-arenas/:id/join': join,
  'GET /my-arenas/:id/items': items,
  'GET /my-arenas/:id/ladder': ladder,
  'GET /my-arenas/:id/history': history,
  'GET /my-contests': mine,
}
