import type { Reply } from '#src/contract/lib/route.ts'
import type { Api } from '#src/contract/api.ts'
import { hiddenIn } from '#src/contract/lib/oneLine.ts'
import { documents } from '#mock/crud/documents.ts'
import type { Queryable } from '#mock/db/db.ts'
import { Fail, type Handler, type Caller } from '#mock/http/request/handler.ts'
import { holdPictures } from '#mock/crud/pictures.ts'
import { rowAuditState } from '#mock/crud/setting.ts'
import { user } from '#src/contract/system/user.ts'
import { refuseLookAlike } from '../system/lookAlike.ts'
import { statusNow } from '../session/account.ts'
import { meOf } from '../session/me.ts'

const users = documents('user')
/** Ways to get a session, as the audit trail names them. */
const signIns = ['session.sign-in', 'session.exchange'] as const

interface Place {
  at: string
  address: string
}

/** The sign-in before the one that made this session, so that a stranger's is noticed; this session's own when there was none. */
async function lastSignIn(q: Queryable, who: Caller): Promise<Place | undefined> {
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

/** A name is what others know somebody by: nobody gives himself another one. */
const renames = (who: Caller): boolean => who.writable.has('user-manage') || who.writable.has('user-edit')

export async function profile(q: Queryable, who: Caller, now: Date): Promise<Reply<Api, 'GET /personal/profile'>> {
  const own = await users.get(q, who.id)
  if (!own) throw new Fail('unauthenticated')
  const { data } = own
  const last = await lastSignIn(q, who)
  const { sessions, is_default } = await standing(q, who.id, now)
  return {
    user: await meOf(q, who.id),
    status: statusNow(data, now),
    phone: data.phone ?? '',
    signature: data.signature ?? '',
    version: own.version,
    created_at: own.created_at,
    expires_on: data.expires_on ?? null,
    last_sign_in: last?.at ?? null,
    last_address: last?.address ?? '',
    sessions,
    default_password: is_default,
    may_rename: renames(who),
  }
}

/** Changes what one says of oneself; the rest of the row is the administrators'. */
export const changeProfile: Handler<'PUT /personal/profile'> = async ({ q, who, body, platform, audit }) => {
  const now = platform.now()
  const before = await users.lock(q, who.id)
  if (!before) throw new Fail('unauthenticated')
  const { version, ...said } = body
  if (version !== before.version) throw new Fail('stale_version', { current: await profile(q, who, now) })
  if (said.name !== before.data.name) {
    if (!renames(who)) throw new Fail('validation', { fields: [{ path: 'name', rule: 'name_managed' }], in: 'body' })
    await refuseLookAlike(q, said.name, who.id)
  }
  const fields = hiddenIn(user.fields, said, before.data)
  if (fields.length) throw new Fail('validation', { fields, in: 'body' })
  const hand = { at: now, by: who.id }
  const after = await users.update(q, before, { ...before.data, ...said }, hand)
  if (!after) throw new Fail('stale_version')
  await holdPictures(q, user, after, before, hand)
  audit({ entity: 'user', id: who.id, before: rowAuditState(before), after: rowAuditState(after) })
  return profile(q, who, now)
}
