/** Everybody whose role lets him change what stands on a screen: who is told of what waits there. */
import { access } from '#src/contract/access.ts'
import { type ScreenName, screens } from '#src/contract/screens/index.ts'
import { documents } from '#mock/crud/documents.ts'
import type { Queryable } from '#mock/db/db.ts'
import { grantsOf } from '../session/people.ts'

const roles = documents('role')

export async function holdersOf(q: Queryable, ...wanted: readonly ScreenName[]): Promise<string[]> {
  const found = await roles.byIds(q, await roles.ids(q, {}))
  const may = [...found.values()]
    .filter((r) => {
      const { changes } = access(screens, grantsOf(r.data))
      return wanted.some((s) => changes.has(s))
    })
    .map((r) => r.id)
  const { rows } = await q.query<{ id: string }>(
    `select id from r_user where k_status = 'normal' and k_role_id = any($1::text[])`,
    [may],
  )
  return rows.map((r) => r.id)
}
