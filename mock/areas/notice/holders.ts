/** Everybody whose role lets them change what stands on a screen: who is told of what waits there. */
import type { ScreenName } from '#src/contract/screens/index.ts'
import { rolesThatChange } from '#mock/crud/holders.ts'
import { where } from '#mock/crud/where.ts'
import type { Queryable } from '#mock/db/db.ts'

export async function screenManagersOf(q: Queryable, ...wanted: readonly ScreenName[]): Promise<string[]> {
  const w = where()
  w.and(`t.k_status = 'normal' and t.k_role_id in (${rolesThatChange(wanted, w.add)})`)
  const { rows } = await q.query<{ id: string }>(`select t.id from r_user t ${w.text()}`, w.params)
  return rows.map((r) => r.id)
}
