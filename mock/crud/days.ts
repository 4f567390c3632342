/** Days by the clock of whoever asks, which is `offset` minutes ahead of UTC. */
import type { Where } from './where.ts'

const day = 86_400_000
export interface DaysAsked {
  /** The first, and the last. */
  from?: string | undefined
  to?: string | undefined
  offset: number
}
const midnight = (date: string, days: number, offset: number): string =>
  new Date(Date.parse(`${date}T00:00:00Z`) + days * day - offset * 60_000).toISOString()

/** Narrows a column of instants to these days. */
export function inDays(w: Where, column: string, { from, to, offset }: DaysAsked): void {
  if (from) w.and(`${column} >= ${w.add(midnight(from, 0, offset))}::timestamptz`)
  if (to) w.and(`${column} < ${w.add(midnight(to, 1, offset))}::timestamptz`)
}

export const localDay = (at: Date | number, offset: number): string =>
  new Date(Number(at) + offset * 60_000).toISOString().slice(0, 10)
/** The date so many days before another. */
export const dayBefore = (date: string, days: number): string =>
  new Date(Date.parse(`${date}T00:00:00Z`) - days * day).toISOString().slice(0, 10)
/** Each date from the first to the last. */
export function datesFrom(first: string, last: string): string[] {
  const dates = []
  for (let date = first; date <= last; date = dayBefore(date, -1)) dates.push(date)
  return dates
}
/** SQL of the date that an instant falls on. */
export const dayColumn = (column: string, offset: string): string =>
  `to_char((${column} at time zone 'UTC') + ${offset}::integer * interval '1 minute', 'YYYY-MM-DD')`
