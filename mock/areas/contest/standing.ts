/** What a season came to, by its ledger alone. */
import { createHash } from 'node:crypto'
import {
  type RankPoint,
  rankHistory,
  type SeasonPlace,
  seasonStanding,
  standingText,
} from '#src/contract/contest/season.ts'
import { boardOf, scoresOf } from '#src/contract/contest/score.ts'
import type { Queryable } from '#mock/db/db.ts'
import type { ArenaRun } from './season.ts'
import { type ContestView, wholeLedger } from './view.ts'

const digestOf = (rows: readonly SeasonPlace[]): string => createHash('sha256').update(standingText(rows)).digest('hex')

/** The standing of a season as its ledger has it, with its digest. */
export async function reckonedStanding(
  q: Queryable,
  run_id: string,
  nameOf: (participant: string) => string,
): Promise<{ standing: SeasonPlace[]; digest: string }> {
  const standing = seasonStanding(boardOf(scoresOf(await wholeLedger(q, { run_id }))), nameOf)
  return { standing, digest: digestOf(standing) }
}

/** Whether a closed season still is what its digest says: what is stored, and what its ledger comes to. Null where it is not closed. */
export async function isUnchanged(q: Queryable, season: ArenaRun): Promise<boolean | null> {
  if (season.standing === null) return null
  const names = new Map(season.standing.map((r) => [r.participant, r.name]))
  const again = await reckonedStanding(q, season.run_id, (p) => names.get(p) ?? '')
  return digestOf(season.standing) === season.digest && again.digest === season.digest
}

/** How the viewer's own rank went in the season they look at, as far as their view goes. */
export async function ownHistory(
  q: Queryable,
  { contest, own, until }: ContestView,
  instants: readonly number[],
): Promise<RankPoint[]> {
  if (own === undefined) return []
  const rows = (await wholeLedger(q, contest)).filter((r) => r.at < until)
  return rankHistory(rows, own, instants)
}
