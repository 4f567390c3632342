import type { Reply } from '#src/contract/lib/route.ts'
import type { Api } from '#src/contract/api.ts'
import { documents } from '#mock/crud/documents.ts'
import type { Queryable } from '#mock/db/db.ts'
import { Fail, type Who } from '#mock/http/handler.ts'
import { statusNow } from '../session/account.ts'
import { meOf } from '../session/me.ts'

const users = documents('user')
/** Ways to get a session, as the audit trail names them. */
export const signIns = ['session.sign-in', 'session.exchange'] as const

interface Place {
  at: string
  address: string
}

/** The sign-in before the one that made this session, so that a stranger's is noticed; this session's own when there was none. */
async function lastSignIn(q: Queryable, who: Who): Promise<Place | undefined> {
  const { rows } = await q.query<Place>(
    `with own as (select created_at as at, address from session where id_hash = $2)
     (select a.at, coalesce(a.address, '') as address from audit a
      where a.entity = 'user' and a.entity_id = $1 and a.action = any($3::text[]) and a.result = 'done'
        and a.at < (select at from own) order by a.at desc limit 1)
     union all select at, address from own`,
    [who.id, who.session, [...signIns]],
  )
  return rows[0]
}

/** Sessions of a user that live now, and whether his password was given by somebody else. */
async function standing(q: Queryable, id: string, now: Date): Promise<{ sessions: number; is_default: boolean }> {
  const { rows } = await q.query<{ n: number; is_default: boolean | null }>(
    `select (select count(*) from session where user_id = $1 and ended_at is null and expires_at > $2
        and seen_at + make_interval(secs => idle_seconds) > $2) as n,
      (select is_default from account where user_id = $1) as is_default`,
    [id, now.toISOString()],
  )
  return { sessions: Number(rows[0]?.n ?? 0), is_default: rows[0]?.is_default === true }
}

export async function profile(q: Queryable, who: Who, now: Date): Promise<Reply<Api, 'GET /personal/profile'>> {
  const user = await users.get(q, who.id)
  if (!user) throw new Fail('unauthenticated')
  const data = user.data as typeof user.data & { phone?: string }
  const last = await lastSignIn(q, who)
  const { sessions, is_default } = await standing(q, who.id, now)
  return {
    user: await meOf(q, who.id),
    status: statusNow(data, now),
    phone: data.phone ?? '',
    created_at: user.created_at,
    expires_on: data.expires_on ?? null,
    last_sign_in: last?.at ?? null,
    last_address: last?.address ?? '',
    sessions,
    default_password: is_default,
  }
}
