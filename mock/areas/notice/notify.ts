/** Tells people what happened to them. No sentence is kept: a kind, its figures and where it leads. */
import { type MessageKind, type MessageLink, type MessageParams, messageKinds } from '#src/contract/notice/message.ts'
import type { Queryable } from '#mock/db/db.ts'
import type { Platform } from '#mock/http/request/handler.ts'
import { publish } from '#mock/live/publish.ts'

export interface Notification {
  /** Ids of users. */
  to: readonly string[]
  kind: MessageKind
  params?: MessageParams
  link?: MessageLink
}
const longest = 200
const batch = 500

/** In the transaction of what happened; open apps hear of it when that commits. */
export async function notify(
  q: Queryable,
  platform: Pick<Platform, 'now' | 'newId'>,
  { to, kind, params = {}, link }: Notification,
): Promise<void> {
  if (!messageKinds.includes(kind)) throw new Error(`${kind} is no kind of message`)
  const users = [...new Set(to)]
  const short = Object.fromEntries(
    Object.entries(params).map(([k, v]) => [k, typeof v === 'string' ? [...v].slice(0, longest).join('') : v]),
  )
  for (let i = 0; i < users.length; i += batch) {
    const some = users.slice(i, i + batch)
    await q.query(
      `insert into message (id, user_id, kind, params, link, at)
       select n.id, n.user_id, $2, $3::jsonb, $4::jsonb, $5::timestamptz
       from jsonb_to_recordset($1::jsonb) as n(id text, user_id text)`,
      [
        JSON.stringify(some.map((user_id) => ({ id: platform.newId(), user_id }))),
        kind,
        JSON.stringify(short),
        link === undefined ? null : JSON.stringify(link),
        platform.now().toISOString(),
      ],
    )
  }
  await publish(q, 'messages', { users })
}
