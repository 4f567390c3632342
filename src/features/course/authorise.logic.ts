/** Who may take a course held against who finds it in the catalogue. */
import type { Audience } from '../../contract/lib/crud.ts'

const lists = ['orgs', 'roles', 'teams', 'users'] as const

/** Whether all of these are among those. */
export const isWithin = (some: Audience, those: Audience): boolean =>
  those.all || (!some.all && lists.every((l) => some[l].every((id) => those[l].includes(id))))

/** Both together. */
export const together = (a: Audience, b: Audience): Audience => {
  const both = (l: (typeof lists)[number]) => [...new Set([...a[l], ...b[l]])]
  return { all: a.all || b.all, orgs: both('orgs'), roles: both('roles'), teams: both('teams'), users: both('users') }
}
