/** The caller's own training statistics, and what they want of themselves in a week; nobody else's. */
import { z } from 'zod'
import { isTimeZone } from '../lib/zone.ts'
import { routes } from '../lib/route.ts'
import { spanKinds } from './days.ts'
import { aimLimits, askedIn, timeKinds } from './statistics.ts'

const Count = z.number().int()
/** IANA zone in whose days is counted. */
const Zone = z
  .string()
  .max(64)
  .refine(isTimeZone, { params: { rule: 'format' } })
  .default('UTC')

const Period = z.object({
  /** Its first day. */
  from: z.iso.date(),
  minutes: z.record(z.enum(timeKinds), Count),
  /** Completed in it. */
  lessons: Count,
  labs: Count,
  /** Answered in it. */
  questions: z.record(z.enum(askedIn), Count),
})
export type LearningPeriod = z.output<typeof Period>

const Minutes = z.number().int().min(aimLimits.min).max(aimLimits.max)
export const LearningAim = z.object({
  shown: z.boolean(),
  /** In a week; null: none is set. */
  minutes: Minutes.nullable(),
  /** Days in a row on which the caller learnt, up to today or to yesterday. */
  streak: Count,
  today: z.boolean(),
  /** From Monday on. */
  week: z.array(z.object({ day: z.iso.date(), minutes: Count, learnt: z.boolean() })),
})
export type LearningAim = z.output<typeof LearningAim>

const mine = ['personal'] as const
const home = ['personal', 'my-profession'] as const

export const statisticsRoutes = routes({
  'GET /learning/statistics': {
    summary: 'How long the caller learnt, and what they completed and answered: by day, week or month',
    screens: 'signed-in',
    serves: mine,
    query: z.strictObject({ by: z.enum(spanKinds).default('day'), zone: Zone }),
    reply: z.object({ periods: z.array(Period) }),
  },
  'GET /learning/aim': {
    summary: 'The caller’s goal for the week, how far they are, and how many days in a row they have learnt',
    screens: 'signed-in',
    serves: home,
    query: z.strictObject({ zone: Zone }),
    reply: LearningAim,
  },
  'PUT /learning/aim': {
    summary: 'Set a goal for the week, or switch it and the streak off',
    screens: 'signed-in',
    serves: home,
    query: z.strictObject({ zone: Zone }),
    body: z.strictObject({ shown: z.boolean(), minutes: Minutes.nullable() }),
    reply: LearningAim,
    personal: true,
    own_trail: true,
  },
})
