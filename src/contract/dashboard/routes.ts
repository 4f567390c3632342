import { z } from 'zod'
import { Stamp } from '../lib/crud.ts'
import { routes } from '../lib/route.ts'

export const dashboardRoutes = routes({
  'GET /dashboard/overview': {
    summary:
      'Counts of users, resources, imports and who is online; sign-ins of the last 30 days; null where its screens are not the caller’s',
    screens: ['dashboard'],
    reply: z.object({
      users: z
        .object({
          total: z.number().int(),
          normal: z.number().int(),
          to_audit: z.number().int(),
          disabled: z.number().int(),
          expired: z.number().int(),
        })
        .nullable(),
      online: z
        .object({
          total: z.number().int(),
          people: z.array(
            z.object({ id: z.string(), name: z.string(), role: z.string(), seen_at: Stamp, address: z.string() }),
          ),
        })
        .nullable(),
      resources: z.array(z.object({ resource: z.string(), total: z.number().int(), added_30_days: z.number().int() })),
      imports: z
        .object({
          total: z.number().int(),
          applied: z.number().int(),
          waiting: z.number().int(),
          failed: z.number().int(),
        })
        .nullable(),
      sign_ins: z.array(z.object({ day: z.iso.date(), done: z.number().int(), refused: z.number().int() })).nullable(),
      recent: z
        .array(
          z.object({
            at: Stamp,
            who: z.string(),
            action: z.string(),
            entity: z.string(),
            entity_id: z.string(),
            result: z.string(),
          }),
        )
        .nullable(),
      server_time: Stamp,
    }),
  },
})
