/** What another role would mean for a person that stands: which screens come, and which go. */
import { screensBeyond } from '#src/contract/access.ts'
import type { ImportRow } from '#src/contract/import/import.schema.ts'
import { screens } from '#src/contract/screens/index.ts'
import type { Queryable } from '#mock/db/db.ts'
import type { PlanRow } from '#mock/import/plan/rows.ts'
import { type RoleFacts, rolesOf } from '../system/grants.ts'

type Rights = NonNullable<ImportRow['rights']>

const change = ({ resource, difference }: Pick<PlanRow, 'resource' | 'difference'>) =>
  resource === 'user' ? difference.find((d) => d.field === 'role_id') : undefined

/** @returns for a row; undefined where its role stays */
export async function rightsIn(
  q: Queryable,
  rows: readonly Pick<PlanRow, 'resource' | 'difference'>[],
): Promise<(row: Pick<PlanRow, 'resource' | 'difference'>) => Rights | undefined> {
  const ids = rows.flatMap((r) => [change(r)?.before, change(r)?.after].filter((id) => typeof id === 'string'))
  const roles = ids.length ? await rolesOf(q, ids as string[]) : new Map<string, RoleFacts>()
  const known = new Map<string, Rights>()
  return (row) => {
    const d = change(row)
    const [before, after] = [roles.get(String(d?.before)), roles.get(String(d?.after))]
    if (!d || !before || !after) return undefined
    const key = `${before.id} ${after.id}`
    const had = known.get(key)
    if (had) return had
    const [gained, lost] = [
      screensBeyond(screens, after.grants, before.grants),
      screensBeyond(screens, before.grants, after.grants),
    ]
    const made = { before: before.name, after: after.name, gained, lost }
    known.set(key, made)
    return made
  }
}
