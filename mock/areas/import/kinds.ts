/** Who sees which kind of import. An import of another kind is not there for him. */
import type { ImportKind } from '#src/contract/import/import.ts'
import { importScreens } from '#src/contract/import/screens.ts'
import type { Queryable } from '#mock/db/db.ts'
import { Fail, type Caller } from '#mock/http/request/handler.ts'
import { importPackageOf, type PackageRow } from '#mock/import/plan/package.ts'

export const sees = (kind: ImportKind, { granted }: Pick<Caller, 'granted'>): boolean =>
  importScreens[kind].some((s) => granted.has(s))

/** Refuses who sees none of the kinds. */
export const importKindRefusal = (...of: readonly ImportKind[]): Fail =>
  new Fail('no_operation_permission', { screens: [...new Set(of.flatMap((kind) => importScreens[kind]))] })

/** @throws not_found also for a kind that is not the caller's */
export async function packageFor(q: Queryable, id: string, who: Caller, lock = ''): Promise<PackageRow> {
  const p = await importPackageOf(q, id, lock)
  if (!sees(p.kind, who)) throw new Fail('not_found')
  return p
}
