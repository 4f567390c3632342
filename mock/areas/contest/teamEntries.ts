/** Entries over all contests as their staff look after them: lists, a file with real names, rosters, divisions, and lists of teams that come in. */
import type { z } from 'zod'
import type { ContestTeam, ContestTeamDetail, TeamListRow } from '#src/contract/contest/entry.routes.ts'
import { entryStatuses } from '#src/contract/contest/status.ts'
import { teamsWritten, type WrittenTeam } from '#src/contract/contest/teamList.ts'
import { looksLike, passesForStaff } from '#src/contract/contest/teamName.ts'
import { wide } from '#src/contract/lib/text.ts'
import { limits } from '#src/contract/limits.ts'
import { TeamBody } from '#src/contract/system/team.schema.ts'
import type { ReportCell } from '#mock/crud/cells.ts'
import { csv } from '#mock/crud/csv.ts'
import { documents } from '#mock/crud/documents.ts'
import { types } from '#mock/crud/export.ts'
import { containingIn } from '#mock/crud/fold.ts'
import { paged } from '#mock/crud/paged.ts'
import { type Where, where } from '#mock/crud/where.ts'
import { xlsx } from '#mock/crud/xlsx.ts'
import type { Queryable } from '#mock/db/db.ts'
import { type Caller, type Ctx, Fail, type Handler, type Platform } from '#mock/http/request/handler.ts'
import { publish } from '#mock/live/publish.ts'
import { namesOf } from '../bank/banks.ts'
import { resolveLines } from '../exam/list.ts'
import { notify } from '../notice/notify.ts'
import { ableOptions } from '../system/ablePeople.ts'
import { type ContestRow, contestInstant, contestsById, lockContest, timesOf } from './contest.ts'
import { boardNamesOf, entryColumns, type ContestEntryRow, shownEntries } from './entries.ts'
import { mayJudge } from './deed.ts'
import { entryHistory, noteEntry } from './entryEvents.ts'
import { mayContestDeed } from './flagContest.ts'
import { judgedContests } from './judged.ts'
import { putRoster, refuseMembers, standingNames } from './ownTeams.ts'
import { giveTeamCodes, teamCodeOf } from './teamCode.ts'

type ListRow = ContestEntryRow & { division_id: string | null; division: string | null; judges: boolean }
const from =
  'contest_participant p join contest c on c.id = p.contest_id left join contest_division d on d.id = p.division_id'
const order = `p.status <> 'registered', p.entered_at desc, p.id desc`

interface Narrowed {
  q?: string | undefined
  contest?: string | undefined
  status?: readonly string[] | undefined
  division?: string | undefined
}
function narrowed(who: Caller, query: Narrowed): { w: Where; select: string } {
  const w = where()
  w.and(judgedContests(who, w.add, 'look', 'p.contest_id'))
  if (query.contest !== undefined) w.and(`p.contest_id = ${w.add(query.contest)}`)
  if (query.status) w.and(`p.status = any(${w.add([...query.status])}::text[])`)
  if (query.division !== undefined) w.and(`p.division_id = ${w.add(query.division)}`)
  if (query.q?.trim()) {
    const text = w.add(containingIn(query.q))
    w.and(`(lower(p.name) like ${text} or exists (select 1 from contest_member m join r_user u on u.id = m.user_id
      where m.participant_id = p.id and lower(coalesce(u.data->>'name', '') || ' ' || (u.data->>'username')) like ${text}))`)
  }
  return { w, select: `${entryColumns}, p.division_id, d.name as division` }
}

