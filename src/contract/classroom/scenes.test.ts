/** Groups of classes, and what their hours ask of the licence. */
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { sceneForecast } from './forecast.ts'
import { randomGroups } from './groups.ts'

describe('groups at random', () => {
  it('hold everybody once, none larger than asked for, and none smaller than another by more than one', () => {
    fc.assert(
      fc.property(
        fc.uniqueArray(fc.nat(), { minLength: 1, maxLength: 120 }),
        fc.integer({ min: 2, max: 20 }),
        fc.array(fc.double({ min: 0, max: 0.999, noNaN: true }), { minLength: 120, maxLength: 120 }),
        (members, size, chances) => {
          let n = 0
          const groups = randomGroups(members, size, () => chances[n++ % chances.length] ?? 0)
          expect(groups.flat().toSorted((a, b) => a - b)).toEqual(members.toSorted((a, b) => a - b))
          const sizes = groups.map((g) => g.length)
          expect(Math.max(...sizes)).toBeLessThanOrEqual(size)
          expect(Math.max(...sizes) - Math.min(...sizes)).toBeLessThanOrEqual(1)
        },
      ),
    )
  })
})

const minute = (n: number): string => new Date(Date.UTC(2026, 10, 27, 8) + n * 60_000).toISOString()
const hour = (class_id: string, from: number, to: number, scenes: number, instances = 2) => ({
  class_id,
  starts_at: minute(from),
  ends_at: minute(to),
  scenes,
  instances,
})

describe('the forecast', () => {
  it('adds hours that overlap, tells the own class apart, and says when there are too many', () => {
    const { points, over } = sceneForecast(
      [hour('a', 0, 90, 20), hour('b', 60, 150, 30), hour('c', 150, 200, 30), hour('d', 0, 600, 0)],
      { running_scenes: 40, running_instances: null },
      'b',
    )
    expect(points).toEqual([
      { at: minute(0), scenes: 20, instances: 40, own: 0 },
      { at: minute(60), scenes: 50, instances: 100, own: 30 },
      { at: minute(90), scenes: 30, instances: 60, own: 30 },
      // one that begins as another ends does not meet it
      { at: minute(150), scenes: 30, instances: 60, own: 0 },
      { at: minute(200), scenes: 0, instances: 0, own: 0 },
    ])
    expect(over).toEqual([{ starts_at: minute(60), ends_at: minute(90), scenes: 50, instances: 100, classes: 2 }])
  })

  it('agrees at every minute with a count by hand', () => {
    const asked = fc.record({
      class_id: fc.constantFrom('a', 'b', 'c'),
      from: fc.nat(300),
      length: fc.integer({ min: 1, max: 120 }),
      scenes: fc.nat(40),
      instances: fc.integer({ min: 1, max: 5 }),
    })
    fc.assert(
      fc.property(fc.array(asked, { maxLength: 12 }), fc.nat(60), fc.nat(150), (all, scenes, instances) => {
        const hours = all.map((h) => hour(h.class_id, h.from, h.from + h.length, h.scenes, h.instances))
        const limits = { running_scenes: scenes, running_instances: instances }
        const { over } = sceneForecast(hours, limits, 'a')
        for (let n = 0; n <= 430; n++) {
          const now = all.filter((h) => h.from <= n && n < h.from + h.length)
          const s = now.reduce((sum, h) => sum + h.scenes, 0)
          const i = now.reduce((sum, h) => sum + h.scenes * h.instances, 0)
          const said = over.some((o) => o.starts_at <= minute(n) && minute(n) < o.ends_at)
          expect(said, `minute ${n}`).toBe(s > scenes || i > instances)
        }
      }),
      { numRuns: 60 },
    )
  })
})
