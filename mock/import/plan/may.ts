/**
 * Who may import what, in one place: nobody imports what he could not add by hand. A resource without `create` (the dorks) has no form
 * and is filled by imports alone; for it `resource-import` is enough.
 */
import { type ResourceName, resources } from '#src/contract/resources.ts'
import type { ScreenName } from '#src/contract/screens/index.ts'
import type { ImportKind } from '#src/contract/import/import.ts'
import type { Line } from '#mock/crud/shape.ts'

/** What an import of a kind may write. */
export const ofKind = (kind: ImportKind, resource: ResourceName): boolean =>
  (kind === 'users') === (resource === 'user')

export function mayImport(writable: ReadonlySet<ScreenName>, resource: ResourceName): boolean {
  const { verbs, write }: Line = resources[resource].line
  if (resource === 'user') return writable.has('user-manage')
  return writable.has('resource-import') && (!verbs.includes('create') || write.some((s) => writable.has(s)))
}
