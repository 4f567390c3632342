/**
 * Scores as a fold of the ledger: the same for the server, for what would change, for a replay and for tests. Score = points + what is held at
 * its present price, with its bonus, less its hints, never below nothing for one item.
 */
import { divisionAllows } from './division.ts'
import { earnedCauses, type HoldBonus, type LedgerRow, pointUnit } from './ledger.ts'

interface Held {
  at: number
  bonus: HoldBonus
  cost: number
  bits?: number
}
interface Standing {
  points: number
  /** When points were last earned that are no item's. */
  earnedAt: number | undefined
  held: Map<string, Held>
  out: boolean
}
export interface ScoreState {
  seq: number
  prices: Map<string, number>
  participants: Map<string, Standing>
}
/** @param entered who takes part: they stand on the board before they have anything */
export const newScores = (entered: Iterable<string> = []): ScoreState => ({
  seq: 0,
  prices: new Map(),
  participants: new Map([...entered].map((p) => [p, newStanding()])),
})
const newStanding = (): Standing => ({ points: 0, earnedAt: undefined, held: new Map(), out: false })

function standingOf(state: ScoreState, participant: string): Standing {
  const had = state.participants.get(participant)
  if (had) return had
  const made = newStanding()
  state.participants.set(participant, made)
  return made
}

/**
 * Adds a row to the state, which is changed.
 * @throws RangeError when the row does not follow: a fold out of order is another contest
 */
export function addRow(state: ScoreState, row: LedgerRow): void {
  if (row.seq <= state.seq) throw new RangeError(`row ${row.seq} after ${state.seq}`)
  state.seq = row.seq
  if (row.kind === 'price') {
    state.prices.set(row.item, row.amount)
    return
  }
  const p = standingOf(state, row.participant)
  switch (row.kind) {
    case 'points':
      p.points += row.amount
      if (row.amount > 0 && earnedCauses.has(row.cause)) p.earnedAt = Math.max(p.earnedAt ?? row.at, row.at)
      break
    case 'hold':
      p.held.set(row.item, {
        at: row.at,
        bonus: row.bonus,
        cost: row.cost,
        ...(row.bits === undefined ? {} : { bits: row.bits }),
      })
      break
    case 'drop':
      p.held.delete(row.item)
      break
    case 'out':
    case 'back':
      p.out = row.kind === 'out'
  }
}
export function scoresOf(rows: Iterable<LedgerRow>, entered: Iterable<string> = []): ScoreState {
  const state = newScores(entered)
  for (const row of rows) addRow(state, row)
  return state
}

/** Of an item that is held, in the ledger's unit. */
export interface ItemWorth {
  price: number
  bonus: number
  cost: number
  worth: number
}
export function itemWorth(price: number, { bonus, cost, bits }: Pick<Held, 'bonus' | 'cost' | 'bits'>): ItemWorth {
  if (!divisionAllows(bits, 'score')) return { price, bonus: 0, cost, worth: 0 }
  const share = Math.floor((price * bonus.permille) / (1000 * pointUnit)) * pointUnit
  const on = share + bonus.amount
  return { price, bonus: on, cost, worth: Math.max(0, price + on - cost) }
}

export interface BoardRow {
  participant: string
  score: number
  /** When they last earned something that is worth something now; undefined where they never did. */
  last: number | undefined
  rank: number
}
export type UnrankedRow = Omit<BoardRow, 'rank'>
/** The row of one participant as the state has it; undefined where there is none. */
export function scoreRow(state: ScoreState, participant: string): UnrankedRow | undefined {
  const p = state.participants.get(participant)
  return p && rowOf(state, participant, p)
}
function rowOf(state: ScoreState, participant: string, p: Standing): UnrankedRow {
  let { points: score, earnedAt: last } = p
  for (const [item, held] of p.held) {
    const { worth } = itemWorth(state.prices.get(item) ?? 0, held)
    score += worth
    if (worth > 0) last = Math.max(last ?? held.at, held.at)
  }
  return { participant, score, last }
}
/** Higher score first, then whoever had it earlier; where both are the same the rank is shared. */
export const byRank = (a: UnrankedRow, b: UnrankedRow): number =>
  b.score - a.score || (a.last ?? Number.NEGATIVE_INFINITY) - (b.last ?? Number.NEGATIVE_INFINITY) || 0

/** The order in which rows stand on a board, also those that share a rank. */
export const byPlace = (a: UnrankedRow, b: UnrankedRow): number =>
  byRank(a, b) || (a.participant < b.participant ? -1 : 1)

/** What somebody has, whether they stand on a board or not. */
export function participantScore(state: ScoreState, participant: string): number {
  const p = state.participants.get(participant)
  return p ? rowOf(state, participant, p).score : 0
}

/**
 * Everybody on the board by rank; the next rank after a shared one skips. Those out are not on it.
 * @param among whose board it is, if not that of all
 */
export const boardOf = (state: ScoreState, among?: (participant: string) => boolean): BoardRow[] =>
  rankedRows(
    [...state.participants]
      .filter(([id, p]) => !p.out && (!among || among(id)))
      .map(([id, p]) => rowOf(state, id, p))
      .toSorted(byPlace),
  )
/** @param rows in their order on the board */
export function rankedRows<R extends UnrankedRow>(rows: readonly R[]): (R & { rank: number })[] {
  let rank = 0
  return rows.map((row, n) => {
    const before = rows[n - 1]
    if (!before || byRank(before, row) !== 0) rank = n + 1
    return { ...row, rank }
  })
}

/** Why a score is what it is: points beside items, and each item as it stands now, the latest first. */
export interface ScoreReason {
  points: number
  items: ({ item: string; at: number } & ItemWorth)[]
}
export function scoreReason(state: ScoreState, participant: string): ScoreReason {
  const p = state.participants.get(participant)
  return {
    points: p?.points ?? 0,
    items: [...(p?.held ?? [])]
      .map(([item, held]) => ({ item, at: held.at, ...itemWorth(state.prices.get(item) ?? 0, held) }))
      .toSorted((a, b) => b.at - a.at),
  }
}
