/** Entries of contests: people and teams that register, and what its staff decide of them. */
import type { z } from 'zod'
import { divisionAllows } from '#src/contract/contest/division.ts'
import type { ContestCard, Entry } from '#src/contract/contest/play.schema.ts'
import { type EntryEvent, entryMachine, type EntryStatus, heldEntries } from '#src/contract/contest/status.ts'
import { paged } from '#mock/crud/paged.ts'
import { visibleTo } from '#mock/crud/audience.ts'
import { containingIn } from '#mock/crud/fold.ts'
import { documents } from '#mock/crud/documents.ts'
import { tableOf } from '#mock/crud/shape.ts'
import { where } from '#mock/crud/where.ts'
import type { Queryable } from '#mock/db/db.ts'
import { type Caller, Fail, type Handler } from '#mock/http/request/handler.ts'
import { publish } from '#mock/live/publish.ts'
import { namesOf } from '../bank/banks.ts'
import {
  type ContestRow,
  contestsById,
  contestDocumentOf,
  contestInstant,
  contestOf,
  itemsOf,
  lockContest,
  ruleOf,
  timesOf,
} from './contest.ts'
import { mayJudge } from './deed.ts'
import { chosenDivision } from './divisions.ts'
import { mayContestDeed } from './flagContest.ts'
import { noteEntry } from './entryEvents.ts'
import { closeEntryScenes } from './scenes.ts'
import { atSeason } from './season.ts'
import { recordRuling, stillProvisional } from './rulings.ts'
import { addBar } from './write.ts'

export interface ContestEntryRow {
  id: string
  contest_id: string
  team_id: string | null
  name: string
  status: EntryStatus
  reason: string
  entered_at: string
  division: string | null
}
const teams = documents('team')

/** Entries as they are shown, with their people. */
export async function shownEntries(q: Queryable, rows: readonly ContestEntryRow[]): Promise<z.input<typeof Entry>[]> {
  const { rows: members } = await q.query<{ participant_id: string; user_id: string; captain: boolean }>(
    'select participant_id, user_id, captain from contest_member where participant_id = any($1::text[]) order by captain desc, user_id',
    [rows.map((r) => r.id)],
  )
  const names = await namesOf(
    q,
    members.map((m) => m.user_id),
  )
  return rows.map((r) => ({
    id: r.id,
    name: r.name,
    status: r.status,
    reason: r.reason,
    team_id: r.team_id,
    division: r.division ?? '',
    entered_at: contestInstant(r.entered_at),
    members: members
      .filter((m) => m.participant_id === r.id)
      .map((m) => ({ id: m.user_id, name: names.get(m.user_id) ?? '', captain: m.captain })),
  }))
}

export const entryColumns =
  'p.id, p.contest_id, p.team_id, p.name, p.status, p.reason, p.entered_at, (select d.name from contest_division d where d.id = p.division_id) as division'
/** @throws Fail `not_found` */
export async function entryById(q: Queryable, id: string): Promise<ContestEntryRow> {
  const { rows } = await q.query<ContestEntryRow>(`select ${entryColumns} from contest_participant p where p.id = $1`, [
    id,
  ])
  if (!rows[0]) throw new Fail('not_found')
  return rows[0]
}
/** Entries of one person in some contests: the one they are in, or the last they made. */
async function contestEntriesOf(
  q: Queryable,
  user: string,
  contests: readonly string[],
): Promise<ReadonlyMap<string, z.input<typeof Entry>>> {
  const { rows } = await q.query<ContestEntryRow>(
    `select distinct on (p.contest_id) ${entryColumns} from contest_participant p
     left join contest_member m on m.participant_id = p.id and m.user_id = $1
     where p.contest_id = any($2::text[]) and (m.user_id is not null or p.entered_by = $1)
     order by p.contest_id, m.user_id nulls last, p.entered_at desc`,
    [user, [...contests]],
  )
  const entries = await shownEntries(q, rows)
  return new Map(rows.flatMap((r, n) => (entries[n] ? [[r.contest_id, entries[n]]] : [])))
}

