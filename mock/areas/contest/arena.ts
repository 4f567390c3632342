/** Arenas as their keepers have them: rules of editing, and what of them the engine has. What has begun stays as it was. */
import { isDeepStrictEqual } from 'node:util'
import { arena } from '#src/contract/contest/arena.ts'
import type { Arena, ArenaItemBody } from '#src/contract/contest/arena.schema.ts'
import { curveOf } from '#src/contract/contest/flagContest.schema.ts'
import { seasonShown } from '#src/contract/contest/season.ts'
import type { BloodRule } from '#src/contract/contest/value.ts'
import { atLeast } from '#src/contract/lib/ownership.ts'
import type { FieldProblem } from '#src/contract/problems.ts'
import { crud } from '#mock/crud/crud.ts'
import { wholeDocument } from '#mock/crud/documents.ts'
import type { HookContext, Hooks } from '#mock/crud/hooks.ts'
import { rowAccessOf, usable } from '#mock/crud/ownership.ts'
import { type CallerContext, crudContext } from '#mock/crud/setting.ts'
import { tableOf } from '#mock/crud/shape.ts'
import type { Queryable } from '#mock/db/db.ts'
import { Fail, type Platform } from '#mock/http/request/handler.ts'
import { publish } from '#mock/live/publish.ts'
import { namesOf } from '../bank/banks.ts'
import type { ContestItemRow } from './contest.ts'
import { questionsById, settleChallenges, staffBreaks } from './flagContest.ts'
import { type ArenaRun, seasonsIn, seasonsOf } from './season.ts'
import { settleArena } from './settle.ts'
import { goesUnentered } from './unentered.ts'

/** What of it is stored. */
export type ArenaData = Omit<Arena, 'season' | 'season_ends' | 'begun' | 'counted' | 'challenges' | 'entries'>

interface Facts {
  seasons: ReadonlyMap<string, ArenaRun[]>
  counted: ReadonlyMap<string, string[]>
  entries: ReadonlyMap<string, number>
  people: ReadonlyMap<string, string>
  changes: ReadonlySet<string>
}

const bloodOf = (d: ArenaData): BloodRule | null =>
  d.blood === 'none' ? null : { as: d.blood, places: [d.blood_first, d.blood_second, d.blood_third] }
const instant = (at: string): number => Date.parse(at)

/** Whether a challenge has been on the ladder: from then on its value is what it was. */
const hasOpened = (i: Pick<ArenaItemBody, 'opens_at'>, d: Pick<ArenaData, 'seasons'>, now: number): boolean =>
  Math.max(i.opens_at === null ? 0 : instant(i.opens_at), instant(d.seasons[0]?.starts_at ?? '9999-12-31')) <= now

/** What may not be changed any more: seasons that have begun, challenges that were open, events that are counted. */
function begunBreaks(d: ArenaData, had: ArenaData, counted: readonly string[], now: number): FieldProblem[] {
  const out: FieldProblem[] = []
  for (const [n, was] of had.seasons.entries()) {
    if (instant(was.starts_at) > now) continue
    const is = d.seasons[n]
    const ended = instant(was.ends_at) <= now
    const same = is && is.name === was.name && is.starts_at === was.starts_at && is.carry === was.carry
    if (!is || !same || (ended && is.ends_at !== was.ends_at))
      out.push({ path: is ? `seasons.${n}` : 'seasons', rule: 'season_begun', params: { name: was.name } })
    else if (!ended && instant(is.ends_at) <= now) out.push({ path: `seasons.${n}`, rule: 'season_end_ahead' })
  }
  for (const was of had.items) {
    if (!hasOpened(was, had, now)) continue
    const n = d.items.findIndex((i) => i.question_id === was.question_id)
    const is = d.items[n]
    if (!is) {
      out.push({ path: 'items', rule: 'arena_item_opened', params: { title: was.title } })
      continue
    }
    const retired = was.retires_at !== null && instant(was.retires_at) <= now
    const stays = {
      ...is,
      retires_at: retired ? is.retires_at : was.retires_at,
      category: was.category,
      title: was.title,
    }
    if (!isDeepStrictEqual(stays, was))
      out.push({ path: `items.${n}`, rule: 'arena_item_opened', params: { title: was.title } })
  }
  for (const was of had.events) {
    if (!counted.includes(was.ref)) continue
    const n = d.events.findIndex((e) => e.kind === was.kind && e.ref === was.ref)
    if (d.events[n]?.weight !== was.weight)
      out.push({ path: n < 0 ? 'events' : `events.${n}`, rule: 'event_counted', params: { name: was.name } })
  }
  return out
}
/** A season that is added lies ahead. */
const aheadBreaks = (d: ArenaData, had: ArenaData | undefined, now: number): FieldProblem[] =>
  d.seasons.flatMap((s, n) =>
    n >= (had?.seasons.length ?? 0) && instant(s.ends_at) <= now
      ? [{ path: `seasons.${n}`, rule: 'season_end_ahead' }]
      : [],
  )

