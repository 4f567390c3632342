/**
 * A ledger taken in row by row as one view of it is told, and what it comes to at any moment. Whoever has taken it in up to a row goes on from
 * there: nothing is read twice. What was handed out is never changed; what a row touches is copied first, once between two snapshots.
 */
import type { LedgerCause, LedgerRow } from './ledger.ts'
import { addRow, newScores, type ScoreState } from './score.ts'
import { followHolders, type ItemHolders, type ItemRule, type NewLedgerRow, noHolders, seenRow } from './solve.ts'

/** Points of an item beside its solve: parts of its flags, and hints. */
export interface ItemPart {
  item: string
  cause: LedgerCause
  part: string
  amount: number
  /** What it takes from the solve. */
  cost: number
}
export interface FoldSnapshot {
  /** Of the last row of the ledger that was looked at, whether this view is told of it or not. */
  readonly seq: number
  readonly state: ScoreState
  readonly holders: ItemHolders
  /** By participant, in their order. */
  readonly parts: ReadonlyMap<string, readonly ItemPart[]>
}
export interface ContestFold {
  seq: number
  readonly until: number
  readonly rules: ReadonlyMap<string, ItemRule>
  readonly state: ScoreState
  readonly holders: ItemHolders
  readonly parts: Map<string, readonly ItemPart[]>
  /** Made since the last snapshot: nobody else has them. */
  readonly fresh: Set<object>
}
/** @param until what arrived from this instant on is not told; `Infinity`: all is, as it stands in the ledger */
export const newFold = (until: number, rules: ReadonlyMap<string, ItemRule>): ContestFold => ({
  seq: 0,
  until,
  rules,
  state: newScores(),
  holders: noHolders(),
  parts: new Map(),
  fresh: new Set(),
})

/** What is in the map under a key, as one that may be changed. */
function own<V extends object>(fold: ContestFold, map: Map<string, V>, key: string, copy: (v: V) => V): void {
  const had = map.get(key)
  if (had === undefined || fold.fresh.has(had)) return
  const made = copy(had)
  fold.fresh.add(made)
  map.set(key, made)
}
function take(fold: ContestFold, row: NewLedgerRow): void {
  const { state, holders, parts } = fold
  if ('participant' in row) own(fold, state.participants, row.participant, (p) => ({ ...p, held: new Map(p.held) }))
  if (row.kind === 'hold' || row.kind === 'drop') own(fold, holders.items, row.item, (held) => new Map(held))
  addRow(state, { ...row, seq: state.seq + 1 })
  followHolders(holders, row)
  if (row.kind !== 'points' || row.item === undefined) return
  const { item, cause, part = '', amount, cost = 0 } = row
  parts.set(row.participant, [...(parts.get(row.participant) ?? []), { item, cause, part, amount, cost }])
}

/** @throws RangeError when the row does not follow */
export function takeRow(fold: ContestFold, row: LedgerRow): void {
  if (row.seq <= fold.seq) throw new RangeError(`row ${row.seq} after ${fold.seq}`)
  fold.seq = row.seq
  const { seq: _, ...rest } = row
  if (fold.until === Number.POSITIVE_INFINITY) take(fold, rest)
  else seenRow(fold.holders, row, fold.until, fold.rules, (one) => take(fold, one))
}

export function foldSnapshot(fold: ContestFold): FoldSnapshot {
  fold.fresh.clear()
  const { seq, state, holders, parts } = fold
  return {
    seq,
    state: { seq: state.seq, prices: new Map(state.prices), participants: new Map(state.participants) },
    holders: { items: new Map(holders.items), out: new Set(holders.out) },
    parts: new Map(parts),
  }
}
export function ledgerFold(
  rows: Iterable<LedgerRow>,
  until: number = Number.POSITIVE_INFINITY,
  rules: ReadonlyMap<string, ItemRule> = new Map(),
): FoldSnapshot {
  const fold = newFold(until, rules)
  for (const row of rows) takeRow(fold, row)
  return foldSnapshot(fold)
}
