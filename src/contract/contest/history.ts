/** How scores went over time, at the prices of their time: what the graph of a board is drawn from. */
import type { LedgerRow } from './ledger.ts'
import { addRow, newScores, scoreRow } from './score.ts'

export interface ScorePoint {
  /** Milliseconds since 1970. */
  at: number
  /** Of each of them, in the ledger's unit. */
  scores: number[]
}

/**
 * @param rows in the order of the ledger
 * @param of whose scores
 * @param times ascending; each point has everything that had arrived by then
 */
export function scoreHistory(
  rows: readonly LedgerRow[],
  entered: Iterable<string>,
  of: readonly string[],
  times: readonly number[],
): ScorePoint[] {
  const state = newScores(entered)
  const points: ScorePoint[] = []
  const scores = () => of.map((p) => (state.participants.get(p)?.out ? 0 : (scoreRow(state, p)?.score ?? 0)))
  const upTo = (at: number) => {
    for (let next = times[points.length]; next !== undefined && next < at; next = times[points.length])
      points.push({ at: next, scores: scores() })
  }
  // what is set right later keeps the time of what it sets right: the graph goes on from where it was
  let clock = Number.NEGATIVE_INFINITY
  for (const row of rows) {
    clock = Math.max(clock, row.at)
    upTo(clock)
    addRow(state, row)
  }
  upTo(Number.POSITIVE_INFINITY)
  return points
}

/** Instants at equal distances, both ends with them. */
export const evenTimes = (from: number, to: number, n: number): number[] =>
  to <= from ? [from] : Array.from({ length: n }, (_, i) => Math.round(from + ((to - from) * i) / (n - 1)))
