import { z } from 'zod'
import { Id, Stamp } from '../lib/crud.ts'
import { routes } from '../lib/route.ts'

const Org = z.object({ id: Id, parent_id: Id.nullable(), name: z.string(), users: z.number().int() })
export type Org = z.output<typeof Org>

export const systemRoutes = routes({
  'GET /orgs/tree': {
    summary: 'All organisations with their parents, for pickers',
    screens: ['user-manage', 'tool-manage', 'tool-edit', 'role-users'],
    reply: z.object({ items: z.array(Org) }),
  },
  'POST /users/:id/reset-code': {
    summary: 'A one-time code with which the user sets a new password within a day',
    screens: ['user-manage'],
    reply: z.object({ code: z.string(), expires_at: Stamp }),
    problems: ['no_operation_permission', 'protected_entry'],
    audit: 'user.reset-code',
  },
})
