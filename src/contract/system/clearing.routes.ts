import { z } from 'zod'
import { Id, Timestamp } from '../lib/crud.ts'
import { routes } from '../lib/route.ts'
import { clearableData, clearingStates } from './clearing.ts'

const Found = z.object({
  what: z.enum(clearableData),
  /** Older than this goes; null where age does not matter. */
  before: Timestamp.nullable(),
  count: z.number().int(),
  bytes: z.number().int(),
})
const Run = z.object({
  id: Id,
  state: z.enum(clearingStates),
  started_at: Timestamp,
  finished_at: Timestamp.nullable(),
  /** Empty: the interval. */
  by: z.string(),
  /** 0 to 1 */
  progress: z.number(),
  found: z.array(Found),
  gone: z.array(z.object({ what: z.enum(clearableData), count: z.number().int(), bytes: z.number().int() })),
})

export const clearingRoutes = routes({
  'GET /clearing/preview': {
    summary: 'Preview of clearing, with counts and sizes; nothing is removed',
    screens: ['system-config'],
    reply: z.object({
      /** From when ages are counted, and the version of the settings: a run names both. */
      at: Timestamp,
      version: z.number().int(),
      items: z.array(Found),
    }),
  },
  'GET /clearing/run': {
    summary: 'The running or last clearing, and when the next is due',
    screens: ['system-config'],
    reply: z.object({ run: Run.nullable(), next_at: Timestamp.nullable() }),
  },
  'POST /clearing/run': {
    summary:
      'Take away what the preview showed. Refused when the settings changed since, or the preview is an hour old',
    screens: ['system-config'],
    body: z.strictObject({
      at: Timestamp,
      version: z.number().int(),
      what: z.array(z.enum(clearableData)).min(1).max(clearableData.length),
    }),
    reply: Run,
    problems: ['plan_changed', 'clearing_running'],
    audit: 'clearing.run',
  },
})
