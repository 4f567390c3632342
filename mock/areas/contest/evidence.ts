/** Cases of entries that may have helped each other: found on demand, put to them, and decided with what follows for their scores. */
import {
  alike,
  type CaseDecision,
  type Detector,
  equalWriteUps,
  type EvidenceFound,
  sameAddress,
  sharedFlags,
  tooFast,
} from '#src/contract/contest/evidence.ts'
import { atContestClock } from '#src/contract/contest/clock.ts'
import type { AskedCase, ContestCase } from '#src/contract/contest/running.schema.ts'
import { paged } from '#mock/crud/paged.ts'
import type { CallerContext } from '#mock/crud/setting.ts'
import { where } from '#mock/crud/where.ts'
import type { Queryable } from '#mock/db/db.ts'
import { Fail, type Handler, staged } from '#mock/http/request/handler.ts'
import { publish } from '#mock/live/publish.ts'
import { namesOf } from '../bank/banks.ts'
import { contestInstant, lockContest, pausesOf } from './contest.ts'
import { banEntry, ownEntry } from './entries.ts'
import { mayContestDeed } from './flagContest.ts'
import { voidSubmission } from './judging.ts'
import { tellEntryAndStaff, tellOneEntry } from './notices.ts'
import { entryNames, learnerView, staffView } from './play.ts'
import { stillProvisional } from './rulings.ts'
import { type ContestView, flagsOfOthers, judgedSubmissions, type SeenScores, seenScores } from './view.ts'
import { writeUpDigests } from './writeUps.ts'

/** From which addresses entries handed in flags of a contest, by the audit trail. */
async function addressesOf(q: Queryable, contest: string): Promise<{ participant: string; address: string }[]> {
  const { rows } = await q.query<{ participant: string; address: string }>(
    `select distinct m.participant_id as participant, a.address from audit a join contest_item i on i.id = a.entity_id and i.contest_id = $1
     join contest_member m on m.contest_id = $1 and m.user_id = a.user_id
     where a.entity = 'contest-item' and a.result = 'done' and a.address <> '' order by 1, 2`,
    [contest],
  )
  return rows
}

/** When an item opened to an entry: at its own time, and once what it requires was solved. */
function openedTo({ contest, times, now }: ContestView, seen: SeenScores) {
  const items = new Map(seen.items.map((i) => [i.id, i]))
  return ({ item, participant }: { item: string; participant: string }): number | undefined => {
    const of = items.get(item)
    if (!of || times.start === null) return undefined
    const solved = of.requires.map((r) => seen.solvers.get(r)?.find((s) => s.participant === participant)?.at)
    if (of.opens_score !== null || solved.some((at) => at === undefined)) return undefined
    const own = atContestClock(times.start, (of.opens_after ?? 0) * 1000, pausesOf(contest), now.getTime())
    return Math.max(
      own,
      of.requires_any && solved.length ? Math.min(...solved.map(Number)) : Math.max(own, ...solved.map(Number)),
    )
  }
}

async function findings(
  q: Queryable,
  view: ContestView,
  digests: Parameters<typeof equalWriteUps>[0],
): Promise<EvidenceFound[]> {
  const [seen, handed, addresses] = await Promise.all([
    seenScores(q, view),
    flagsOfOthers(q, view),
    addressesOf(q, view.contest.id),
  ])
  const solves = [...seen.solvers].flatMap(([item, of]) => of.map((s) => ({ item, ...s })))
  return [
    ...sharedFlags(handed),
    ...sameAddress(addresses),
    ...tooFast(solves, openedTo(view, seen)),
    ...alike(solves),
    ...equalWriteUps(digests),
  ]
}

const scan: Handler<'POST /flag-contests/:id/evidence/scan'> = staged(
  async (c) => {
    await mayContestDeed(c, c.params.id, 'judge')
    return writeUpDigests(c.q, c.platform, c.params.id)
  },
  async (c, digests) => {
    const { q, params, platform, audit } = c
    await mayContestDeed(c, params.id, 'judge')
    const { run_id } = await lockContest(q, params.id)
    const found = await findings(q, await staffView(c, params.id), digests)
    const lines = found.map((f) => ({
      ...f,
      id: platform.newId(),
      contest_id: params.id,
      run_id,
      found_at: platform.now().toISOString(),
    }))
    // what was decided stays decided
    const { rows } = await q.query<{ fresh: boolean }>(
      `insert into contest_case (id, contest_id, run_id, detector, key, participants, items, confidence, facts, found_at)
       select id, contest_id, run_id, detector, key, participants, items, confidence, facts, found_at
       from jsonb_to_recordset($1::jsonb) as n(id text, contest_id text, run_id text, detector text, key text, participants jsonb, items jsonb,
         confidence text, facts jsonb, found_at timestamptz)
       on conflict (run_id, detector, key) do update set facts = excluded.facts, items = excluded.items, confidence = excluded.confidence
         where contest_case.decided_at is null
       returning (xmax = 0) as fresh`,
      [JSON.stringify(lines)],
    )
    await publish(q, 'contests', { screens: ['flag-manage'] })
    const n = rows.filter((r) => r.fresh).length
    audit({ entity: 'flag-contest', id: params.id, details: { found: n } })
    return { found: n }
  },
)

