/** How many people an audience means before it is saved: those who may sign in, and those whose account is not open. */
import { where } from '#mock/crud/where.ts'
import type { Handler } from '#mock/http/handler.ts'
import { accounts } from '../notice/audience.ts'

export const audienceCount: Handler<'POST /audiences/count'> = async ({ q, body }) => {
  const { all, orgs, roles, teams, users } = body
  const w = where()
  const meant = all
    ? 'true'
    : `u.id = any(${w.add(users)}::text[]) or u.k_role_id = any(${w.add(roles)}::text[])
       or exists (select 1 from org x where x.id = any(${w.add(orgs)}::text[]) and o.path like x.path || '%')
       or exists (select 1 from r_team m where m.id = any(${w.add(teams)}::text[]) and m.k_member_ids && array[u.id]::text[])`
  const { rows } = await q.query<{ open: number; closed: number }>(
    `select count(*) filter (where u.k_status = 'normal')::integer as open,
       count(*) filter (where u.k_status <> 'normal')::integer as closed from ${accounts} where ${meant}`,
    w.params,
  )
  return { open: rows[0]?.open ?? 0, closed: rows[0]?.closed ?? 0 }
}
