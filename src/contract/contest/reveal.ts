/**
 * What a board did not show while it was frozen, opened step by step. First everything that lowers somebody and every price; then, from the bottom
 * up, what each has won, one thing at a time: a row above only ever rises, so a row that is settled stays where it is.
 */
import { type BoardRow, boardOf, itemWorth, type ScoreState } from './score.ts'

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

/** @returns steps after which the board is the final one; deterministic */
export function revealSteps(frozen: ScoreState, final: ScoreState): RevealStep[] {
  const { base: state, gains } = withoutGains(frozen, final)
  const steps: RevealStep[] = [{ kind: 'prices', board: boardOf(state) }]
  const settled = new Set<string>()
  for (;;) {
    const board = boardOf(state).filter((r) => !settled.has(r.participant))
    const bottom = board.at(-1)
    if (!bottom) return steps
    // of those who share the last rank whoever still has something to win: they leave it before it is settled
    const row = board.findLast((r) => r.rank === bottom.rank && gains.has(r.participant)) ?? bottom
    const [gain, ...rest] = gains.get(row.participant) ?? []
    if (!gain) {
      settled.add(row.participant)
      steps.push({ kind: 'settled', participant: row.participant, rank: row.rank, score: row.score })
      continue
    }
    if (rest.length) gains.set(row.participant, rest)
    else gains.delete(row.participant)
    take(state, final, gain)
    const after = boardOf(state).find((r) => r.participant === row.participant)
    steps.push({ kind: 'gain', gain, from: row.rank, to: after?.rank ?? row.rank, score: after?.score ?? row.score })
  }
}
