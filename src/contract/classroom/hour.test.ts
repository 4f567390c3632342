import fc from 'fast-check'
import { expect, it } from 'vitest'
import { classMachine, classStatuses } from './class.ts'
import {
  arrival,
  earliestStart,
  hourEvents,
  hourMachine,
  hourMay,
  hourStatus,
  hourStatuses,
  type HourTimes,
  overrun,
} from './hour.ts'

const nine = Date.parse('2026-11-27T09:00:00Z')
const iso = (minutes: number) => new Date(nine + minutes * 60_000).toISOString()
const hour = (more: Partial<HourTimes> = {}): HourTimes => ({
  starts_at: iso(0),
  ends_at: iso(90),
  began_at: null,
  ended_at: null,
  paused_at: null,
  cancelled_at: null,
  ...more,
})

it('an hour begins when its teacher says so, and is over by the clock where nobody says so', () => {
  const at = (h: HourTimes, minutes: number) => hourStatus(h, nine + minutes * 60_000)
  expect(at(hour(), 30)).toBe('not-started')
  expect(at(hour(), 90)).toBe('ended')
  const running = hour({ began_at: iso(2) })
  expect(at(running, 90), 'it may last a while longer').toBe('ongoing')
  expect(at(running, 90 + overrun)).toBe('ended')
  expect(at({ ...running, paused_at: iso(20) }, 30)).toBe('pause')
  expect(at({ ...running, ended_at: iso(80) }, 81)).toBe('ended')
  expect(at(hour({ cancelled_at: iso(-60) }), 0)).toBe('cancelled')
})

it('is started an hour ahead at the earliest, and called back only while it could be held', () => {
  const may = (event: 'start' | 'restore', h: HourTimes, minutes: number) => hourMay(event, h, nine + minutes * 60_000)
  expect(may('start', hour(), -earliestStart - 1)).toBe(false)
  expect(may('start', hour(), -earliestStart)).toBe(true)
  expect(may('start', hour(), 90)).toBe(false)
  const off = hour({ cancelled_at: iso(-200) })
  expect(may('restore', off, 89)).toBe(true)
  expect(may('restore', off, 90)).toBe(false)
})

it('every status is reached, whatever is said in whatever order, and what has ended stays so', () => {
  const reached = new Set<string>()
  const apply = (h: HourTimes, event: (typeof hourEvents)[number], at: string): HourTimes => {
    switch (event) {
      case 'start':
        return { ...h, began_at: at }
      case 'pause':
        return { ...h, paused_at: at }
      case 'recover':
        return { ...h, paused_at: null }
      case 'end':
        return { ...h, ended_at: at, paused_at: null }
      case 'cancel':
        return { ...h, cancelled_at: at }
      case 'restore':
        return { ...h, cancelled_at: null }
    }
  }
  fc.assert(
    fc.property(
      fc.array(fc.tuple(fc.constantFrom(...hourEvents), fc.integer({ min: 0, max: 60 })), { maxLength: 20 }),
      (walk) => {
        let h = hour()
        let minutes = -70
        for (const [event, later] of walk) {
          minutes += later
          const now = nine + minutes * 60_000
          const before = hourStatus(h, now)
          reached.add(before)
          if (!hourMay(event, h, now)) continue
          h = apply(h, event, iso(minutes))
          const after = hourStatus(h, now)
          expect(after).toBe(hourMachine[before][event])
          expect(before).not.toBe('ended')
        }
      },
    ),
    { numRuns: 1000 },
  )
  expect([...reached].sort()).toEqual([...hourStatuses].sort())
})

it('who comes too long after the beginning is late: the planned one, or the real one where that is later', () => {
  const came = (began: number, minutes: number, late = 10) =>
    arrival(hour({ began_at: iso(began) }), late, nine + minutes * 60_000)
  expect(came(0, 10)).toBe('present')
  expect(came(0, 11)).toBe('late')
  expect(came(-20, 5), 'nobody is late before it was to begin').toBe('present')
  expect(came(15, 24)).toBe('present')
  expect(came(0, 1, 0)).toBe('late')
})

it('a class goes from planned to archived, and back only from ended to ongoing', () => {
  const next = Object.fromEntries(classStatuses.map((s) => [s, Object.values(classMachine[s])]))
  expect(next).toEqual({ planned: ['ongoing'], ongoing: ['ended'], ended: ['ongoing', 'archived'], archived: [] })
})
