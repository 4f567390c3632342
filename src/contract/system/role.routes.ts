/** What a role has beyond a resource's own calls: its members, and what its permissions open. */
import { z } from 'zod'
import { BulkReply, Id, Ids, many, page, Paging } from '../lib/crud.ts'
import { viewing } from '../session/view.ts'
import { routes } from '../lib/route.ts'
import { PermissionTree } from './permissionTree.ts'
import { Member, RoleReach } from './role.schema.ts'
import { Person } from './team.schema.ts'

export const roleRoutes = routes({
  'GET /people': {
    summary: 'People to choose from, by name and organisation with those below it, or by their ids',
    screens: ['system-team'],
    query: z.strictObject({ ...Paging, ids: many(Id), org_id: Id.optional() }),
    reply: page(Person),
  },
  'GET /roles/reach': {
    summary: 'Per role: visible screens and callable routes',
    screens: ['role-manage'],
    reply: z.object({ items: z.array(RoleReach) }),
  },
  'GET /roles/tree': {
    summary: 'The permission tree this server enforces: screens, folders, what it holds each call to, and its roles',
    screens: ['role-manage'],
    reply: PermissionTree,
  },
  'GET /roles/calls': {
    summary: 'Routes by the screens whose holders may call them, to show what permissions allow',
    screens: ['role-manage', 'role-add', 'role-edit'],
    reply: z.object({
      items: z.array(
        z.object({
          call: z.string(),
          screens: z.array(z.string()),
          /** Refused to whoever may only read those screens. */
          changes: z.boolean(),
        }),
      ),
    }),
  },
  'POST /roles/:id/view': {
    summary:
      'Look at the platform as this role, in calls that carry `<token>~<role>` from now on, until `DELETE /session/view`: its screens, nothing can be changed',
    screens: viewing,
    reply: z.object({ done: z.literal(true) }),
    personal: true,
    audit: 'role.view',
  },
  'POST /roles/:id/copy': {
    summary: 'Copy a role: same permissions, the first free name, no members',
    screens: ['role-manage', 'role-add'],
    reply: z.object({ id: Id }),
    audit: 'role.copy',
  },
  'GET /roles/:id/members': {
    summary: 'People who have the role, or those who have another; an organisation includes those below it',
    screens: ['role-users'],
    query: z.strictObject({ ...Paging, side: z.enum(['in', 'out']).default('in'), org_id: Id.optional() }),
    reply: page(Member).extend({
      /** The role of whoever has no other. */
      fallback: z.object({ id: z.string(), key: z.string(), name: z.string() }),
    }),
  },
  'POST /roles/:id/members': {
    summary: 'Give people this role instead of theirs',
    // who keeps people changes the role of one in their form; several are the same by the same rules
    screens: ['role-users', 'user-manage'],
    body: Ids,
    reply: BulkReply,
    audit: 'role.members',
  },
  'POST /roles/:id/members/remove': {
    summary: 'Take the role from people, who get the default role',
    screens: ['role-users'],
    body: Ids,
    reply: BulkReply,
    problems: ['default_role'],
    audit: 'role.members-remove',
  },
})
