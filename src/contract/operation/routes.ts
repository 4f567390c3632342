import { z } from 'zod'
import { many, Timestamp } from '../lib/crud.ts'
import { routes } from '../lib/route.ts'
import { AlarmOverview } from './alarm.schema.ts'
import { BusinessService, ServiceLog } from './service.schema.ts'
import { serviceLogLevels } from './service.ts'

const alarms = ['system-alarm', 'operation-alarm'] as const
const services = ['system-business-service', 'operation-business-service'] as const

const LogQuery = z.strictObject({
  q: z.string().max(200).optional(),
  level: many(z.enum(serviceLogLevels)),
  before: Timestamp.optional(),
})

export const operationRoutes = routes({
  'GET /alarms/overview': {
    summary: 'Monitored values and their state; alarms of the last 30 days by day',
    screens: alarms,
    reply: AlarmOverview,
  },
  'GET /business-services': {
    summary: 'Services of the platform: status, uptime, version, load',
    screens: services,
    reply: z.object({ items: z.array(BusinessService), server_time: Timestamp }),
  },
  'POST /business-services/:id/restart': {
    summary: 'Restart a service; refused while it restarts',
    screens: services,
    reply: BusinessService,
    problems: ['not_allowed_in_state'],
    audit: 'service.restart',
  },
  'GET /business-services/:id/log': {
    summary: 'The last lines of a service, or those before an instant',
    screens: services,
    query: LogQuery,
    reply: ServiceLog,
  },
  'GET /business-services/:id/log/file': {
    summary: 'The log of the last day as a text file',
    screens: services,
    query: LogQuery,
    reply: z.unknown(),
    stream: 'download',
    audit: 'service.log-download',
  },
})
