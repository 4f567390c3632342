import fc from 'fast-check'
import { expect, it } from 'vitest'
import { divisionBits, usualDivisionBits, withDivisionRight } from './division.ts'
import { type ContestFold, foldSnapshot, ledgerFold, newFold, takeRow } from './fold.ts'
import { type LedgerRow, pointUnit } from './ledger.ts'
import { boardOf, participantScore, scoresOf } from './score.ts'
import {
  barRows,
  hintRow,
  holdersOf,
  type ItemRule,
  ledgerUpTo,
  type NewLedgerRow,
  partRow,
  solveRows,
} from './solve.ts'
import { usualBlood } from './value.ts'

const rules = new Map<string, ItemRule>([
  ['a', { curve: { kind: 'linear', most: 500, least: 100, decay: 10 }, blood: usualBlood }],
  ['b', { curve: { kind: 'exponential', most: 1000, share: 250, slowness: 5 }, blood: usualBlood }],
  ['c', { curve: { kind: 'static', most: 300 }, blood: null }],
])
const rule = (item: string): ItemRule => rules.get(item) ?? { curve: { kind: 'static', most: 0 }, blood: null }
const people = ['p', 'q', 'r', 's', 't']
/** What the two divisions allow: all, or neither bonuses nor a say in values. */
const bitsOf = (by: string): number | undefined =>
  by < 'r' ? undefined : withDivisionRight(withDivisionRight(usualDivisionBits, 'blood', false), 'values', by === 's')

const deeds = fc.array(
  fc.record({
    what: fc.constantFrom('solve', 'solve', 'solve', 'bar', 'part', 'hint', 'drop'),
    item: fc.constantFrom(...rules.keys()),
    by: fc.constantFrom(...people),
    at: fc.nat(40),
  }),
  { maxLength: 50 },
)
/** A ledger whose arrivals are in no order: what is written later may have come earlier. */
const ledgers = deeds.map((list) => {
  const rows: LedgerRow[] = []
  const add = (made: readonly NewLedgerRow[]) => {
    for (const row of made) rows.push({ ...row, seq: rows.length + 1 })
  }
  for (const { what, item, by: participant, at } of list) {
    const h = holdersOf(rows)
    const has = h.items.get(item)?.has(participant) === true
    if (what === 'bar') add(barRows(h, rules, { kind: h.out.has(participant) ? 'back' : 'out', participant, at }))
    else if (what === 'hint')
      add([hintRow({ item, participant, at, part: '0', cost: 30 * pointUnit, atOnce: at % 2 === 0 })])
    else if (what === 'part')
      add([partRow({ item, participant, at, price: 500 * pointUnit, found: 1, of: 3, part: '0' })])
    else if (what === 'drop' && has) add([{ kind: 'drop', at, cause: 'void', participant, item }])
    else if (what === 'solve' && !has) {
      const bits = bitsOf(participant)
      const before = h.items.get(item)?.size ?? 0
      add(solveRows(rule(item), { item, participant, at, before, ...(bits === undefined ? {} : { bits }) }))
    }
  }
  return rows
})
const views = [Number.POSITIVE_INFINITY, 20, 0, Number.NEGATIVE_INFINITY]
const solvers = (of: ReturnType<typeof foldSnapshot>) =>
  [...of.holders.items].map(([item, held]) => [item, [...held.keys()]])

it('a ledger taken in piece by piece comes to what it comes to as a whole, in every view', () => {
  fc.assert(
    fc.property(ledgers, fc.array(fc.nat(12), { maxLength: 12 }), (rows, pieces) => {
      for (const until of views) {
        const fold: ContestFold = newFold(until, rules)
        let at = 0
        for (const n of [...pieces, rows.length]) {
          for (const row of rows.slice(at, at + n)) takeRow(fold, row)
          at = Math.min(rows.length, at + n)
          const seen = foldSnapshot(fold)
          const whole = ledgerFold(rows.slice(0, at), until, rules)
          expect(seen).toEqual(whole)
          expect(solvers(seen)).toEqual(solvers(whole))
          const plain =
            until === Number.POSITIVE_INFINITY ? rows.slice(0, at) : ledgerUpTo(rows.slice(0, at), until, rules)
          expect(boardOf(seen.state)).toEqual(boardOf(scoresOf(plain)))
        }
      }
    }),
    { numRuns: 300 },
  )
})

