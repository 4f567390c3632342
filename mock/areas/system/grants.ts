/** What a role holds. Read for each call, so that a change of a role holds from the next one on. */
import type { Grants } from '#src/contract/access.ts'
import type { Queryable } from '#mock/db/db.ts'
import { documents } from '#mock/crud/documents.ts'
import { grantsOf as heldBy } from '../session/people.ts'

const roles = documents('role')

export interface RoleFacts {
  id: string
  key: string
  name: string
  is_admin: boolean
  grants: Grants
}

type RoleDoc = NonNullable<Awaited<ReturnType<typeof roles.get>>>

export const roleFacts = ({ id, data }: RoleDoc): RoleFacts => ({
  id,
  key: data.key ?? '',
  name: data.name ?? '',
  is_admin: data.is_admin === true,
  grants: heldBy(data),
})

/** Roles by id; one that is gone is missing. */
export async function rolesOf(q: Queryable, ids: readonly string[]): Promise<Map<string, RoleFacts>> {
  const found = await roles.byIds(q, [...new Set(ids)])
  return new Map([...found.values()].map((r) => [r.id, roleFacts(r)]))
}

/** Grants of a role: everything for the super administrator, nothing for a role that is gone. */
export async function readRoleGrants(q: Queryable, roleId: string): Promise<Grants> {
  const role = await roles.get(q, roleId)
  return role ? roleFacts(role).grants : new Set()
}
