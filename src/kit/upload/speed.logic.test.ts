import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { paceOf, withSeen } from './speed.logic.ts'

describe('the pace of an upload', () => {
  it('says nothing before half a second was seen', () => {
    expect(paceOf([], 100)).toEqual({ speed: 0, left: null })
    expect(
      paceOf(
        [
          { at: 0, sent: 0 },
          { at: 400, sent: 50 },
        ],
        100,
      ),
    ).toEqual({ speed: 0, left: null })
  })

  it('is what went in the last seconds, not since the beginning', () => {
    let seen = withSeen([], { at: 0, sent: 0 })
    for (let s = 1; s <= 20; s++)
      seen = withSeen(seen, { at: s * 1000, sent: s <= 10 ? s * 1000 : 10_000 + (s - 10) * 100 })
    const { speed, left } = paceOf(seen, 12_000)
    expect(speed).toBeCloseTo(100)
    expect(left).toBe(10)
  })

  it('sinks to nothing while nothing comes, and tells no time where nobody knows the size', () => {
    const seen = withSeen([{ at: 0, sent: 0 }], { at: 2000, sent: 2000 })
    expect(paceOf(withSeen(seen, { at: 4000, sent: 2000 }), 0)).toEqual({ speed: 500, left: null })
    expect(paceOf(withSeen(seen, { at: 12_000, sent: 2000 }), 9000)).toEqual({ speed: 0, left: null })
  })

  it('never tells of a time below zero or of a speed below zero', () => {
    fc.assert(
      fc.property(fc.array(fc.tuple(fc.nat(5000), fc.nat(1_000_000))), fc.nat(2_000_000), (steps, size) => {
        let [at, seen] = [0, withSeen([], { at: 0, sent: 0 })]
        for (const [ms, sent] of steps) seen = withSeen(seen, { at: (at += ms), sent })
        const { speed, left } = paceOf(seen, Math.max(size, ...seen.map((s) => s.sent)))
        expect(speed).toBeGreaterThanOrEqual(0)
        expect(left === null || left >= 0).toBe(true)
      }),
    )
  })

  it('forgets sightings ahead of a place the server went back to', () => {
    const seen = withSeen([{ at: 0, sent: 900 }], { at: 1000, sent: 100 })
    expect(seen).toEqual([{ at: 1000, sent: 100 }])
  })
})
