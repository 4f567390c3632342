import type { Reply } from '#src/contract/lib/route.ts'
import type { Api } from '#src/contract/api.ts'
import { documents } from '#mock/crud/documents.ts'
import { type OverviewBlock, overviewBlocks } from '#src/contract/dashboard/blocks.ts'
import type { Queryable } from '#mock/db/db.ts'
import type { Caller } from '#mock/http/request/handler.ts'
import { isOnlineSql, since } from '../system/online.ts'
import { importCounts, resourceCounts, signInsByDay, userCounts } from './counts.ts'

type Overview = Reply<Api, 'GET /dashboard/overview'>
const users = documents('user')
const roles = documents('role')
/** People the overview names; the number beside them counts everybody. */
const named = 20
const entries = 10

async function online(q: Queryable, now: Date): Promise<NonNullable<Overview['online']>> {
  const { rows } = await q.query<NonNullable<Overview['online']>['people'][number] & { total: number }>(
    `with seen as (
       select distinct on (user_id) user_id, seen_at, address from session
       where ${isOnlineSql('$1', '$2')} order by user_id, seen_at desc
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

async function recent(q: Queryable): Promise<NonNullable<Overview['recent']>> {
  const { rows } = await q.query<NonNullable<Overview['recent']>[number]>(
    `select at, coalesce(username, details->>'username', '') as who, coalesce(address, '') as address, action, coalesce(entity, '') as entity, coalesce(entity_id, '') as entity_id,
       coalesce(code, result) as result
     from audit order by at desc, seq desc limit ${entries}`,
  )
  return rows
}

/** A block that is not the caller's is not asked for at all. */
export async function dashboardOverview(q: Queryable, who: Caller, now: Date): Promise<Overview> {
  const block = async <T>(name: OverviewBlock, read: () => Promise<T>): Promise<T | null> =>
    overviewBlocks[name].some((s) => who.granted.has(s)) ? await read() : null
  return {
    users: await block('users', () => userCounts(q, now)),
    online: await block('online', () => online(q, now)),
    resources: await resourceCounts(q, who, now),
    imports: await block('imports', () => importCounts(q)),
    sign_ins: await block('sign_ins', () => signInsByDay(q, now)),
    recent: await block('recent', () => recent(q)),
    server_time: now.toISOString(),
  }
}
