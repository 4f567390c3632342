import type { Byline } from '#src/contract/notice/byline.ts'
import { documents } from '#mock/crud/documents.ts'
import type { Queryable } from '#mock/db/db.ts'
import { rolesOf } from '../system/grants.ts'

const users = documents('user')

/** Who people are by their ids; of somebody who is gone the name that was written down. */
export async function bylines(
  q: Queryable,
  ids: readonly (string | undefined)[],
): Promise<(id: string | undefined, name: string | undefined) => Byline> {
  const found = await users.byIds(q, [...new Set(ids.filter((id) => id !== undefined))])
  const roles = await rolesOf(
    q,
    [...found.values()].map((u) => u.data.role_id ?? ''),
  )
  return (id, name = '') => {
    const user = found.get(id ?? '')?.data
    const role = roles.get(user?.role_id ?? '')
    return {
      name: user?.name ?? name,
      username: user?.username ?? '',
      role_key: role?.key ?? '',
      role_name: role?.name ?? '',
    }
  }
}
