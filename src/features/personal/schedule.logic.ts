/** Days, weeks and months of a schedule, by the viewer's calendar. */
export const scheduleViews = ['month', 'week', 'list'] as const
export type ScheduleView = (typeof scheduleViews)[number]

const two = (n: number): string => String(n).padStart(2, '0')
export const dayText = (at: Date): string => `${at.getFullYear()}-${two(at.getMonth() + 1)}-${two(at.getDate())}`
/** The begin of a day (YYYY-MM-DD); today where it is none. */
export function dayIn(text: string): Date {
  const at = new Date(`${text}T00:00:00`)
  if (!/^\d{4}-\d\d-\d\d$/.test(text) || Number.isNaN(at.getTime())) return dayIn(dayText(new Date()))
  return at
}
const addDays = (at: Date, days: number): Date => new Date(at.getFullYear(), at.getMonth(), at.getDate() + days)
/** Days since Monday. */
const weekday = (at: Date): number => (at.getDay() + 6) % 7

/** What a view shows: whole weeks of a month, a week, or a month as a list from its day on. */
export function scheduleSpanOf(view: ScheduleView, day: Date): { from: Date; to: Date } {
  if (view === 'week') {
    const from = addDays(day, -weekday(day))
    return { from, to: addDays(from, 7) }
  }
  if (view === 'list') return { from: day, to: addDays(day, 31) }
  const first = new Date(day.getFullYear(), day.getMonth(), 1)
  const from = addDays(first, -weekday(first))
  return { from, to: addDays(from, 42) }
}

/** The same day of the next or the previous span; of a month that is shorter, its last. */
export function stepSchedule(view: ScheduleView, day: Date, by: -1 | 1): Date {
  if (view === 'week') return addDays(day, 7 * by)
  const last = new Date(day.getFullYear(), day.getMonth() + by + 1, 0).getDate()
  return new Date(day.getFullYear(), day.getMonth() + by, Math.min(day.getDate(), last))
}

/** Entries by the day on which they begin, in their order. */
export function daysOf<I extends { starts_at: string }>(items: readonly I[]): { day: string; items: I[] }[] {
  const by = new Map<string, I[]>()
  for (const i of items) {
    const day = dayText(new Date(i.starts_at))
    by.set(day, [...(by.get(day) ?? []), i])
  }
  return [...by].map(([day, own]) => ({ day, items: own }))
}
