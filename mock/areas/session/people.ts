/** Who is calling: from a token to a person with his grants, in one query. */
import { access, type Grants } from '#src/contract/access.ts'
import { screens } from '#src/contract/screens/index.ts'
import { splitView, viewing } from '#src/contract/session/view.ts'
import type { UserStatus } from '#src/contract/session/status.ts'
import type { Db, Queryable } from '../../db/db.ts'
import type { Platform, Caller } from '../../http/request/handler.ts'
import { aboveCaller, opensMore } from '../system/authority.ts'
import { statusNow } from './account.ts'
import { type Jwt, looksLikeJwt } from './jwt.ts'
import { policyOf, sessionTimes } from './settings.ts'
import { tokenHash } from './sessions.ts'
import { watchPeople } from './watch.ts'

interface RoleData {
  key?: string
  name?: string
  is_admin?: boolean
  permissions?: string[]
}
interface Person {
  id_hash: string
  user_id: string
  seen_at: string
  expires_at: string
  idle_seconds: number
  user_data: { username: string; name: string; status?: UserStatus; expires_on?: string | null }
  role_id: string | null
  role_version: number | null
  role_data: RoleData | null
  org_id: string | null
  org_path: string | null
  is_default: boolean
  changed_at: string
}

const findView = 'select id, version, data from r_role where id = $1'
const find = `select s.id_hash, s.user_id, s.seen_at, s.expires_at, s.idle_seconds, u.data as user_data,
    r.id as role_id, r.version as role_version, r.data as role_data,
    o.id as org_id, o.path as org_path, a.is_default, a.changed_at
  from session s
  join r_user u on u.id = s.user_id
  join account a on a.user_id = s.user_id
  left join r_role r on r.id = u.data->>'role_id'
  left join org o on o.id = u.data->>'org_id'
  where s.id_hash = $1 and s.ended_at is null`

/** A role that is looked through. */
interface View {
  id: string
  version: number
  data: RoleData
}

/** How exactly the time of last use is kept, seconds. */
const touchEvery = 60

/** Permissions that were seen: what follows from a set of them is worked out once. */
const sets = new Map<string, ReadonlySet<string>>()
const mostSets = 500
function setOf(permissions: readonly string[]): ReadonlySet<string> {
  const key = permissions.join('\n')
  const made = sets.get(key) ?? new Set(permissions)
  // the longest unused goes
  sets.delete(key)
  sets.set(key, made)
  if (sets.size > mostSets) sets.delete(sets.keys().next().value ?? '')
  return made
}

/** The same object for the same permissions. */
export const grantsOf = (
  role: { key?: string | undefined; permissions?: readonly string[] | undefined } | null,
): Grants => (role?.key === 'super' ? 'all' : setOf(role?.permissions ?? []))

type Reach = Pick<
  Caller,
  'role_id' | 'role_key' | 'is_admin' | 'grants' | 'viewing' | 'granted' | 'changes' | 'writable' | 'licensed'
>

type Standing = Pick<Caller, 'role_id' | 'role_key' | 'is_admin' | 'grants'>
const standingOf = (id: string | null, data: RoleData | null): Standing => ({
  role_id: id ?? '',
  role_key: data?.key ?? '',
  is_admin: data?.is_admin === true,
  grants: grantsOf(data),
})

/** Who looks as another role is held to it, as long as he may and it opens nothing that his own does not: else he is himself again. */
function heldTo(p: Person, as: View | undefined, open: ReadonlySet<string>): Standing & Pick<Caller, 'viewing'> {
  const own = standingOf(p.role_id, p.role_data)
  if (!as || as.id === p.role_id || !mayView(own.grants, open)) return own
  const view = standingOf(as.id, as.data)
  if (aboveCaller({ ...view, key: view.role_key }, own) || opensMore(view.grants, own)) return own
  return { ...view, viewing: { id: view.role_id, key: view.role_key, name: as.data.name ?? '' } }
}
/** Whoever sends the token of a view has asked for it before; that he may still is asked of every call. */
const mayView = (grants: Grants, open: ReadonlySet<string>): boolean => {
  const { granted } = access(screens, grants, open)
  return viewing.some((s) => granted.has(s))
}

