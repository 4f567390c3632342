/** Flag contests as their keepers have them: rules of editing, and what of them the engine has. */
import { isDeepStrictEqual } from 'node:util'
import {
  fixedContestFields,
  flagContestRunning,
  type StaffPart,
  staffParts,
} from '#src/contract/contest/flagContest.ts'
import { curveOf, type FlagContest } from '#src/contract/contest/flagContest.schema.ts'
import {
  type ContestEvent,
  contestEvents,
  mayContest,
  mayResult,
  type ResultEvent,
} from '#src/contract/contest/status.ts'
import type { BloodRule } from '#src/contract/contest/value.ts'
import type { FieldProblem } from '#src/contract/problems.ts'
import { crud } from '#mock/crud/crud.ts'
import { wholeDocument } from '#mock/crud/documents.ts'
import type { HookContext, Hooks, ResourceDocument } from '#mock/crud/hooks.ts'
import { atLeast } from '#src/contract/lib/ownership.ts'
import { rowAccessOf, usable } from '#mock/crud/ownership.ts'
import { type CallerContext, crudContext } from '#mock/crud/setting.ts'
import { fieldsOf } from '#mock/crud/shape.ts'
import { filterWords } from '#mock/crud/where.ts'
import type { Queryable } from '#mock/db/db.ts'
import { Fail } from '#mock/http/request/handler.ts'
import { publish } from '#mock/live/publish.ts'
import { flagContest } from '#src/contract/contest/flagContest.ts'
import { namesOf } from '../bank/banks.ts'
import { ableAmong, mayChange } from '../system/ablePeople.ts'
import {
  type ContestRow,
  contestsById,
  inContestStatuses,
  contestInstant,
  type ContestItemRow,
  timesOf,
} from './contest.ts'
import { divisionsOfItem, writeDivisions } from './divisions.ts'
import { planTurn } from './due.ts'
import { goesUnentered } from './unentered.ts'

/** What of it is stored. */
export type FlagContestData = Omit<
  FlagContest,
  'status' | 'start_at' | 'end_at' | 'frozen' | 'final' | 'begun' | 'challenges' | 'entries' | 'waiting'
>
const dataOf = (doc: Pick<ResourceDocument<'flag-contest'>, 'data'>) => wholeDocument<FlagContestData>(doc.data)

interface EntryCounts {
  id: string
  entries: number
  waiting: number
}
interface Facts {
  contests: ReadonlyMap<string, ContestRow>
  people: ReadonlyMap<string, string>
  counts: ReadonlyMap<string, EntryCounts>
  /** Contests that are the caller's to change, by owning or sharing. */
  changes: ReadonlySet<string>
}

async function countsOf(q: Queryable, ids: readonly string[]): Promise<Facts['counts']> {
  const { rows } = await q.query<EntryCounts>(
    `select contest_id as id, (count(*) filter (where status = 'accepted'))::integer as entries,
       (count(*) filter (where status = 'registered'))::integer as waiting
     from contest_participant where contest_id = any($1::text[]) group by contest_id`,
    [[...ids]],
  )
  return new Map(rows.map((r) => [r.id, r]))
}

type Staffed = Partial<Pick<FlagContestData, 'organisers' | 'referees' | 'observers'>>
const partsOf = (d: Staffed): [StaffPart, readonly string[]][] => [
  [staffParts[0], d.organisers ?? []],
  [staffParts[1], d.referees ?? []],
  [staffParts[2], d.observers ?? []],
]
const partOf = (d: Partial<FlagContestData>, user: string): StaffPart | undefined =>
  partsOf(d).find(([, ids]) => ids.includes(user))?.[0]

/** A condition on people: their account is in use, and their role opens the pages on which contests are run. */
export const mayRun = mayChange(flagContestRunning)

export const bloodOf = (d: FlagContestData): BloodRule | null =>
  d.blood === 'none' ? null : { as: d.blood, places: [d.blood_first, d.blood_second, d.blood_third] }

