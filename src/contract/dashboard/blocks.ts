/**
 * Whose right each block of the dashboard is: it shows in small what a screen shows whole, so who opens none of its screens gets none of it.
 * Entries of libraries are told apart one by one: counted for whoever reads all of them.
 */
import { type ResourceName, resources } from '../resources.ts'
import type { ScreenName } from '../screens/index.ts'
import { audit } from '../system/audit.ts'
import { user } from '../system/user.ts'
import { keysOf } from '../lib/typed.ts'

export const overviewBlocks = {
  users: user.read,
  online: user.read,
  imports: ['resource-import'],
  sign_ins: audit.read,
  recent: audit.read,
} as const satisfies Record<string, readonly ScreenName[]>
export type OverviewBlock = keyof typeof overviewBlocks

/** What is kept to learn and work with; people, notices and alarms are no content. */
const administration = new Set<string>(['system', 'notice', 'operation'])
export const libraries = keysOf(resources).filter((name) => !administration.has(resources[name].line.area))

/** What an audience narrows is whole only for its keepers. */
export function countedFor(name: ResourceName): readonly ScreenName[] {
  const { line } = resources[name]
  return 'audience' in line ? line.write : line.read
}
