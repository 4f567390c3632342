import { z } from 'zod'
import { keysetRoutes as keyset } from '../lib/keyset.ts'
import { routes } from '../lib/route.ts'
import { AuditCheck, AuditEntry, AuditLine } from './audit.schema.ts'
import { audit } from './audit.ts'
import { SystemLogLine } from './systemLog.schema.ts'
import { systemLog } from './systemLog.ts'

const screens = ['audit-log'] as const

export const logRoutes = {
  ...routes({
    'GET /audit/words': {
      summary: 'Words of actions and entities the platform knows, for filters',
      screens,
      reply: z.object({ actions: z.array(z.string()), entities: z.array(z.string()) }),
    },
    'GET /audit/checks': {
      summary: 'The last times the chain was worked through, newest first',
      screens,
      reply: z.object({ items: z.array(AuditCheck) }),
    },
    'POST /audit/checks': {
      summary: 'Work the chain through in the background; answers the run there is when one is under way',
      screens,
      body: z.strictObject({}),
      reply: AuditCheck,
      audit: 'audit.verify',
    },
  }),
  ...keyset(audit, { row: AuditLine, entry: AuditEntry }),
  ...keyset(systemLog, { row: SystemLogLine, entry: SystemLogLine }),
}
