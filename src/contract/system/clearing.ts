/**
 * What clearing takes away. The audit trail is not among it: its proof begins at its first row, and a trail that can be shortened proves
 * nothing. It is kept whole; a backup carries it off.
 */
import type { SectionValues } from './config.ts'

export const clearableData = [
  'system_log',
  'messages',
  'imports',
  'sessions',
  'uploads',
  'recordings',
  'screenshots',
  'files',
] as const
export type Cleared = (typeof clearableData)[number]

export const clearingStates = ['running', 'done', 'failed', 'interrupted'] as const

/** What makes something old enough: its age, or that there is too much of it. */
export interface Bounds {
  /** Older than this instant goes; null leaves every age. */
  before: Date | null
  /** Bytes that may stay, the newest first; null leaves any amount. */
  most: number | null
}

const day = 86_400_000
/** The same day of the month some months earlier, or the last day of a shorter month. */
export function monthsBefore(at: Date, months: number): Date {
  const d = new Date(at)
  const [date] = [d.getUTCDate()]
  d.setUTCDate(1)
  d.setUTCMonth(d.getUTCMonth() - months)
  const last = new Date(Date.UTC(d.getUTCFullYear(), d.getUTCMonth() + 1, 0)).getUTCDate()
  d.setUTCDate(Math.min(date, last))
  return d
}

const daysBefore = (at: Date, days: number): Bounds => ({
  before: days === 0 ? null : new Date(at.getTime() - days * day),
  most: null,
})
const kept = { never: 0, three_months: 3, six_months: 6 } as const

/** What the settings say of each, looked at from an instant. */
export function boundsAt(at: Date, s: SectionValues<'clearing'>): Record<Cleared, Bounds> {
  const media: Bounds = {
    before: s.recording_months === 0 ? null : monthsBefore(at, s.recording_months),
    most: s.recording_space === 0 ? null : s.recording_space * 1024 ** 3,
  }
  const months = kept[s.files_after]
  return {
    system_log: daysBefore(at, s.log_days),
    messages: daysBefore(at, s.message_days),
    imports: daysBefore(at, s.import_days),
    sessions: daysBefore(at, s.session_days),
    uploads: daysBefore(at, s.upload_days),
    recordings: media,
    screenshots: media,
    files: { before: months === 0 ? null : monthsBefore(at, months), most: null },
  }
}
