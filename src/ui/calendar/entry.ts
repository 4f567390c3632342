import type { Tone } from '../data/tone.ts'

/** What stands in a calendar. */
export interface CalendarEntry {
  id: string
  title: string
  about?: string
  start: Date
  end: Date
  tone: Tone
}
export interface CalendarProps {
  view: 'month' | 'week'
  /** A day of it. */
  date: Date
  entries: readonly CalendarEntry[]
  /** Says what it shows to whoever does not see it. */
  label: string
  onOpen: (entry: CalendarEntry) => void
  /** A day is gone to. */
  onDay: (day: Date) => void
}
