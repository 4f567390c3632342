/** What somebody has when: class hours, exams and whatever else has a time, as one list; and as a calendar of theirs outside. */
import { z } from 'zod'
import { textLanguages } from '../bank/question.ts'
import { Id, Timestamp } from '../lib/crud.ts'
import { routes } from '../lib/route.ts'

/** Each is a source of the server's list (`mock/areas/classroom/schedule`). */
const scheduleKinds = ['class', 'exam'] as const
export type ScheduleKind = (typeof scheduleKinds)[number]
/** Days that are asked for at once. */
export const scheduleSpan = 62

export const ScheduleItem = z.object({
  /** Of its kind. */
  id: Id,
  kind: z.enum(scheduleKinds),
  title: z.string(),
  /** Lesson, in the language of the course and in the other. */
  about: z.string(),
  about_other: z.string(),
  language: z.enum(textLanguages),
  starts_at: Timestamp,
  ends_at: Timestamp,
  room: z.string(),
  /** A word of its kind. */
  status: z.string(),
  /** The caller leads it. */
  leads: z.boolean(),
  /** Where it is opened; null: nowhere. */
  link: z
    .object({
      screen: z.enum(['my-lesson', 'my-course-detail', 'exam-guide', 'classroom-monitor']),
      params: z.record(z.string(), z.string()),
    })
    .nullable(),
  /** The caller's attendance of a class hour. */
  attendance: z.enum(['present', 'late', 'absent', 'excused']).nullable(),
})
export type ScheduleItem = z.output<typeof ScheduleItem>

const Subscription = z.object({ since: Timestamp.nullable(), fetched_at: Timestamp.nullable() })
const serves = ['personal'] as const

export const scheduleRoutes = routes({
  'GET /schedule': {
    summary: 'What the caller has between two instants',
    screens: 'signed-in',
    serves,
    query: z.strictObject({ from: Timestamp, to: Timestamp }),
    reply: z.object({ items: z.array(ScheduleItem) }),
  },
  'GET /schedule/file': {
    summary: 'The schedule of the caller as an iCalendar file',
    screens: 'signed-in',
    serves,
    query: z.strictObject({ language: z.enum(['en-US', 'zh-CN']).default('en-US') }),
    reply: z.unknown(),
    stream: 'download',
  },
  'GET /schedule/subscription': {
    summary: 'Whether the caller has an address at which calendars fetch their schedule',
    screens: 'signed-in',
    serves,
    reply: Subscription,
  },
  'POST /schedule/subscription': {
    summary: 'Make an address at which calendars fetch the schedule; the one before it stops working',
    screens: 'signed-in',
    serves,
    body: z.strictObject({ language: z.enum(['en-US', 'zh-CN']).default('en-US') }),
    /** Below the address of the interface. */
    reply: z.object({ path: z.string() }),
    personal: true,
    credential: true,
    audit: 'schedule.subscribe',
  },
  'POST /schedule/subscription/revoke': {
    summary: 'Revoke the address at which calendars fetch the schedule',
    screens: 'signed-in',
    serves,
    body: z.strictObject({}),
    reply: Subscription,
    personal: true,
    audit: 'schedule.revoke',
  },
  'GET /calendars/:id': {
    summary: 'A schedule as iCalendar, for whoever has its address',
    screens: 'public',
    serves,
    reply: z.unknown(),
    stream: 'download',
  },
})
