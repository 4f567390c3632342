/**
 * Who may import what, in one place: nobody imports what he could not add by hand. A resource without `create` (the dorks) has no form
 * and is filled by imports alone; for it `resource-import` is enough, as long as its module is open to changes.
 */
import type { NamedResourceSpec } from '#src/contract/lib/resource.ts'
import { resources } from '#src/contract/resources.ts'
import type { Caller } from '#mock/http/request/handler.ts'
import { type ImportKind, setsOfImport } from '#src/contract/import/import.ts'
import { isKeyOf } from '#src/contract/lib/typed.ts'
import type { ImportedName } from './importable/importable.ts'
import { lessonSpec } from './importable/lesson.ts'

/** What an import of a kind may write. */
const kinds: Partial<Record<ImportedName, ImportKind>> = {
  user: 'users',
  'theory-set': 'questions',
  'theory-question': 'questions',
  'exercise-set': 'exercises',
  exercise: 'exercises',
  'flag-set': 'flags',
  'flag-challenge': 'flags',
  topology: 'courses',
  course: 'courses',
  'course-lesson': 'courses',
}
/** Questions that courses ask come with them. */
const withCourses: ReadonlySet<ImportedName> = new Set(['theory-set', 'theory-question'])
/** @param resource one that is imported */
export const importKindOf = (resource: ImportedName): ImportKind => kinds[resource] ?? 'resources'
/** What questions are filed under: nothing of it is compared, so that one that stands under the name is the one that is meant. */
export const isSet = (resource: string): boolean => (Object.values(setsOfImport) as string[]).includes(resource)
export const ofKind = (kind: ImportKind, resource: ImportedName): boolean =>
  kind === importKindOf(resource) || (kind === 'courses' && withCourses.has(resource))

/** What is known of a resource that a row of a plan names. */
export function resourceSpecOf(resource: string): NamedResourceSpec {
  if (resource === 'course-lesson') return lessonSpec
  if (!isKeyOf(resources, resource)) throw new Error(`no resource ${resource}`)
  return resources[resource].line
}

export function mayImport({ writable, licensed }: Pick<Caller, 'writable' | 'licensed'>, resource: string): boolean {
  const { verbs, read, write } = resourceSpecOf(resource)
  if (resource === 'user') return writable.has('user-manage')
  // a bank is filled by whoever keeps it
  const bank = Object.hasOwn(kinds, resource)
  if ((!bank && !writable.has('resource-import')) || ![...read, ...write].some((s) => licensed.has(s))) return false
  return !verbs.includes('create') || write.some((s) => writable.has(s))
}
