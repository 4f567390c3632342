/** What a solve or a ban adds to the ledger. The same for the server, for a board that is frozen, and for tests. */
import { divisionAllows } from './division.ts'
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

const noBonus: HoldBonus = { permille: 0, amount: 0 }

interface Solve {
  item: string
  participant: string
  at: number
  /** Solves that count for its value already. */
  before: number
  /** Solves that are among the first already, where that is another number. */
  firsts?: number
  /** What the participant's division allows; none without divisions. */
  bits?: number
  /** Of its hints, in the ledger's unit. */
  cost?: number
}
/** Two rows however many have solved it. */
export const solveRows = (
  rule: ItemRule,
  { item, participant, at, before, firsts = before, bits, cost = 0 }: Solve,
): NewLedgerRow[] => [
  {
    kind: 'hold',
    at,
    cause: 'flag',
    participant,
    item,
    bonus: divisionAllows(bits, 'blood') ? bonusAt(rule.blood, firsts + 1) : noBonus,
    cost,
    ...(bits === undefined ? {} : { bits }),
  },
  {
    kind: 'price',
    at,
    cause: 'decay',
    item,
    amount: priceOf(rule.curve, before + Number(divisionAllows(bits, 'values'))),
  },
]

/** A part of several flags was found: its share of what the item is worth now, in whole points. */
export const partRow = (p: {
  item: string
  participant: string
  at: number
  price: number
  /** How many were found now, of how many. */
  found: number
  of: number
  /** Which, for the record. */
  part: string
}): NewLedgerRow => ({
  kind: 'points',
  at: p.at,
  cause: 'flag',
  participant: p.participant,
  item: p.item,
  part: p.part,
  amount: Math.floor((p.price * p.found) / (p.of * pointUnit)) * pointUnit,
})

/** A hint was taken: it costs at once, or of what the solve brings. @param cost in the ledger's unit */
export const hintRow = (p: {
  item: string
  participant: string
  at: number
  part: string
  cost: number
  atOnce: boolean
}): NewLedgerRow => ({
  kind: 'points',
  at: p.at,
  cause: 'hint',
  participant: p.participant,
  item: p.item,
  part: p.part,
  amount: p.atOnce ? -p.cost : 0,
  cost: p.atOnce ? 0 : p.cost,
})

type Hold = Extract<LedgerRow, { kind: 'hold' }>
/** Who holds what, in the order in which they solved it. */
export interface ItemHolders {
  items: Map<string, Map<string, Omit<Hold, 'seq'>>>
  out: Set<string>
}
export const noHolders = (): ItemHolders => ({ items: new Map(), out: new Set() })
/** Adds a row to them, which changes them. */
export function followHolders(h: ItemHolders, row: NewLedgerRow): void {
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
/** How many of those who hold an item count for its value, and how many are among the first. */
function countsOf(
  held: ItemHolders['items'] extends Map<string, infer H> ? H | undefined : never,
  out: ReadonlySet<string>,
) {
  const counts = { before: 0, firsts: 0 }
  for (const one of held?.values() ?? []) {
    if (out.has(one.participant)) continue
    if (divisionAllows(one.bits, 'values')) counts.before++
    if (divisionAllows(one.bits, 'blood')) counts.firsts++
  }
  return counts
}
export function holdersOf(rows: Iterable<NewLedgerRow>): ItemHolders {
  const h = noHolders()
  for (const row of rows) followHolders(h, row)
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
    for (const [n, one] of standing.filter((o) => divisionAllows(o.bits, 'blood')).entries()) {
      const bonus = bonusAt(rule.blood, n + 1)
      // of the time at which it was solved: it settles ties
      if (bonus.permille !== one.bonus.permille || bonus.amount !== one.bonus.amount)
        rows.push({ ...one, cause, bonus })
    }
    rows.push({ kind: 'price', at, cause, item, amount: priceOf(rule.curve, countsOf(held, out).before) })
  }
  return rows
}

/**
 * What a row of the ledger is to somebody who is told nothing that arrived from an instant on: values and bonuses are those of what is left.
 * @param push takes a row in, and lets `h` follow it
 */
export function seenRow(
  h: ItemHolders,
  numbered: LedgerRow,
  until: number,
  rules: ReadonlyMap<string, ItemRule>,
  push: (row: NewLedgerRow) => void,
): void {
  const { seq: _, ...row } = numbered
  if (row.at >= until) return
  if (row.kind === 'out' || row.kind === 'back') {
    for (const one of barRows(h, rules, { kind: row.kind, participant: row.participant, at: row.at })) push(one)
    return
  }
  const rule = row.kind !== 'points' && 'item' in row ? rules.get(row.item) : undefined
  if (!rule || row.kind === 'points') push(row)
  else if (row.kind === 'hold') {
    const held = h.items.get(row.item)
    // a bonus that passed on follows from who is out
    if (held?.has(row.participant)) return
    for (const one of solveRows(rule, { ...row, ...countsOf(held, h.out) }))
      push(one.kind === 'hold' ? { ...one, cause: row.cause } : one)
  } else if (row.kind === 'drop') {
    push(row)
    const { before } = countsOf(h.items.get(row.item), h.out)
    push({ kind: 'price', at: row.at, cause: row.cause, item: row.item, amount: priceOf(rule.curve, before) })
  }
}
export function ledgerUpTo(
  rows: readonly LedgerRow[],
  until: number,
  rules: ReadonlyMap<string, ItemRule>,
): LedgerRow[] {
  const out: LedgerRow[] = []
  const h = noHolders()
  for (const row of rows)
    seenRow(h, row, until, rules, (one) => {
      out.push({ ...one, seq: out.length + 1 })
      followHolders(h, one)
    })
  return out
}
