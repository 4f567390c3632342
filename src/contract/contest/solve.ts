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
const sameBonus = (a: HoldBonus, b: HoldBonus): boolean => a.permille === b.permille && a.amount === b.amount

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
type Holders = Map<string, Omit<Hold, 'seq'>>
/** Who holds what, in the order in which they solved it. */
export interface ItemHolders {
  items: Map<string, Holders>
  out: Set<string>
}
/** Solves come in the order of commits; one that is found right later stands where it would have stood then. */
function withHold(held: Holders, row: Omit<Hold, 'seq'>): Holders {
  if (row.cause !== 'rejudge' || held.has(row.participant)) return held.set(row.participant, row)
  const all = [...held]
  const later = all.findIndex(([, one]) => one.at > row.at)
  all.splice(later < 0 ? all.length : later, 0, [row.participant, row])
  return new Map(all)
}
export const noHolders = (): ItemHolders => ({ items: new Map(), out: new Set() })
/** Adds a row to them, which changes them. */
export function followHolders(h: ItemHolders, row: NewLedgerRow): void {
  switch (row.kind) {
    case 'hold':
      h.items.set(row.item, withHold(h.items.get(row.item) ?? new Map(), row))
      break
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
function countsOf(held: Holders | undefined, out: ReadonlySet<string>) {
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
      if (!sameBonus(bonus, one.bonus)) rows.push({ ...one, cause, bonus })
    }
    rows.push({ kind: 'price', at, cause, item, amount: priceOf(rule.curve, countsOf(held, out).before) })
  }
  return rows
}

/** What a solve of one participant is to be: since when they have it, or null where they have it no more. */
export interface SolveChange {
  item: string
  participant: string
  at: number | null
  /** Of hints; what it was when left out. */
  cost?: number
  /** What the division of the participant allows, of one who did not have it. */
  bits?: number | undefined
}
/**
 * Rows of solves that are found right or wrong after all, at the time at which they arrived: values move, and the first solvers are others.
 * @param at of what is worth something else from now on
 */
export function changedSolves(
  before: ItemHolders,
  rules: ReadonlyMap<string, ItemRule>,
  changes: readonly SolveChange[],
  { cause, at }: { cause: LedgerCause; at: number },
): NewLedgerRow[] {
  const rows: NewLedgerRow[] = []
  const touched = new Set<string>()
  const after: ItemHolders = {
    items: new Map([...before.items].map(([i, held]) => [i, new Map(held)])),
    out: before.out,
  }
  for (const { item, participant, at: since, cost, bits: allowed } of changes) {
    const had = after.items.get(item)?.get(participant)
    if (had ? had.at === since : since === null) continue
    touched.add(item)
    if (had) {
      const row: NewLedgerRow = { kind: 'drop', at: had.at, cause, participant, item }
      rows.push(row)
      followHolders(after, row)
    }
    if (since === null) continue
    const bits = had?.bits ?? allowed
    const worth = { bonus: noBonus, cost: cost ?? had?.cost ?? 0, ...(bits === undefined ? {} : { bits }) }
    followHolders(after, { kind: 'hold', at: since, cause: 'rejudge', participant, item, ...worth })
  }
  for (const item of touched) {
    const rule = rules.get(item)
    if (rule) rows.push(...settledItem(before, after, { item, rule, cause, at }))
  }
  return rows
}
/** Rows by which an item is worth what its rule says of whoever holds it. */
function settledItem(
  before: ItemHolders,
  after: ItemHolders,
  { item, rule, cause, at }: { item: string; rule: ItemRule; cause: LedgerCause; at: number },
): NewLedgerRow[] {
  const rows: NewLedgerRow[] = []
  let place = 0
  const held = after.items.get(item)
  for (const one of held?.values() ?? []) {
    const counts = !after.out.has(one.participant)
    const first = counts && divisionAllows(one.bits, 'blood')
    if (first) place++
    const bonus = first ? bonusAt(rule.blood, place) : noBonus
    const was = before.items.get(item)?.get(one.participant)
    const same = was?.at === one.at && (!counts || sameBonus(was.bonus, bonus))
    if (!same) rows.push({ ...one, cause, bonus })
  }
  rows.push({ kind: 'price', at, cause, item, amount: priceOf(rule.curve, countsOf(held, after.out).before) })
  return rows
}
/** Rows of other rules than those by which it was reckoned: every item that is held is worth what they say. */
export const reruledRows = (h: ItemHolders, rules: ReadonlyMap<string, ItemRule>, at: number): NewLedgerRow[] =>
  [...h.items].flatMap(([item, held]) => {
    const rule = rules.get(item)
    return rule && held.size ? settledItem(h, h, { item, rule, cause: 'rule-change', at }) : []
  })

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
    if (row.cause === 'rejudge') {
      const { item, participant, at, cost, bits } = row
      for (const one of changedSolves(h, rules, [{ item, participant, at, cost, bits }], row)) push(one)
      return
    }
    for (const one of solveRows(rule, { ...row, ...countsOf(held, h.out) }))
      push(one.kind === 'hold' ? { ...one, cause: row.cause } : one)
  } else if (row.kind === 'drop') {
    const change = { item: row.item, participant: row.participant, at: null }
    for (const one of changedSolves(h, rules, [change], row)) push(one)
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
