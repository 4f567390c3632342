/** A person's own messages. Every statement names the person: nobody reaches another's. */
import type { Message } from '#src/contract/notice/routes.ts'
import type { Queryable } from '#mock/db/db.ts'
import { remembered } from '#mock/db/remember.ts'
import type { Caller } from '#mock/http/request/handler.ts'
import { publish } from '#mock/live/publish.ts'

interface Asked {
  page: number
  page_size: number
  unread?: boolean | undefined
}

/** The exam a message leads to. One that is removed leads nowhere, and is led to again when it is put back. */
const examOf = `coalesce(link->'params'->>'exam_id', link->'params'->>'examId')`

export async function messagesOf(q: Queryable, who: Caller, { page, page_size, unread }: Asked) {
  const only = unread === undefined ? '' : `and read_at is ${unread ? '' : 'not '}null`
  const sql = `select count(*) as n from message where user_id = $1 ${only}`
  const counted = await remembered<{ n: number }>(q, sql, [who.id], who.id)
  const { rows: items } = await q.query<Message>(
    `select id, kind, params, case when ${examOf} is null or exists (select 1 from r_exam e where e.id = ${examOf}) then link end as link,
       at, read_at is not null as read from message where user_id = $1 ${only}
     order by at desc, id desc limit $2 offset $3`,
    [who.id, page_size, (page - 1) * page_size],
  )
  return { items, total: Number(counted[0]?.n ?? 0), page, page_size }
}

export async function unreadMessages(q: Queryable, who: Caller): Promise<number> {
  const { rows } = await q.query<{ n: number }>(
    'select count(*) as n from message where user_id = $1 and read_at is null',
    [who.id],
  )
  return Number(rows[0]?.n ?? 0)
}

/** @returns how many were unread */
export async function markRead(
  q: Queryable,
  who: Caller,
  now: Date,
  ids: readonly string[] | undefined,
): Promise<number> {
  const { count } = await q.query(
    `update message set read_at = $2::timestamptz
     where user_id = $1 and read_at is null and ($3::text[] is null or id = any($3::text[]))`,
    [who.id, now.toISOString(), ids ? [...ids] : null],
  )
  // his other open pages count again
  if (count) await publish(q, 'messages', { users: [who.id] })
  return count
}

export async function removeMessages(q: Queryable, who: Caller, ids: readonly string[]) {
  const { rows } = await q.query<{ id: string }>(
    'delete from message where user_id = $1 and id = any($2::text[]) returning id',
    [who.id, [...ids]],
  )
  const done = rows.map((r) => r.id)
  if (done.length) await publish(q, 'messages', { users: [who.id] })
  const failed = [...new Set(ids)].filter((id) => !done.includes(id)).map((id) => ({ id, code: 'not_found' }))
  return { done, failed }
}
