import type { ProblemCode } from '#src/contract/problems.ts'
import { userMachine } from '#src/contract/session/status.ts'
import { crud } from '#mock/crud/crud.ts'
import type { At } from '#mock/crud/hooks.ts'
import type { Add } from '#mock/crud/where.ts'
import { Fail } from '#mock/http/handler.ts'
import { statusNow } from '../session/account.ts'
import { endSessions } from '../session/sessions.ts'
import { aboveCaller } from './authority.ts'
import { type RoleFacts, rolesOf } from './grants.ts'
import { onlineOf } from './online.ts'
import { orgNames } from './orgs.ts'
import { liveSupers, oneAtATime } from './superAdministrators.ts'

interface Facts {
  roles: ReadonlyMap<string, RoleFacts>
  orgs: ReadonlyMap<string, string>
  online: ReadonlySet<string>
  supers: number
}

function refuse(
  action: string,
  row: { id: string; role_id: string; status: string },
  { roles, supers }: Facts,
  { who }: At,
): ProblemCode | undefined {
  const role = roles.get(row.role_id)
  if (aboveCaller(role, who)) return 'no_operation_permission'
  if (row.id === who.id) return 'protected_entry'
  if (action === 'disable' && role?.key === 'super' && row.status === 'normal' && supers <= 1)
    return 'last_super_administrator'
  return undefined
}

/** `normal` and `expired` are one stored word; the last day of the account tells them apart. */
function statusFilter(values: unknown, add: Add, now: Date): string {
  const asked = (Array.isArray(values) ? values : [values]).map(String)
  const past = () => `coalesce(t.data->>'expires_on', '9999') < ${add(now.toISOString().slice(0, 10))}`
  return asked
    .map((status) => {
      if (status === 'expired') return `(t.k_status = 'normal' and ${past()})`
      return `(t.k_status = ${add(status)}${status === 'normal' ? ` and not ${past()}` : ''})`
    })
    .join(' or ')
}

export const user = crud<'user', Facts>('user', {
  async facts(docs, { q, now }) {
    return {
      roles: await rolesOf(
        q,
        docs.map((d) => d.data.role_id ?? ''),
      ),
      orgs: await orgNames(
        q,
        docs.map((d) => d.data.org_id),
      ),
      online: await onlineOf(
        q,
        docs.map((d) => d.id),
        now,
      ),
      supers: await liveSupers(q, now),
    }
  },
  columns: (doc, { roles, orgs, online }, { now }) => ({
    status: statusNow(doc.data, now),
    role_name: roles.get(doc.data.role_id ?? '')?.name ?? '',
    org_name: orgs.get(doc.data.org_id ?? '') ?? '',
    last_sign_in: doc.data.last_sign_in ?? null,
    online: online.has(doc.id),
  }),
  moves: { field: 'status', table: userMachine },
  refuse,
  /** Two super administrators who disable each other at the same moment: the second one is the last. */
  async check(data, before, { q, now }) {
    if (!before || data.status === 'normal' || before.data.status !== 'normal') return
    const role = (await rolesOf(q, [before.data.role_id ?? ''])).get(before.data.role_id ?? '')
    if (role?.key !== 'super') return
    await oneAtATime(q)
    if (statusNow(before.data, now) === 'normal' && (await liveSupers(q, now)) <= 1)
      throw new Fail('last_super_administrator')
  },
  /** Whoever may not sign in any more is out at once. */
  async wrote(after, before, { q, now }) {
    if (before?.data.status === 'normal' && after.data.status !== 'normal')
      await endSessions(q, after.id, 'disabled', now)
  },
  filters: ({ now }) => ({ status: (values, add) => statusFilter(values, add, now) }),
  hint: (doc) => doc.data.username,
})
