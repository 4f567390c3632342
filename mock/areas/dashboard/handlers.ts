import { area } from '#mock/http/request/handler.ts'
import { dashboardOverview } from './overview.ts'
import { waitingWorkOf } from './work.ts'

export const dashboardHandlers = area({
  'GET /dashboard/overview': async ({ q, who, platform }) => dashboardOverview(q, who, platform.now()),
  'GET /dashboard/work': ({ q, who, platform }) => waitingWorkOf({ q, who, platform }),
})
