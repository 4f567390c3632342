/** Which role registration may give: never an administrator's, and nothing that whoever configures it does not hold himself. */
import type { FieldProblem } from '#src/contract/problems.ts'
import type { Queryable } from '#mock/db/db.ts'
import type { Caller } from '#mock/http/request/handler.ts'
import { administers, opensMore } from '../authority.ts'
import { rolesOf } from '../grants.ts'

const refused = (rule: string): FieldProblem[] => [{ path: 'register_role', rule }]

export async function mayRegisterAs(q: Queryable, who: Caller, roleId: string | null): Promise<FieldProblem[]> {
  if (roleId === null) return []
  const role = (await rolesOf(q, [roleId])).get(roleId)
  if (!role) return refused('unknown_reference')
  if (administers(role)) return refused('administrator_role')
  return opensMore(role.grants, who) ? refused('more_than_own') : []
}
