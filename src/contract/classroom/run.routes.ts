/** A class hour while it goes on: what teachers do, and what those who attend it do. */
import { z } from 'zod'
import { LocalId } from '../bank/question.schema.ts'
import { Id, Timestamp } from '../lib/crud.ts'
import { FreeText } from '../lib/oneLine.schema.ts'
import { routes } from '../lib/route.ts'
import { sized } from '../lib/text.ts'
import { classLimits } from './class.ts'
import { AttendanceEvent, ClassHour, HourGrid, MyHour } from './hour.schema.ts'
import { attendanceStates, codeLimits } from './hour.ts'
import { classAttending, classTeaching } from './screens.ts'

const nothing = z.strictObject({})
const monitor = ['classroom-monitor'] as const
const People = z.array(Id).max(classLimits.chosen)
const lesson = ['lesson', 'my-lesson'] as const

export const classRunRoutes = routes({
  'GET /class-hours/:id': { summary: 'One class hour', screens: classTeaching, reply: ClassHour },
  'GET /class-hours/:id/grid': {
    summary: 'Everybody of a class hour: who is there, where they are in the lesson, who asks for help',
    screens: monitor,
    reply: HourGrid,
  },
  'POST /class-hours/:id/start': {
    summary: 'Begin a class hour',
    screens: classTeaching,
    body: nothing,
    reply: ClassHour,
    problems: ['not_allowed_in_state'],
    audit: 'class.hour-start',
  },
  'POST /class-hours/:id/pause': {
    summary: 'Pause a class hour',
    screens: classTeaching,
    body: nothing,
    reply: ClassHour,
    problems: ['not_allowed_in_state'],
    finishes: true,
    audit: 'class.hour-pause',
  },
  'POST /class-hours/:id/recover': {
    summary: 'Go on with a class hour',
    screens: classTeaching,
    body: nothing,
    reply: ClassHour,
    problems: ['not_allowed_in_state'],
    finishes: true,
    audit: 'class.hour-recover',
  },
  'POST /class-hours/:id/end': {
    summary: 'End a class hour; members of whom nothing is known were absent',
    screens: classTeaching,
    body: nothing,
    reply: ClassHour,
    problems: ['not_allowed_in_state'],
    finishes: true,
    audit: 'class.hour-end',
  },
  'POST /class-hours/:id/attendance': {
    summary: 'Say how members attended, with a reason; what was known before is kept in its history',
    screens: classTeaching,
    body: z.strictObject({
      user_ids: People.min(1),
      state: z.enum(attendanceStates),
      reason: sized(FreeText, 1, classLimits.reason),
    }),
    reply: z.object({ done: z.number().int() }),
    problems: ['not_allowed_in_state'],
    finishes: true,
    audit: 'class.attendance',
  },
  'GET /class-hours/:id/attendance/:user': {
    summary: 'How the attendance of a member came to be known',
    screens: classTeaching,
    reply: z.object({ items: z.array(AttendanceEvent) }),
  },
  'GET /class-hours/:id/code': {
    summary: 'The code by which members say now that they are there',
    screens: monitor,
    guarded: true,
    reply: z.object({ code: z.string(), until: Timestamp, now: Timestamp }),
    problems: ['not_allowed_in_state'],
  },
  'POST /class-hours/:id/message': {
    summary: 'Send a message to members; to all where nobody is named',
    screens: monitor,
    body: z.strictObject({ user_ids: People.default([]), text: sized(FreeText, 1, classLimits.message) }),
    reply: z.object({ done: z.number().int() }),
    rate: 'comment',
    audit: 'class.message',
  },
  'POST /class-hours/:id/gather': {
    summary: 'Ask everybody to come to a section of the lesson',
    screens: monitor,
    body: z.strictObject({ section: LocalId }),
    reply: nothing,
    problems: ['not_allowed_in_state'],
    rate: 'comment',
    audit: 'class.gather',
  },
  'POST /class-hours/:id/disperse': {
    summary: 'Stop asking everybody to come to a section',
    screens: monitor,
    body: nothing,
    reply: nothing,
    finishes: true,
    audit: 'class.disperse',
  },
  'POST /class-hours/:id/help/:help/answer': {
    summary: 'Answer a call for help, in words or by having been there',
    screens: monitor,
    body: z.strictObject({ text: sized(z.string().trim(), 0, classLimits.message).default('') }),
    reply: nothing,
    problems: ['not_allowed_in_state'],
    finishes: true,
    audit: 'class.help-answer',
  },
  'GET /my-class-hours/current': {
    summary: 'The class hour of the caller that goes on for a lesson now',
    screens: lesson,
    query: z.strictObject({ course_id: Id, lesson_id: LocalId }),
    reply: z.object({ hour: MyHour.nullable() }),
  },
  'POST /my-class-hours/:id/enter': {
    summary: 'Enter a class hour by opening its lesson',
    screens: lesson,
    body: nothing,
    reply: z.object({ attendance: z.enum(attendanceStates).nullable() }),
    own_trail: true,
  },
  'POST /my-class-hours/:id/code': {
    summary: 'Say by the code on the teacher’s screen that one is there',
    screens: classAttending,
    body: z.strictObject({ code: z.stringFormat('code', new RegExp(`^\\d{${codeLimits.digits}}$`)) }),
    reply: z.object({
      right: z.boolean(),
      attendance: z.enum(attendanceStates).nullable(),
      /** Wrong codes that are still taken. */
      left: z.number().int(),
    }),
    problems: ['not_allowed_in_state', 'too_many'],
    own_trail: true,
  },
  'POST /my-class-hours/:id/help': {
    summary: 'Call for help in a class hour',
    screens: lesson,
    body: z.strictObject({
      section: LocalId.nullable(),
      text: sized(z.string().trim(), 0, classLimits.question).default(''),
    }),
    reply: MyHour,
    problems: ['not_allowed_in_state'],
    rate: 'comment',
    own_trail: true,
  },
  'POST /my-class-hours/:id/help/withdraw': {
    summary: 'Take a call for help back',
    screens: lesson,
    body: nothing,
    reply: MyHour,
    own_trail: true,
  },
})
