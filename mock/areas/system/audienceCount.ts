/** How many people an audience means before it is saved: those who may sign in, and those whose account is not open. */
import { where } from '#mock/crud/where.ts'
import type { Handler } from '#mock/http/request/handler.ts'
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
  const { rows: each } = await q.query<{ id: string; n: number }>(
    `select u.k_role_id as id, count(*)::integer as n from r_user u where u.k_status = 'normal' and u.k_role_id = any($1::text[]) group by 1
     union all select m.id, count(*)::integer from r_team m join r_user u on u.id = any(m.k_member_ids)
       where u.k_status = 'normal' and m.id = any($2::text[]) group by 1`,
    [roles, teams],
  )
  return {
    open: rows[0]?.open ?? 0,
    closed: rows[0]?.closed ?? 0,
    each: Object.fromEntries(
      [...[...roles, ...teams].map((id) => ({ id, n: 0 })), ...each].map(({ id, n }) => [id, n]),
    ),
  }
}
