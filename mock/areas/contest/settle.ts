/**
 * What the clock does to an arena, under its lock: events that are final are counted, seasons that are over are closed with a digest, and what is
 * brought along from one is entered in the next. Each happens once.
 */
import { carriedAmount, seasonAt, seasonGrace } from '#src/contract/contest/season.ts'
import { eventPoints } from '#src/contract/contest/value.ts'
import { pointUnit } from '#src/contract/contest/ledger.ts'
import { ranksOf } from '#src/contract/exam/score.ts'
import { wholeDocument } from '#mock/crud/documents.ts'
import { cancelDue, type DueHandlers, plan } from '#mock/db/due.ts'
import type { Queryable } from '#mock/db/db.ts'
import type { Platform } from '#mock/http/request/handler.ts'
import { publish } from '#mock/live/publish.ts'
import { exams } from '../exam/attempt.ts'
import { attemptPointsOf, isReleased, totalsOf } from '../exam/mine.ts'
import { type ExamData, runsOf } from '../exam/run.ts'
import { type ContestRow, contestsById, lockContest, timesOf } from './contest.ts'
import { boardNamesOf } from './entries.ts'
import { type ArenaRun, inSeason, seasonsOf } from './season.ts'
import { reckonedStanding } from './standing.ts'
import { seenScores, viewOf } from './view.ts'
import { addArenaPoints } from './write.ts'

const arenaDueKind = 'arena.turn'
/** How often an event that is over is looked at until its places are final. */
const lookAgain = 5 * 60_000

interface EventRow {
  kind: 'flag-contest' | 'exam'
  ref: string
  weight: number
}
interface Final {
  /** When it ended, in milliseconds. */
  at: number
  field: number
  places: { user_id: string; rank: number }[]
}

/** When an event ends as it is planned now, in milliseconds; undefined where it is gone. */
export async function eventEnd(q: Queryable, { kind, ref }: EventRow, now: Date): Promise<number | undefined> {
  if (kind === 'flag-contest') {
    const contest = (await contestsById(q, [ref])).get(ref)
    return contest && timesOf(contest, now).end
  }
  const doc = await exams.get(q, ref)
  return doc && Date.parse(wholeDocument<ExamData>(doc.data).ends_at)
}
/** Its places, once they are final: over and nothing of it is kept back. */
async function finalPlaces(q: Queryable, { kind, ref }: EventRow, now: Date): Promise<Final | undefined> {
  return kind === 'flag-contest' ? contestPlaces(q, ref, now) : examPlaces(q, ref, now)
}
async function contestPlaces(q: Queryable, id: string, now: Date): Promise<Final | undefined> {
  const contest = (await contestsById(q, [id])).get(id)
  if (!contest) return undefined
  const times = timesOf(contest, now)
  if (times.status !== 'finished' || times.frozen) return undefined
  const { board } = await seenScores(q, viewOf(contest, { staff: true, own: undefined }, now))
  const { rows } = await q.query<{ user_id: string; participant_id: string }>(
    'select user_id, participant_id from contest_member where contest_id = $1 order by user_id',
    [id],
  )
  const rank = new Map(board.map((r) => [r.participant, r.rank]))
  return {
    at: times.end,
    field: board.length,
    places: rows.flatMap((m) => {
      const place = rank.get(m.participant_id)
      return place === undefined ? [] : [{ user_id: m.user_id, rank: place }]
    }),
  }
}
async function examPlaces(q: Queryable, id: string, now: Date): Promise<Final | undefined> {
  const doc = await exams.get(q, id)
  if (!doc) return undefined
  const data = wholeDocument<ExamData>(doc.data)
  const run = (await runsOf(q, [id])).get(id)
  if (data.kind === 'practice' || !isReleased(data, run, now)) return undefined
  const totals = [...totalsOf(await attemptPointsOf(q, id), data)]
  const ranks = ranksOf(totals.map(([, points]) => points))
  return {
    at: Date.parse(data.ends_at),
    field: totals.length,
    places: totals.map(([user_id], n) => ({ user_id, rank: ranks[n] ?? totals.length })),
  }
}

type Maker = Pick<Platform, 'newId'>
/** Entries of people in an arena; whoever has none gets one, but its own staff. */
async function entriesOfPeople(
  q: Queryable,
  arena: ContestRow,
  people: readonly string[],
  { newId }: Maker,
  at: Date,
): Promise<ReadonlyMap<string, string>> {
  const read = async () => {
    const { rows } = await q.query<{ user_id: string; participant_id: string }>(
      'select user_id, participant_id from contest_member where contest_id = $1 and user_id = any($2::text[])',
      [arena.id, [...people]],
    )
    return new Map(rows.map((r) => [r.user_id, r.participant_id]))
  }
  const had = await read()
  const { rows: staff } = await q.query<{ user_id: string }>(
    'select user_id from contest_staff where contest_id = $1',
    [arena.id],
  )
  const fresh = people.filter((p) => !had.has(p) && !staff.some((s) => s.user_id === p))
  await enterPeople(q, arena.id, fresh, { newId, at })
  return fresh.length ? read() : had
}
export async function enterPeople(
  q: Queryable,
  arena: string,
  people: readonly string[],
  { newId, at }: Maker & { at: Date },
): Promise<void> {
  if (!people.length) return
  const names = await boardNamesOf(q, arena, people)
  const entries = people.map((user, n) => ({
    id: newId(),
    contest_id: arena,
    name: names[n] ?? '',
    status: 'accepted',
    reason: '',
    entered_at: at.toISOString(),
    entered_by: user,
  }))
  await q.query(
    'insert into contest_participant select * from jsonb_populate_recordset(null::contest_participant, $1::jsonb)',
    [JSON.stringify(entries)],
  )
  await q.query('insert into contest_member select * from jsonb_populate_recordset(null::contest_member, $1::jsonb)', [
    JSON.stringify(
      entries.map((e) => ({ contest_id: arena, user_id: e.entered_by, participant_id: e.id, captain: true })),
    ),
  ])
}

