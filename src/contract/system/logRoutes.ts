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
      summary: 'Known actions and entities, for filters',
      screens,
      reply: z.object({ actions: z.array(z.string()), entities: z.array(z.string()) }),
    },
    'GET /audit/checks': {
      summary: 'Recent verifications of the audit chain, newest first',
      screens,
      reply: z.object({ items: z.array(AuditCheck) }),
    },
    'POST /audit/checks': {
      summary: 'Verify the chain in the background; returns the running verification if there is one',
      screens,
      body: z.strictObject({}),
      reply: AuditCheck,
      audit: 'audit.verify',
    },
  }),
  ...keyset(audit, { row: AuditLine, entry: AuditEntry }),
  ...keyset(systemLog, { row: SystemLogLine, entry: SystemLogLine }),
}
