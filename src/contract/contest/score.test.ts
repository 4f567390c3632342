/** Scores of contests: vectors of the sources, and a second scorer that knows neither the fold nor its order of steps. F6. */
import fc from 'fast-check'
import { describe, expect, it, test } from 'vitest'
import type { LedgerRow } from './ledger.ts'
import { ledgerCauses, pointUnit } from './ledger.ts'
import { addRow, boardOf, newScores, scoreReason, scoresOf, itemWorth } from './score.ts'
import { type Curve, eventPoints, usualBlood, challengeValue } from './value.ts'

describe('values by solves', () => {
  const vectors: [Curve, [solves: number, value: number][]][] = [
    [
      { kind: 'static', most: 300 },
      [
        [0, 300],
        [1, 300],
        [1000, 300],
      ],
    ],
    [
      { kind: 'linear', most: 500, least: 100, decay: 10 },
      [
        [0, 500],
        [1, 500],
        [2, 490],
        [10, 410],
        [41, 100],
        [90, 100],
      ],
    ],
    [
      { kind: 'parabolic', most: 500, least: 100, decay: 50 },
      [
        [0, 500],
        [1, 500],
        [10, 488],
        [26, 400],
        [51, 100],
        [90, 100],
      ],
    ],
    [
      { kind: 'exponential', most: 1000, share: 250, slowness: 5 },
      [
        [0, 1000],
        [1, 1000],
        [2, 864],
        [3, 752],
        [5, 586],
        [10, 373],
        [20, 266],
      ],
    ],
    [
      { kind: 'classic', most: 500, least: 100 },
      [
        [1, 500],
        [5, 415],
        [10, 334],
        [20, 245],
        [50, 162],
      ],
    ],
    [
      { kind: 'steep', most: 500, least: 100 },
      [
        [1, 500],
        [5, 340],
        [10, 260],
        [20, 196],
        [50, 144],
      ],
    ],
  ]
  test.each(vectors)('%o', (curve, of) => {
    for (const [solves, value] of of) expect([solves, challengeValue(curve, solves)]).toEqual([solves, value])
  })
  it('falls or stays with every solve, and never below its least', () => {
    for (const [curve] of vectors)
      for (let n = 1; n < 300; n++) expect(challengeValue(curve, n + 1)).toBeLessThanOrEqual(challengeValue(curve, n))
  })
})

const points = (n: number) => n * pointUnit
const held = (price: number, place: number, cost = 0) =>
  itemWorth(points(price), { bonus: { permille: usualBlood.places[place] ?? 0, amount: 0 }, cost: points(cost) })
    .worth / pointUnit

it('the first three get a share of the present value, in whole points', () => {
  const three = (price: number) => [0, 1, 2, 3].map((place) => held(price, place))
  expect(three(500)).toEqual([525, 515, 505, 500])
  expect(three(864)).toEqual([907, 889, 872, 864])
  expect(three(488)).toEqual([512, 502, 492, 488])
  expect(held(488, 0, 30)).toBe(482)
  expect(held(20, 3, 30), 'hints take no more than the challenge gives').toBe(0)
})
it('a place in an event of an arena', () => {
  expect([1, 11, 20, 21, 0].map((rank) => eventPoints(200, 20, rank))).toEqual([200, 100, 10, 0, 0])
})

/** A solve as the engine writes it: who holds it now, and what it is worth from now on. */
const solve = (
  seq: number,
  at: number,
  participant: string,
  item: string,
  price: number,
  permille = 0,
): LedgerRow[] => [
  { seq, at, kind: 'hold', participant, item, bonus: { permille, amount: 0 }, cost: 0, cause: 'flag' },
  { seq: seq + 1, at, kind: 'price', item, amount: points(price), cause: 'decay' },
]
const short = (state: Parameters<typeof boardOf>[0]) =>
  boardOf(state).map((r) => [r.participant, r.score / pointUnit, r.rank])