async function teamRows(
  { q, who, platform }: Pick<Ctx<'GET /contest-entries'>, 'q' | 'who' | 'platform'>,
  rows: readonly Omit<ListRow, 'judges'>[],
): Promise<z.input<typeof ContestTeam>[]> {
  const w = where()
  const ids = w.add(rows.map((r) => r.contest_id))
  const judged = judgedContests(who, w.add, 'judge', 'c.id')
  const [entries, contests, mine] = await Promise.all([
    shownEntries(q, rows),
    contestsById(
      q,
      rows.map((r) => r.contest_id),
    ),
    q.query<{ id: string }>(`select c.id from contest c where c.id = any(${ids}::text[]) and ${judged}`, w.params),
  ])
  const judges = new Set(mine.rows.map((r) => r.id))
  const now = platform.now()
  return rows.flatMap((r, n) => {
    const [entry, contest] = [entries[n], contests.get(r.contest_id)]
    if (!entry || !contest) return []
    return {
      ...entry,
      contest_id: contest.id,
      kind: contest.kind,
      contest: contest.name,
      contest_status: timesOf(contest, now).status,
      mode: contest.mode,
      division: r.division_id === null ? null : { id: r.division_id, name: r.division ?? '' },
      judges: judges.has(contest.id),
    }
  })
}

const list: Handler<'GET /contest-entries'> = async (c) => {
  const { w, select } = narrowed(c.who, c.query)
  const { rows, ...rest } = await paged<Omit<ListRow, 'judges'>>(c.q, { select, from, w, order, query: c.query })
  return { items: await teamRows(c, rows), ...rest }
}

const contests: Handler<'GET /contest-entries/contests'> = async ({ q, who }) => {
  const w = where()
  const looks = judgedContests(who, w.add, 'look', 'c.id')
  const judges = judgedContests(who, w.add, 'judge', 'c.id')
  const { rows } = await q.query<Pick<ContestRow, 'id' | 'kind' | 'name' | 'mode'> & { judges: boolean }>(
    `select c.id, c.kind, c.name, c.mode, ${judges} as judges from contest c where ${looks} order by c.starts_at desc, c.id limit 200`,
    w.params,
  )
  const divisions = await divisionsOf(
    q,
    rows.map((r) => r.id),
  )
  return { items: rows.map((r) => ({ ...r, divisions: divisions.get(r.id) ?? [] })) }
}
async function divisionsOf(q: Queryable, ids: readonly string[]) {
  const { rows } = await q.query<{ id: string; name: string; contest_id: string }>(
    'select id, name, contest_id from contest_division where contest_id = any($1::text[]) order by n',
    [[...ids]],
  )
  const by = new Map<string, { id: string; name: string }[]>()
  for (const { contest_id, ...d } of rows) by.set(contest_id, [...(by.get(contest_id) ?? []), d])
  return by
}

type DetailCall = Pick<Ctx<'GET /contest-entries/:id'>, 'q' | 'who' | 'platform'>
async function detail(c: DetailCall, id: string): Promise<z.input<typeof ContestTeamDetail>> {
  const { q, who } = c
  const { w, select } = narrowed(who, {})
  w.and(`p.id = ${w.add(id)}`)
  const { rows } = await q.query<Omit<ListRow, 'judges'>>(`select ${select} from ${from} ${w.text()}`, w.params)
  const [row] = await teamRows(c, rows)
  if (!row) throw new Fail('not_found')
  const [contest, code, people, history, divisions] = await Promise.all([
    contestsById(q, [row.contest_id]).then((m) => m.get(row.contest_id)),
    row.judges ? teamCodeOf(q, row.team_id) : null,
    peopleOf(q, [id]),
    entryHistory(q, id),
    divisionsOf(q, [row.contest_id]),
  ])
  const names = await namesOf(
    q,
    history.map((h) => h.by),
  )
  return {
    ...row,
    divisions: divisions.get(row.contest_id) ?? [],
    team_least: contest?.team_least ?? 1,
    team_most: contest?.team_most ?? 1,
    code,
    people: people.map(({ id, name, username, org, captain }) => ({ id, name, username, org, captain })),
    history: history.map((h) => ({ ...h, at: contestInstant(h.at), by: names.get(h.by) ?? '' })),
  }
}

