import { z } from 'zod'
import { difficulties, textLanguages } from '../bank/question.ts'
import { Id, row, Timestamp } from '../lib/crud.ts'
import { OneLine } from '../lib/oneLine.schema.ts'
import { sized } from '../lib/text.ts'
import { limits } from '../limits.ts'
import { CourseCertificate } from '../record/certificate.schema.ts'
import { courseKinds, courseStatuses, mostCredit } from './course.ts'

const { min, max } = limits.name
const Name = sized(z.string().trim(), min, max)
/** Within the row: what nobody sees is left out. */
const OtherName = sized(OneLine.trim(), min, max)
const Description = sized(z.string(), 0, limits.description.max).default('')
const Words = z
  .array(sized(OneLine.trim(), 1, 120))
  .max(50)
  .default([])

export const CourseBody = z.object({
  name: Name,
  /** Markdown. */
  description: Description,
  /** The language it is written in; empty where that says nothing. */
  language: z.enum(textLanguages).default(''),
  /** The same in the other language. */
  translation: z.strictObject({ name: OtherName, description: Description }).nullable().default(null),
  direction_id: Id,
  /** Name of an uploaded picture, or empty. */
  cover: z.string().max(200).default(''),
  difficulty: z.enum(difficulties).default('primary'),
  credit: z.number().min(0).max(mostCredit).multipleOf(0.5).default(0),
  kind: z.enum(courseKinds).default('elective'),
  lecturers: z.array(Id).max(50).default([]),
  /** Courses to have learnt before; said to the learner, not enforced. */
  prerequisites: z.array(Id).max(20).default([]),
  knowledge: Words,
  skills: Words,
  /** What whoever completes it is given; null: nothing. */
  certificate: CourseCertificate.nullable().default(null),
})
export const Course = row(CourseBody, {
  status: z.enum(courseStatuses),
  direction_name: z.string(),
  /** Of the edition that is being written. */
  lessons: z.number().int(),
  /** Class hours of its lessons: of theory, and of experiments. */
  theory_hours: z.number(),
  experiment_hours: z.number(),
  /** Who learn in it, or have learnt it. */
  members: z.number().int(),
  /** Who ask for it and wait for an answer. */
  requests: z.number().int(),
  published_at: Timestamp.nullable(),
  /** The edition that is being written differs from the one that is shown. */
  changed: z.boolean(),
  updated_by_name: z.string(),
})
export type Course = z.output<typeof Course>
export type CourseBody = z.input<typeof CourseBody>
