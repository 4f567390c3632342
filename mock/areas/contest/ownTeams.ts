/**
 * Teams that learners found: a name, a code by which others join, one of them leads. What a team is entered in follows it until that starts;
 * from then on its roster there is its staff's to change.
 */
import type { z } from 'zod'
import type { OwnTeam } from '#src/contract/contest/entry.routes.ts'
import { heldEntries } from '#src/contract/contest/status.ts'
import { looksLike, passesForStaff } from '#src/contract/contest/teamName.ts'
import { contestLimits } from '#src/contract/contest/flagContest.ts'
import { limits } from '#src/contract/limits.ts'
import { TeamBody } from '#src/contract/system/team.schema.ts'
import { type DataOf, documents, type StoredDocument } from '#mock/crud/documents.ts'
import { where } from '#mock/crud/where.ts'
import type { Queryable } from '#mock/db/db.ts'
import { type Ctx, Fail, type Handler } from '#mock/http/request/handler.ts'
import { publish } from '#mock/live/publish.ts'
import { namesOf } from '../bank/banks.ts'
import { followTeam } from '../scene/teams.ts'
import { type ContestRow, contestsById, lockContest, timesOf } from './contest.ts'
import { cardOf, contestFor } from './entries.ts'
import { noteEntry } from './entryEvents.ts'
import { mayRun } from './flagContest.ts'
import { giveTeamCodes, typedTeamCode } from './teamCode.ts'

const teams = documents('team')
type TeamDocument = StoredDocument<DataOf<'team'>>
type Call = Pick<Ctx<'POST /contest-teams/:id/leave'>, 'q' | 'who' | 'platform'>

const refuse = (path: string, rule: string, params?: Record<string, string | number>) =>
  new Fail('validation', { fields: [{ path, rule, ...(params ? { params } : {}) }], in: 'body' })

/** Names that stand for a team or for somebody of the staff. */
interface StandingNames {
  teams: readonly string[]
  staff: readonly string[]
}
export async function standingNames(q: Queryable): Promise<StandingNames> {
  const w = where()
  w.and(mayRun(w.add) ?? 'true')
  const [named, staff] = await Promise.all([
    q.query<{ name: string }>(`select data->>'name' as name from ${teams.table}`),
    q.query<{ name: string | null; username: string }>(
      `select t.data->>'name' as name, t.data->>'username' as username from r_user t ${w.text()}`,
      w.params,
    ),
  ])
  return {
    teams: named.rows.map((r) => r.name),
    staff: staff.rows.flatMap((r) => [r.name ?? '', r.username]).filter(Boolean),
  }
}
/** Whom a new team's name would pass for. */
const imitatedBy = (name: string, standing: StandingNames): 'team' | 'staff' | undefined =>
  passesForStaff(name, standing.staff)
    ? 'staff'
    : standing.teams.some((other) => looksLike(name, other))
      ? 'team'
      : undefined

/** Teams of the caller's that have a code, by name. */
async function ownTeams({ q, who, platform }: Call, only?: string): Promise<z.input<typeof OwnTeam>[]> {
  const { rows } = await q.query<{ id: string; name: string; code: string; members: string[] }>(
    `select t.id, t.data->>'name' as name, c.code, t.k_member_ids as members from contest_team c join ${teams.table} t on t.id = c.team_id
     where t.k_member_ids && array[$1]::text[] and ($2::text is null or t.id = $2) order by 2, 1`,
    [who.id, only ?? null],
  )
  const [names, entered] = await Promise.all([
    namesOf(
      q,
      rows.flatMap((r) => r.members),
    ),
    entriesOfTeams(
      q,
      rows.map((r) => r.id),
    ),
  ])
  const now = platform.now()
  return rows.map((r) => ({
    id: r.id,
    name: r.name,
    code: r.code,
    leads: r.members[0] === who.id,
    members: r.members.map((id, n) => ({ id, name: names.get(id) ?? '', captain: n === 0, me: id === who.id })),
    contests: entered
      .filter((e) => e.team === r.id && timesOf(e.contest, now).status !== 'finished')
      .map(({ contest }) => ({ id: contest.id, name: contest.name, status: timesOf(contest, now).status })),
  }))
}

interface TeamEntry {
  id: string
  team: string
  contest: ContestRow
}
/** Entries of teams that are in, or wait to be let in. */
async function entriesOfTeams(q: Queryable, ids: readonly string[], lock?: 'lock'): Promise<TeamEntry[]> {
  if (!ids.length) return []
  const { rows } = await q.query<{ id: string; team: string; contest_id: string }>(
    `select id, team_id as team, contest_id from contest_participant where team_id = any($1::text[]) and status = any($2::text[]) order by contest_id`,
    [[...ids], [...heldEntries]],
  )
  if (lock) for (const r of rows) await lockContest(q, r.contest_id)
  const contests = await contestsById(
    q,
    rows.map((r) => r.contest_id),
  )
  return rows.flatMap((r) => {
    const contest = contests.get(r.contest_id)
    return contest ? [{ id: r.id, team: r.team, contest }] : []
  })
}

