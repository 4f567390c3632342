import { isApplication } from '#src/contract/session/status.ts'
import { documents } from '#mock/crud/documents.ts'
import { Fail, type Handler } from '#mock/http/request/handler.ts'
import { issueResetCode } from '../session/codes.ts'
import { mayIssueCredentials } from './authority.ts'
import { rolesOf } from './grants.ts'

const users = documents('user')

/** A code opens the account to whoever reads it. One's own password is changed where the present one is asked for. */
export const resetCode: Handler<'POST /users/:id/reset-code'> = async ({ params, who, q, platform, audit }) => {
  const user = await users.lock(q, params.id)
  if (!user) throw new Fail('not_found')
  const role = (await rolesOf(q, [user.data.role_id ?? ''])).get(user.data.role_id ?? '')
  if (user.id === who.id) throw new Fail('protected_entry')
  if (!mayIssueCredentials(role, who)) throw new Fail('no_operation_permission')
  if (isApplication(user.data.status)) throw new Fail('not_allowed_in_state')
  const issued = await issueResetCode(q, platform, user.id)
  audit({ entity: 'user', id: user.id, details: { expires_at: issued.expires_at } })
  return issued
}