/** The caller's entry in a contest that is in, if they have one. */
export async function ownEntry(q: Queryable, contest: string, user: string): Promise<string | undefined> {
  const { rows } = await q.query<{ id: string }>(
    `select p.id from contest_member m join contest_participant p on p.id = m.participant_id
     where m.contest_id = $1 and m.user_id = $2 and p.status = 'accepted'`,
    [contest, user],
  )
  return rows[0]?.id
}

/** A condition on documents `t`: the contest is for the caller, or they are in it. */
export const isFor =
  (who: Caller, kind: ContestRow['kind'] = 'flag') =>
  (add: (value: unknown) => string): string =>
    `(${visibleTo(contestDocumentOf[kind], who)(add)} or t.id in (select m.contest_id from contest_member m where m.user_id = ${add(who.id)}))`

/** @throws Fail `not_found` where the contest is not for the caller */
export async function contestFor(q: Queryable, who: Caller, id: string): Promise<ContestRow> {
  const contest = await contestOf(q, id)
  const w = where()
  w.and(`t.id = ${w.add(id)}`)
  w.and(isFor(who, contest.kind)(w.add))
  const { rows } = await q.query(`select 1 from ${tableOf(contestDocumentOf[contest.kind])} t ${w.text()}`, w.params)
  if (!rows.length) throw new Fail('not_found')
  return contest
}

const isStaff = async (q: Queryable, contest: string, user: string): Promise<boolean> =>
  (await q.query('select 1 from contest_staff where contest_id = $1 and user_id = $2', [contest, user])).rows.length > 0

type Closed = z.output<typeof ContestCard>['closed']
/** Why somebody may not register now; null: they may. */
function entryClosed(
  c: ContestRow,
  { now, staff, mine }: { now: Date; staff: boolean; mine: Pick<z.input<typeof Entry>, 'status'> | undefined },
): Closed {
  if (mine && heldEntries.has(mine.status)) return 'entered'
  if (mine?.status === 'rejected') return 'rejected'
  if (staff) return 'staff'
  const { status } = timesOf(c, now)
  if (status === 'finished') return 'over'
  if (c.registration === 'closed') return 'closed'
  const until = c.register_until === null ? undefined : new Date(c.register_until)
  return until === undefined ? (status === 'unstarted' ? null : 'over') : now < until ? null : 'over'
}

/** Pages of those whom an entry concerns. */
async function tellEntry(q: Queryable, entry: string): Promise<void> {
  const { rows } = await q.query<{ user_id: string }>('select user_id from contest_member where participant_id = $1', [
    entry,
  ])
  await publish(q, 'contests', { screens: ['flag-manage', 'contest-team'] })
  await publish(q, 'contests', { users: rows.map((r) => r.user_id) })
}

/** Names of people as they stand on a board: with their username where somebody there has the same. */
export async function boardNamesOf(q: Queryable, contest: string, ids: readonly string[]): Promise<string[]> {
  const { rows } = await q.query<{ id: string; name: string; taken: boolean }>(
    `select u.id, u.data->>'name' as name, exists (select 1 from contest_participant p where p.contest_id = $1
       and lower(p.name) = lower(u.data->>'name') and p.status in ('registered', 'accepted', 'banned')) as taken
     from r_user u where u.id = any($2::text[])`,
    [contest, [...ids]],
  )
  const signed = await namesOf(q, ids)
  const plain = new Map(rows.map((r) => [r.id, r]))
  const said = new Set<string>()
  return ids.map((id) => {
    const own = plain.get(id)
    const name =
      own && own.name !== '' && !own.taken && !said.has(own.name.toLowerCase()) ? own.name : (signed.get(id) ?? id)
    said.add(name.toLowerCase())
    return name
  })
}

