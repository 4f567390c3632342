/** Who stands above whom, and what nobody gives because he lacks it himself. One place for users, roles, codes and imports. */
import { type Access, access, type Grants } from '#src/contract/access.ts'
import { screens } from '#src/contract/screens/index.ts'
import type { Caller } from '#mock/http/request/handler.ts'
import type { RoleFacts } from './grants.ts'

/** Administrators are operated on by administrators only, the super administrator by his like only. */
export function aboveCaller(
  role: Pick<RoleFacts, 'key' | 'is_admin'> | undefined,
  who: Pick<Caller, 'role_key' | 'is_admin'>,
): boolean {
  if (role?.key === 'super') return who.role_key !== 'super'
  return role?.is_admin === true && !who.is_admin
}

/**
 * Whether role and caller are two administrators below the super administrator: neither operates on the other's account, or whoever is
 * faster takes over the other. So none makes another either, nor changes what their role opens: whoever gives a right can take it back.
 */
export const peers = (
  role: Pick<RoleFacts, 'key' | 'is_admin'> | undefined,
  who: Pick<Caller, 'role_key' | 'is_admin'>,
): boolean => role?.is_admin === true && who.is_admin && role.key !== 'super' && who.role_key !== 'super'

/** What grants open, worked out once for each set of them: a role's are the same object as long as it says the same. */
const opened = new WeakMap<object, Access>()
const everything = access(screens, 'all')
function openedBy(grants: Grants): Access {
  if (grants === 'all') return everything
  const made = opened.get(grants) ?? access(screens, grants)
  opened.set(grants, made)
  return made
}

/** Whether the grants open a screen, or let change one, that the caller's own do not. */
export function opensMore(grants: Grants, { grants: held }: Pick<Caller, 'grants'>): boolean {
  if (grants === held || held === 'all') return false
  const [more, own] = [openedBy(grants), openedBy(held)]
  for (const s of more.granted) if (!own.granted.has(s) || (more.changes.has(s) && !own.changes.has(s))) return true
  return false
}

/** A role that is given to named people only: registration never gives it. */
export const administers = (role: Pick<RoleFacts, 'is_admin' | 'grants'>): boolean =>
  role.is_admin || role.grants === 'all'

/** Super administrator, administrator, everybody else. */
const rank = (key: string, is_admin: boolean): number => (key === 'super' ? 2 : is_admin ? 1 : 0)

/**
 * Whether the caller may make the password or the code of an account of that role, with which whoever reads it gets in: only of a lower
 * standing, which among those who are no administrators is a role that opens less, and never of one that opens anything his own does not.
 */
export function mayIssueCredentials(
  role: Pick<RoleFacts, 'key' | 'is_admin' | 'grants'> | undefined,
  who: Pick<Caller, 'role_key' | 'is_admin' | 'grants'>,
): boolean {
  if (!role) return true
  const [mine, theirs] = [rank(who.role_key, who.is_admin), rank(role.key, role.is_admin)]
  if (mine < theirs || opensMore(role.grants, who)) return false
  return mine > theirs || (mine === 0 && opensMore(who.grants, role))
}

/** Whether grants open anything of the back office. */
function manages(grants: Grants): boolean {
  const { granted } = openedBy(grants)
  return screens.some((s) => s.layout === 'admin' && granted.has(s.name))
}

/**
 * Whether the caller may do anything to an account of that role: change it, close it, sign it out, remove it. Who manages something is only
 * acted on by whoever may open the account, or he could be shut out by those below him; learners by all who manage people, whatever else they
 * open; and super administrators act on each other, or one who has left would stay for ever.
 */
export const mayActOn = (
  role: Pick<RoleFacts, 'key' | 'is_admin' | 'grants'> | undefined,
  who: Pick<Caller, 'role_key' | 'is_admin' | 'grants'>,
): boolean =>
  who.role_key === 'super' ||
  mayIssueCredentials(role, who) ||
  (role !== undefined && !administers(role) && !manages(role.grants))

/** Whether the caller may take the role from somebody: an administrator’s only as one above him, and none that opens more than his own. */
export const mayTake = (
  role: Pick<RoleFacts, 'key' | 'is_admin' | 'grants'> | undefined,
  who: Pick<Caller, 'role_key' | 'is_admin' | 'grants'>,
): boolean =>
  !aboveCaller(role, who) && !peers(role, who) && (role === undefined || who.is_admin || !opensMore(role.grants, who))

/** Whether the caller may give somebody the role: one below him that opens nothing his own does not. What he gives he may take (`mayTake`). */
export const mayGive = (
  role: Pick<RoleFacts, 'key' | 'is_admin' | 'grants'> | undefined,
  who: Pick<Caller, 'role_key' | 'is_admin' | 'grants'>,
): boolean => role !== undefined && !aboveCaller(role, who) && !peers(role, who) && !opensMore(role.grants, who)
