/** Who stands above whom, and what nobody gives because he lacks it himself. One place for users, roles, codes and imports. */
import { beyond, type Grants } from '#src/contract/access.ts'
import { screens } from '#src/contract/screens/index.ts'
import type { Who } from '#mock/http/handler.ts'
import type { RoleFacts } from './grants.ts'

/** Administrators are operated on by administrators only, the super administrator by his like only. */
export function aboveCaller(
  role: Pick<RoleFacts, 'key' | 'is_admin'> | undefined,
  who: Pick<Who, 'role_key' | 'is_admin'>,
): boolean {
  if (role?.key === 'super') return who.role_key !== 'super'
  return role?.is_admin === true && !who.is_admin
}

/** Whether the grants open a screen that the caller's own do not. */
export const opensMore = (grants: Grants, { grants: held }: Pick<Who, 'grants'>): boolean =>
  beyond(screens, grants, held).length > 0

/** Whether the caller may take the role from somebody: an administrator’s only as one, and none that opens more than his own. */
export const mayTake = (
  role: Pick<RoleFacts, 'key' | 'is_admin' | 'grants'> | undefined,
  who: Pick<Who, 'role_key' | 'is_admin' | 'grants'>,
): boolean => !aboveCaller(role, who) && (role === undefined || who.is_admin || !opensMore(role.grants, who))

/** Whether the caller may give somebody the role: one that is not above him and opens nothing his own does not. */
export const mayGive = (
  role: Pick<RoleFacts, 'key' | 'is_admin' | 'grants'> | undefined,
  who: Pick<Who, 'role_key' | 'is_admin' | 'grants'>,
): boolean => role !== undefined && !aboveCaller(role, who) && !opensMore(role.grants, who)
