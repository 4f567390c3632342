import { area } from '#mock/http/handler.ts'
import { orgTree } from './orgs.ts'
import { reach } from './reach.ts'
import { resetCode } from './resetCode.ts'
import { role } from './role.ts'
import { user } from './user.ts'

export const systemHandlers = {
  ...user,
  ...role,
  ...area({
    'GET /orgs/tree': async ({ q }) => ({ items: await orgTree(q) }),
    'GET /roles/reach': async ({ q, platform }) => reach(q, platform.now()),
    'POST /users/:id/reset-code': resetCode,
  }),
}