interface NewEntry {
  team: string | null
  name: string
  /** The captain in front. */
  members: readonly string[]
}
async function entryFrom(
  q: Queryable,
  who: Caller,
  c: ContestRow,
  body: { team_id: string | null; alias: string },
): Promise<NewEntry> {
  const refuse = (path: string, rule: string, params?: Record<string, string | number>) =>
    new Fail('validation', { fields: [{ path, rule, ...(params ? { params } : {}) }] })
  if (c.mode === 'individual') {
    const [own = who.name] = await boardNamesOf(q, c.id, [who.id])
    if (c.names === 'alias' && body.alias === '') throw refuse('alias', 'required')
    return { team: null, name: c.names === 'alias' ? body.alias : own, members: [who.id] }
  }
  const team = body.team_id === null ? undefined : await teams.lock(q, body.team_id)
  const members = team?.data.member_ids ?? []
  if (!team || members[0] !== who.id) throw refuse('team_id', 'team_led')
  if (members.length < c.team_least || members.length > c.team_most)
    throw refuse('team_id', 'team_size', { least: c.team_least, most: c.team_most, n: members.length })
  const { rows: staff } = await q.query<{ user_id: string }>(
    'select user_id from contest_staff where contest_id = $1 and user_id = any($2::text[])',
    [c.id, [...members]],
  )
  if (staff.length) {
    const names = await namesOf(
      q,
      staff.map((s) => s.user_id),
    )
    throw refuse('team_id', 'team_staff', { names: [...names.values()].join(', ') })
  }
  return { team: team.id, name: team.data.name ?? '', members }
}

const register: Handler<'POST /contests/:id/register'> = async (c) => {
  const { q, who, platform, params, body, audit } = c
  await contestFor(q, who, params.id)
  const contest = await lockContest(q, params.id)
  const now = platform.now()
  const staff = await isStaff(q, params.id, who.id)
  const mine = (await contestEntriesOf(q, who.id, [params.id])).get(params.id)
  const closed = entryClosed(contest, { now, staff, mine })
  if (closed) throw new Fail(closed === 'entered' ? 'contest_entered' : 'contest_entry_closed', { closed, names: '' })
  if (contest.registration === 'code' && body.code.trim() !== contest.code)
    throw new Fail('validation', { fields: [{ path: 'code', rule: 'contest_code' }] })
  const division = await chosenDivision(q, contest.id, body.division_id)
  const entry = await entryFrom(q, who, contest, body)
  const { rows: inside } = await q.query<{ user_id: string }>(
    'select user_id from contest_member where contest_id = $1 and user_id = any($2::text[])',
    [params.id, [...entry.members]],
  )
  if (inside.length) {
    const names = await namesOf(
      q,
      inside.map((r) => r.user_id),
    )
    throw new Fail('contest_entered', { names: [...names.values()].join(', ') })
  }
  const { rows: named } = await q.query(
    `select 1 from contest_participant where contest_id = $1 and lower(name) = lower($2) and status = any($3::text[])`,
    [params.id, entry.name, [...heldEntries]],
  )
  if (named.length)
    throw new Fail('validation', {
      fields: [{ path: contest.mode === 'team' ? 'team_id' : 'alias', rule: 'name_on_board' }],
    })
  const id = platform.newId()
  const reviewed = contest.registration === 'approval' || (division && divisionAllows(division.bits, 'review'))
  const status: EntryStatus = reviewed ? 'registered' : 'accepted'
  await q.query(
    `insert into contest_participant (id, contest_id, team_id, division_id, name, status, entered_at, entered_by)
     values ($1, $2, $3, $4, $5, $6, $7, $8)`,
    [id, params.id, entry.team, division?.id ?? null, entry.name, status, now.toISOString(), who.id],
  )
  await q.query(
    `insert into contest_member (contest_id, user_id, participant_id, captain) select $1, u.id, $2, u.n = 1 from unnest($3::text[]) with ordinality as u(id, n)`,
    [params.id, id, [...entry.members]],
  )
  await noteEntry(q, [id], { what: 'register', at: now, by: who.id })
  await tellEntry(q, id)
  audit({ entity: 'contest-entry', id, after: { name: entry.name, status, members: [...entry.members] } })
  return cardOf(c, params.id)
}

