/** Who may see a row, as it is edited. */
import type { AudienceReply } from '../resource/calls.ts'

export type Chosen = Omit<AudienceReply, 'version'>

const same = (a: readonly string[], b: readonly string[]): boolean =>
  a.length === b.length && new Set([...a, ...b]).size === new Set(a).size

/** The same people, in whatever order they were chosen. */
export const sameAudience = (a: Chosen, b: Chosen): boolean =>
  a.all === b.all && same(a.orgs, b.orgs) && same(a.roles, b.roles) && same(a.users, b.users)

/** Chosen people of whom there are none: only keepers see the row. */
export const isNobody = (c: Chosen): boolean => !c.all && c.orgs.length + c.roles.length + c.users.length === 0
