import { expect, it } from 'vitest'
import { dayIn, daysOf, dayText, scheduleSpanOf, stepSchedule } from './schedule.logic.ts'

const span = (view: 'month' | 'week' | 'list', day: string) => {
  const { from, to } = scheduleSpanOf(view, dayIn(day))
  return [dayText(from), dayText(to)]
}
it('a week begins on Monday, a month shows whole weeks, a list goes on from its day', () => {
  expect(span('week', '2026-11-29')).toEqual(['2026-11-23', '2026-11-30'])
  expect(span('week', '2026-11-23')).toEqual(['2026-11-23', '2026-11-30'])
  expect(span('month', '2026-11-15')).toEqual(['2026-10-26', '2026-12-07'])
  expect(span('list', '2026-11-15')).toEqual(['2026-11-15', '2026-12-16'])
})
it('goes to the same day of the next month, or its last', () => {
  const to = (day: string, by: -1 | 1, view: 'month' | 'week' = 'month') => dayText(stepSchedule(view, dayIn(day), by))
  expect(to('2026-01-31', 1)).toBe('2026-02-28')
  expect(to('2026-03-31', -1)).toBe('2026-02-28')
  expect(to('2026-12-15', 1)).toBe('2027-01-15')
  expect(to('2026-12-28', 1, 'week')).toBe('2027-01-04')
})
it('a day that is none is today, and entries stand by the day on which they begin', () => {
  expect(dayText(dayIn('2026-99-99'))).toBe(dayText(new Date()))
  const at = (day: string, hour: number) => ({ starts_at: new Date(`${day}T00:00:00`).toISOString(), hour })
  expect(
    daysOf([at('2026-11-27', 9), at('2026-11-27', 14), at('2026-11-28', 9)]).map((d) => [d.day, d.items.length]),
  ).toEqual([
    ['2026-11-27', 2],
    ['2026-11-28', 1],
  ])
})