it('what was handed out stays as it was, whatever comes after', () => {
  fc.assert(
    fc.property(ledgers, fc.nat(50), (rows, n) => {
      const fold = newFold(20, rules)
      for (const row of rows.slice(0, n)) takeRow(fold, row)
      const seen = foldSnapshot(fold)
      const before = structuredClone(seen)
      for (const row of rows.slice(n)) takeRow(fold, row)
      expect(seen).toEqual(before)
    }),
    { numRuns: 100 },
  )
})

it('a row that was taken in is not taken again', () => {
  const fold = newFold(0, rules)
  const row: LedgerRow = { seq: 4, at: 9, kind: 'out', participant: 'p', cause: 'ban' }
  takeRow(fold, row)
  expect(() => takeRow(fold, row)).toThrow(RangeError)
})

it('divisions: who moves no value and has no bonus leaves both to the others, and who scores nothing has nothing', () => {
  const without = (...rights: (keyof typeof divisionBits)[]) =>
    rights.reduce((bits, r) => withDivisionRight(bits, r, false), usualDivisionBits)
  const solve = (participant: string, h: NewLedgerRow[], bits?: number): NewLedgerRow[] => {
    const held = [...(holdersOf(h).items.get('a')?.values() ?? [])]
    const counts = (bit: number) => held.filter((o) => o.bits === undefined || o.bits & bit).length
    return solveRows(rule('a'), {
      item: 'a',
      participant,
      at: 1,
      before: counts(divisionBits.values),
      firsts: counts(divisionBits.blood),
      ...(bits === undefined ? {} : { bits }),
    })
  }
  const rows: NewLedgerRow[] = []
  rows.push(...solve('p', rows, without('blood', 'values')))
  rows.push(...solve('q', rows))
  rows.push(...solve('r', rows, without('score')))
  rows.push(...solve('s', rows))
  const numbered = rows.map((r, n): LedgerRow => ({ ...r, seq: n + 1 }))
  const { state } = ledgerFold(numbered)
  // q, r and s count: 480; q was first and s third of those who may be
  expect(['p', 'q', 'r', 's'].map((p) => participantScore(state, p) / pointUnit)).toEqual([480, 504, 0, 484])
  const seen = ledgerFold(numbered, 9, rules).state
  expect(['p', 'q', 'r', 's'].map((p) => participantScore(seen, p) / pointUnit)).toEqual([480, 504, 0, 484])
})

it('a hint costs of the solve, or at once, and a part of several flags is taken back by the whole', () => {
  const hint = (atOnce: boolean) =>
    hintRow({ item: 'c', participant: 'p', at: 1, part: '0', cost: 30 * pointUnit, atOnce })
  const solved = (cost: number) => solveRows(rule('c'), { item: 'c', participant: 'p', at: 2, before: 0, cost })
  const scoreAfter = (rows: readonly NewLedgerRow[]) =>
    participantScore(ledgerFold(rows.map((r, n): LedgerRow => ({ ...r, seq: n + 1 }))).state, 'p') / pointUnit
  expect(scoreAfter([hint(false)])).toBe(0)
  expect(scoreAfter([hint(true)])).toBe(-30)
  expect(scoreAfter([hint(false), ...solved(30 * pointUnit)])).toBe(270)
  expect(scoreAfter([hint(true), ...solved(0)])).toBe(270)
  const part = partRow({ item: 'c', participant: 'p', at: 1, price: 100 * pointUnit, found: 1, of: 3, part: '0' })
  expect(scoreAfter([part])).toBe(33)
})
