/** Days of learners, where clocks change. */
import { expect, it } from 'vitest'
import { streakOf } from '../practice/flag.ts'
import { addDays, beginOfDay, dayInZone, daysInZone, lastSpans, mondayOf } from './days.ts'

const at = (text: string): number => Date.parse(text)

it('a day begins when the clocks of its zone say so, and is 23 or 25 hours long where they change', () => {
  const hours = (zone: string, day: string) =>
    (beginOfDay(zone, addDays(day, 1)).getTime() - beginOfDay(zone, day).getTime()) / 3_600_000
  expect(['2026-03-28', '2026-03-29', '2026-10-25'].map((d) => hours('Europe/Berlin', d))).toEqual([24, 23, 25])
  // there is no midnight on this day
  expect(beginOfDay('America/Santiago', '2026-09-06').toISOString()).toBe('2026-09-06T04:00:00.000Z')
  expect(beginOfDay('Asia/Kolkata', '2026-01-02').toISOString()).toBe('2026-01-01T18:30:00.000Z')
})

it('the same instants are other days elsewhere', () => {
  const instants = ['2026-03-28T22:59Z', '2026-03-28T23:01Z', '2026-03-29T21:59Z', '2026-03-29T22:01Z'].map(at)
  expect(daysInZone('Europe/Berlin', instants)).toEqual(['2026-03-28', '2026-03-29', '2026-03-30'])
  expect(daysInZone('UTC', instants)).toEqual(['2026-03-28', '2026-03-29'])
  expect(daysInZone('Asia/Shanghai', instants)).toEqual(['2026-03-29', '2026-03-30'])
})

it('every instant is in the day that it is said to be in, in whatever zone', () => {
  for (const zone of ['Europe/Berlin', 'America/Santiago', 'Asia/Kathmandu', 'Australia/Lord_Howe', 'Africa/Cairo'])
    for (let hour = 0; hour < 366 * 24; hour += 7) {
      const instant = at('2026-01-01T00:30Z') + hour * 3_600_000
      const day = dayInZone(zone, instant)
      expect(beginOfDay(zone, day).getTime(), `${zone} ${day}`).toBeLessThanOrEqual(instant)
      expect(beginOfDay(zone, addDays(day, 1)).getTime(), `${zone} ${day}`).toBeGreaterThan(instant)
    }
})

it('a streak goes over a change of the clocks, and is not broken while today is young', () => {
  // an evening each day in Berlin, one of them 23 hours after the other
  const evenings = [27, 28, 29, 30].map((d) => at(`2026-03-${d}T${d < 29 ? '22' : '21'}:30Z`))
  const days = daysInZone('Europe/Berlin', evenings)
  expect(streakOf(days, '2026-03-30')).toBe(4)
  expect(streakOf(days, '2026-03-31')).toBe(4)
  expect(streakOf(days, '2026-04-01')).toBe(0)
})

it('weeks begin on Monday, and spans follow one another without a gap', () => {
  expect(['2026-11-23', '2026-11-27', '2026-11-29', '2026-11-30'].map(mondayOf)).toEqual([
    '2026-11-23',
    '2026-11-23',
    '2026-11-23',
    '2026-11-30',
  ])
  expect(lastSpans('week', '2026-11-27').slice(-2)).toEqual(['2026-11-16', '2026-11-23'])
  expect(lastSpans('month', '2026-03-31').slice(-3)).toEqual(['2026-01-01', '2026-02-01', '2026-03-01'])
  expect(lastSpans('day', '2026-03-01').at(0)).toBe('2026-01-31')
})