const withdraw: Handler<'POST /contests/:id/withdraw'> = async (c) => {
  const { q, who, platform, params, audit } = c
  await contestFor(q, who, params.id)
  const contest = await lockContest(q, params.id)
  const mine = (await contestEntriesOf(q, who.id, [params.id])).get(params.id)
  const { status } = timesOf(contest, platform.now())
  if (!mine || entryMachine[mine.status].withdraw === undefined || status !== 'unstarted')
    throw new Fail('not_allowed_in_state', { status: mine?.status ?? status })
  if (!mine.members.some((m) => m.captain && m.id === who.id)) throw new Fail('no_operation_permission')
  await tellEntry(q, mine.id)
  await q.query(`update contest_participant set status = 'withdrawn', decided_at = $2, decided_by = $3 where id = $1`, [
    mine.id,
    platform.now().toISOString(),
    who.id,
  ])
  await q.query('delete from contest_member where participant_id = $1', [mine.id])
  await noteEntry(q, [mine.id], { what: 'withdraw', at: platform.now(), by: who.id })
  audit({ entity: 'contest-entry', id: mine.id, before: { status: mine.status }, after: { status: 'withdrawn' } })
  return cardOf(c, params.id)
}

/** What staff decide of an entry. Whoever is turned down may enter elsewhere. */
const decide =
  (event: Exclude<EntryEvent, 'withdraw'>): Handler<'POST /contest-entries/:id/reject'> =>
  async (c) => {
    const { q, who, platform, params, audit } = c
    const { contest_id } = await entryById(q, params.id)
    await mayJudge(c, contest_id)
    const contest = await atSeason(q, await lockContest(q, contest_id), platform.now())
    const entry = await entryById(q, params.id)
    const next = entryMachine[entry.status][event]
    if (next === undefined) throw new Fail('not_allowed_in_state', { status: entry.status })
    const now = platform.now()
    const reason = (c.body as { reason?: string } | undefined)?.reason ?? ''
    if (event === 'ban' || event === 'unban') {
      stillProvisional(contest)
      const evidence = await recordRuling(c, contest, { kind: event, participant: entry.id, reason })
      const rules = new Map((await itemsOf(q, contest.id)).map((i) => [i.id, ruleOf(i, contest)]))
      const kind = event === 'ban' ? 'out' : 'back'
      await addBar(q, contest, rules, { kind, participant: entry.id, at: now, by: who.id, evidence })
      if (event === 'ban') await closeEntryScenes(q, entry.id, now)
    }
    await q.query(
      'update contest_participant set status = $2, reason = $3, decided_at = $4, decided_by = $5 where id = $1',
      [entry.id, next, reason, now.toISOString(), who.id],
    )
    await noteEntry(q, [entry.id], { what: event, at: now, by: who.id, reason })
    await tellEntry(q, entry.id)
    if (next === 'rejected') await q.query('delete from contest_member where participant_id = $1', [entry.id])
    audit({
      entity: 'contest-entry',
      id: entry.id,
      before: { status: entry.status },
      after: { status: next },
      ...(reason ? { details: { reason } } : {}),
    })
    const [answer] = await shownEntries(q, [{ ...entry, status: next, reason }])
    if (!answer) throw new Error('an entry was not kept')
    return answer
  }

const entries: Handler<'GET /flag-contests/:id/entries'> = async (c) => {
  const { q, params, query } = c
  await mayContestDeed(c, params.id, 'look')
  const w = where()
  w.and(`p.contest_id = ${w.add(params.id)}`)
  if (query.status) w.and(`p.status = any(${w.add(query.status)}::text[])`)
  if (query.q?.trim()) w.and(`lower(p.name) like ${w.add(containingIn(query.q))}`)
  const { rows, ...rest } = await paged<ContestEntryRow>(q, {
    select: entryColumns,
    from: 'contest_participant p',
    w,
    order: `p.status <> 'registered', p.entered_at desc, p.id desc`,
    query,
  })
  return { items: await shownEntries(q, rows), ...rest }
}

