/** Who may see a row, as it is edited. */
import type { Audience } from '../../contract/lib/crud.ts'
import type { ComponentType } from 'react'
import type { MessageKey } from '../../i18n/index.ts'

const same = (a: readonly string[], b: readonly string[]): boolean =>
  a.length === b.length && new Set([...a, ...b]).size === new Set(a).size

/** The same people, in whatever order they were chosen. */
export const sameAudience = (a: Audience, b: Audience): boolean =>
  a.all === b.all && same(a.orgs, b.orgs) && same(a.roles, b.roles) && same(a.teams, b.teams) && same(a.users, b.users)

/** Audience people of whom there are none: only keepers see the row. */
export const isNobody = (c: Audience): boolean =>
  !c.all && c.orgs.length + c.roles.length + c.teams.length + c.users.length === 0

/** A control that finds many people at once and hands over their ids. */
export type AddList = ComponentType<{ onAdd: (ids: readonly string[]) => void }>
/** People one by one in an audience, as the contract has it. */
export const mostUsers = 2000

/** What the dialogue says where its people do more than see the row. */
export interface AudienceWords {
  /** Of the action that opens it. */
  label?: MessageKey
  title: MessageKey
  saved: MessageKey
  stale: MessageKey
  /** A rule that decides beside the choice. */
  note?: MessageKey
}
