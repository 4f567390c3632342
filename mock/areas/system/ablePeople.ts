/** People whose role changes what stands on some screens and whose account is in use: they are offered, and only they are newly named. */
import type { ScreenName } from '#src/contract/screens/index.ts'
import { documents } from '#mock/crud/documents.ts'
import { rolesThatChange } from '#mock/crud/holders.ts'
import type { Scope } from '#mock/crud/where.ts'
import type { Queryable } from '#mock/db/db.ts'
import type { Handler } from '#mock/http/request/handler.ts'

const users = documents('user')

/** A condition on people `t`. */
export const mayChange =
  (screens: readonly ScreenName[]): Scope =>
  (add) =>
    `t.k_status = 'normal' and t.k_role_id in (${rolesThatChange(screens, add)})`

/** Those of the named, in their order. */
export async function ableAmong(q: Queryable, ids: readonly string[], scope: Scope): Promise<string[]> {
  if (!ids.length) return []
  const able = new Set(await users.ids(q, { ids: [...new Set(ids)], scopes: [scope] }))
  return ids.filter((id) => able.has(id))
}

/** Who can be named. Who is named already is among them whatever became of their rights. */
export const ableOptions =
  (
    scope: Scope,
  ): Handler<
    | 'GET /exams/markers/options'
    | 'GET /classes/leaders/options'
    | 'GET /flag-contests/staff/options'
    | 'GET /contest-entries/people/options'
  > =>
  async ({ q: db, query }) => {
    const { page, page_size, q, ids } = query
    const asked = { page, page_size, q, ids, finds: ['name', 'username'], sort: 'name', scopes: ids ? [] : [scope] }
    const { items, total } = await users.list(db, asked)
    return {
      items: items.map(({ id, data }) => ({ id, label: data.name || data.username || '', hint: data.username ?? '' })),
      total,
      page,
      page_size,
    }
  }
