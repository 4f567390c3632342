/** Seasons of an arena as the engine has them: each is a run with its own ledger, and the arena is a contest that takes place in one of them. */
import { seasonAt, type SeasonPlace, seasonShown, type SeasonTimes } from '#src/contract/contest/season.ts'
import type { Queryable } from '#mock/db/db.ts'
import type { ContestRow } from './contest.ts'

interface SeasonRow {
  run_id: string
  /** Of the last row of its ledger. */
  seq: number
  n: number
  name: string
  starts_at: string
  ends_at: string
  carry: number
  carried_at: string | null
  closed_at: string | null
  standing: SeasonPlace[] | null
  digest: string | null
}
export type ArenaRun = SeasonRow & SeasonTimes

/** Seasons of arenas, the first in front. */
export async function seasonsIn(q: Queryable, arenas: readonly string[]): Promise<ReadonlyMap<string, ArenaRun[]>> {
  const { rows } = await q.query<SeasonRow & { contest_id: string }>(
    `select s.contest_id, s.run_id, r.seq, s.n, s.name, s.starts_at, s.ends_at, s.carry, s.carried_at, s.closed_at, s.standing, s.digest
     from contest_season s join contest_run r on r.id = s.run_id where s.contest_id = any($1::text[]) order by s.n`,
    [[...arenas]],
  )
  const by = new Map<string, ArenaRun[]>(arenas.map((id) => [id, []]))
  for (const { contest_id, ...r } of rows)
    by.get(contest_id)?.push({ ...r, start: new Date(r.starts_at).getTime(), end: new Date(r.ends_at).getTime() })
  return by
}
export const seasonsOf = async (q: Queryable, arena: string): Promise<ArenaRun[]> =>
  (await seasonsIn(q, [arena])).get(arena) ?? []

/** The arena as it takes place in one season. */
export function inSeason(c: ContestRow, season: ArenaRun | undefined): ContestRow {
  if (season === undefined) return c
  const { run_id, seq, starts_at, ends_at } = season
  const apart = { freeze_at: null, thaw_at: null, started_at: null, ended_at: null, paused_from: null, pauses: [] }
  const taken = { run_id, seq: Number(seq), starts_at, ends_at, ...apart }
  return { ...c, ...taken }
}
/** A contest as it is at an instant: of an arena the season that goes on then, or the last one. Any other as it stands. */
export async function atSeason(q: Queryable, c: ContestRow, at: Date): Promise<ContestRow> {
  if (c.kind !== 'arena') return c
  return inSeason(c, seasonShown(await seasonsOf(q, c.id), at.getTime()))
}
/** The season whose ledger takes what arrived then; undefined between two of them, and of one that is closed. */
export async function openSeason(q: Queryable, arena: string, at: Date): Promise<ArenaRun | undefined> {
  const season = seasonAt(await seasonsOf(q, arena), at.getTime())
  return season?.closed_at === null ? season : undefined
}