interface PersonRow {
  entry: string
  id: string
  name: string
  username: string
  org: string
  captain: boolean
}
async function peopleOf(q: Queryable, entries: readonly string[]): Promise<PersonRow[]> {
  const { rows } = await q.query<PersonRow>(
    `select m.participant_id as entry, m.user_id as id, coalesce(nullif(u.data->>'name', ''), u.data->>'username', '') as name,
       coalesce(u.data->>'username', '') as username, coalesce(o.name, '') as org, m.captain
     from contest_member m left join r_user u on u.id = m.user_id left join org o on o.id = u.k_org_id
     where m.participant_id = any($1::text[]) order by m.captain desc, u.k_name, m.user_id`,
    [[...entries]],
  )
  return rows
}

type Language = 'en-US' | 'zh-CN'
const headings: Record<Language, readonly string[]> = {
  'en-US': ['Contest', 'Entry', 'Status', 'Division', 'Entered (UTC)', 'Captain', 'Name', 'Username', 'Organization'],
  'zh-CN': ['竞赛', '参赛方', '状态', '组别', '报名时间（UTC）', '队长', '姓名', '用户名', '组织'],
}
const statusWords: Record<Language, Record<(typeof entryStatuses)[number], string>> = {
  'en-US': { registered: 'Waiting', accepted: 'In', rejected: 'Rejected', withdrawn: 'Withdrawn', banned: 'Banned' },
  'zh-CN': { registered: '待审核', accepted: '已参赛', rejected: '未通过', withdrawn: '已退赛', banned: '已禁赛' },
}
const captainWords: Record<Language, string> = { 'en-US': 'yes', 'zh-CN': '是' }

const file: Handler<'GET /contest-entries/file'> = async (c) => {
  const { q, who, platform, query } = c
  const { w, select } = narrowed(who, query)
  const { rows } = await q.query<Omit<ListRow, 'judges'> & { contest: string }>(
    `select ${select}, c.name as contest from ${from} ${w.text()} order by ${order} limit ${w.add(limits.exportRows + 1)}`,
    w.params,
  )
  if (rows.length > limits.exportRows) throw new Fail('too_large', { max: limits.exportRows, count: rows.length })
  const people = await peopleOf(
    q,
    rows.map((r) => r.id),
  )
  const { format, language } = query
  const lines = rows.flatMap((r): ReportCell[][] => {
    const first = [r.contest, r.name, statusWords[language][r.status], r.division ?? '', new Date(r.entered_at)]
    const inside = people.filter((p) => p.entry === r.id)
    return inside.length
      ? inside.map((p) => [...first, p.captain ? captainWords[language] : '', p.name, p.username, p.org])
      : [[...first, '', '', '', '']]
  })
  async function* cells(): AsyncGenerator<ReportCell[][]> {
    yield lines
  }
  c.audit({ entity: 'contest-entry', id: query.contest ?? '', details: { format, count: lines.length } })
  return {
    name: `contest-entries-${platform.now().toISOString().slice(0, 10)}.${format}`,
    type: types[format],
    body: format === 'csv' ? csv(headings[language], cells()) : xlsx(headings[language], cells()),
  }
}

type EntryCall = Pick<Ctx<'POST /contest-entries/:id/roster'>, 'q' | 'who' | 'platform' | 'audit'>
/** An entry the caller decides on, with its contest held. */
async function judgedEntry(c: EntryCall, id: string): Promise<{ contest: ContestRow; entry: ContestEntryRow }> {
  const read = async () =>
    (await c.q.query<ContestEntryRow>(`select ${entryColumns} from contest_participant p where p.id = $1`, [id]))
      .rows[0]
  const found = await read()
  if (!found) throw new Fail('not_found')
  await mayJudge(c, found.contest_id)
  const contest = await lockContest(c.q, found.contest_id)
  const entry = await read()
  if (!entry) throw new Fail('not_found')
  return { contest, entry }
}
const refuse = (path: string, rule: string, params?: Record<string, string | number>) =>
  new Fail('validation', { fields: [{ path, rule, ...(params ? { params } : {}) }], in: 'body' })