/** Events are picked from what the caller may use; what was there before stays. */
async function settleEvents(
  d: ArenaData,
  had: ArenaData | undefined,
  { q, who }: HookContext,
): Promise<FieldProblem[]> {
  const before = new Map(had?.events.map((e) => [`${e.kind} ${e.ref}`, e]))
  const refs = (kind: 'flag-contest' | 'exam') => d.events.flatMap((e) => (e.kind === kind ? [e.ref] : []))
  const look = async (kind: 'flag-contest' | 'exam') => {
    const ids = refs(kind)
    const { rows } = await q.query<{ id: string; name: string; practice: boolean }>(
      `select id, data->>'name' as name, data->>'kind' = 'practice' as practice from ${tableOf(kind)} where id = any($1::text[])`,
      [ids],
    )
    return { known: new Map(rows.map((r) => [r.id, r])), mine: await usable(q, kind, ids, who) }
  }
  const found = { 'flag-contest': await look('flag-contest'), exam: await look('exam') }
  return d.events.flatMap((e, n) => {
    const was = before.get(`${e.kind} ${e.ref}`)
    const row = found[e.kind].known.get(e.ref)
    if (!row && was) {
      e.name = was.name
      return []
    }
    if (!row || !(was || found[e.kind].mine.has(e.ref))) return [{ path: `events.${n}`, rule: 'unknown_reference' }]
    e.name = row.name
    return row.practice ? [{ path: `events.${n}`, rule: 'event_practice' }] : []
  })
}