export interface CallerLookup {
  live: (token: string) => Promise<Caller | undefined>
  /** Whether the session of a token that lives no more was ended by a restore. */
  restored: (token: string) => Promise<boolean>
}

export async function makePeople(db: Db, platform: Platform, jwt: Jwt): Promise<CallerLookup> {
  /** Screens by role, its version and what the licence opens: worked out once, not per call. */
  const opened = new Map<string, Reach>()
  // a role that was put back to what it was comes to a version it had with other permissions
  const known = await watchPeople<Person>(db, () => opened.clear())

  async function reachOf(p: Person, as: View | undefined): Promise<Reach> {
    const { open, writable } = (await platform.licence.current()).standing
    const key = [p.role_id, p.role_version, as?.id, as?.version, writable, open.join()].join(' ')
    let reach = opened.get(key)
    if (!reach) {
      if (opened.size > 1000) opened.clear()
      const held = heldTo(p, as, new Set(open))
      const { granted, changes } = access(screens, held.grants, new Set(open))
      const running = new Set(writable ? open : [])
      reach = {
        ...held,
        granted,
        changes,
        writable: writable ? changes : access(screens, held.grants, running).changes,
        licensed: access(screens, 'all', running).granted,
      }
      opened.set(key, reach)
    }
    return reach
  }

  async function mustChange(p: Person, now: Date): Promise<Caller['must_change']> {
    if (p.is_default) return 'first'
    const { expires_days } = await policyOf(platform.settings)
    return expires_days > 0 && Date.parse(p.changed_at) + expires_days * 86_400_000 <= now.getTime() ? 'expired' : null
  }

  /** Whether the session still lives; notes its use. */
  async function awake(q: Queryable, p: Person, now: Date): Promise<boolean> {
    const at = now.getTime()
    const idle = at - Date.parse(p.seen_at)
    if (at >= Date.parse(p.expires_at) || idle > p.idle_seconds * 1000) return false
    if (idle >= Math.min(touchEvery, p.idle_seconds / 4) * 1000) {
      p.seen_at = now.toISOString()
      await q.query('update session set seen_at = greatest(seen_at, $2) where id_hash = $1', [p.id_hash, p.seen_at])
    }
    return true
  }

  return {
    async restored(carried) {
      const { token } = splitView(carried)
      const id = looksLikeJwt(token) ? (await jwt.read(token))?.session : tokenHash(token)
      if (id === undefined) return false
      const { rows } = await db.query<{ ended_why: string | null }>(
        'select ended_why from session where id_hash = $1',
        [id],
      )
      if (rows[0]) return rows[0].ended_why === 'restored'
      // one that began after the backup was made is gone with all that the restore undid
      const { absolute } = await sessionTimes(platform.settings)
      const since = new Date(platform.now().getTime() - absolute * 1000).toISOString()
      const { rows: done } = await db.query(
        `select 1 as one from restore where stage = 'done' and finished_at > $1 limit 1`,
        [since],
      )
      return done.length > 0
    },

    async live(carried) {
      const { token, role } = splitView(carried)
      const named = looksLikeJwt(token) ? await jwt.read(token) : undefined
      if (looksLikeJwt(token) && !named) return undefined
      const id = named?.session ?? tokenHash(token)
      const p = known.get(id) ?? (await known.learn(id, async () => (await db.query<Person>(find, [id])).rows[0]))
      const now = platform.now()
      if (!p || (named && named.user !== p.user_id)) return undefined
      if (statusNow(p.user_data, now) !== 'normal' || !(await awake(db, p, now))) return undefined
      const as = role === undefined ? undefined : (await db.query<View>(findView, [role])).rows[0]
      return {
        id: p.user_id,
        username: p.user_data.username,
        name: p.user_data.name,
        ...(await reachOf(p, as)),
        org_id: p.org_id,
        org_line: p.org_path?.split('/').filter((id) => id !== '') ?? [],
        session: p.id_hash,
        must_change: await mustChange(p, now),
      }
    },
  }
}
