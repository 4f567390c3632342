/** What a solve or a ban adds to the ledger. The same for the server, for a board that is frozen, and for tests. */
import { type HoldBonus, type LedgerCause, type LedgerRow, pointUnit } from './ledger.ts'
import { type BloodRule, challengeValue, type Curve } from './value.ts'

export interface ItemRule {
  curve: Curve
  /** Null: the first solvers get nothing on top. */
  blood: BloodRule | null
}
type WithoutSeq<R> = R extends unknown ? Omit<R, 'seq'> : never
/** A row that has no place in the ledger yet. */
export type NewLedgerRow = WithoutSeq<LedgerRow>

/** @param place from 1 */
function bonusAt(blood: BloodRule | null, place: number): HoldBonus {
  const more = blood?.places[place - 1] ?? 0
  return blood?.as === 'points' ? { permille: 0, amount: more * pointUnit } : { permille: more, amount: 0 }
}
/** @param solves that count */
export const priceOf = (curve: Curve, solves: number): number => challengeValue(curve, solves) * pointUnit

/**
 * Two rows however many have solved it.
 * @param before solves that count already
 */
export const solveRows = (
  rule: ItemRule,
  { item, participant, at, before }: { item: string; participant: string; at: number; before: number },
): NewLedgerRow[] => [
  { kind: 'hold', at, cause: 'flag', participant, item, bonus: bonusAt(rule.blood, before + 1), cost: 0 },
  { kind: 'price', at, cause: 'decay', item, amount: priceOf(rule.curve, before + 1) },
]

type Hold = Extract<LedgerRow, { kind: 'hold' }>
/** Who holds what, in the order in which they solved it. */
export interface ItemHolders {
  items: Map<string, Map<string, Omit<Hold, 'seq'>>>
  out: Set<string>
}
const noHolders = (): ItemHolders => ({ items: new Map(), out: new Set() })
function follow(h: ItemHolders, row: NewLedgerRow): void {
  switch (row.kind) {
    case 'hold': {
      const held = h.items.get(row.item) ?? new Map<string, Omit<Hold, 'seq'>>()
      h.items.set(row.item, held.set(row.participant, row))
      break
    }
    case 'drop':
      h.items.get(row.item)?.delete(row.participant)
      break
    case 'out':
      h.out.add(row.participant)
      break
    case 'back':
      h.out.delete(row.participant)
  }
}
export function holdersOf(rows: Iterable<LedgerRow>): ItemHolders {
  const h = noHolders()
  for (const row of rows) follow(h, row)
  return h
}

/** Rows of a participant leaving the board or coming back: values move, and bonuses pass on to whoever is among the first now. */
export function barRows(
  h: ItemHolders,
  rules: ReadonlyMap<string, ItemRule>,
  { kind, participant, at }: { kind: 'out' | 'back'; participant: string; at: number },
): NewLedgerRow[] {
  const cause: LedgerCause = kind === 'out' ? 'ban' : 'unban'
  const rows: NewLedgerRow[] = [{ kind, at, cause, participant }]
  const out = new Set(h.out)
  if (kind === 'out') out.add(participant)
  else out.delete(participant)
  for (const [item, held] of h.items) {
    const rule = rules.get(item)
    if (!rule || !held.has(participant)) continue
    const standing = [...held.values()].filter((one) => !out.has(one.participant))
    for (const [n, one] of standing.entries()) {
      const bonus = bonusAt(rule.blood, n + 1)
      // of the time at which it was solved: it settles ties
      if (bonus.permille !== one.bonus.permille || bonus.amount !== one.bonus.amount)
        rows.push({ ...one, cause, bonus })
    }
    rows.push({ kind: 'price', at, cause, item, amount: priceOf(rule.curve, standing.length) })
  }
  return rows
}

/** The ledger as somebody may know it who is told nothing that arrived from an instant on: values and bonuses are those of what is left. */
export function ledgerUpTo(
  rows: readonly LedgerRow[],
  until: number,
  rules: ReadonlyMap<string, ItemRule>,
): LedgerRow[] {
  const out: LedgerRow[] = []
  const h = noHolders()
  const push = (row: NewLedgerRow) => {
    out.push({ ...row, seq: out.length + 1 })
    follow(h, row)
  }
  for (const { seq: _, ...row } of rows) {
    if (row.at >= until) continue
    const rule = 'item' in row ? rules.get(row.item) : undefined
    if (row.kind === 'out' || row.kind === 'back') {
      for (const one of barRows(h, rules, { kind: row.kind, participant: row.participant, at: row.at })) push(one)
    } else if (!rule || row.kind === 'points') {
      push(row)
    } else if (row.kind === 'hold') {
      const held = h.items.get(row.item)
      // a bonus that passed on follows from who is out
      if (held?.has(row.participant)) continue
      const before = [...(held?.keys() ?? [])].filter((p) => !h.out.has(p)).length
      for (const one of solveRows(rule, { ...row, before }))
        push(one.kind === 'hold' ? { ...one, cost: row.cost, cause: row.cause } : one)
    } else if (row.kind === 'drop') {
      push(row)
      const left = [...(h.items.get(row.item)?.keys() ?? [])].filter((p) => !h.out.has(p)).length
      push({ kind: 'price', at: row.at, cause: row.cause, item: row.item, amount: priceOf(rule.curve, left) })
    }
  }
  return out
}
