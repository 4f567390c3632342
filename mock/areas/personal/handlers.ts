import { area } from '#mock/http/request/handler.ts'
import { changeProfile, profile } from './profile.ts'

export const personalHandlers = area({
  'GET /personal/profile': async ({ q, who, platform }) => profile(q, who, platform.now()),
  'PUT /personal/profile': changeProfile,
})
