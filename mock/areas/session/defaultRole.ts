import { configured } from '#mock/configured.ts'
import { shipped } from '#mock/crud/holders.ts'
import type { Queryable } from '#mock/db/db.ts'
import { remembered } from '#mock/db/remember.ts'
import type { SettingsStore } from '#mock/http/request/handler.ts'

/**
 * Id of the role that everybody gets who registers, and who loses another: the configured one, or the normal role that ships when none is
 * configured, or it is gone or has become an administrator's since.
 */
export async function defaultRole(q: Queryable, settings: SettingsStore): Promise<string> {
  const { register_role } = await configured(settings, 'registration')
  const rows = await remembered<{ id: string }>(
    q,
    `select r.id from r_role r where (r.id = $1 and not coalesce((r.data->>'is_admin')::boolean, false)) or ${shipped('normal')}
     order by coalesce(r.id = $1, false) desc limit 1`,
    [register_role],
  )
  if (!rows[0]) throw new Error("the role 'normal' is missing")
  return rows[0].id
}
