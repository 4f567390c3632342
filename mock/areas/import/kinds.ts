/** Who sees which kind of import. An import of another kind is not there for him. */
import type { ImportKind } from '#src/contract/import/import.ts'
import type { Queryable } from '#mock/db/db.ts'
import { Fail, type Who } from '#mock/http/handler.ts'
import { packageOf, type PackageRow } from '#mock/import/plan/package.ts'

export const sees = (kind: ImportKind, { granted }: Pick<Who, 'granted'>): boolean =>
  kind === 'users'
    ? granted.has('user-manage')
    : granted.has('resource-import') || granted.has('resource-import-screen')

/** @throws not_found also for a kind that is not the caller's */
export async function packageFor(q: Queryable, id: string, who: Who, lock = ''): Promise<PackageRow> {
  const p = await packageOf(q, id, lock)
  if (!sees(p.kind, who)) throw new Fail('not_found')
  return p
}