/** What the engine has of it. Challenges that were open keep the question as it was. */
export async function compileArena(
  q: Queryable,
  id: string,
  d: ArenaData,
  { now, newId }: { now: Date } & Pick<Platform, 'newId'>,
): Promise<void> {
  const had = await seasonsOf(q, id)
  const runs = d.seasons.map((_s, n) => had[n]?.run_id ?? newId())
  // before it has a season it has a run in which nothing happens
  await q.query(
    `insert into contest_run (id, contest_id, n, kind) values ($1, $1, 0, 'season') on conflict do nothing`,
    [id],
  )
  await q.query(
    `insert into contest (id, kind, name, mode, team_least, team_most, names, registration, start_mode, starts_at, ends_at, board, scoring, ai, run_id)
     values ($1, 'arena', $2, 'individual', 1, 1, 'real', 'open', 'clock', $3, '9999-12-31T00:00:00Z', 'public', $4::jsonb, 'allowed', $5)
     on conflict (id) do update set name = excluded.name, starts_at = excluded.starts_at, run_id = excluded.run_id,
       scoring_version = contest.scoring_version + case when contest.scoring = excluded.scoring then 0 else 1 end, scoring = excluded.scoring`,
    [
      id,
      d.name,
      d.seasons[0]?.starts_at ?? '9999-12-30T00:00:00Z',
      JSON.stringify({ blood: bloodOf(d) }),
      runs[0] ?? id,
    ],
  )
  const lines = d.seasons.map((s, n) => ({ ...s, run_id: runs[n], contest_id: id, n }))
  const gone = had.slice(d.seasons.length).map((s) => s.run_id)
  await q.query('delete from contest_season where run_id = any($1::text[])', [gone])
  await q.query('delete from contest_run where id = any($1::text[])', [gone])
  await q.query(
    `insert into contest_run (id, contest_id, n, kind) select x.run_id, $1, x.n + 1, 'season' from jsonb_to_recordset($2::jsonb) as x(run_id text, n integer)
     on conflict do nothing`,
    [id, JSON.stringify(lines)],
  )
  await q.query(
    `insert into contest_season (run_id, contest_id, n, name, starts_at, ends_at, carry)
     select x.run_id, $1, x.n, x.name, x.starts_at, x.ends_at, x.carry
     from jsonb_to_recordset($2::jsonb) as x(run_id text, n integer, name text, starts_at timestamptz, ends_at timestamptz, carry integer)
     on conflict (run_id) do update set name = excluded.name, starts_at = excluded.starts_at, ends_at = excluded.ends_at, carry = excluded.carry
     where contest_season.closed_at is null`,
    [id, JSON.stringify(lines)],
  )
  await q.query('delete from contest_staff where contest_id = $1', [id])
  await q.query(
    `insert into contest_staff select $1, u, 'organiser' from unnest($2::text[]) u on conflict do nothing`,
    [id, d.organisers],
  )
  await q.query(
    `delete from contest_event where contest_id = $1 and counted_at is null and not (kind || ' ' || ref) = any($2::text[])`,
    [id, d.events.map((e) => `${e.kind} ${e.ref}`)],
  )
  await q.query(
    `insert into contest_event (contest_id, kind, ref, weight) select $1, x.kind, x.ref, x.weight
     from jsonb_to_recordset($2::jsonb) as x(kind text, ref text, weight integer)
     on conflict (contest_id, kind, ref) do update set weight = excluded.weight where contest_event.counted_at is null`,
    [id, JSON.stringify(d.events)],
  )
  await writeItems(q, id, d, { now, newId })
}
async function writeItems(
  q: Queryable,
  id: string,
  d: ArenaData,
  { now, newId }: { now: Date } & Pick<Platform, 'newId'>,
): Promise<void> {
  const { rows: had } = await q.query<Pick<ContestItemRow, 'id' | 'question_id' | 'question_version' | 'data'>>(
    'delete from contest_item where contest_id = $1 returning id, question_id, question_version, data',
    [id],
  )
  const before = new Map(had.map((i) => [i.question_id, i]))
  const known = await questionsById(
    q,
    d.items.map((i) => i.question_id),
  )
  const lines = d.items.flatMap((i, n) => {
    const was = before.get(i.question_id)
    const question = was && hasOpened(i, d, now.getTime()) ? undefined : known.get(i.question_id)
    const [data, version] = question ? [question.data, question.version] : [was?.data, was?.question_version]
    if (!data) return []
    return {
      id: was?.id ?? newId(),
      contest_id: id,
      n,
      kind: 'challenge',
      question_id: i.question_id,
      question_version: version,
      data,
      category: i.category,
      curve: curveOf(i),
      blood: i.blood,
      attempts: i.attempts,
      requires: [],
      opens_at: i.opens_at,
      retires_at: i.retires_at,
    }
  })
  await q.query('insert into contest_item select * from jsonb_populate_recordset(null::contest_item, $1::jsonb)', [
    JSON.stringify(lines),
  ])
}

const engineTables = [
  ['contest', 'id'],
  ['contest_run', 'contest_id'],
  ['contest_season', 'contest_id'],
  ['contest_event', 'contest_id'],
  ['contest_staff', 'contest_id'],
  ['contest_item', 'contest_id'],
] as const

const countedOf = async (q: Queryable, ids: readonly string[]): Promise<ReadonlyMap<string, string[]>> => {
  const { rows } = await q.query<{ id: string; refs: string[] }>(
    `select contest_id as id, array_agg(ref) as refs from contest_event where contest_id = any($1::text[]) and counted_at is not null group by 1`,
    [[...ids]],
  )
  return new Map(rows.map((r) => [r.id, r.refs]))
}