/** The team and what it is entered in that has not started, held until the transaction ends: contests first, as registering does. */
async function lockTeam({ q, platform }: Call, id: string): Promise<{ doc: TeamDocument; open: TeamEntry[] }> {
  const entered = await entriesOfTeams(q, [id], 'lock')
  const doc = await teams.lock(q, id)
  if (!doc) throw new Fail('not_found')
  const now = platform.now()
  return { doc, open: entered.filter((e) => timesOf(e.contest, now).status === 'unstarted') }
}
async function ownLocked(c: Call, id: string, leads: boolean) {
  const found = await lockTeam(c, id)
  const members = found.doc.data.member_ids ?? []
  const { rows } = await c.q.query<{ founded_by: string | null }>(
    'select founded_by from contest_team where team_id = $1',
    [id],
  )
  // of a team without a code its keepers alone say who is in it
  if (!rows[0] || !members.includes(c.who.id)) throw new Fail('not_found')
  if (leads && members[0] !== c.who.id) throw new Fail('no_operation_permission')
  return { ...found, members, founded: rows[0].founded_by !== null }
}

/** Writes who is in it, there and in what it is entered in and has not started. */
async function putMembers(c: Call, doc: TeamDocument, open: readonly TeamEntry[], member_ids: readonly string[]) {
  const { q, who, platform } = c
  const hand = { at: platform.now(), by: who.id }
  const before = doc.data.member_ids ?? []
  await teams.update(q, doc, { ...doc.data, member_ids: [...member_ids] }, hand)
  await followTeam(q, doc.id, member_ids)
  for (const entry of open) await putRoster(q, entry.contest.id, entry.id, member_ids)
  await publish(q, 'contests', { users: [...new Set([...before, ...member_ids])] })
  await publish(q, 'contests', { screens: ['flag-manage', 'contest-team'] })
}
/** The roster of an entry becomes this, the captain in front. */
export async function putRoster(q: Queryable, contest: string, entry: string, members: readonly string[]) {
  await q.query('delete from contest_member where participant_id = $1 and not user_id = any($2::text[])', [
    entry,
    [...members],
  ])
  await q.query(
    `insert into contest_member (contest_id, user_id, participant_id, captain)
     select $1, u.id, $2, u.n = 1 from unnest($3::text[]) with ordinality as u(id, n)
     on conflict (contest_id, user_id) do update set captain = excluded.captain where contest_member.participant_id = excluded.participant_id`,
    [contest, entry, [...members]],
  )
}

/** Why people cannot come into an entry: they judge it, or are in another one. */
export async function refuseMembers(
  q: Queryable,
  contest: string,
  entry: string,
  people: readonly string[],
  path: string,
): Promise<void> {
  const [staff, inside] = await Promise.all([
    q.query<{ user_id: string }>(
      'select user_id from contest_staff where contest_id = $1 and user_id = any($2::text[])',
      [contest, [...people]],
    ),
    q.query<{ user_id: string }>(
      'select user_id from contest_member where contest_id = $1 and participant_id <> $2 and user_id = any($3::text[])',
      [contest, entry, [...people]],
    ),
  ])
  const named = async (rows: readonly { user_id: string }[]) =>
    [
      ...(
        await namesOf(
          q,
          rows.map((r) => r.user_id),
        )
      ).values(),
    ].join(', ')
  if (staff.rows.length) throw refuse(path, 'team_staff', { names: await named(staff.rows) })
  if (inside.rows.length) throw new Fail('contest_entered', { names: await named(inside.rows) })
}

const one = async (c: Call, id: string) => {
  const [team] = await ownTeams(c, id)
  if (!team) throw new Fail('not_found')
  return team
}

const found: Handler<'POST /contests/:id/team'> = async (c) => {
  const { q, who, platform, params, body, audit } = c
  await contestFor(q, who, params.id)
  const card = await cardOf(c, params.id)
  if (card.closed) throw new Fail('contest_entry_closed', { closed: card.closed, names: '' })
  if (card.mode !== 'team' || !card.founding) throw new Fail('not_allowed_in_state', { status: card.status })
  const name = body.name.trim()
  const { rows: had } = await q.query<{ n: number }>(
    'select count(*)::integer as n from contest_team c join r_team t on t.id = c.team_id where c.founded_by = $1',
    [who.id],
  )
  if ((had[0]?.n ?? 0) >= contestLimits.founded) throw refuse('name', 'teams_founded', { max: contestLimits.founded })
  const imitated = imitatedBy(name, await standingNames(q))
  if (imitated) throw refuse('name', imitated === 'team' ? 'name_like_team' : 'name_like_staff')
  const at = platform.now()
  const id = platform.newId()
  await teams.insertMany(q, [{ id, data: TeamBody.parse({ name, member_ids: [who.id] }) }], { at, by: who.id })
  await giveTeamCodes(q, platform, [id], { by: who.id, at })
  await publish(q, 'contests', { users: [who.id] })
  audit({ entity: 'contest-team', id, after: { name } })
  return one(c, id)
}

