/** Scenes of labs now, of courses in which the caller marks. */
import { z } from 'zod'
import { LocalId } from '../bank/question.schema.ts'
import { textLanguages } from '../bank/question.ts'
import { FreeText } from '../lib/oneLine.schema.ts'
import { BulkReply, Id, Ids, Timestamp } from '../lib/crud.ts'
import { routes } from '../lib/route.ts'
import { sceneStatuses } from '../scene/status.ts'
import { courseMonitoring } from './screens.ts'

/** Scenes on the screen at once; more are counted. */
export const mostMonitored = 500
const Count = z.number().int()
const Titled = z.object({ id: LocalId, title: z.string(), title_other: z.string() })
const Course = z.object({
  id: Id,
  name: z.string(),
  language: z.enum(textLanguages),
  translation: z.object({ name: z.string() }).nullable(),
})

export const MonitoredScene = z.object({
  id: Id,
  course: Course,
  lesson: Titled,
  section: Titled,
  user: z.object({ id: Id, name: z.string() }),
  status: z.enum(sceneStatuses),
  since: Timestamp,
  /** From 1; null of one that does not wait. */
  queue: Count.nullable(),
  /** Seconds left; null where there is no end. */
  remaining: Count.nullable(),
  extensions: z.object({ used: Count, most: Count, minutes: Count }),
  passed: Count,
  steps: Count,
  /** The first step that is checked and not passed, and how long they have been at it, in seconds; null also of whoever never came. */
  stuck: Titled.extend({ seconds: Count }).nullable(),
  /** A class hour of the caller in which they work in it: their consoles are looked at from there. */
  hour: Id.nullable(),
  can: z.array(z.enum(['extend', 'stop'])),
})
export type MonitoredScene = z.output<typeof MonitoredScene>

export const CourseMonitor = z.object({
  at: Timestamp,
  /** On their way up, and up. */
  starting: Count,
  running: Count,
  queued: Count,
  scenes: z.array(MonitoredScene),
  /** Labs somebody began, those with the smallest share of people through first. */
  labs: z.array(
    z.object({
      course: Course,
      lesson: Titled,
      section: Titled,
      began: Count,
      through: Count,
      /** 0 to 1. */
      rate: z.number(),
      /** The step that most of those who are not through have not passed. */
      hardest: Titled.extend({ people: Count }).nullable(),
    }),
  ),
})
export type CourseMonitor = z.output<typeof CourseMonitor>

/** A lesson in which people stop. */
const LessonFigure = z.object({
  course: Course,
  lesson: Titled,
  /** Who learn in the course, who of them came to the lesson, and who have done it. */
  members: Count,
  came: Count,
  done: Count,
})
export type LessonFigure = z.output<typeof LessonFigure>

const Chosen = Ids.extend({ reason: FreeText.trim().min(1).max(1000) })
export const monitorRoutes = routes({
  'GET /course-monitor': {
    summary: 'Scenes of labs now, who waits, and the labs that fewest get through',
    screens: courseMonitoring,
    reply: CourseMonitor,
  },
  'GET /course-monitor/lessons': {
    summary: 'Lessons that most members came to and have not done',
    screens: courseMonitoring,
    query: z.strictObject({ course_id: Id.optional() }),
    reply: z.object({ items: z.array(LessonFigure) }),
  },
  'POST /course-monitor/extend': {
    summary: 'Give scenes of labs more time, with a reason; as often as the settings say',
    screens: courseMonitoring,
    body: Chosen,
    reply: BulkReply,
    audit: 'course.scene-extend',
  },
  'POST /course-monitor/stop': {
    summary: 'End scenes of labs, with a reason; what was done in them is kept',
    screens: courseMonitoring,
    body: Chosen,
    reply: BulkReply,
    finishes: true,
    audit: 'course.scene-stop',
  },
})
