import { z } from 'zod'
import { Timestamp } from '../lib/crud.ts'
import { serviceLogLevels, serviceNames, businessServiceStatuses } from './service.ts'

export const BusinessService = z.object({
  id: z.enum(serviceNames),
  status: z.enum(businessServiceStatuses),
  version: z.string(),
  host: z.string(),
  started_at: Timestamp,
  restarted_at: Timestamp.nullable(),
  /** Of a restart, 0 to 1. */
  progress: z.number().nullable(),
  /** Load in percent, the last 30 minutes, oldest first. */
  load: z.array(z.number()),
  /** Bytes, or undefined where nobody counts them. */
  memory: z.number().nullable(),
  connections: z.number().int().nullable(),
  can: z.array(z.string()),
})
export type BusinessService = z.output<typeof BusinessService>

export const ServiceLogLine = z.object({
  at: Timestamp,
  level: z.enum(serviceLogLevels),
  text: z.string(),
})
export type ServiceLogLine = z.output<typeof ServiceLogLine>

export const ServiceLog = z.object({
  /** Oldest first. */
  items: z.array(ServiceLogLine),
  /** Earlier lines there are: ask for those before this instant. */
  earlier: Timestamp.nullable(),
})
export type ServiceLog = z.output<typeof ServiceLog>
