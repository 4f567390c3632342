import { area } from '#mock/http/handler.ts'
import { overview } from './overview.ts'

export const dashboardHandlers = area({
  'GET /dashboard/overview': async ({ q, who, platform }) => overview(q, who, platform.now()),
})
