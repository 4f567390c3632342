import { area } from '#mock/http/request/handler.ts'
import { addMembers, members, removeMembers } from './members.ts'
import { clearingHandlers } from './clearing/handlers.ts'
import { configHandlers } from './config/handlers.ts'
import { menuHandlers } from './menu.ts'
import { networkHandlers } from './network/handlers.ts'
import { computeNodeHandlers } from './network/nodes.ts'
import { audienceCount } from './audienceCount.ts'
import { auditHandlers } from './audit/handlers.ts'
import { browserHandlers } from './log/browser.ts'
import { systemLogHandlers } from './log/handlers.ts'
import { orgsInTreeOrder } from './orgs.ts'
import { findPeople } from './people.ts'
import { accessByRole } from './reach.ts'
import { resetCode } from './resetCode.ts'
import { copyRole, role, screenCalls } from './role.ts'
import { orgChanges } from './orgChanges.ts'
import { givingPasswords } from './passwords.ts'
import { team } from './team.ts'
import { user } from './user.ts'
import { contentHandlers } from './content.ts'
import { userChanges } from './userChanges.ts'
import type { Hashing } from '../session/hashing.ts'
import { viewAs } from './viewAs.ts'

export const systemHandlers = {
  ...user,
  ...role,
  ...team,
  ...configHandlers,
  ...clearingHandlers,
  ...contentHandlers,
  ...userChanges,
  ...orgChanges,
  ...menuHandlers,
  ...networkHandlers,
  ...computeNodeHandlers,
  ...auditHandlers,
  ...systemLogHandlers,
  ...browserHandlers,
  ...area({
    'GET /orgs/tree': async ({ q, query }) => ({ items: await orgsInTreeOrder(q, { open: query.open === true }) }),
    'GET /roles/reach': async ({ q, platform }) => accessByRole(q, platform.now()),
    'POST /audiences/count': audienceCount,
    'GET /people': findPeople,
    'GET /roles/calls': async () => ({ items: screenCalls() }),
    'GET /roles/:id/members': members,
    'POST /roles/:id/view': viewAs,
    'POST /roles/:id/copy': copyRole,
    'POST /roles/:id/members': addMembers,
    'POST /roles/:id/members/remove': removeMembers,
    'POST /users/:id/reset-code': resetCode,
  }),
}

/** Those that make passwords. */
export const accountHandlers = (hashing: Hashing) => givingPasswords(hashing)
