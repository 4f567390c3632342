/** Days, weeks and months by the clocks of a zone: a day is as long as they make it. */
import { instantIn, wallIn } from '../lib/zone.ts'

const dayMs = 86_400_000
export const addDays = (day: string, n: number): string =>
  new Date(Date.parse(`${day}T00:00:00Z`) + n * dayMs).toISOString().slice(0, 10)
export const dayInZone = (zone: string, at: Date | number): string => wallIn(zone, Number(at)).date
/** When a day begins there. */
export const beginOfDay = (zone: string, day: string): Date => instantIn(zone, day, '00:00')
/** The Monday of its week (ISO 8601). */
export const mondayOf = (day: string): string => addDays(day, -((new Date(`${day}T00:00:00Z`).getUTCDay() + 6) % 7))

export const spanKinds = ['day', 'week', 'month'] as const
export type SpanKind = (typeof spanKinds)[number]
/** How many of them are shown. */
const spansShown: Readonly<Record<SpanKind, number>> = { day: 30, week: 12, month: 12 }
/** The first day of the span that a day is in. */
export const spanStart = (kind: SpanKind, day: string): string =>
  kind === 'day' ? day : kind === 'week' ? mondayOf(day) : `${day.slice(0, 7)}-01`
/** First days of the last spans up to the one that today is in. */
export function lastSpans(kind: SpanKind, today: string): string[] {
  const out = [spanStart(kind, today)]
  while (out.length < spansShown[kind]) out.unshift(spanStart(kind, addDays(out[0] ?? today, -1)))
  return out
}

/** Days on which any of these instants fall. @param ordered from the first to the last: zones are asked once a day */
export function daysInZone(zone: string, ordered: readonly number[]): string[] {
  const days: string[] = []
  let until = Number.NEGATIVE_INFINITY
  for (const at of ordered) {
    if (at < until) continue
    const day = dayInZone(zone, at)
    if (days.at(-1) !== day) days.push(day)
    until = beginOfDay(zone, addDays(day, 1)).getTime()
  }
  return days
}
