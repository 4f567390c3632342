/** A timetable while it is written. */
import type { TimetablePlan } from '../../contract/classroom/timetable.schema.ts'
import { overlappingSlots, weekdays } from '../../contract/classroom/timetable.ts'

type Slot = TimetablePlan['slots'][number]
const two = (n: number): string => String(n).padStart(2, '0')
const dayOf = (at: Date): string => `${at.getFullYear()}-${two(at.getMonth() + 1)}-${two(at.getDate())}`

/** Half a year from now, with nothing in it. */
export const emptyPlan = (now: Date): TimetablePlan => ({
  from: dayOf(now),
  until: dayOf(new Date(now.getFullYear(), now.getMonth() + 4, now.getDate())),
  slots: [],
  exceptions: [],
  scene_plan: 'none',
})

export const isClock = (text: string): boolean => /^([01]\d|2[0-3]):[0-5]\d$/.test(text)
const isDay = (text: string): boolean => /^\d{4}-\d\d-\d\d$/.test(text)

/** The next slot: the day after the one before, at its time. */
export const slotAfter = (before: Slot | undefined, id: string): Slot =>
  before ? { ...before, id, day: weekdays[before.day % 7] ?? 1 } : { id, day: 1, from: '09:00', to: '10:30', room: '' }

/** What keeps it from being previewed. */
export function planWrong(p: TimetablePlan): 'dates' | 'times' | 'overlap' | undefined {
  if (!isDay(p.from) || !isDay(p.until) || p.until < p.from || p.exceptions.some((e) => !isDay(e.on))) return 'dates'
  if (p.slots.some((s) => !isClock(s.from) || !isClock(s.to) || s.to <= s.from)) return 'times'
  return overlappingSlots(p.slots).length ? 'overlap' : undefined
}
