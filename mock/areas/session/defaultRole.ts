import type { Queryable } from '#mock/db/db.ts'
import type { Settings } from '#mock/http/handler.ts'

/** Id of the role that everybody gets who registers, and who loses another. The setting holds a built-in role's key or a role's id. */
export async function defaultRole(q: Queryable, settings: Settings): Promise<string> {
  const named = await settings.get('registration.role', 'normal')
  const { rows } = await q.query<{ id: string }>(
    `select id from r_role where data->>'key' = $1 or id = $1 order by id = $1 desc limit 1`,
    [named],
  )
  if (!rows[0]) throw new Error(`registration.role names the role '${named}', which does not exist`)
  return rows[0].id
}
