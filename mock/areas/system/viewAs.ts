/** Looking at the platform as the holders of a role do, to see what was given them. It opens nothing that the caller's own role does not. */
import { Fail, type Handler } from '#mock/http/request/handler.ts'
import { aboveCaller, opensMore } from './authority.ts'
import { rolesOf } from './grants.ts'

export const viewAs: Handler<'POST /roles/:id/view'> = async ({ params, q, who, audit }) => {
  const role = (await rolesOf(q, [params.id])).get(params.id)
  if (!role) throw new Fail('not_found')
  if (role.id === who.role_id) throw new Fail('own_role')
  if (aboveCaller(role, who) || opensMore(role.grants, who)) throw new Fail('no_operation_permission')
  audit({ entity: 'role', id: role.id, details: { name: role.name } })
  return { done: true }
}
