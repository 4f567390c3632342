/** Who has opened an announcement, and who of those it is for has not. */
import { where } from '#mock/crud/where.ts'
import type { Queryable } from '#mock/db/db.ts'
import { remembered } from '#mock/db/remember.ts'
import type { Byline } from '#src/contract/notice/byline.ts'
import { accounts, isForPerson, activeAccounts, type StoredAnnouncement, announcementAudience } from './audience.ts'

/** How many who may sign in have opened each. */
export async function readCounts(q: Queryable, ids: readonly string[]): Promise<Map<string, number>> {
  if (!ids.length) return new Map()
  const { rows } = await q.query<{ id: string; n: number }>(
    `select a.announcement_id as id, count(*) as n from announcement_read a join r_user u on u.id = a.user_id
     where a.announcement_id = any($1::text[]) and u.k_status = 'normal' group by 1`,
    [[...ids]],
  )
  return new Map(rows.map((r) => [r.id, Number(r.n)]))
}

interface Asked {
  page: number
  page_size: number
  q?: string | undefined
  read?: boolean | undefined
  org_id?: string | undefined
}
interface Reader extends Byline {
  id: string
  org_name: string
  read_at: string | null
}

/** Everybody it is for, by name, and the same counted by organisation. */
export async function readersOf(q: Queryable, id: string, a: StoredAnnouncement, asked: Asked) {
  const w = where()
  const base = `select u.id, u.data->>'name' as name, u.data->>'username' as username, coalesce(o.name, '') as org_name,
      coalesce(r.data->>'key', '') as role_key, coalesce(r.data->>'name', '') as role_name, coalesce(o.id, '') as org_id, ar.at as read_at
    from (select u.id, u.data, u.k_org_id, u.k_role_id from ${activeAccounts} and (${isForPerson(announcementAudience(a), w.add)})) u
    left join r_role r on r.id = u.k_role_id
    left join org o on o.id = u.k_org_id
    left join announcement_read ar on ar.announcement_id = ${w.add(id)} and ar.user_id = u.id`
  const given = [...w.params]
  const orgs = await remembered<{ id: string; name: string; read: number; addressed: number }>(
    q,
    `select org_id as id, org_name as name, count(read_at)::integer as read, count(*)::integer as addressed
     from (${base}) x group by 1, 2 order by 4 desc, 2, 1`,
    given,
  )
  if (asked.read !== undefined) w.and(`read_at is ${asked.read ? 'not ' : ''}null`)
  if (asked.org_id !== undefined) w.and(`org_id = ${w.add(asked.org_id)}`)
  const text = asked.q?.trim().toLowerCase()
  if (text) w.and(`(position(${w.add(text)} in lower(name)) > 0 or position(${w.add(text)} in lower(username)) > 0)`)
  const from = `from (${base}) x ${w.text()}`
  const counted = await remembered<{ n: number }>(q, `select count(*) as n ${from}`, w.params)
  const items = await remembered<Reader>(
    q,
    `select id, name, username, role_key, role_name, org_name, read_at ${from} order by read_at is null, read_at desc, name collate "C", id
     limit ${w.add(asked.page_size)} offset ${w.add((asked.page - 1) * asked.page_size)}`,
    w.params,
  )
  const c = where()
  const [closed] = await remembered<{ n: number }>(
    q,
    `select count(*)::integer as n from ${accounts} where u.k_status <> 'normal' and (${isForPerson(announcementAudience(a), c.add)})`,
    c.params,
  )
  const sum = (pick: 'read' | 'addressed') => orgs.reduce((n, o) => n + o[pick], 0)
  return {
    items: [...items],
    total: Number(counted[0]?.n ?? 0),
    page: asked.page,
    page_size: asked.page_size,
    read: sum('read'),
    addressed: sum('addressed'),
    closed: closed?.n ?? 0,
    orgs: [...orgs],
  }
}
