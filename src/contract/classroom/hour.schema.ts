/** Class hours as their teachers have them, and as those who attend them do. */
import { z } from 'zod'
import { textLanguages } from '../bank/question.ts'
import { LocalId } from '../bank/question.schema.ts'
import { Id, Timestamp } from '../lib/crud.ts'
import { type Break, rulesOver } from '../lib/whole.ts'
import { Byline } from '../notice/byline.ts'
import { Room } from './class.schema.ts'
import { sceneStatuses } from '../scene/status.ts'
import { attendanceStates, attendanceWays, hourStatuses, scenePlans } from './hour.ts'

const Count = z.number().int()
const Titled = { id: LocalId, title: z.string(), title_other: z.string() }
/** A course by name, in its language and the other. */
const Named = z.object({
  id: Id,
  name: z.string(),
  language: z.enum(textLanguages),
  translation: z.object({ name: z.string() }).nullable(),
})

/** What people write of an hour. */
const body = z.strictObject({
  starts_at: Timestamp,
  ends_at: Timestamp,
  room: Room.default(''),
  teacher_id: Id.nullable().default(null),
  course_id: Id.nullable().default(null),
  /** Of that course. */
  lesson_id: LocalId.nullable().default(null),
  /** Null: as the timetable says. */
  scene_plan: z.enum(scenePlans).nullable().default(null),
  /** A lab of that lesson; null: its first one. */
  lab_id: LocalId.nullable().default(null),
})
const length = (e: { starts_at: string; ends_at: string }) => Date.parse(e.ends_at) - Date.parse(e.starts_at)
const longest = 12 * 3_600_000
const over = rulesOver<z.output<typeof body>>()
export const HourBody = body.superRefine(
  ...over(['starts_at', 'ends_at'], (e): Break[] =>
    length(e) <= 0
      ? [{ path: 'ends_at', rule: 'after_start' }]
      : length(e) > longest
        ? [{ path: 'ends_at', rule: 'hour_long', params: { hours: longest / 3_600_000 } }]
        : [],
  ),
)
export type HourBody = z.input<typeof HourBody>

export const ClassHour = z.object({
  id: Id,
  version: z.number().int(),
  class_id: Id,
  class_name: z.string(),
  starts_at: Timestamp,
  ends_at: Timestamp,
  room: z.string(),
  teacher_id: Id.nullable(),
  teacher_name: z.string(),
  course: Named.nullable(),
  lesson: z.object(Titled).nullable(),
  scene_plan: z.enum(scenePlans),
  /** Chosen for this hour; else it has them as the timetable says. */
  plan_chosen: z.boolean(),
  lab_id: LocalId.nullable(),
  status: z.enum(hourStatuses),
  began_at: Timestamp.nullable(),
  ended_at: Timestamp.nullable(),
  /** Why it was called off. */
  reason: z.string(),
  /** Changed by hand: a new timetable leaves it as it is. */
  changed: z.boolean(),
  /** Added by itself, not by the timetable. */
  single: z.boolean(),
  members: Count,
  /** Members by how they attended; those of whom nothing is known are in none. */
  attendance: z.record(z.enum(attendanceStates), Count),
  can: z.array(z.string()),
})
export type ClassHour = z.output<typeof ClassHour>

/** Everybody is asked to come to a section: said, and left to them. */
const Gather = z.object({ ...Titled, lesson: LocalId, course: Id, at: Timestamp })
const HelpCall = z.object({
  id: Id,
  user_id: Id,
  author: Byline,
  at: Timestamp,
  text: z.string(),
  section: z.object(Titled).nullable(),
  /** Who is on the way to them; null: nobody yet. */
  taken_by: z.string().nullable(),
})
/** One member while the hour goes on. */
export const GridMember = z.object({
  user_id: Id,
  name: z.string(),
  username: z.string(),
  org_name: z.string(),
  attendance: z.enum(attendanceStates).nullable(),
  way: z.enum(attendanceWays).nullable(),
  attended_at: Timestamp.nullable(),
  /** Where they are in the lesson; null where they are elsewhere, or nowhere yet. */
  section: z.object(Titled).nullable(),
  /** When they did something in the course last. */
  last_at: Timestamp.nullable(),
  /** Sections of the lesson that count, and those they have done. */
  done: Count,
  sections: Count,
  /** Their group in the class, from 1. */
  group: Count.nullable(),
  /** Checked steps of the lab; null where the lesson has none. */
  checks: z.object({ passed: Count, steps: Count }).nullable(),
  /** Their machines of the lab now. */
  scene: z
    .object({
      id: Id,
      status: z.enum(sceneStatuses),
      /** From 1; null of one that does not wait. */
      queue: Count.nullable(),
      /** Seconds left; null where there is no end. */
      remaining: Count.nullable(),
      frozen: z.boolean(),
      /** Consoles of theirs that are open. */
      consoles: Count,
    })
    .nullable(),
  /** Why their machines were not started. */
  scene_problem: z.string().nullable(),
})
export type GridMember = z.output<typeof GridMember>
export const HourGrid = z.object({
  hour: ClassHour,
  now: Timestamp,
  /** In the order of their names. */
  members: z.array(GridMember),
  /** Sections of the lesson, to call everybody to. */
  sections: z.array(z.object(Titled)),
  /** Open calls for help, the oldest first. */
  help: z.array(HelpCall),
  gather: Gather.nullable(),
  /** Machines of the hour; null where its lesson has no lab with machines. */
  scenes: z
    .object({
      plan: z.enum(scenePlans),
      lab: z.object(Titled),
      /** Scenes that were asked for, those of them that are made, and those that could not be. */
      wanted: Count,
      made: Count,
      failed: Count,
      /** On their way up, and up. */
      starting: Count,
      running: Count,
      queued: Count,
      frozen: Count,
    })
    .nullable(),
})
export type HourGrid = z.output<typeof HourGrid>

