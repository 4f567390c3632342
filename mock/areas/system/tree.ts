/** The permission tree as it is enforced here: the calls as the interpreter holds them, and the roles as they are stored. */
import { type PermissionTree, screenTree } from '#src/contract/system/permissionTree.ts'
import type { Queryable } from '#mock/db/db.ts'
import { documents } from '#mock/crud/documents.ts'
import { area } from '#mock/http/request/handler.ts'
import type { CompiledRoute } from '#mock/http/line.ts'
import { roleFacts } from './grants.ts'

const roles = documents('role')

async function rolesOf(q: Queryable): Promise<PermissionTree['roles']> {
  const ids = await roles.ids(q, { sort: 'created_at' })
  const found = await roles.byIds(q, ids)
  return ids
    .flatMap((id) => found.get(id) ?? [])
    .map((doc) => {
      const { key, name, is_admin, grants } = roleFacts(doc)
      return { key, name, admin: is_admin, permissions: grants === 'all' ? ('all' as const) : [...grants] }
    })
}

/** @param table the very lines that calls are served by */
export const treeHandlers = (table: readonly CompiledRoute[]) =>
  area({
    'GET /roles/tree': async ({ q }) => ({
      ...screenTree(),
      routes: table.map(({ key, screens, serves, writes, changes, audited, restricted, finishes, rate }) => ({
        key,
        audience: typeof screens === 'string' ? screens : ('screens' as const),
        screens: [...(typeof screens === 'string' ? serves : screens)],
        writes,
        changes,
        audited,
        restricted,
        finishes,
        rate,
      })),
      roles: await rolesOf(q),
    }),
  })