const join: Handler<'POST /contest-teams/join'> = async (c) => {
  const { q, who, platform, body, audit } = c
  const { rows } = await q.query<{ team_id: string }>('select team_id from contest_team where code = $1', [
    typedTeamCode(body.code),
  ])
  const id = rows[0]?.team_id
  if (id === undefined) throw refuse('code', 'team_code')
  const { doc, open } = await lockTeam(c, id)
  const members = doc.data.member_ids ?? []
  if (!members.includes(who.id)) {
    if (members.length >= limits.teamMembers) throw refuse('code', 'team_full', { most: limits.teamMembers })
    for (const { id: entry, contest } of open) {
      if (members.length >= contest.team_most)
        throw refuse('code', 'team_full_for', { name: contest.name, most: contest.team_most })
      await refuseMembers(q, contest.id, entry, [who.id], 'code')
    }
    await putMembers(c, doc, open, [...members, who.id])
    const happened = { what: 'join', at: platform.now(), by: who.id, about: who.name } as const
    await noteEntry(
      q,
      open.map((e) => e.id),
      happened,
    )
  }
  audit({ entity: 'contest-team', id })
  return one(c, id)
}

const leave: Handler<'POST /contest-teams/:id/leave'> = async (c) => {
  const { q, who, platform, params, audit } = c
  const { doc, open, members, founded } = await ownLocked(c, params.id, false)
  if (members[0] === who.id && members.length > 1) throw new Fail('not_allowed_in_state', { status: 'captain' })
  const left = members.filter((m) => m !== who.id)
  const at = platform.now()
  await putMembers(c, doc, open, left)
  const ids = open.map((e) => e.id)
  await noteEntry(q, ids, { what: 'leave', at, by: who.id, about: who.name })
  if (!left.length && founded) await dissolve(c, params.id, ids)
  audit({ entity: 'contest-team', id: params.id })
  return { items: await ownTeams(c) }
}
/** Nobody is left in it: what it was entered in and has not started goes back, and the team goes unless it stands on a board. */
async function dissolve({ q, who, platform }: Call, team: string, entries: readonly string[]): Promise<void> {
  const at = platform.now()
  await q.query(
    `update contest_participant set status = 'withdrawn', decided_at = $2, decided_by = $3 where id = any($1::text[])`,
    [[...entries], at.toISOString(), who.id],
  )
  await noteEntry(q, entries, { what: 'withdraw', at, by: who.id })
  await q.query('delete from contest_team where team_id = $1', [team])
  const { rows } = await q.query('select 1 from contest_participant where team_id = $1 limit 1', [team])
  if (!rows.length) await teams.remove(q, team)
}

const captain: Handler<'POST /contest-teams/:id/captain'> = async (c) => {
  const { q, who, platform, params, body, audit } = c
  const { doc, open, members } = await ownLocked(c, params.id, true)
  if (!members.includes(body.user_id)) throw refuse('user_id', 'unknown_reference')
  await putMembers(c, doc, open, [body.user_id, ...members.filter((m) => m !== body.user_id)])
  const about = (await namesOf(q, [body.user_id])).get(body.user_id) ?? ''
  const happened = { what: 'captain', at: platform.now(), by: who.id, about } as const
  await noteEntry(
    q,
    open.map((e) => e.id),
    happened,
  )
  audit({ entity: 'contest-team', id: params.id, before: { captain: members[0] }, after: { captain: body.user_id } })
  return one(c, params.id)
}

const removeMember: Handler<'POST /contest-teams/:id/remove'> = async (c) => {
  const { q, who, platform, params, body, audit } = c
  const { doc, open, members } = await ownLocked(c, params.id, true)
  if (!members.includes(body.user_id) || body.user_id === who.id) throw refuse('user_id', 'unknown_reference')
  await putMembers(
    c,
    doc,
    open,
    members.filter((m) => m !== body.user_id),
  )
  const about = (await namesOf(q, [body.user_id])).get(body.user_id) ?? ''
  const happened = { what: 'leave', at: platform.now(), by: who.id, about } as const
  await noteEntry(
    q,
    open.map((e) => e.id),
    happened,
  )
  audit({ entity: 'contest-team', id: params.id, before: { members } })
  return one(c, params.id)
}

const newCode: Handler<'POST /contest-teams/:id/code'> = async (c) => {
  const { q, platform, params, audit } = c
  await ownLocked(c, params.id, true)
  await giveTeamCodes(q, platform, [params.id], { by: c.who.id, at: platform.now() })
  audit({ entity: 'contest-team', id: params.id })
  return one(c, params.id)
}

export const ownTeamHandlers = {
  'GET /contest-teams': (async (c) => ({ items: await ownTeams(c) })) as Handler<'GET /contest-teams'>,
  'POST /contests/:id/team': found,
  'POST /contest-teams/join': join,
  'POST /contest-teams/:id/leave': leave,
  'POST /contest-teams/:id/captain': captain,
  'POST /contest-teams/:id/remove': removeMember,
  'POST /contest-teams/:id/code': newCode,
}