export const AttendanceEvent = z.object({
  at: Timestamp,
  state: z.enum(attendanceStates),
  way: z.enum(attendanceWays),
  author: Byline,
  reason: z.string(),
})

/** The class hour of whoever attends it. */
export const MyHour = z.object({
  id: Id,
  class_name: z.string(),
  starts_at: Timestamp,
  ends_at: Timestamp,
  room: z.string(),
  teacher_name: z.string(),
  status: z.enum(hourStatuses),
  attendance: z.enum(attendanceStates).nullable(),
  /** Opening the lesson makes them present. */
  entering: z.boolean(),
  gather: Gather.nullable(),
  /** Their open call for help. */
  help: z.object({ id: Id, at: Timestamp, text: z.string(), taken_by: z.string().nullable() }).nullable(),
  /** What the teacher answered last in this hour. */
  answer: z.object({ at: Timestamp, text: z.string(), author: Byline }).nullable(),
  scene_plan: z.enum(scenePlans),
  /** Minutes for which the machines of the hour go on after it. */
  grace: Count,
  group: Count.nullable(),
})
export type MyHour = z.output<typeof MyHour>

/** The class hour that goes on for somebody, said on every page but its own. */
export const RunningHour = z.object({
  id: Id,
  class_name: z.string(),
  /** Its lesson; null where it has none. */
  course_id: Id.nullable(),
  lesson_id: LocalId.nullable(),
  attendance: z.enum(attendanceStates).nullable(),
  /** Opening the lesson makes them present. */
  entering: z.boolean(),
  /** Everybody is called to a section of the lesson. */
  gather: Gather.nullable(),
  /** What a teacher wrote last to the class in this hour. */
  message: z.object({ at: Timestamp, by: z.string(), text: z.string() }).nullable(),
})
export type RunningHour = z.output<typeof RunningHour>

export const ClassMember = z.object({
  user_id: Id,
  name: z.string(),
  username: z.string(),
  org_name: z.string(),
  since: Timestamp,
  /** Of hours that took place. */
  attendance: z.record(z.enum(attendanceStates), Count),
  hours: Count,
  group: Count.nullable(),
})
export type ClassMember = z.output<typeof ClassMember>

/** What one learner did of one lesson. */
export const ClassCard = z.object({
  user_id: Id,
  name: z.string(),
  username: z.string(),
  org_name: z.string(),
  course: Named,
  lesson: z.object(Titled),
  /** The newest hour of their class for the lesson, and how they attended it. */
  hour: z
    .object({
      id: Id,
      starts_at: Timestamp,
      status: z.enum(hourStatuses),
      attendance: z.enum(attendanceStates).nullable(),
    })
    .nullable(),
  /** Machines of theirs run in that hour, and the caller leads it: their consoles can be looked at. */
  console: z.boolean(),
  done: Count,
  sections: Count,
  /** Mean of the best shares of points, of sections that have some; null: none yet. */
  share: z.number().nullable(),
  tries: Count,
  last_at: Timestamp.nullable(),
  lines: z.array(
    z.object({
      ...Titled,
      kind: z.string(),
      done_at: Timestamp.nullable(),
      share: z.number().nullable(),
      tries: Count,
      /** A teacher says when it is done, and the caller may; false of what was done by another rule before. */
      ticks: z.boolean(),
    }),
  ),
})
export type ClassCard = z.output<typeof ClassCard>
