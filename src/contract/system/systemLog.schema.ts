import { z } from 'zod'
import { Id, Timestamp } from '../lib/crud.ts'
import { logLevels } from './systemLog.ts'

export const SystemLogLine = z.object({
  id: Id,
  at: Timestamp,
  level: z.enum(logLevels),
  source: z.string(),
  /** Which event; `params` are the figures and names of its sentence. */
  code: z.string(),
  params: z.record(z.string(), z.union([z.string(), z.number(), z.boolean(), z.null()])),
  request_id: z.string().nullable(),
  /** Which server process: machine and process number. */
  host: z.string(),
  pid: z.number().int(),
})
export type SystemLogLine = z.output<typeof SystemLogLine>