/** A contest as whoever may take part sees it. */
export async function contestCardsOf(
  { q, who, now }: { q: Queryable; who: Caller; now: Date },
  ids: readonly string[],
): Promise<z.input<typeof ContestCard>[]> {
  const [contests, mine, { rows }] = await Promise.all([
    contestsById(q, ids),
    contestEntriesOf(q, who.id, ids),
    q.query<{
      id: string
      description: string
      rules: string
      founding: boolean
      write_up_until: string | null
      challenges: number
      entries: number
      staff: boolean
    }>(
      `select t.id, t.data->>'description' as description, t.data->>'rules' as rules, coalesce((t.data->>'founding')::boolean, true) as founding, t.data->>'write_up_until' as write_up_until,
         (select count(*)::integer from contest_item i where i.contest_id = t.id) as challenges,
         (select count(*)::integer from contest_participant p where p.contest_id = t.id and p.status = 'accepted') as entries,
         exists (select 1 from contest_staff s where s.contest_id = t.id and s.user_id = $2) as staff
       from ${tableOf(contestDocumentOf.flag)} t where t.id = any($1::text[])`,
      [[...ids], who.id],
    ),
  ])
  const more = new Map(rows.map((r) => [r.id, r]))
  return ids.flatMap((id) => {
    const c = contests.get(id)
    const about = more.get(id)
    if (!c || !about) return []
    const times = timesOf(c, now)
    const entry = mine.get(id)
    const closed = entryClosed(c, { now, staff: about.staff, mine: entry })
    const inside = entry?.status === 'accepted'
    const captain = entry?.members.some((m) => m.captain && m.id === who.id) === true
    const sees = times.status !== 'unstarted' && (c.board === 'public' || inside)
    const can: z.input<typeof ContestCard>['can'] = []
    if (!closed) can.push('register')
    if (entry && captain && times.status === 'unstarted' && entryMachine[entry.status].withdraw) can.push('withdraw')
    if (inside && times.status !== 'unstarted') can.push('play')
    if (sees) can.push('board')
    return {
      id,
      kind: c.kind,
      name: c.name,
      description: about.description,
      rules: about.rules,
      status: times.status,
      mode: c.mode,
      team_least: c.team_least,
      team_most: c.team_most,
      start_mode: c.start_mode,
      starts_at: contestInstant(times.start ?? c.starts_at),
      ends_at: contestInstant(times.end),
      freeze_at: times.freeze === null ? null : contestInstant(times.freeze),
      frozen: times.frozen,
      registration: c.registration,
      register_until: c.register_until === null ? null : contestInstant(c.register_until),
      names: c.names,
      board: c.board,
      ai: c.ai,
      write_up_until: about.write_up_until,
      challenges: about.challenges,
      entries: about.entries,
      founding: about.founding,
      mine: entry ?? null,
      can,
      closed,
    }
  })
}
export async function cardOf(c: Pick<Parameters<typeof register>[0], 'q' | 'who' | 'platform'>, id: string) {
  const [card] = await contestCardsOf({ q: c.q, who: c.who, now: c.platform.now() }, [id])
  if (!card) throw new Fail('not_found')
  return card
}
/** Teams the caller leads. */
export async function ledTeams(q: Queryable, user: string) {
  const { rows } = await q.query<{ id: string; name: string; members: number }>(
    `select t.id, t.data->>'name' as name, cardinality(t.k_member_ids) as members from ${teams.table} t where t.k_member_ids[1] = $1 order by 2`,
    [user],
  )
  return rows
}

/** Takes an entry off the board, with all that follows. */
export const banEntry = decide('ban')

export const entryHandlers = {
  'POST /contests/:id/register': register,
  'POST /contests/:id/withdraw': withdraw,
  'GET /flag-contests/:id/entries': entries,
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- it asks no reason, and none is read
  'POST /contest-entries/:id/accept': decide('accept') as unknown as Handler<'POST /contest-entries/:id/accept'>,
  'POST /contest-entries/:id/reject': decide('reject'),
  'POST /contest-entries/:id/ban': banEntry,
  'POST /contest-entries/:id/unban': decide('unban'),
}
