/**
 * F6 of contests: a second scorer, which knows nothing of ledger and fold and reckons each board anew from what happened, against the board of
 * the ledger; over generated contests with solves, bans, points by hand and hint costs, as they end and as they are frozen.
 */
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { env } from '../../../config/env.ts'
import { type LedgerRow, pointUnit } from './ledger.ts'
import { boardOf, scoresOf } from './score.ts'
import { barRows, holdersOf, type ItemRule, ledgerUpTo, type NewLedgerRow, priceOf, solveRows } from './solve.ts'
import type { BloodRule, Curve } from './value.ts'

type Happening =
  | { at: number; is: 'solve'; who: number; item: number; cost: number }
  | { at: number; is: 'bar'; who: number }
  | { at: number; is: 'points'; who: number; amount: number; earned: boolean }
interface Generated {
  people: number
  items: ItemRule[]
  happenings: Happening[]
}

const people = (n: number) => `p${String(n).padStart(2, '0')}`
const items = (n: number) => `i${n}`

// --- the second scorer: numbers and lists, no ledger -------------------------------------------------------------------------------------------

/** Points of a challenge after so many solves, as the issue writes the formulas. */
function value(c: Curve, n: number): number {
  const k = n < 1 ? 0 : n - 1
  if (c.kind === 'static') return c.most
  if (c.kind === 'linear') return Math.ceil(c.most - c.decay * k) < c.least ? c.least : Math.ceil(c.most - c.decay * k)
  if (c.kind === 'parabolic') {
    const left = Math.ceil(((c.least - c.most) / (c.decay * c.decay)) * (k * k) + c.most)
    return left < c.least ? c.least : left
  }
  if (c.kind === 'exponential')
    return Math.floor(c.most * (c.share / 1000 + (1 - c.share / 1000) * Math.E ** (-k / c.slowness)))
  const bent = c.kind === 'classic' ? (k / 11.92201) ** 1.206069 : k / 6
  return Math.round(c.least + (c.most - c.least) / (1 + bent))
}
function bonus(blood: BloodRule | null, place: number, worth: number): number {
  const more = blood?.places[place] ?? 0
  return blood?.as === 'points' ? more : Math.floor((worth * more) / 1000)
}

interface Line {
  who: string
  score: number
  last: number | undefined
  rank: number
}
function shadowBoard({ people: n, items: rules }: Generated, happenings: readonly Happening[]): Line[] {
  const barred = new Set<number>()
  const solved: { who: number; item: number; at: number; cost: number }[] = []
  const given: { who: number; amount: number; at: number; earned: boolean }[] = []
  for (const h of happenings) {
    if (h.is === 'bar') {
      if (!barred.delete(h.who)) barred.add(h.who)
    } else if (h.is === 'points') given.push(h)
    else if (!barred.has(h.who) && !solved.some((s) => s.who === h.who && s.item === h.item)) solved.push(h)
  }
  const lines: Omit<Line, 'rank'>[] = []
  for (let who = 0; who < n; who += 1) {
    if (barred.has(who)) continue
    let score = 0
    const times: number[] = []
    for (const g of given.filter((one) => one.who === who)) {
      score += g.amount
      if (g.earned && g.amount > 0) times.push(g.at)
    }
    for (const s of solved.filter((one) => one.who === who)) {
      const rule = rules[s.item]
      if (!rule) throw new Error('no rule')
      const before = solved.filter((one) => one.item === s.item && !barred.has(one.who))
      const worth = value(rule.curve, before.length)
      const points = worth + bonus(rule.blood, before.indexOf(s), worth) - s.cost
      if (points > 0) {
        score += points
        times.push(s.at)
      }
    }
    lines.push({ who: people(who), score, last: times.length ? Math.max(...times) : undefined })
  }
  const beats = (a: Omit<Line, 'rank'>, b: Omit<Line, 'rank'>) =>
    a.score > b.score || (a.score === b.score && (a.last ?? -1) < (b.last ?? -1))
  return lines
    .map((line) => ({ ...line, rank: 1 + lines.filter((other) => beats(other, line)).length }))
    .sort((a, b) => a.rank - b.rank || (a.who < b.who ? -1 : 1))
}

// --- the same through the ledger -----------------------------------------------------------------------------------------------------------------

const entered = ({ people: n }: Generated) => Array.from({ length: n }, (_, i) => people(i))
const rulesOf = ({ items: all }: Generated) => new Map(all.map((rule, i) => [items(i), rule]))

function ledgerOf(of: Generated): LedgerRow[] {
  const rows: LedgerRow[] = []
  const rules = rulesOf(of)
  const add = (row: NewLedgerRow) => rows.push({ ...row, seq: rows.length + 1 })
  for (const h of of.happenings) {
    const held = holdersOf(rows)
    const participant = people(h.who)
    if (h.is === 'points') {
      const cause = h.earned ? 'feed' : 'adjust'
      add({ kind: 'points', at: h.at, cause, participant, amount: h.amount * pointUnit })
    } else if (h.is === 'bar') {
      const kind = held.out.has(participant) ? 'back' : 'out'
      for (const row of barRows(held, rules, { kind, participant, at: h.at })) add(row)
    } else {
      const item = items(h.item)
      const rule = rules.get(item)
      const holders = [...(held.items.get(item)?.keys() ?? [])]
      if (!rule || held.out.has(participant) || holders.includes(participant)) continue
      const before = holders.filter((p) => !held.out.has(p)).length
      for (const row of solveRows(rule, { item, participant, at: h.at, before }))
        add(row.kind === 'hold' ? { ...row, cost: h.cost * pointUnit } : row)
    }
  }
  return rows
}
const boardFrom = (rows: readonly LedgerRow[], of: Generated): Line[] =>
  boardOf(scoresOf(rows, entered(of))).map((r) => ({
    who: r.participant,
    score: r.score / pointUnit,
    last: r.last,
    rank: r.rank,
  }))

