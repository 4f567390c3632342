import { area } from '#mock/http/handler.ts'
import { overview } from './overview.ts'
import { work } from './work.ts'

export const dashboardHandlers = area({
  'GET /dashboard/overview': async ({ q, who, platform }) => overview(q, who, platform.now()),
  'GET /dashboard/work': ({ q, who, platform }) => work({ q, who, platform }),
})
