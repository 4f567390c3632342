/** Seasons, what is brought along, and how a rank went: pure rules, at their edges. */
import { describe, expect, it } from 'vitest'
import { type LedgerRow, pointUnit } from './ledger.ts'
import { boardOf, scoresOf } from './score.ts'
import {
  carriedAmount,
  historyInstants,
  rankHistory,
  seasonAt,
  seasonShown,
  seasonState,
  seasonStanding,
  standingText,
} from './season.ts'
import { eventPoints } from './value.ts'

const one = { n: 1, start: 1000, end: 2000 }
const two = { n: 2, start: 2000, end: 3000 }
const later = { n: 3, start: 5000, end: 6000 }
const all = [one, two, later]

describe('a season', () => {
  it('has its start and not its end, to the millisecond', () => {
    expect([999, 1000, 1999, 2000, 2999, 3000, 4999, 5000].map((at) => seasonAt(all, at)?.n)).toEqual([
      undefined,
      1,
      1,
      2,
      2,
      undefined,
      undefined,
      3,
    ])
  })
  it('is shown from its start until another begins, and the first before it begins', () => {
    expect([0, 1000, 2000, 3000, 4999, 5000, 9000].map((at) => seasonShown(all, at)?.n)).toEqual([1, 1, 2, 2, 2, 3, 3])
    expect(seasonShown([], 0)).toBeUndefined()
  })
  it('is closed only once it is closed', () => {
    expect([999, 1000, 1999, 2000].map((at) => seasonState(one, false, at))).toEqual([
      'coming',
      'open',
      'open',
      'closing',
    ])
    expect(seasonState(one, true, 2000)).toBe('closed')
  })
})

describe('what is brought along', () => {
  it('is whole points of the share, rounded down, and never a debt', () => {
    expect([1000, 999, 7, 0, -50].map((n) => carriedAmount(n * pointUnit, 200) / pointUnit)).toEqual([
      200, 199, 1, 0, 0,
    ])
    expect(carriedAmount(864 * pointUnit, 0)).toBe(0)
    expect(carriedAmount(864 * pointUnit, 1000)).toBe(864 * pointUnit)
  })
})

it('places of an event bring 200, 100 and 10 of 200 among 20 for ranks 1, 11 and 20', () => {
  expect([1, 11, 20, 21, 0].map((rank) => eventPoints(200, 20, rank))).toEqual([200, 100, 10, 0, 0])
})

const points = (seq: number, at: number, participant: string, n: number): LedgerRow => ({
  seq,
  at,
  kind: 'points',
  participant,
  amount: n * pointUnit,
  cause: 'event',
})

describe('a standing', () => {
  const rows = [points(1, 10, 'a', 5), points(2, 20, 'b', 7), points(3, 30, 'a', 2), points(4, 40, 'c', 0)]
  const standing = seasonStanding(boardOf(scoresOf(rows)), (p) => p.toUpperCase())
  it('has those who have points, by rank, and one text', () => {
    expect(standing.map((r) => [r.rank, r.name, r.score / pointUnit])).toEqual([
      [1, 'B', 7],
      [2, 'A', 7],
    ])
    expect(standingText(standing)).toBe(`1\t70000\t20\tb\tB\n2\t70000\t30\ta\tA`)
  })
  it('has another text when anything of it is another', () => {
    const [first, second] = standing
    if (!first || !second) throw new Error('nobody')
    const texts = [
      standing,
      [second, first],
      [{ ...first, score: first.score + 1 }, second],
      [{ ...first, name: 'X' }, second],
      [{ ...first, last: null }, second],
      [first],
    ].map(standingText)
    expect(new Set(texts).size).toBe(texts.length)
  })
})

describe('a history', () => {
  it('is the rank at each instant by what had arrived then, whenever it was written', () => {
    // the third row was written late and stands for what came first
    const rows = [points(1, 10, 'a', 5), points(2, 20, 'b', 7), points(3, 5, 'c', 6)]
    expect(rankHistory(rows, 'a', [4, 5, 10, 20])).toEqual([
      { at: 4, rank: null, score: 0 },
      { at: 5, rank: null, score: 0 },
      { at: 10, rank: 2, score: 5 * pointUnit },
      { at: 20, rank: 3, score: 5 * pointUnit },
    ])
  })
  it('is told at most so often, and ends now', () => {
    expect(historyInstants(0, 0, 60)).toEqual([])
    const hour = 3_600_000
    expect(historyInstants(0, 2 * hour, 60)).toEqual([hour, 2 * hour])
    const long = historyInstants(0, 1000 * hour, 60)
    expect([long.length, long.at(-1)]).toEqual([60, 1000 * hour])
  })
})