const roster: Handler<'POST /contest-entries/:id/roster'> = async (c) => {
  const { q, who, platform, params, body, audit } = c
  const { contest, entry } = await judgedEntry(c, params.id)
  if (entry.status === 'rejected' || entry.status === 'withdrawn')
    throw new Fail('not_allowed_in_state', { status: entry.status })
  const members = [...new Set(body.member_ids)]
  if (members.length > contest.team_most)
    throw refuse('member_ids', 'team_size', { least: 1, most: contest.team_most, n: members.length })
  const { rows: known } = await q.query<{ id: string }>(
    `select id from r_user where id = any($1::text[]) and k_status = 'normal'`,
    [members],
  )
  const before = await peopleOf(q, [entry.id])
  const able = new Set([...known.map((r) => r.id), ...before.map((p) => p.id)])
  if (members.some((m) => !able.has(m))) throw refuse('member_ids', 'unknown_reference')
  await refuseMembers(q, contest.id, entry.id, members, 'member_ids')
  await putRoster(q, contest.id, entry.id, members)
  const names = await namesOf(q, members)
  await noteEntry(q, [entry.id], {
    what: 'roster',
    at: platform.now(),
    by: who.id,
    reason: body.reason,
    about: members.map((m) => names.get(m) ?? '').join(', '),
  })
  await publish(q, 'contests', { users: [...new Set([...members, ...before.map((p) => p.id)])] })
  await publish(q, 'contests', { screens: ['flag-manage', 'contest-team'] })
  audit({
    entity: 'contest-entry',
    id: entry.id,
    before: { members: before.map((p) => p.id) },
    after: { members },
    details: { reason: body.reason },
  })
  return detail(c, entry.id)
}

const division: Handler<'POST /contest-entries/:id/division'> = async (c) => {
  const { q, who, platform, params, body, audit } = c
  const { contest, entry } = await judgedEntry(c, params.id)
  const all = (await divisionsOf(q, [contest.id])).get(contest.id) ?? []
  const to = all.find((d) => d.id === body.division_id)
  if (body.division_id !== null && !to) throw refuse('division_id', 'unknown_reference')
  await q.query('update contest_participant set division_id = $2 where id = $1', [entry.id, to?.id ?? null])
  await noteEntry(q, [entry.id], { what: 'division', at: platform.now(), by: who.id, about: to?.name ?? '' })
  await publish(q, 'contests', { screens: ['flag-manage', 'contest-team'] })
  audit({ entity: 'contest-entry', id: entry.id, after: { division: to?.name ?? null } })
  return detail(c, entry.id)
}

const code: Handler<'POST /contest-entries/:id/code'> = async (c) => {
  const { q, platform, params, audit } = c
  const { entry } = await judgedEntry(c, params.id)
  if (entry.team_id === null) throw new Fail('not_allowed_in_state', { status: entry.status })
  await giveTeamCodes(q, platform, [entry.team_id], { by: null, at: platform.now() })
  audit({ entity: 'contest-entry', id: entry.id })
  return detail(c, entry.id)
}

const teams = documents('team')
interface Coming extends z.input<typeof TeamListRow> {
  ids: string[]
  /** A team of this name that stands. */
  team: { id: string; members: string[] } | undefined
}
const lineLimit = 500

