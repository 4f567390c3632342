import type { Reply } from '#src/contract/lib/route.ts'
import type { Api } from '#src/contract/api.ts'
import { documents } from '#mock/crud/documents.ts'
import type { Queryable } from '#mock/db/db.ts'
import { present, since } from '../system/online.ts'
import { importCounts, resourceCounts, signInsByDay, userCounts } from './counts.ts'

type Overview = Reply<Api, 'GET /dashboard/overview'>
const users = documents('user')
const roles = documents('role')
/** People the overview names; the number beside them counts everybody. */
const named = 20
const entries = 10

async function online(q: Queryable, now: Date): Promise<Overview['online']> {
  const { rows } = await q.query<Overview['online']['people'][number] & { total: number }>(
    `with seen as (
       select distinct on (user_id) user_id, seen_at, address from session
       where ${present('$1', '$2')} order by user_id, seen_at desc
     )
     select s.user_id as id, u.data->>'name' as name, coalesce(r.data->>'name', '') as role, s.seen_at, s.address,
       count(*) over () as total
     from seen s join ${users.table} u on u.id = s.user_id left join ${roles.table} r on r.id = u.k_role_id
     order by s.seen_at desc, s.user_id limit ${named}`,
    [now.toISOString(), since(now)],
  )
  return {
    total: Number(rows[0]?.total ?? 0),
    people: rows.map(({ id, name, role, seen_at, address }) => ({ id, name, role, seen_at, address })),
  }
}

async function recent(q: Queryable): Promise<Overview['recent']> {
  const { rows } = await q.query<Overview['recent'][number]>(
    `select at, coalesce(username, details->>'username', '') as who, action, coalesce(entity, '') as entity, coalesce(entity_id, '') as entity_id,
       coalesce(code, result) as result
     from audit order by at desc, seq desc limit ${entries}`,
  )
  return rows
}

export async function overview(q: Queryable, now: Date): Promise<Overview> {
  return {
    users: await userCounts(q, now),
    online: await online(q, now),
    resources: await resourceCounts(q, now),
    imports: await importCounts(q),
    sign_ins: await signInsByDay(q, now),
    recent: await recent(q),
    server_time: now.toISOString(),
  }
}
