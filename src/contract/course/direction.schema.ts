import { z } from 'zod'
import { Id, row } from '../lib/crud.ts'
import { sized } from '../lib/text.ts'
import { limits } from '../limits.ts'

export const DirectionBody = z.object({
  name: sized(z.string().trim(), limits.category.min, limits.category.max),
  parent_id: Id.nullable().default(null),
  order: z.number().int().min(0).max(9999).default(0),
})
export const CourseDirection = row(DirectionBody, {
  /** Courses in it, and in it and all below it. */
  own: z.number().int(),
  all: z.number().int(),
})
export type CourseDirection = z.output<typeof CourseDirection>
export type DirectionBody = z.input<typeof DirectionBody>
