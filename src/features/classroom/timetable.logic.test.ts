import { expect, it } from 'vitest'
import { isHourWindow, nextFullHour } from './hour.logic.ts'
import { emptyPlan, isClock, planWrong, slotAfter } from './timetable.logic.ts'

const slot = { id: 'a', day: 7 as const, from: '09:00', to: '10:30', room: 'Lab' }

it('the next time of a week is the day after, at the same time and place', () => {
  expect(slotAfter(slot, 'b')).toEqual({ ...slot, id: 'b', day: 1 })
  expect(slotAfter(undefined, 'b')).toMatchObject({ day: 1, from: '09:00', to: '10:30' })
})
it('says what keeps a timetable from being previewed', () => {
  const plan = { ...emptyPlan(new Date(2026, 10, 27)), slots: [slot] }
  expect(plan).toMatchObject({ from: '2026-11-27', until: '2027-03-27' })
  expect(planWrong(plan)).toBeUndefined()
  expect(planWrong({ ...plan, until: '2026-11-01' })).toBe('dates')
  expect(planWrong({ ...plan, exceptions: [{ on: '27.11.', note: '' }] })).toBe('dates')
  expect(planWrong({ ...plan, slots: [{ ...slot, from: '9:00' }] })).toBe('times')
  expect(planWrong({ ...plan, slots: [{ ...slot, to: '09:00' }] })).toBe('times')
  expect(planWrong({ ...plan, slots: [slot, { ...slot, id: 'b', from: '10:00', to: '11:00' }] })).toBe('overlap')
  expect(['00:00', '23:59', '24:00', '9:00', '09:60'].map(isClock)).toEqual([true, true, false, false, false])
})
it('an hour ends after it begins, within half a day', () => {
  const at = (h: number) => new Date(Date.UTC(2026, 10, 27, h)).toISOString()
  expect(nextFullHour(Date.parse(at(9)) + 1)).toBe(at(10))
  expect(isHourWindow(at(9), at(11))).toBe(true)
  expect(isHourWindow(at(9), at(9))).toBe(false)
  expect(isHourWindow(at(0), at(13))).toBe(false)
  expect(isHourWindow('tomorrow', at(9))).toBe(false)
})
