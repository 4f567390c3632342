/** Accounts that hold every screen content is kept and looked at on, and administer nothing. */
import { api } from '#src/contract/api.ts'
import type { Route } from '#src/contract/lib/route.ts'
import { type AccountName, type TestServer, userId } from './server.ts'

export async function makeKeepers(s: TestServer, ...accounts: readonly AccountName[]): Promise<string> {
  const table = api as Record<string, Route>
  // the trail, the platform's log and user management show what was done, to whoever holds them
  const open = Object.keys(table).filter((key) => !/^\S+ \/(?:audit|logs|users|roles|backups|license)/.test(key))
  const permissions = [...new Set(open.flatMap((key) => [(table[key] as Route).screens].flat()))].filter(
    (x) => x !== 'public' && x !== 'signed-in',
  )
  const { id } = await s.ok('POST /roles', { body: { name: 'Every screen', permissions: ['theory-bank'] } }, 'super')
  // more than a role made by hand may have
  await s.db.query(
    `update r_role set k_permissions = $3::text[], data = data || jsonb_build_object('permissions', $2::jsonb) where id = $1`,
    [id, JSON.stringify(permissions), permissions],
  )
  for (const name of accounts)
    await s.db.query(
      `update r_user set k_role_id = $2, data = data || jsonb_build_object('role_id', $2::text) where id = $1`,
      [userId(name), id],
    )
  return id
}
