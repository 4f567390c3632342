import { z } from 'zod'
import { row, Timestamp } from '../lib/crud.ts'
import { alarmLevels, alarmRules, alarmStatuses } from './alarm.ts'

/** Nobody writes an alarm: what is measured does. */
export const AlarmBody = z.object({})
export const Alarm = row(AlarmBody, {
  rule: z.enum(alarmRules),
  /** The machine or the service it is about. */
  subject: z.string(),
  level: z.enum(alarmLevels),
  status: z.enum(alarmStatuses),
  /** When it opened, the worst of it, and from which value on it is one. */
  value: z.number(),
  peak: z.number(),
  threshold: z.number(),
  opened_at: Timestamp,
  cleared_at: Timestamp.nullable(),
  acknowledged_at: Timestamp.nullable(),
  acknowledged_by: z.string(),
  note: z.string(),
})
export type Alarm = z.output<typeof Alarm>

const Point = z.object({ at: Timestamp, value: z.number() })

export const AlarmOverview = z.object({
  rules: z.array(
    z.object({
      rule: z.enum(alarmRules),
      subject: z.string(),
      status: z.enum(['normal', 'abnormal']),
      value: z.number(),
      threshold: z.number(),
      since: Timestamp,
      measured_at: Timestamp,
      /** Of an alarm what was measured when it opened; null where none is open. */
      raised_by: z.number().nullable(),
      /** An alarm ends when two measurements in a row are below it. */
      clears_below: z.number(),
      /** The last 24 hours, the worst of each hour, oldest first. */
      trend: z.array(Point),
    }),
  ),
  open: z.object({ warning: z.number().int(), critical: z.number().int(), unacknowledged: z.number().int() }),
  /** Alarms that opened on each of the last 30 days, by the calendar of UTC. */
  days: z.array(z.object({ day: z.iso.date(), warning: z.number().int(), critical: z.number().int() })),
  server_time: Timestamp,
})
export type AlarmOverview = z.output<typeof AlarmOverview>
