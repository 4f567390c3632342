import type { z } from 'zod'
import type { Me } from '#src/contract/session/session.schema.ts'
import type { Queryable } from '../../db/db.ts'
import { Fail } from '../../http/request/handler.ts'

/** The user as the client knows him. Throws `unauthenticated` when he is gone. */
export async function meOf(q: Queryable, userId: string): Promise<z.input<typeof Me>> {
  const { rows } = await q.query<{
    data: { username: string; name: string; avatar?: string }
    role_id: string | null
    role: { key?: string; name?: string; is_admin?: boolean } | null
    org_id: string | null
    org_name: string | null
  }>(
    `select u.data, r.id as role_id, r.data as role, o.id as org_id, o.name as org_name from r_user u
     left join r_role r on r.id = u.data->>'role_id' left join org o on o.id = u.data->>'org_id' where u.id = $1`,
    [userId],
  )
  const [u] = rows
  if (!u) throw new Fail('unauthenticated')
  return {
    resource_id: userId,
    username: u.data.username,
    rep_name: u.data.name,
    logo: u.data.avatar ?? '',
    is_admin: u.role?.is_admin === true,
    role: { id: u.role_id ?? '', key: u.role?.key ?? '', name: u.role?.name ?? '' },
    org: u.org_id === null ? null : { id: u.org_id, name: u.org_name ?? '' },
  }
}
