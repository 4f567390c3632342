/**
 * Who may import what, in one place: nobody imports what he could not add by hand. A resource without `create` (the dorks) has no form
 * and is filled by imports alone; for it `resource-import` is enough.
 */
import { type ResourceName, resources } from '#src/contract/resources.ts'
import type { ScreenName } from '#src/contract/screens/index.ts'
import type { Line } from '#mock/crud/shape.ts'

export function mayImport(writable: ReadonlySet<ScreenName>, resource: ResourceName): boolean {
  const { verbs, write }: Line = resources[resource].line
  return writable.has('resource-import') && (!verbs.includes('create') || write.some((s) => writable.has(s)))
}
