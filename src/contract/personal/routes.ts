import { z } from 'zod'
import { Stamp } from '../lib/crud.ts'
import { routes } from '../lib/route.ts'
import { Me } from '../session/session.schema.ts'

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
})