/** What would come of a list, line by line. */
async function read(q: Queryable, contest: ContestRow, text: string): Promise<Coming[]> {
  const written = teamsWritten(text)
  if (!written.length) throw refuse('text', 'team_list_empty')
  if (written.length > lineLimit) throw refuse('text', 'team_list_long', { max: lineLimit })
  const lines: WrittenTeam[] =
    contest.mode === 'team' ? written : written.map((t) => ({ ...t, people: t.people.length ? t.people : [t.name] }))
  const cells = [...new Set(lines.flatMap((t) => t.people.map((p) => p.toLowerCase())))]
  const [{ found }, stands, { rows: there }, { rows: staff }, { rows: inside }, { rows: onBoard }] = await Promise.all([
    resolveLines(q, cells),
    standingNames(q),
    q.query<{ id: string; name: string; members: string[] }>(
      `select id, lower(data->>'name') as name, k_member_ids as members from ${teams.table} where lower(data->>'name') = any($1::text[])`,
      [lines.map((t) => t.name.toLowerCase())],
    ),
    q.query<{ user_id: string }>('select user_id from contest_staff where contest_id = $1', [contest.id]),
    q.query<{ user_id: string }>('select user_id from contest_member where contest_id = $1', [contest.id]),
    q.query<{ name: string }>(
      `select lower(name) as name from contest_participant where contest_id = $1 and status in ('registered', 'accepted', 'banned')`,
      [contest.id],
    ),
  ])
  const person = new Map(found.map((f) => [cells[f.line - 1] ?? '', f]))
  const taken = new Set(inside.map((r) => r.user_id))
  const board = new Set(onBoard.map((r) => r.name))
  const judging = new Set(staff.map((r) => r.user_id))
  const team = new Map(there.map((t) => [t.name, t]))
  const before: string[] = []
  return lines.map((t): Coming => {
    const stood = contest.mode === 'team' ? team.get(t.name.toLowerCase()) : undefined
    const people = t.people.flatMap((p) => person.get(p.toLowerCase()) ?? [])
    const ids = [...new Set(t.people.length ? people.map((p) => p.id) : (stood?.members ?? []))]
    const unknown = t.people.filter((p) => !person.has(p.toLowerCase()))
    const all = (which: ReadonlySet<string>) => people.filter((p) => which.has(p.id)).map((p) => p.name)
    const problem = ((): [z.input<typeof TeamListRow>['problem'], string] => {
      const width = wide(t.name)
      if (width > limits.name.max || (contest.mode === 'team' && width < limits.name.min))
        return ['name_length', `${limits.name.min}–${limits.name.max}`]
      if (before.some((name) => name === t.name.toLowerCase())) return ['twice', '']
      if (contest.mode === 'team' && board.has(t.name.toLowerCase())) return ['on_board', '']
      if (unknown.length) return ['unknown_people', unknown.join(', ')]
      if (contest.mode === 'individual' && ids.length !== 1) return ['needs_person', '']
      const judge = all(judging)
      if (ids.some((id) => judging.has(id))) return ['staff', judge.join(', ')]
      if (ids.some((id) => taken.has(id))) return ['in_another', all(taken).join(', ')]
      if (ids.length > contest.team_most) return ['too_many', String(contest.team_most)]
      if (contest.mode === 'team' && !stood) {
        if (passesForStaff(t.name, stands.staff)) return ['like_another', '']
        const like = [...stands.teams, ...before].find((name) => looksLike(name, t.name))
        if (like !== undefined) return ['like_another', like]
      }
      return [null, '']
    })()
    if (problem[0] === null) {
      for (const id of ids) taken.add(id)
      before.push(t.name.toLowerCase())
    }
    return {
      line: t.line,
      name: t.name,
      people: people.map((p) => p.name),
      problem: problem[0],
      about: problem[1],
      ids,
      team: stood,
    }
  })
}
const told = ({ line, name, people, problem, about }: Coming): z.input<typeof TeamListRow> => ({
  line,
  name,
  people,
  problem,
  about,
})

async function listed(
  c: Pick<Ctx<'POST /contest-entries/import'>, 'q' | 'who' | 'platform' | 'body'>,
  lock: boolean,
): Promise<{ contest: ContestRow; rows: Coming[] }> {
  const { q, platform, body } = c
  await mayContestDeed(c, body.contest_id, 'judge')
  const contest = lock
    ? await lockContest(q, body.contest_id)
    : (await contestsById(q, [body.contest_id])).get(body.contest_id)
  if (!contest) throw new Fail('not_found')
  const { status } = timesOf(contest, platform.now())
  if (status === 'finished') throw new Fail('not_allowed_in_state', { status })
  return { contest, rows: await read(q, contest, body.text) }
}

