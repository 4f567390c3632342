/** Tells a person what was done to his account. */
import type { Queryable } from '#mock/db/db.ts'
import type { Platform } from '#mock/http/request/handler.ts'
import { notify } from '../notice/notify.ts'
import { rolesOf } from './grants.ts'

interface Account {
  id: string
  data: { status?: string; role_id?: string }
}

export async function tellOfChange(q: Queryable, platform: Platform, before: Account, after: Account): Promise<void> {
  const to = [after.id]
  if (before.data.status === 'to-audit' && after.data.status === 'normal')
    await notify(q, platform, { to, kind: 'account_approved' })
  const { role_id = '' } = after.data
  if (role_id === before.data.role_id) return
  const role = (await rolesOf(q, [role_id])).get(role_id)
  await notify(q, platform, { to, kind: 'role_changed', params: { role: role?.name ?? '' } })
}