/** Whoever is newly named can run it, and takes no part in it. */
export async function staffBreaks(
  q: Queryable,
  id: string | undefined,
  data: Staffed,
  had: Staffed | undefined,
): Promise<FieldProblem[]> {
  const before = new Set(had ? partsOf(had).flatMap(([, ids]) => ids) : [])
  const fresh = partsOf(data).flatMap(([part, ids]) =>
    ids.flatMap((user, n) => (before.has(user) ? [] : [{ user, path: `${part}s.${n}` }])),
  )
  if (!fresh.length) return []
  const users = fresh.map((f) => f.user)
  const able = new Set(await ableAmong(q, users, mayRun))
  const { rows } = await q.query<{ user_id: string }>(
    'select user_id from contest_member where contest_id = $1 and user_id = any($2::text[])',
    [id ?? '', users],
  )
  const inside = new Set(rows.map((r) => r.user_id))
  const names = await namesOf(q, users)
  return fresh.flatMap(({ user, path }) =>
    able.has(user) && !inside.has(user)
      ? []
      : [{ path, rule: inside.has(user) ? 'takes_part' : 'cannot_run', params: { name: names.get(user) ?? '' } }],
  )
}

interface Question {
  id: string
  version: number
  data: ContestItemRow['data']
}
export const questionsById = async (q: Queryable, ids: readonly string[]): Promise<ReadonlyMap<string, Question>> =>
  new Map(
    (
      await q.query<Question>('select id, version, data from r_flag_challenge where id = any($1::text[])', [[...ids]])
    ).rows.map((r) => [r.id, r]),
  )

/** Challenges are picked from what the caller may use of the bank; what was there before stays. */
interface Asking {
  items: { question_id: string; title: string }[]
}
export async function settleChallenges(
  data: Asking,
  had: Asking | undefined,
  at: HookContext,
): Promise<FieldProblem[]> {
  const before = new Set(had?.items.map((i) => i.question_id))
  const ids = data.items.map((i) => i.question_id)
  const [known, mine] = await Promise.all([
    questionsById(at.q, ids),
    usable(
      at.q,
      'flag-challenge',
      ids.filter((id) => !before.has(id)),
      at.who,
    ),
  ])
  return data.items.flatMap((item, n) => {
    const question = known.get(item.question_id)
    if (!question && before.has(item.question_id)) return []
    if (!question || !(before.has(item.question_id) || mine.has(item.question_id)))
      return [{ path: `items.${n}`, rule: 'unknown_reference' }]
    item.title = question.data.title ?? ''
    return []
  })
}

/** What the engine has of it. Before it starts, each save takes its challenges as the bank has them now. */
export async function compile(
  q: Queryable,
  id: string,
  d: FlagContestData,
  newId: () => string,
  frozen: boolean,
): Promise<void> {
  await q.query(
    `insert into contest (id, kind, name, mode, team_least, team_most, names, registration, code, register_until, start_mode, starts_at, freeze_at,
       ends_at, thaw_at, board, scoring, ai, run_id, hints, instances)
     values ($1, 'flag', $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16::jsonb, $17, $18, $19, $20::jsonb)
     on conflict (id) do update set name = excluded.name, mode = excluded.mode, team_least = excluded.team_least, team_most = excluded.team_most,
       names = excluded.names, registration = excluded.registration, code = excluded.code, register_until = excluded.register_until,
       start_mode = excluded.start_mode, starts_at = excluded.starts_at, freeze_at = excluded.freeze_at, ends_at = excluded.ends_at,
       thaw_at = excluded.thaw_at, board = excluded.board, ai = excluded.ai, hints = excluded.hints, instances = excluded.instances,
       scoring_version = contest.scoring_version + case when contest.scoring = excluded.scoring then 0 else 1 end, scoring = excluded.scoring`,
    [
      id,
      d.name,
      d.mode,
      d.mode === 'team' ? d.team_least : 1,
      d.mode === 'team' ? d.team_most : 1,
      d.names,
      d.registration,
      d.code,
      d.register_until,
      d.start_mode,
      d.starts_at,
      d.freeze_at,
      d.ends_at,
      d.thaw_at,
      d.board,
      JSON.stringify({ blood: bloodOf(d) }),
      d.ai,
      id,
      d.hints === 'once' ? 'once' : null,
      JSON.stringify({ most: d.instances_most, minutes: d.instance_minutes, close_oldest: d.instances_close }),
    ],
  )
  await q.query(`insert into contest_run (id, contest_id, n, kind) values ($1, $1, 1, 'real') on conflict do nothing`, [
    id,
  ])
  await q.query('delete from contest_staff where contest_id = $1', [id])
  await q.query(
    `insert into contest_staff select $1, s.user_id, s.part from jsonb_to_recordset($2::jsonb) as s(user_id text, part text) on conflict do nothing`,
    [id, JSON.stringify(partsOf(d).flatMap(([part, ids]) => ids.map((user_id) => ({ user_id, part }))))],
  )
  if (frozen) return
  await writeDivisions(q, id, d)
  await writeItems(q, id, d, newId)
}
async function writeItems(q: Queryable, id: string, d: FlagContestData, newId: () => string): Promise<void> {
  const { rows: had } = await q.query<Pick<ContestItemRow, 'id' | 'question_id' | 'question_version' | 'data'>>(
    'delete from contest_item where contest_id = $1 returning id, question_id, question_version, data',
    [id],
  )
  const before = new Map(had.map((i) => [i.question_id, i]))
  const known = await questionsById(
    q,
    d.items.map((i) => i.question_id),
  )
  const ids = new Map(d.items.map((i) => [i.question_id, before.get(i.question_id)?.id ?? newId()]))
  const seconds = (minutes: number | null) => (minutes === null ? null : minutes * 60)
  const lines = d.items.flatMap((i, n) => {
    const question = known.get(i.question_id)
    const [data, version] = question
      ? [question.data, question.version]
      : [before.get(i.question_id)?.data, before.get(i.question_id)?.question_version]
    if (!data) return []
    return {
      id: ids.get(i.question_id),
      contest_id: id,
      n,
      kind: 'challenge',
      question_id: i.question_id,
      question_version: version,
      data,
      category: i.category,
      curve: curveOf(i),
      blood: i.blood,
      opens_after: seconds(i.opens_after),
      closes_after: seconds(i.closes_after),
      attempts: i.attempts,
      requires_any: i.requires_any,
      preview: i.preview,
      opens_score: i.opens_score,
      parts: i.parts,
      divisions: divisionsOfItem(id, i, d),
      requires: i.requires.flatMap((r) => ids.get(r) ?? []),
    }
  })
  await q.query('insert into contest_item select * from jsonb_populate_recordset(null::contest_item, $1::jsonb)', [
    JSON.stringify(lines),
  ])
}