async function countEvents(q: Queryable, arena: ContestRow, seasons: readonly ArenaRun[], now: Date, maker: Maker) {
  const { rows } = await q.query<EventRow>(
    'select kind, ref, weight from contest_event where contest_id = $1 and counted_at is null order by kind, ref',
    [arena.id],
  )
  for (const event of rows) {
    const final = await finalPlaces(q, event, now)
    if (!final) continue
    // points count in the season in which it ended; what is closed stays as it is
    const then = seasonAt(seasons, final.at)
    const season = then?.closed_at === null ? then : seasonAt(seasons, now.getTime())
    if (!season || season.closed_at !== null) continue
    const at = season === then ? final.at : now.getTime()
    const entries = await entriesOfPeople(
      q,
      arena,
      final.places.map((p) => p.user_id),
      maker,
      now,
    )
    const lines = final.places.flatMap(({ user_id, rank }) => {
      const participant = entries.get(user_id)
      const amount = eventPoints(event.weight, final.field, rank) * pointUnit
      return participant === undefined || amount === 0 ? [] : [{ participant, amount, at, cause: 'event' as const }]
    })
    await addArenaPoints(q, inSeason(arena, season), lines, `${event.kind}:${event.ref}`)
    await q.query(
      'update contest_event set run_id = $4, counted_at = $5 where contest_id = $1 and kind = $2 and ref = $3',
      [arena.id, event.kind, event.ref, season.run_id, now.toISOString()],
    )
  }
}

async function closeSeason(q: Queryable, arena: ContestRow, season: ArenaRun, now: Date): Promise<ArenaRun> {
  const { rows } = await q.query<{ id: string; name: string }>(
    'select id, name from contest_participant where contest_id = $1',
    [arena.id],
  )
  const names = new Map(rows.map((r) => [r.id, r.name]))
  const { standing, digest } = await reckonedStanding(q, season.run_id, (p) => names.get(p) ?? '')
  const closed_at = now.toISOString()
  await q.query('update contest_season set standing = $2::jsonb, digest = $3, closed_at = $4 where run_id = $1', [
    season.run_id,
    JSON.stringify(standing),
    digest,
    closed_at,
  ])
  return { ...season, standing, digest, closed_at }
}

async function carryOver(q: Queryable, arena: ContestRow, season: ArenaRun, from: ArenaRun | undefined, now: Date) {
  const rows = (from?.standing ?? []).flatMap(({ participant, score }) => {
    const amount = carriedAmount(score, season.carry)
    return amount === 0 ? [] : [{ participant, amount, at: season.start, cause: 'carry' as const }]
  })
  await addArenaPoints(q, inSeason(arena, season), rows, from?.run_id ?? null)
  await q.query('update contest_season set carried_at = $2 where run_id = $1', [season.run_id, now.toISOString()])
}

/** Everything that is due of an arena, and when it is looked at next. */
export async function settleArena(q: Queryable, id: string, now: Date, maker: Maker): Promise<void> {
  if (!(await contestsById(q, [id])).has(id)) return
  const arena = await lockContest(q, id)
  const seasons = await seasonsOf(q, id)
  await countEvents(q, arena, seasons, now, maker)
  for (const [n, season] of seasons.entries()) {
    const before = seasons[n - 1]
    // what a season brings along is known once the one before is closed
    if (season.carried_at === null && season.start <= now.getTime() && (!before || before.closed_at !== null))
      await carryOver(q, arena, season, before, now)
    if (season.closed_at === null && season.end + seasonGrace <= now.getTime())
      seasons[n] = await closeSeason(q, arena, season, now)
  }
  await planSettling(q, id, seasons, now)
}

async function planSettling(q: Queryable, id: string, seasons: readonly ArenaRun[], now: Date): Promise<void> {
  const { rows } = await q.query<EventRow>(
    'select kind, ref, weight from contest_event where contest_id = $1 and counted_at is null',
    [id],
  )
  const at = now.getTime()
  const ends = await Promise.all(rows.map((e) => eventEnd(q, e, now)))
  const turns = [
    ...seasons.flatMap((s) => [
      ...(s.start > at ? [s.start] : []),
      ...(s.closed_at === null ? [s.end + seasonGrace > at ? s.end + seasonGrace : at + 1000] : []),
    ]),
    ...ends.flatMap((end) => (end === undefined ? [] : [end > at ? end : at + lookAgain])),
  ]
  if (!turns.length) await cancelDue(q, arenaDueKind, id)
  else await plan(q, arenaDueKind, id, new Date(Math.min(...turns)))
}

export const arenaDue = ({ now, newId }: Pick<Platform, 'now' | 'newId'>): DueHandlers => ({
  async [arenaDueKind](q, id) {
    await settleArena(q, id, now(), { newId })
    await publish(q, 'contests', { screens: ['arena', 'arena-manage'] })
  },
})
