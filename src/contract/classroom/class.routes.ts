/** Keeping a class: its timetable, its hours, its members. What is in the way is said before anything is saved. */
import { z } from 'zod'
import { textLanguages } from '../bank/question.ts'
import { LocalId } from '../bank/question.schema.ts'
import { Choice, ChoiceQuery, Id, many, page, Paging, Timestamp } from '../lib/crud.ts'
import { FreeText } from '../lib/oneLine.schema.ts'
import { routes } from '../lib/route.ts'
import { sized } from '../lib/text.ts'
import { classLimits } from './class.ts'
import { ClassCard, ClassHour, ClassMember, HourBody } from './hour.schema.ts'
import { classKeeping, classReading, classTeaching } from './screens.ts'
import { Clashes, TimetablePlan } from './timetable.schema.ts'

const Version = z.number().int()
/** The caller was told what is in the way and wants it all the same. */
const Anyway = z.boolean().default(false)
const Reason = sized(FreeText, 1, classLimits.reason)
const Titled = z.object({ id: LocalId, title: z.string(), title_other: z.string() })

const Timetable = z.object({
  /** Null: it has none yet. */
  plan: TimetablePlan.nullable(),
  version: Version,
  /** IANA zone of the platform, in which its times of day are meant. */
  zone: z.string(),
})
const Planned = z.strictObject({
  plan: TimetablePlan,
  /** Upcoming hours get the lessons of the courses in their order, but for those that were chosen by hand. */
  fill: z.boolean().default(true),
})
const Preview = z.object({
  zone: z.string(),
  added: z.number().int(),
  moved: z.number().int(),
  removed: z.number().int(),
  kept: z.number().int(),
  /** The first of those that are new or moved. */
  hours: z.array(z.object({ starts_at: Timestamp, ends_at: Timestamp, room: z.string(), moved: z.boolean() })),
  clashes: Clashes,
})

export const classRoutes = routes({
  'GET /classes/leaders/options': {
    summary: 'Pick people who can lead classes, by name',
    screens: classKeeping,
    query: ChoiceQuery,
    reply: page(Choice),
  },
  'GET /classes/:id/timetable': {
    summary: 'The weekly timetable of a class',
    screens: classTeaching,
    reply: Timetable,
  },
  'POST /classes/:id/timetable/preview': {
    summary: 'What a timetable would change of the hours there are, and what is in its way',
    screens: classTeaching,
    body: Planned,
    reply: Preview,
    safe: true,
  },
  'PUT /classes/:id/timetable': {
    summary: 'Write the timetable and make its hours; those that were changed by hand, and what is past, stay',
    screens: classTeaching,
    body: Planned.extend({ version: Version, anyway: Anyway }),
    reply: Timetable,
    problems: ['stale_version', 'not_allowed_in_state', 'class_clash', 'too_many_hours'],
    audit: 'class.timetable',
  },
  'GET /classes/:id/lessons': {
    summary: 'Lessons of the courses of a class',
    screens: classTeaching,
    reply: z.object({
      items: z.array(
        z.object({
          id: Id,
          name: z.string(),
          language: z.enum(textLanguages),
          translation: z.object({ name: z.string() }).nullable(),
          lessons: z.array(Titled.extend({ labs: z.array(Titled) })),
        }),
      ),
    }),
  },
  'GET /classes/:id/hours': {
    summary: 'Class hours of a class: those to come with the next first, or those that are past with the newest first',
    screens: classReading,
    query: z.strictObject({ ...Paging, when: z.enum(['coming', 'past']).default('coming') }),
    reply: page(ClassHour),
  },
  'POST /classes/:id/hours': {
    summary: 'Add a class hour by itself',
    screens: classTeaching,
    body: HourBody.safeExtend({ anyway: Anyway }),
    reply: ClassHour,
    problems: ['not_allowed_in_state', 'class_clash', 'too_many_hours'],
    audit: 'class.hour-add',
  },
  'PUT /class-hours/:id': {
    summary: 'Change a class hour that has not begun: its time, room, teacher or lesson',
    screens: classTeaching,
    body: HourBody.safeExtend({ version: Version, anyway: Anyway }),
    reply: ClassHour,
    problems: ['stale_version', 'not_allowed_in_state', 'class_clash'],
    audit: 'class.hour-change',
  },
  'POST /class-hours/:id/cancel': {
    summary: 'Call a class hour off; its members are told',
    screens: classTeaching,
    body: z.strictObject({ reason: Reason }),
    reply: ClassHour,
    problems: ['not_allowed_in_state'],
    audit: 'class.hour-cancel',
  },
  'POST /class-hours/:id/restore': {
    summary: 'Hold a class hour after all that was called off',
    screens: classTeaching,
    body: z.strictObject({}),
    reply: ClassHour,
    problems: ['not_allowed_in_state'],
    audit: 'class.hour-restore',
  },
  'POST /classes/:id/clashes': {
    summary: 'What is in the way of a class hour: rooms, teachers and members that have something else then',
    screens: classTeaching,
    body: HourBody.safeExtend({ hour_id: Id.nullable().default(null) }),
    reply: Clashes,
    safe: true,
  },
  'GET /classes/:id/members': {
    summary: 'Members of a class, and how they attended',
    screens: classTeaching,
    query: z.strictObject(Paging),
    reply: page(ClassMember),
  },
  'GET /classes/:id/members/file': {
    summary: 'Members of a class as a table, and how each attended',
    screens: classTeaching,
    query: z.strictObject({
      format: z.enum(['csv', 'xlsx']).default('xlsx'),
      language: z.enum(['en-US', 'zh-CN']).default('en-US'),
    }),
    reply: z.unknown(),
    stream: 'download',
    audit: 'class.members-export',
  },
  'GET /classes/:id/attendance/file': {
    summary: 'Attendance of a class as CSV: a line for each member and hour that took place',
    screens: classTeaching,
    query: z.strictObject({ language: z.enum(['en-US', 'zh-CN']).default('en-US') }),
    reply: z.unknown(),
    stream: 'download',
    audit: 'class.attendance-export',
  },
  'POST /classes/resolve': {
    summary: 'Resolve the lines of a list to people, by username or number anywhere in a line',
    screens: classKeeping,
    // it names whoever is asked for: not for those who only read
    guarded: true,
    body: z.strictObject({ lines: z.array(z.string().max(500)).min(1).max(classLimits.list) }),
    reply: z.object({
      found: z.array(z.object({ id: Id, name: z.string(), username: z.string(), line: z.number().int() })),
      /** Lines in which nobody was found, by their number from 1. */
      unknown: z.array(z.object({ line: z.number().int(), text: z.string() })),
      /** Lines whose person another line had named. */
      again: z.number().int(),
    }),
    safe: true,
  },
  'GET /class-cards': {
    summary: 'What the members of a class did of a lesson, one card each',
    screens: ['class-card'],
    query: z.strictObject({
      ...Paging,
      class_id: Id,
      course_id: Id.optional(),
      lesson_id: LocalId.optional(),
      ids: many(Id),
    }),
    reply: page(ClassCard),
  },
})
