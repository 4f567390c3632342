import { area, Fail } from '#mock/http/request/handler.ts'
import { logHandlers } from '#mock/log/handlers.ts'
import { beginAuditCheck, runs, runAuditCheck } from './check.ts'
import { auditEntryOf, auditTrail } from './trail.ts'
import { auditWords } from './words.ts'

const log = logHandlers(auditTrail)

export const auditHandlers = area({
  'GET /audit': log.list,
  'GET /audit/news': log.news,
  'GET /audit/export': log.export,
  'GET /audit/words': async () => auditWords(),
  'GET /audit/checks': async ({ q, platform }) => ({ items: await runs(q, platform.now()) }),
  'POST /audit/checks': async ({ q, who, platform, audit, after }) => {
    const { run, fresh } = await beginAuditCheck(q, platform, who)
    audit({ entity: 'audit', id: run.id, details: { rows: run.total } })
    if (fresh) after(() => platform.background('audit.verify', () => runAuditCheck(platform, run.id)))
    return run
  },
  'GET /audit/:id': async ({ q, params }) => {
    const entry = await auditEntryOf(q, params.id)
    if (!entry) throw new Fail('not_found')
    return entry
  },
})