// --- contests ------------------------------------------------------------------------------------------------------------------------------------

const most = fc.integer({ min: 50, max: 1000 })
const curve: fc.Arbitrary<Curve> = fc.oneof(
  most.map((m): Curve => ({ kind: 'static', most: m })),
  fc
    .record({
      kind: fc.constantFrom('linear', 'parabolic'),
      most,
      least: fc.integer({ min: 0, max: 50 }),
      decay: fc.integer({ min: 1, max: 40 }),
    })
    .map((c): Curve => c as Curve),
  fc
    .record({ most, share: fc.nat(1000), slowness: fc.integer({ min: 1, max: 30 }) })
    .map((c): Curve => ({ kind: 'exponential', ...c })),
  fc
    .record({ kind: fc.constantFrom('classic', 'steep'), most, least: fc.integer({ min: 0, max: 50 }) })
    .map((c): Curve => c as Curve),
)
const blood: fc.Arbitrary<BloodRule | null> = fc.option(
  fc.record({ as: fc.constantFrom('permille', 'points'), places: fc.tuple(fc.nat(200), fc.nat(100), fc.nat(50)) }),
)
const happening = (n: number, m: number): fc.Arbitrary<Happening> => {
  const who = fc.nat(n - 1)
  const at = fc.constant(0)
  const solve = fc.record({
    at,
    is: fc.constant('solve' as const),
    who,
    item: fc.nat(m - 1),
    cost: fc.oneof({ weight: 4, arbitrary: fc.constant(0) }, { weight: 1, arbitrary: fc.nat(600) }),
  })
  return fc.oneof(
    { weight: 16, arbitrary: solve },
    { weight: 2, arbitrary: fc.record({ at, is: fc.constant('bar' as const), who }) },
    {
      weight: 1,
      arbitrary: fc.record({
        at,
        is: fc.constant('points' as const),
        who,
        amount: fc.integer({ min: -50, max: 80 }),
        earned: fc.boolean(),
      }),
    },
  )
}
/** Fifty happenings, some of them in the same millisecond. */
const contests = fc.tuple(fc.integer({ min: 2, max: 12 }), fc.integer({ min: 1, max: 6 })).chain(([n, m]) =>
  fc
    .record({
      items: fc.array(fc.record({ curve, blood }), { minLength: m, maxLength: m }),
      happenings: fc.array(fc.tuple(happening(n, m), fc.nat(2)), { minLength: 50, maxLength: 50 }),
    })
    .map(({ items: rules, happenings }): Generated => {
      let at = 0
      return { people: n, items: rules, happenings: happenings.map(([h, later]) => ({ ...h, at: (at += later) })) }
    }),
)
const runs = 2000

describe('a second scorer', () => {
  it('has the same board as the ledger, at the end and at any freeze, twice the same bytes', () => {
    let happened = 0
    fc.assert(
      fc.property(contests, fc.nat(110), (of, freeze) => {
        happened += of.happenings.length
        const rows = ledgerOf(of)
        const board = boardFrom(rows, of)
        expect(board).toEqual(shadowBoard(of, of.happenings))
        expect(JSON.stringify(boardFrom(ledgerOf(of), of))).toBe(JSON.stringify(board))
        expect(boardFrom(ledgerUpTo(rows, freeze, rulesOf(of)), of)).toEqual(
          shadowBoard(
            of,
            of.happenings.filter((h) => h.at < freeze),
          ),
        )
      }),
      { numRuns: runs },
    )
    expect(happened).toBe(100_000)
  })

  it('finds a fold that is wrong: a price too high, a bonus that did not pass on, a row left out', () => {
    const of: Generated = {
      people: 3,
      items: [
        {
          curve: { kind: 'linear', most: 500, least: 100, decay: 10 },
          blood: { as: 'permille', places: [50, 30, 10] },
        },
      ],
      happenings: [
        { at: 1, is: 'solve', who: 0, item: 0, cost: 0 },
        { at: 2, is: 'solve', who: 1, item: 0, cost: 0 },
        { at: 3, is: 'bar', who: 0 },
      ],
    }
    const rows = ledgerOf(of)
    const truth = shadowBoard(of, of.happenings)
    expect(boardFrom(rows, of)).toEqual(truth)
    const last = rows.findLastIndex((r) => r.kind === 'price')
    const passed = rows.findLastIndex((r) => r.kind === 'hold')
    const wrong: LedgerRow[][] = [
      rows.map((r, n) => (n === last && r.kind === 'price' ? { ...r, amount: r.amount + 1 } : r)),
      rows.filter((_, n) => n !== passed),
      rows.filter((r) => r.kind !== 'out'),
    ]
    for (const one of wrong) expect(boardFrom(one, of)).not.toEqual(truth)
  })
})

it.skipIf(!env.whole)('a million rows are folded within half a minute', () => {
  const rule: ItemRule = { curve: { kind: 'classic', most: 500, least: 100 }, blood: null }
  const rows: LedgerRow[] = []
  for (let n = 0; rows.length < 1_000_000; n += 1) {
    const item = items(n % 100)
    const at = n
    rows.push({
      seq: rows.length + 1,
      kind: 'hold',
      at,
      cause: 'flag',
      participant: people(n % 5003),
      item,
      bonus: { permille: 0, amount: 0 },
      cost: 0,
    })
    rows.push({ seq: rows.length + 1, kind: 'price', at, cause: 'decay', item, amount: priceOf(rule.curve, n % 400) })
  }
  const began = performance.now()
  expect(boardOf(scoresOf(rows))).toHaveLength(5003)
  expect(performance.now() - began).toBeLessThan(30_000)
})