const hooks: Hooks<'arena', Facts> = {
  async facts(docs, { q, who }) {
    const ids = docs.map((d) => d.id)
    const [counted, people, access, { rows }, seasons] = await Promise.all([
      countedOf(q, ids),
      namesOf(
        q,
        docs.flatMap((d) => [d.updated_by, ...(d.data.organisers ?? [])]),
      ),
      rowAccessOf(q, arena, docs, who),
      q.query<{ id: string; n: number }>(
        `select contest_id as id, count(*)::integer as n from contest_participant where contest_id = any($1::text[]) and status = 'accepted' group by 1`,
        [ids],
      ),
      seasonsIn(q, ids),
    ])
    return {
      seasons,
      counted,
      entries: new Map(rows.map((r) => [r.id, r.n])),
      people,
      changes: new Set(ids.filter((id) => atLeast(access.get(id)?.level ?? 'read', 'change'))),
    }
  },
  columns(doc, { seasons, counted, entries, people }, { now }) {
    const d = wholeDocument<ArenaData>(doc.data)
    const runs = seasons.get(doc.id) ?? []
    const at = now.getTime()
    const present = seasonShown(runs, at)
    return {
      season: present?.name ?? '',
      season_ends: present ? new Date(present.end).toISOString() : null,
      begun: runs.filter((s) => s.start <= at).length,
      counted: counted.get(doc.id) ?? [],
      challenges: (d.items ?? []).filter((i) => i.retires_at === null || instant(i.retires_at) > at).length,
      entries: entries.get(doc.id) ?? 0,
      organiser_names: (d.organisers ?? []).flatMap((id) => people.get(id) ?? []),
      updated_by_name: people.get(doc.updated_by) ?? '',
    }
  },
  async check(data, before, at) {
    const d = wholeDocument<ArenaData>(data)
    const had = before && wholeDocument<ArenaData>(before.data)
    const now = at.now.getTime()
    const fields = [
      ...(await settleChallenges(d, had, at)),
      ...(await settleEvents(d, had, at)),
      ...(await staffBreaks(at.q, before?.id, d, had)),
      ...aheadBreaks(d, had, now),
      ...(had && before ? begunBreaks(d, had, (await countedOf(at.q, [before.id])).get(before.id) ?? [], now) : []),
    ]
    if (fields.length) throw new Fail('validation', { fields })
  },
  async wrote(after, _before, { q, now, platform, returns }) {
    // what went along with a removed one comes back by itself
    if (!returns) await compileArena(q, after.id, wholeDocument<ArenaData>(after.data), { now, newId: platform.newId })
    await settleArena(q, after.id, now, platform)
    await publish(q, 'contests', { screens: ['arena', 'arena-manage'] })
  },
  ...goesUnentered(engineTables),
  names: (row, { who }) => row.organisers.includes(who.id),
  refuse(action, row, { changes }, { who }) {
    if (action === 'remove' && row.entries > 0) return 'in_use'
    const keeps = changes.has(row.id) && who.role_key !== 'referee'
    if (action === 'look' || action === 'judge')
      return keeps || row.organisers.includes(who.id) ? undefined : 'not_shared'
    return undefined
  },
  tells: (code, row) => (code === 'not_shared' ? { owner: row.owner_name ?? '' } : undefined),
  shows:
    ({ who }) =>
    (add) =>
      `t.k_organisers && ${add([who.id])}::text[]`,
  audience: 'nobody',
  chosen: (_doc, { q }) => publish(q, 'contests', { screens: ['arena'] }),
}
const own = crudContext('arena', hooks)
export const arenaCrud = crud<'arena', Facts>('arena', hooks)

/** When the caller sees it on the pages of its staff and may do this to it. Throws. */
export async function mayArenaDeed(c: CallerContext, id: string, deed: 'look' | 'judge'): Promise<void> {
  await own.rows.allow(deed, await own.see(c, id), own.at(c))
}
