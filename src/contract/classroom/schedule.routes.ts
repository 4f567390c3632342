/** What somebody has when: class hours, exams and whatever else has a time, as one list; and as a calendar of theirs outside. */
import { z } from 'zod'
import { textLanguages } from '../bank/question.ts'
import { Id, Timestamp } from '../lib/crud.ts'
import { routes } from '../lib/route.ts'

/** Each is a source of the server's list (`mock/areas/classroom/schedule`). */
const scheduleKinds = ['class', 'exam', 'homework', 'work'] as const
export type ScheduleKind = (typeof scheduleKinds)[number]
/** Days that are asked for at once. */
export const scheduleSpan = 62

/** What there is to say of a homework at an instant: it can be handed in from then on, is due, or is not taken later. Other work is due. */
const homeworkMoments = ['opens', 'due', 'late-until'] as const

export const ScheduleItem = z.object({
  /** Of its kind. */
  id: Id,
  kind: z.enum(scheduleKinds),
  title: z.string(),
  /** In the other language, of what has words in both. */
  title_other: z.string().default(''),
  /** Lesson, in the language of the course and in the other. */
  about: z.string(),
  about_other: z.string(),
  language: z.enum(textLanguages),
  starts_at: Timestamp,
  ends_at: Timestamp,
  room: z.string(),
  /** A word of its kind; of homework one of `homeworkMoments`, or `handed` where it was handed in. */
  status: z.string(),
  /** Of homework and other work. */
  moment: z.enum(homeworkMoments).nullable().default(null),
  /** The caller leads it. */
  leads: z.boolean(),
  /** Where it is opened; null: nowhere. */
  link: z
    .object({
      screen: z.enum(['my-lesson', 'my-course-detail', 'homework-exercise', 'exam-guide', 'classroom-monitor']),
      params: z.record(z.string(), z.string()),
    })
    .nullable(),
  /** The caller's attendance of a class hour. */
  attendance: z.enum(['present', 'late', 'absent', 'excused']).nullable(),
})
export type ScheduleItem = z.output<typeof ScheduleItem>

/** How long before something its person is told. */
const Reminders = z.strictObject({ day: z.boolean(), hour: z.boolean() })
export type Reminders = z.output<typeof Reminders>

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
  'GET /schedule/reminders': {
    summary: 'Whether the caller is reminded of what they have, a day and an hour before',
    screens: 'signed-in',
    serves,
    reply: Reminders,
  },
  'PUT /schedule/reminders': {
    summary: 'Choose whether to be reminded a day and an hour before',
    screens: 'signed-in',
    serves,
    body: Reminders,
    reply: Reminders,
    personal: true,
    own_trail: true,
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
