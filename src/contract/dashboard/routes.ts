import { z } from 'zod'
import { banks } from '../bank/question.ts'
import { markingScreens } from '../exam/exam.ts'
import { examStatuses } from '../exam/status.ts'
import { Timestamp } from '../lib/crud.ts'
import { routes } from '../lib/route.ts'
import { bankKeepers } from '../practice/keep.ts'
import type { ScreenName } from '../screens/index.ts'

const Count = z.number().int()
const Waiting = z.object({ total: Count, items: z.array(z.object({ id: z.string(), name: z.string(), n: Count })) })
const Used = z.object({ used: Count, max: Count.nullable() })

/** What waits for the caller. A block is null where none of its screens is open to him: nothing of it was counted. */
export const Work = z.object({
  /** Sheets to mark, by exam, of those he marks. */
  marking: Waiting.nullable(),
  objections: Waiting.nullable(),
  /** What runs, and what begins within a day. */
  exams: z
    .object({
      total: Count,
      items: z.array(
        z.object({
          id: z.string(),
          name: z.string(),
          status: z.enum(examStatuses),
          starts_at: Timestamp,
          ends_at: Timestamp,
          /** Whether the caller may look at its candidates. */
          watch: z.boolean(),
        }),
      ),
    })
    .nullable(),
  applications: Count.nullable(),
  comments: z.object({ review: Count, letters: Count }).nullable(),
  /** What learners reported of questions, by bank. */
  reports: z.array(z.object({ bank: z.enum(banks), n: Count })).nullable(),
  alarms: z.object({ critical: Count, warning: Count }).nullable(),
  capacity: z.object({ users: Used, scenes: Used }).nullable(),
})
export type Work = z.output<typeof Work>
export type WorkBlock = keyof Work

/** Screens that open a block, one of them is enough. */
export const workScreens = {
  marking: markingScreens,
  objections: markingScreens,
  exams: ['exam-manage'],
  applications: ['user-check'],
  comments: ['message-manage'],
  reports: [...bankKeepers.theory, ...bankKeepers.exercise, ...bankKeepers.flag],
  alarms: ['system-alarm', 'operation-alarm'],
  capacity: ['user-manage', 'system-config'],
} as const satisfies Record<WorkBlock, readonly ScreenName[]>
/** Blocks that tell how things stand: reading is enough for them. Of the others, only who may do the work has it waiting. */
export const standingBlocks: ReadonlySet<WorkBlock> = new Set(['exams', 'alarms', 'capacity'])

export const dashboardRoutes = routes({
  'GET /dashboard/work': {
    summary: 'What waits for the caller: exams, marking, objections, applications, comments, reports, alarms, capacity',
    screens: ['dashboard'],
    reply: Work,
  },
  'GET /dashboard/overview': {
    summary:
      'Counts of users, resources, imports and who is online; sign-ins of the last 30 days; null where its screens are not the caller’s',
    screens: ['dashboard'],
    reply: z.object({
      users: z
        .object({
          total: z.number().int(),
          normal: z.number().int(),
          to_audit: z.number().int(),
          disabled: z.number().int(),
          expired: z.number().int(),
          rejected: z.number().int(),
        })
        .nullable(),
      online: z
        .object({
          total: z.number().int(),
          people: z.array(
            z.object({ id: z.string(), name: z.string(), role: z.string(), seen_at: Timestamp, address: z.string() }),
          ),
        })
        .nullable(),
      resources: z.array(z.object({ resource: z.string(), total: z.number().int(), added_30_days: z.number().int() })),
      imports: z
        .object({
          total: z.number().int(),
          applied: z.number().int(),
          waiting: z.number().int(),
          failed: z.number().int(),
        })
        .nullable(),
      sign_ins: z.array(z.object({ day: z.iso.date(), done: z.number().int(), refused: z.number().int() })).nullable(),
      recent: z
        .array(
          z.object({
            at: Timestamp,
            /** Empty where nobody was signed in: then the platform itself did it, or somebody at the address. */
            who: z.string(),
            address: z.string(),
            action: z.string(),
            entity: z.string(),
            entity_id: z.string(),
            result: z.string(),
          }),
        )
        .nullable(),
      server_time: Timestamp,
    }),
  },
})