interface CaseRow {
  id: string
  contest_id: string
  detector: Detector
  participants: string[]
  items: string[]
  confidence: ContestCase['confidence']
  facts: EvidenceFound['facts']
  found_at: string
  question: string
  asked_at: string | null
  replies: Record<string, { text: string; at: string }>
  decision: CaseDecision | null
  reason: string
  decided_at: string | null
  decided_by: string | null
}
const placeSql = `case when c.decided_at is not null then 'decided' when c.asked_at is not null then 'asked' else 'open' end`

async function titlesOf(q: Queryable, contest: string): Promise<ReadonlyMap<string, string>> {
  const { rows } = await q.query<{ id: string; title: string }>(
    `select id, data->>'title' as title from contest_item where contest_id = $1`,
    [contest],
  )
  return new Map(rows.map((r) => [r.id, r.title]))
}
async function forStaff(q: Queryable, contest: string, rows: readonly CaseRow[]): Promise<ContestCase[]> {
  const [names, titles, people] = await Promise.all([
    entryNames(q, contest),
    titlesOf(q, contest),
    namesOf(
      q,
      rows.flatMap((r) => r.decided_by ?? []),
    ),
  ])
  return rows.map((r) => ({
    id: r.id,
    detector: r.detector,
    confidence: r.confidence,
    entries: r.participants.map((id) => ({
      id,
      name: names.get(id) ?? '',
      reply: r.replies[id]?.text ?? '',
      replied_at: r.replies[id]?.at ?? null,
    })),
    items: r.items.map((i) => titles.get(i) ?? ''),
    facts: r.facts,
    found_at: contestInstant(r.found_at),
    place: r.decided_at !== null ? 'decided' : r.asked_at !== null ? 'asked' : 'open',
    question: r.question,
    decision: r.decision,
    reason: r.reason,
    decided_at: r.decided_at === null ? null : contestInstant(r.decided_at),
    decided_by: r.decided_by === null ? '' : (people.get(r.decided_by) ?? ''),
  }))
}

const cases: Handler<'GET /flag-contests/:id/evidence'> = async (c) => {
  const { q, params, query } = c
  await mayContestDeed(c, params.id, 'look')
  const w = where()
  w.and(`c.contest_id = ${w.add(params.id)}`)
  if (query.place) w.and(`${placeSql} = any(${w.add(query.place)}::text[])`)
  const { rows, ...rest } = await paged<CaseRow>(q, {
    select: 'c.*',
    from: 'contest_case c',
    w,
    order: `c.decided_at is not null, array_position(array['high', 'medium', 'low'], c.confidence::text), c.found_at desc, c.id desc`,
    query,
  })
  return { items: await forStaff(q, params.id, rows), ...rest }
}

async function caseById(q: Queryable, id: string): Promise<CaseRow> {
  const { rows } = await q.query<CaseRow>('select * from contest_case where id = $1 for update', [id])
  if (!rows[0]) throw new Fail('not_found')
  return rows[0]
}
/** A case without a decision, in a contest that the caller judges. */
async function openCase(c: CallerContext, id: string): Promise<CaseRow> {
  const row = await caseById(c.q, id)
  await mayContestDeed(c, row.contest_id, 'judge')
  if (row.decided_at !== null) throw new Fail('not_allowed_in_state', { status: 'decided' })
  return row
}
async function staffCase(q: Queryable, id: string): Promise<ContestCase> {
  const row = await caseById(q, id)
  const [shown] = await forStaff(q, row.contest_id, [row])
  if (!shown) throw new Error('a case was not kept')
  return shown
}

