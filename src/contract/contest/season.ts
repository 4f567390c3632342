/**
 * Seasons of an arena. Instants are milliseconds since 1970 by the server's clock. A season has its start and not its end: what arrives at the
 * instant at which one ends and the next begins is the next one's.
 */
import { type LedgerRow, pointUnit } from './ledger.ts'
import { addRow, boardOf, type BoardRow, newScores } from './score.ts'

export interface SeasonTimes {
  start: number
  end: number
}
export type SeasonState = 'coming' | 'open' | 'closing' | 'closed'
/** What arrived before the end and is still on its way is waited for before a season is closed. */
export const seasonGrace = 60_000

export const seasonState = ({ start, end }: SeasonTimes, closed: boolean, now: number): SeasonState =>
  closed ? 'closed' : now < start ? 'coming' : now < end ? 'open' : 'closing'

/** The season that an instant falls into. */
export const seasonAt = <S extends SeasonTimes>(seasons: readonly S[], at: number): S | undefined =>
  seasons.find((s) => s.start <= at && at < s.end)
/** The one a page is about: the present one, between two of them the one that is over, before the first that one. */
export const seasonShown = <S extends SeasonTimes>(seasons: readonly S[], at: number): S | undefined =>
  seasonAt(seasons, at) ?? seasons.findLast((s) => s.end <= at) ?? seasons[0]

/** Of a score of the season before, what is brought along: whole points, rounded down. */
export const carriedAmount = (score: number, permille: number): number =>
  Math.floor((Math.max(0, score) * permille) / (1000 * pointUnit)) * pointUnit

/** A line of what a season came to. */
export interface SeasonPlace {
  participant: string
  name: string
  rank: number
  score: number
  /** When they last earned something, in milliseconds. */
  last: number | null
}
/** Those who have anything, by rank. */
export const seasonStanding = (board: readonly BoardRow[], nameOf: (participant: string) => string): SeasonPlace[] =>
  board
    .filter((r) => r.score !== 0)
    .map(({ participant, rank, score, last }) => ({
      participant,
      name: nameOf(participant),
      rank,
      score,
      last: last ?? null,
    }))
/** What the digest of a standing is made of: a line for each row, in their order, its fields parted by tabs. */
export const standingText = (rows: readonly SeasonPlace[]): string =>
  rows.map((r) => [r.rank, r.score, r.last ?? '', r.participant, r.name].join('\t')).join('\n')

export interface RankPoint {
  at: number
  /** Null before they stood on the board. */
  rank: number | null
  score: number
}
/** Rank and score of one participant at instants that go up, in one pass over the ledger. */
export function rankHistory(rows: readonly LedgerRow[], participant: string, instants: readonly number[]): RankPoint[] {
  const state = newScores()
  // a row that was written late stands for what came before: the order is that of arrival here
  const byTime = rows.toSorted((a, b) => a.at - b.at || a.seq - b.seq)
  let next = 0
  return instants.map((at) => {
    for (let row = byTime[next]; row && row.at <= at; row = byTime[next]) {
      addRow(state, { ...row, seq: ++next })
    }
    const place = boardOf(state).find((r) => r.participant === participant)
    return { at, rank: place?.rank ?? null, score: place?.score ?? 0 }
  })
}
/** Instants at which a history is told: evenly from the start to now, the last one now. */
export function historyInstants(start: number, now: number, most: number): number[] {
  if (now <= start) return []
  const steps = Math.max(1, Math.min(most, Math.ceil((now - start) / 3_600_000)))
  return Array.from({ length: steps }, (_, n) => Math.round(start + ((now - start) * (n + 1)) / steps))
}
