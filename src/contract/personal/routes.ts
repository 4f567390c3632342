import { z } from 'zod'
import { Id, page, Paging, Stamp } from '../lib/crud.ts'
import { routes } from '../lib/route.ts'
import { Me } from '../session/session.schema.ts'

export const announcementTypes = ['notice', 'maintenance', 'event'] as const
const Announcement = z.object({
  id: Id,
  title: z.string(),
  type: z.enum(announcementTypes),
  content: z.string(),
  published_at: Stamp,
  publisher: z.string(),
  pinned: z.boolean(),
})
export type Announcement = z.output<typeof Announcement>

export const personalRoutes = routes({
  'GET /personal/profile': {
    summary: 'The caller’s own card',
    screens: 'signed-in',
    serves: ['personal'],
    reply: z.object({
      user: Me,
      status: z.string(),
      phone: z.string(),
      created_at: Stamp,
      expires_on: z.iso.date().nullable(),
      last_sign_in: Stamp.nullable(),
      last_address: z.string(),
      sessions: z.number().int(),
      default_password: z.boolean(),
    }),
  },
  'GET /personal/announcements': {
    summary: 'Announcements addressed to the caller, pinned first, newest first',
    screens: 'signed-in',
    serves: ['personal'],
    query: z.strictObject({ ...Paging }),
    reply: page(Announcement),
  },
})
