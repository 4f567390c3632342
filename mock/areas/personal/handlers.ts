import { area } from '#mock/http/handler.ts'
import { profile } from './profile.ts'

export const personalHandlers = area({
  'GET /personal/profile': async ({ q, who, platform }) => profile(q, who, platform.now()),
})
