/**
 * What a board did not show while it was frozen, opened step by step. First everything that lowers somebody and every price; then, from the bottom
 * up, what each has won, one thing at a time: a row above only ever rises, so a row that is settled stays where it is.
 */
import {
  type BoardRow,
  boardOf,
  byPlace,
  byRank,
  itemWorth,
  rankedRows,
  scoreRow,
  type ScoreState,
  type UnrankedRow,
} from './score.ts'

/** Something won behind the frozen board: an item, or points that are no item's. */
interface RevealedGain {
  participant: string
  /** Undefined: points. */
  item: string | undefined
  /** In the ledger's unit. */
  amount: number
}
export type RevealStep =
  /** Prices, and what was lost. */
  | { kind: 'prices'; board: BoardRow[] }
  | { kind: 'gain'; gain: RevealedGain; from: number; to: number; score: number }
  /** Nothing more comes for this row. */
  | { kind: 'settled'; participant: string; rank: number; score: number }

type Standing = ScoreState['participants'] extends Map<string, infer S> ? S : never
const nothing: Standing = { points: 0, earnedAt: undefined, held: new Map(), out: false }

/** The final state without what anybody won since the freeze, and what that is: items in the order in which they were won. */
function withoutGains(frozen: ScoreState, final: ScoreState): { base: ScoreState; gains: Map<string, RevealedGain[]> } {
  const base: ScoreState = { ...final, participants: new Map() }
  const gains = new Map<string, RevealedGain[]>()
  for (const [participant, is] of final.participants) {
    const was = frozen.participants.get(participant) ?? nothing
    const held = new Map(is.held)
    const won: RevealedGain[] = []
    for (const [item, now] of [...is.held].toSorted(([, a], [, b]) => a.at - b.at)) {
      const price = final.prices.get(item) ?? 0
      const { worth } = itemWorth(price, now)
      const had = was.held.get(item)
      const before = had ? itemWorth(price, had).worth : 0
      if (worth <= before) continue
      if (had) held.set(item, had)
      else held.delete(item)
      won.push({ participant, item, amount: worth - before })
    }
    const points = Math.min(is.points, was.points)
    if (is.points > points) won.push({ participant, item: undefined, amount: is.points - points })
    const earnedAt = is.points > points ? was.earnedAt : is.earnedAt
    base.participants.set(participant, { points, earnedAt, held, out: is.out })
    if (won.length && !is.out) gains.set(participant, won)
  }
  return { base, gains }
}

function take(state: ScoreState, final: ScoreState, { participant, item }: RevealedGain): void {
  const [s, is] = [state.participants.get(participant), final.participants.get(participant)]
  if (!s || !is) return
  const held = item === undefined ? undefined : is.held.get(item)
  if (item !== undefined && held) s.held.set(item, held)
  else [s.points, s.earnedAt] = [is.points, is.earnedAt]
}

/** A row as the reveal shows it. */
interface RevealRow extends BoardRow {
  /** It stays where it is. */
  settled: boolean
}
export interface Reveal {
  /** What comes next; undefined once all is shown. */
  next: () => Exclude<RevealStep, { kind: 'prices' }> | undefined
  /** As it stands after the steps so far. */
  board: () => RevealRow[]
}
/** A reveal from behind its first step, the prices. Rows are kept in order and moved one at a time: a board of thousands takes no longer. */
export function beginReveal(frozen: ScoreState, final: ScoreState): Reveal {
  const { base: state, gains } = withoutGains(frozen, final)
  const rows: UnrankedRow[] = boardOf(state)
  // what is settled stands at the end
  let open = rows.length
  const rankAt = (n: number): number => {
    const row = rows[n]
    let first = n
    for (let before = rows[first - 1]; row && before && byRank(before, row) === 0; before = rows[first - 1]) first -= 1
    return first + 1
  }
  /** Of those who share the last rank whoever still has something to win: they leave it before it is settled. */
  const nextRow = (): number => {
    const bottom = rows[open - 1]
    for (let n = open - 1; n >= 0; n -= 1) {
      const row = rows[n]
      if (!row || !bottom || byRank(row, bottom) !== 0) break
      if (gains.has(row.participant)) return n
    }
    return open - 1
  }
  return {
    board: () => rankedRows(rows).map((row, n) => ({ ...row, settled: n >= open })),
    next() {
      const n = nextRow()
      const row = rows[n]
      if (!row) return undefined
      const from = rankAt(n)
      const [gain, ...rest] = gains.get(row.participant) ?? []
      if (!gain) {
        open -= 1
        return { kind: 'settled', participant: row.participant, rank: from, score: row.score }
      }
      if (rest.length) gains.set(row.participant, rest)
      else gains.delete(row.participant)
      take(state, final, gain)
      const after = scoreRow(state, row.participant) ?? row
      rows.splice(n, 1)
      let to = 0
      for (let end = n; to < end; ) {
        const middle = (to + end) >> 1
        const there = rows[middle]
        if (there && byPlace(there, after) < 0) to = middle + 1
        else end = middle
      }
      rows.splice(to, 0, after)
      return { kind: 'gain', gain, from, to: rankAt(to), score: after.score }
    },
  }
}

/** @returns steps after which the board is the final one; deterministic */
export function revealSteps(frozen: ScoreState, final: ScoreState): RevealStep[] {
  const reveal = beginReveal(frozen, final)
  const board = reveal.board().map(({ participant, score, last, rank }) => ({ participant, score, last, rank }))
  const steps: RevealStep[] = [{ kind: 'prices', board }]
  for (let step = reveal.next(); step; step = reveal.next()) steps.push(step)
  return steps
}
