import { area } from '#mock/http/handler.ts'
import { announcementsFor } from './announcements.ts'
import { profile } from './profile.ts'

export const personalHandlers = area({
  'GET /personal/profile': async ({ q, who, platform }) => profile(q, who, platform.now()),
  'GET /personal/announcements': async ({ q, who, platform, query }) => announcementsFor(q, who, platform.now(), query),
})