it('earlier solvers are priced anew, ties go to who was first, and the same at the same time share a rank', () => {
  const rows = [
    ...solve(1, 10, 'a', 'x', 500),
    ...solve(3, 20, 'b', 'x', 490),
    ...solve(5, 20, 'c', 'x', 480),
    ...solve(7, 90, 'd', 'y', 480),
  ]
  expect(short(scoresOf(rows, ['a', 'b', 'c', 'd', 'e']))).toEqual([
    ['a', 480, 1],
    ['b', 480, 2],
    ['c', 480, 2],
    ['d', 480, 4],
    ['e', 0, 5],
  ])
})
it('what is worth nothing settles no tie, nor do points that were given by hand', () => {
  const rows: LedgerRow[] = [
    ...solve(1, 10, 'a', 'x', 100),
    ...solve(3, 10, 'b', 'x', 100),
    ...solve(5, 99, 'a', 'nothing', 0),
    { seq: 7, at: 100, kind: 'points', participant: 'a', amount: points(5), cause: 'adjust' },
    { seq: 8, at: 100, kind: 'points', participant: 'b', amount: points(5), cause: 'adjust' },
  ]
  expect(short(scoresOf(rows))).toEqual([
    ['a', 105, 1],
    ['b', 105, 1],
  ])
})
it('who is out is on no board and comes back with all that was theirs', () => {
  const rows: LedgerRow[] = [
    ...solve(1, 10, 'a', 'x', 100, 50),
    { seq: 3, at: 20, kind: 'out', participant: 'a', cause: 'ban' },
  ]
  const state = scoresOf(rows, ['a', 'b'])
  expect(short(state)).toEqual([['b', 0, 1]])
  addRow(state, { seq: 4, at: 30, kind: 'back', participant: 'a', cause: 'unban' })
  expect(short(state)).toEqual([
    ['a', 105, 1],
    ['b', 0, 2],
  ])
  expect(scoreReason(state, 'a')).toEqual({
    points: 0,
    items: [{ item: 'x', at: 10, price: points(100), bonus: points(5), cost: 0, worth: points(105) }],
  })
})
it('rows out of order are refused', () => {
  const state = newScores()
  for (const row of solve(5, 1, 'a', 'x', 1)) addRow(state, row)
  for (const seq of [6, 5, 1])
    expect(() => addRow(state, { seq, at: 1, kind: 'out', participant: 'a', cause: 'ban' })).toThrow(RangeError)
})

const people = ['a', 'b', 'c', 'd']
const items = ['x', 'y', 'z']
const fields = fc.record({
  participant: fc.constantFrom(...people),
  item: fc.constantFrom(...items),
  amount: fc.integer({ min: -40, max: 500 }).map(points),
  permille: fc.constantFrom(0, 10, 30, 50),
  cost: fc.nat(60).map(points),
  at: fc.nat(20),
  cause: fc.constantFrom(...ledgerCauses),
})
const ledgers = fc
  .array(fc.tuple(fc.constantFrom('points', 'price', 'hold', 'drop', 'out', 'back'), fields), { maxLength: 60 })
  .map((list) =>
    list.map(([kind, f], n): LedgerRow => {
      const { participant, item, amount, permille, cost, at, cause } = f
      const base = { seq: n + 1, at, cause }
      switch (kind) {
        case 'points':
          return { ...base, kind, participant, amount }
        case 'price':
          return { ...base, kind, item, amount: Math.max(0, amount) }
        case 'hold':
          return { ...base, kind, participant, item, bonus: { permille, amount: 0 }, cost }
        default:
          return kind === 'drop' ? { ...base, kind, participant, item } : { ...base, kind: kind as 'out', participant }
      }
    }),
  )

/** Asks of each participant and item what the last row about it says. No state, no order of steps. */
function shadow(rows: readonly LedgerRow[]): { participant: string; score: number; rank: number }[] {
  const last = <K extends LedgerRow['kind']>(kinds: readonly K[], is: (r: LedgerRow & { kind: K }) => boolean) =>
    rows.findLast((r): r is LedgerRow & { kind: K } => kinds.includes(r.kind as K) && is(r as LedgerRow & { kind: K }))
  const earned = ['flag', 'round', 'check', 'level', 'feed', 'rejudge']
  const all = people.flatMap((participant) => {
    if (last(['out', 'back'], (r) => r.participant === participant)?.kind === 'out') return []
    const given = rows.filter((r) => r.kind === 'points' && r.participant === participant) as (LedgerRow & {
      kind: 'points'
    })[]
    const times = given.filter((r) => r.amount > 0 && earned.includes(r.cause)).map((r) => r.at)
    let score = given.reduce((n, r) => n + r.amount / pointUnit, 0)
    for (const item of items) {
      const hold = last(['hold', 'drop'], (r) => r.participant === participant && r.item === item)
      if (hold?.kind !== 'hold') continue
      const price = (last(['price'], (r) => r.item === item)?.amount ?? 0) / pointUnit
      const worth = price + Math.trunc((price * hold.bonus.permille) / 1000) - hold.cost / pointUnit
      if (worth <= 0) continue
      score += worth
      times.push(hold.at)
    }
    return [{ participant, score, time: times.length ? Math.max(...times) : -1 }]
  })
  const ahead = (a: (typeof all)[number], b: (typeof all)[number]) =>
    a.score > b.score || (a.score === b.score && a.time < b.time)
  return all.map((p) => ({
    participant: p.participant,
    score: p.score,
    rank: 1 + all.filter((o) => ahead(o, p)).length,
  }))
}

it('a second scorer finds the same scores and ranks, after every row', () => {
  fc.assert(
    fc.property(ledgers, (rows) => {
      const state = newScores(people)
      for (const [n, row] of rows.entries()) {
        addRow(state, row)
        if (n % 7 && n !== rows.length - 1) continue
        const mine = boardOf(state).map(({ participant, score, rank }) => ({
          participant,
          score: score / pointUnit,
          rank,
        }))
        const by = (a: { participant: string }, b: { participant: string }) => (a.participant < b.participant ? -1 : 1)
        expect(mine.toSorted(by)).toEqual(shadow(rows.slice(0, n + 1)).toSorted(by))
      }
    }),
    { numRuns: 300 },
  )
})
