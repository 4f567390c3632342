import { z } from 'zod'
import { textLanguages } from '../bank/question.ts'
import { Id, row, Timestamp } from '../lib/crud.ts'
import { sized } from '../lib/text.ts'
import { limits } from '../limits.ts'
import { classLimits, classStatuses } from './class.ts'

const { min, max } = limits.name
export const Room = sized(z.string().trim(), 0, classLimits.room)

export const CourseClassBody = z.object({
  name: sized(z.string().trim(), min, max),
  courses: z.array(Id).min(1).max(classLimits.courses),
  teachers: z.array(Id).min(1).max(classLimits.teachers),
  assistants: z.array(Id).max(classLimits.assistants).default([]),
  /** Where its hours are, unless one says otherwise; empty: nowhere in particular. */
  room: Room.default(''),
  /** Whoever opens the lesson while the hour goes on is present; otherwise by code or by hand alone. */
  entering: z.boolean().default(true),
  /** Minutes after the beginning after which whoever comes is late. */
  late_after: z.number().int().min(0).max(classLimits.late).default(10),
})
export const CourseClass = row(CourseClassBody, {
  status: z.enum(classStatuses),
  /** In the order of what they name. */
  course_names: z.array(
    z.object({
      name: z.string(),
      language: z.enum(textLanguages),
      translation: z.object({ name: z.string() }).nullable(),
    }),
  ),
  teacher_names: z.array(z.string()),
  members: z.number().int(),
  hours: z.number().int(),
  /** Begin of the next hour that is planned; null: there is none. */
  next_at: Timestamp.nullable(),
})
export type CourseClass = z.output<typeof CourseClass>
export type CourseClassBody = z.input<typeof CourseClassBody>