const importList: Handler<'POST /contest-entries/import'> = async (c) => {
  const { q, who, platform, audit } = c
  const { contest, rows } = await listed(c, true)
  const good = rows.filter((r) => r.problem === null)
  const at = platform.now()
  await bring(q, platform, contest, good, { at, by: who.id })
  audit({ entity: 'contest-entry', id: contest.id, details: { name: contest.name, count: good.length } })
  return { rows: rows.map(told), entered: good.length }
}

async function bring(
  q: Queryable,
  platform: Platform,
  contest: ContestRow,
  rows: readonly Coming[],
  hand: { at: Date; by: string },
): Promise<void> {
  if (!rows.length) return
  const fresh = contest.mode === 'team' ? rows.filter((r) => !r.team) : []
  const made = new Map(fresh.map((r) => [r.name, platform.newId()]))
  if (fresh.length)
    await teams.insertMany(
      q,
      fresh.map((r) => ({ id: made.get(r.name) ?? '', data: TeamBody.parse({ name: r.name, member_ids: r.ids }) })),
      hand,
    )
  await giveTeamCodes(q, platform, [...made.values()], { by: null, at: hand.at })
  const named =
    contest.mode === 'team' || contest.names === 'alias'
      ? rows.map((r) => r.name)
      : await boardNamesOf(
          q,
          contest.id,
          rows.map((r) => r.ids[0] ?? ''),
        )
  const entries = rows.map((r, n) => ({
    id: platform.newId(),
    contest_id: contest.id,
    team_id: contest.mode === 'team' ? (r.team?.id ?? made.get(r.name) ?? null) : null,
    name: named[n] ?? r.name,
    status: 'accepted',
    reason: '',
    entered_at: hand.at.toISOString(),
    entered_by: hand.by,
    decided_at: hand.at.toISOString(),
    decided_by: hand.by,
  }))
  await q.query(
    'insert into contest_participant select * from jsonb_populate_recordset(null::contest_participant, $1::jsonb)',
    [JSON.stringify(entries)],
  )
  await q.query('insert into contest_member select * from jsonb_populate_recordset(null::contest_member, $1::jsonb)', [
    JSON.stringify(
      rows.flatMap((r, n) =>
        r.ids.map((user_id, i) => ({
          contest_id: contest.id,
          user_id,
          participant_id: entries[n]?.id,
          captain: i === 0,
        })),
      ),
    ),
  ])
  await noteEntry(
    q,
    entries.map((e) => e.id),
    { what: 'import', at: hand.at, by: hand.by },
  )
  for (const r of fresh)
    if (r.ids.length)
      await notify(q, platform, {
        to: r.ids.filter((id) => id !== hand.by),
        kind: 'team_added',
        params: { team: r.name },
      })
  await publish(q, 'contests', { screens: ['flag-manage', 'contest-team'] })
  await publish(q, 'contests', { users: rows.flatMap((r) => r.ids) })
}

export const teamEntryHandlers = {
  'GET /contest-entries': list,
  'GET /contest-entries/contests': contests,
  'GET /contest-entries/people/options': ableOptions(() => `t.k_status = 'normal'`),
  'GET /contest-entries/file': file,
  'GET /contest-entries/:id': ((c) => detail(c, c.params.id)) as Handler<'GET /contest-entries/:id'>,
  'POST /contest-entries/check': (async (c) => ({
    rows: (await listed(c, false)).rows.map(told),
  })) as Handler<'POST /contest-entries/check'>,
  'POST /contest-entries/import': importList,
  'POST /contest-entries/:id/roster': roster,
  'POST /contest-entries/:id/division': division,
  'POST /contest-entries/:id/code': code,
}