const engineTables = [
  ['contest', 'id'],
  ['contest_run', 'contest_id'],
  ['contest_staff', 'contest_id'],
  ['contest_division', 'contest_id'],
  ['contest_item', 'contest_id'],
  ['contest_notice', 'contest_id'],
  ['contest_ruling', 'contest_id'],
] as const

const begunOf = (c: ContestRow | undefined, now: Date): boolean =>
  c !== undefined && (timesOf(c, now).status !== 'unstarted' || c.ended_at !== null)

const isEvent = (action: string): action is ContestEvent => contestEvents.some((e) => e === action)

const hooks: Hooks<'flag-contest', Facts> = {
  async facts(docs, { q, who }) {
    const ids = docs.map((d) => d.id)
    const [contests, people, counts, access] = await Promise.all([
      contestsById(q, ids),
      namesOf(
        q,
        docs.flatMap((d) => [d.updated_by, ...partsOf(d.data).flatMap(([, users]) => users)]),
      ),
      countsOf(q, ids),
      rowAccessOf(q, flagContest, docs, who),
    ])
    const changes = new Set(ids.filter((id) => atLeast(access.get(id)?.level ?? 'read', 'change')))
    return { contests, people, counts, changes }
  },
  columns(doc, { contests, people, counts }, { now }) {
    const d = dataOf(doc)
    const contest = contests.get(doc.id)
    const times = contest && timesOf(contest, now)
    const named = (ids: readonly string[] | undefined) => (ids ?? []).flatMap((id) => people.get(id) ?? [])
    return {
      status: times?.status ?? 'unstarted',
      start_at: times?.start ? contestInstant(times.start) : null,
      end_at: contestInstant(times?.end ?? d.ends_at),
      frozen: times?.frozen ?? false,
      final: (contest?.final_at ?? null) !== null,
      begun: begunOf(contest, now),
      challenges: (doc.data.items ?? []).length,
      entries: counts.get(doc.id)?.entries ?? 0,
      waiting: counts.get(doc.id)?.waiting ?? 0,
      organiser_names: named(d.organisers),
      referee_names: named(d.referees),
      observer_names: named(d.observers),
      updated_by_name: people.get(doc.updated_by) ?? '',
    } satisfies Partial<FlagContest>
  },
  filters: ({ now }) => ({ status: (values, add) => inContestStatuses(filterWords(values), now, add) }),
  async check(data, before, at) {
    const d = wholeDocument<FlagContestData>(data)
    const had = before && dataOf(before)
    const contest = before && (await contestsById(at.q, [before.id])).get(before.id)
    const same = (f: string) => isDeepStrictEqual(fieldsOf(d)[f], fieldsOf(had ?? {})[f])
    const itemFields = await settleChallenges(d, had, at)
    const fixed = fixedContestFields({ begun: begunOf(contest, at.now) })
    const fields = [
      ...(had ? [...fixed].flatMap((path) => (same(path) ? [] : [{ path, rule: 'contest_begun' }])) : []),
      ...itemFields,
      ...(await staffBreaks(at.q, before?.id, d, had)),
    ]
    if (had && d.mode !== had.mode && !fixed.has('mode')) {
      const { rows } = await at.q.query('select 1 from contest_participant where contest_id = $1 limit 1', [before?.id])
      if (rows.length) fields.push({ path: 'mode', rule: 'contest_entries' })
    }
    if (fields.length) throw new Fail('validation', { fields })
  },
  async wrote(after, before, { q, now, platform, returns }) {
    // what went along with a removed one comes back by itself
    if (returns) return
    const contest = (await contestsById(q, [after.id])).get(after.id)
    await compile(q, after.id, dataOf(after), platform.newId, before !== undefined && begunOf(contest, now))
    await planTurn(q, after.id, now)
    await publish(q, 'contests', { screens: ['flag-manage', 'flag-contest'] })
  },
  ...goesUnentered(engineTables),
  names: (row, { who }) => partOf(row, who.id) !== undefined,
  refuse(action, row, { changes, contests }, { who }) {
    if (action === 'remove' && (row.entries > 0 || row.waiting > 0)) return 'in_use'
    const part = partOf(row, who.id)
    // whatever screens the role holds, a referee acts in contests that name them alone
    const keeps = changes.has(row.id) && who.role_key !== 'referee'
    if (action === 'look') return keeps || part ? undefined : 'not_shared'
    if (action === 'judge') return keeps || part === 'organiser' || part === 'referee' ? undefined : 'not_shared'
    if (action === 'rules') {
      if (!keeps && part !== 'organiser') return 'not_shared'
      return row.begun && !row.final ? undefined : 'not_allowed_in_state'
    }
    if (action === 'thaw' || action === 'finalise' || action === 'reopen' || isEvent(action)) {
      if (!keeps && part !== 'organiser' && part !== 'referee') return 'not_shared'
      const byHand = (contests.get(row.id)?.frozen_at ?? null) !== null
      const may =
        action === 'thaw'
          ? row.frozen && (row.status === 'finished' || byHand)
          : action === 'finalise' || action === 'reopen'
            ? mayResult(action, row)
            : mayContest(action, row)
      return may ? undefined : 'not_allowed_in_state'
    }
    return undefined
  },
  tells: (code, row) =>
    code === 'not_allowed_in_state'
      ? { status: row.status }
      : code === 'not_shared'
        ? { owner: row.owner_name ?? '' }
        : undefined,
  /** Who is named for a part in it sees it, whoever it belongs to. */
  shows:
    ({ who }) =>
    (add) => {
      const me = add([who.id])
      return staffParts.map((part) => `t.k_${part}s && ${me}::text[]`).join(' or ')
    },
  back: (after, _left, { q, now }) => planTurn(q, after.id, now),
  audience: 'nobody',
  chosen: (_doc, { q }) => publish(q, 'contests', { screens: ['flag-contest'] }),
}
const own = crudContext('flag-contest', hooks)

export const flagContestCrud = crud<'flag-contest', Facts>('flag-contest', hooks)
/** The row as a caller sees it now. */
export const flagContestRow = async (c: CallerContext, id: string) => own.rows.one(await own.see(c, id), own.at(c))

export type ContestDeed = 'look' | 'judge' | 'rules' | 'thaw' | ContestEvent | ResultEvent
/** The contest, when the caller sees it on the pages of its staff and may do this to it. Throws. */
export async function mayContestDeed(c: CallerContext, id: string, deed: ContestDeed): Promise<void> {
  const doc = await own.see(c, id)
  await own.rows.allow(deed, doc, own.at(c))
}
