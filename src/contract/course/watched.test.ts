/** Watched pieces: what is kept does not depend on how reports come, and nobody is believed to watch faster than the clock lets them. */
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { some } from '../../../tests/support/some.ts'
import {
  beginsWatching,
  isWatched,
  mergedPieces,
  type Piece,
  piecesBeyond,
  watchedSeconds,
  watchedOn,
} from './watched.ts'

const length = 600
/** Whole tenths, as players of one hundredth would say them. */
const piece = fc
  .tuple(fc.integer({ min: 0, max: length * 10 }), fc.integer({ min: 0, max: 300 }))
  .map(([a, n]): Piece => [a / 10, Math.min(length, (a + n) / 10)])
const pieces = fc.array(piece, { maxLength: 30 })
/** The slow way: every tenth of a second by itself. */
const tenths = (of: readonly Piece[]): Set<number> => {
  const out = new Set<number>()
  for (const [a, b] of of) for (let n = Math.round(a * 10); n < Math.round(b * 10); n++) out.add(n)
  return out
}

describe('pieces of a video', () => {
  it('merge to what was watched, in order and without overlaps', () => {
    fc.assert(
      fc.property(pieces, (of) => {
        const merged = mergedPieces(of)
        expect(tenths(merged)).toEqual(tenths(of))
        for (const [n, [a]] of merged.entries()) if (n > 0) expect(a).toBeGreaterThan(merged[n - 1]?.[1] ?? 0)
        expect(Math.round(watchedSeconds(merged) * 10)).toBe(tenths(of).size)
      }),
      { numRuns: some(500) },
    )
  })
  it('beyond others are what these lack', () => {
    fc.assert(
      fc.property(pieces, pieces, (a, b) => {
        const beyond = piecesBeyond(mergedPieces(a), mergedPieces(b))
        const lacking = [...tenths(a)].filter((n) => !tenths(b).has(n))
        expect([...tenths(beyond)].toSorted((x, y) => x - y)).toEqual(lacking.toSorted((x, y) => x - y))
      }),
      { numRuns: some(500) },
    )
  })
})

describe('reports of what was watched', () => {
  /** A watcher at most twice as fast as the clock: what was seen in each ten seconds. */
  const watcher = fc.array(
    fc.record({ from: fc.integer({ min: 0, max: length - 20 }), seconds: fc.integer({ min: 0, max: 20 }) }),
    { minLength: 1, maxLength: 20 },
  )
  it('come to the same late, twice, in any order, or lost and sent again', () => {
    fc.assert(
      fc.property(watcher, fc.array(fc.nat(), { maxLength: 60 }), (seen, how) => {
        const reports = seen.map(({ from, seconds }): Piece => [from, from + seconds])
        const whole = tenths(mergedPieces(reports))
        // each is sent when it was seen or later, some twice, in an order of their own
        let w = beginsWatching(0)
        let now = 0
        const waiting: Piece[] = []
        for (const [n, report] of reports.entries()) {
          now += 10_000
          waiting.push(report)
          const late = how[n] ?? 0
          if (late % 3 === 0) continue
          const batch = late % 2 === 0 ? waiting.toReversed() : waiting
          w = watchedOn(w, batch, length, now)
          if (late % 5 === 0) w = watchedOn(w, batch, length, now)
          waiting.length = 0
        }
        w = watchedOn(w, waiting, length, now)
        expect(tenths(w.seen)).toEqual(whole)
        // what is known already is said again, and nothing changes
        const again = watchedOn(w, reports, length, now)
        expect(again.seen).toEqual(w.seen)
      }),
      { numRuns: some(500) },
    )
  })
  it('are believed as far as two seconds pass in one', () => {
    fc.assert(
      fc.property(fc.array(fc.tuple(fc.integer({ min: 0, max: 30 }), pieces), { maxLength: 20 }), (sent) => {
        let w = beginsWatching(0)
        let now = 0
        for (const [pause, report] of sent) {
          now += pause * 1000
          w = watchedOn(w, report, length, now)
        }
        expect(watchedSeconds(w.seen)).toBeLessThanOrEqual((now / 1000) * 2 + 5 + 0.2)
      }),
      { numRuns: some(500) },
    )
  })
  it('of an hour in a minute are believed for two minutes and what a player may be ahead', () => {
    const w = watchedOn(beginsWatching(0), [[0, 3600]], 3600, 60_000)
    expect(w.seen).toEqual([[0, 125]])
    expect(isWatched(w.seen, 0.9, 3600)).toBe(false)
  })
  it('of what lies behind its end say nothing, and a clock that goes back takes nothing', () => {
    const w = watchedOn({ ...beginsWatching(0), credit: 100 }, [[50, 90]], 60, -5000)
    expect(w.seen).toEqual([[50, 60]])
    expect(w.heard).toBe(0)
  })
})