const ask: Handler<'POST /contest-cases/:id/ask'> = async (c) => {
  const { q, params, body, platform, audit } = c
  const row = await openCase(c, params.id)
  await q.query('update contest_case set question = $2, asked_at = coalesce(asked_at, $3) where id = $1', [
    row.id,
    body.text,
    platform.now().toISOString(),
  ])
  for (const entry of row.participants) await tellEntryAndStaff(q, entry)
  audit({ entity: 'contest-case', id: row.id, after: { text: body.text } })
  return staffCase(q, row.id)
}

const decide: Handler<'POST /contest-cases/:id/decide'> = async (c) => {
  const { q, who, params, body, platform, audit } = c
  const row = await openCase(c, params.id)
  const { decision, reason } = body
  const entries = decision === 'dismiss' ? [] : [...new Set(body.entries)]
  const known = entries.every((e) => row.participants.includes(e))
  if (!known || (decision !== 'dismiss' && !entries.length))
    throw new Fail('validation', { fields: [{ path: 'entries', rule: known ? 'required' : 'unknown_reference' }] })
  if (decision === 'drop' && !row.items.length)
    throw new Fail('validation', { fields: [{ path: 'decision', rule: 'unknown_reference' }] })
  const contest = await lockContest(q, row.contest_id)
  if (decision === 'drop' || decision === 'ban') stillProvisional(contest)
  const because = { ...c, body: { reason } }
  for (const id of entries) {
    if (decision === 'warn') await tellOneEntry(c, contest.id, id, reason)
    if (decision === 'ban') await banEntry({ ...because, params: { id } })
    if (decision !== 'drop') continue
    const view = await staffView(c, contest.id)
    for (const s of await judgedSubmissions(q, view))
      if (s.participant_id === id && s.verdict === 'right' && row.items.includes(s.item_id))
        await voidSubmission({ ...because, params: { id: s.id } })
  }
  await q.query('update contest_case set decision = $2, reason = $3, decided_at = $4, decided_by = $5 where id = $1', [
    row.id,
    decision,
    reason,
    platform.now().toISOString(),
    who.id,
  ])
  await publish(q, 'contests', { screens: ['flag-manage'] })
  audit({ entity: 'contest-case', id: row.id, after: { decision }, details: { reason, count: entries.length } })
  return staffCase(q, row.id)
}

/** What an entry is told of a case: what it was asked, and nothing of others. */
const forEntry = (r: CaseRow, own: string, titles: ReadonlyMap<string, string>): AskedCase => ({
  id: r.id,
  detector: r.detector,
  items: r.items.map((i) => titles.get(i) ?? ''),
  question: r.question,
  asked_at: contestInstant(r.asked_at ?? r.found_at),
  reply: r.replies[own]?.text ?? '',
  can: r.decided_at === null ? ['reply'] : [],
})
const ownCases: Handler<'GET /contests/:id/cases'> = async ({ q, who, params, platform }) => {
  const { own } = await learnerView(q, who, params.id, platform.now())
  if (own === undefined) return { items: [] }
  const [{ rows }, titles] = await Promise.all([
    q.query<CaseRow>(
      `select * from contest_case where contest_id = $1 and asked_at is not null and participants @> to_jsonb($2::text) order by asked_at desc, id desc`,
      [params.id, own],
    ),
    titlesOf(q, params.id),
  ])
  return { items: rows.map((r) => forEntry(r, own, titles)) }
}
const reply: Handler<'POST /contest-cases/:id/reply'> = async (c) => {
  const { q, who, params, body, platform, audit } = c
  const row = await caseById(q, params.id)
  const own = await ownEntry(q, row.contest_id, who.id)
  if (own === undefined || row.asked_at === null || !row.participants.includes(own)) throw new Fail('not_found')
  if (row.decided_at !== null) throw new Fail('not_allowed_in_state', { status: 'decided' })
  const said = { text: body.text, at: platform.now().toISOString() }
  await q.query('update contest_case set replies = replies || $2::jsonb where id = $1', [
    row.id,
    JSON.stringify({ [own]: said }),
  ])
  await tellEntryAndStaff(q, own)
  audit({ entity: 'contest-case', id: row.id, after: { text: body.text } })
  return forEntry({ ...row, replies: { ...row.replies, [own]: said } }, own, await titlesOf(q, row.contest_id))
}

export const evidenceHandlers = {
  'POST /flag-contests/:id/evidence/scan': scan,
  'GET /flag-contests/:id/evidence': cases,
  'POST /contest-cases/:id/ask': ask,
  'POST /contest-cases/:id/decide': decide,
  'GET /contests/:id/cases': ownCases,
  'POST /contest-cases/:id/reply': reply,
}
