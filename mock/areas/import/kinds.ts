/** Who sees which kind of import. An import of another kind is not there for him. */
import type { ImportKind } from '#src/contract/import/import.ts'
import type { ScreenName } from '#src/contract/screens/index.ts'
import type { Queryable } from '#mock/db/db.ts'
import { Fail, type Caller } from '#mock/http/request/handler.ts'
import { importPackageOf, type PackageRow } from '#mock/import/plan/package.ts'

const screensOf: Readonly<Record<ImportKind, readonly ScreenName[]>> = {
  resources: ['resource-import', 'resource-import-screen'],
  users: ['user-manage'],
  questions: ['theory-bank'],
  exercises: ['exercise-bank'],
  flags: ['flags-solve'],
}
/** Where an import of a kind is looked at. */
export const importScreenOf = (kind: ImportKind): ScreenName => screensOf[kind][0] ?? 'resource-import'

export const sees = (kind: ImportKind, { granted }: Pick<Caller, 'granted'>): boolean =>
  screensOf[kind].some((s) => granted.has(s))

/** Refuses who sees none of the kinds. */
export const importKindRefusal = (...of: readonly ImportKind[]): Fail =>
  new Fail('no_operation_permission', { screens: [...new Set(of.flatMap((kind) => screensOf[kind]))] })

/** @throws not_found also for a kind that is not the caller's */
export async function packageFor(q: Queryable, id: string, who: Caller, lock = ''): Promise<PackageRow> {
  const p = await importPackageOf(q, id, lock)
  if (!sees(p.kind, who)) throw new Fail('not_found')
  return p
}
