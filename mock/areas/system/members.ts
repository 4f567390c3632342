/** The members of a role: people on either side of it, and moving them, each by the rules of giving a role. */
import type { z } from 'zod'
import type { Member } from '#src/contract/system/role.schema.ts'
import { each } from '#mock/crud/bulk.ts'
import { type DataOf, documents, type StoredDocument } from '#mock/crud/documents.ts'
import { rowAuditState } from '#mock/crud/setting.ts'
import type { Add, Scope } from '#mock/crud/where.ts'
import type { Queryable } from '#mock/db/db.ts'
import { type AuditEvent, Fail, type Handler, type Platform, type Caller } from '#mock/http/request/handler.ts'
import { mayCall } from '#mock/http/guard/may.ts'
import { statusNow } from '../session/account.ts'
import { defaultRole } from '../session/defaultRole.ts'
import { type Assignment, assignRefusal } from './assign.ts'
import { type RoleFacts, roleFacts, rolesOf } from './grants.ts'
import { orgNames } from './orgs.ts'
import { liveSupers, oneAtATime } from './superAdministrators.ts'
import { ofOrgs } from './userFilters.ts'
import { tellOfChange } from './tell.ts'

const users = documents('user')
const roles = documents('role')
type User = StoredDocument<DataOf<'user'>>

const having =
  (role: string, side: 'in' | 'out'): Scope =>
  (add) =>
    `t.k_role_id ${side === 'in' ? '=' : 'is distinct from'} ${add(role)}`

interface Ground {
  roles: ReadonlyMap<string, RoleFacts>
  fallback: string
  supers: number
}
const assignment = (user: User, to: RoleFacts | undefined, g: Ground, now: Date): Assignment => ({
  user: { id: user.id, role_id: user.data.role_id ?? '', live: statusNow(user.data, now) === 'normal' },
  from: g.roles.get(user.data.role_id ?? ''),
  to,
  fallback: g.fallback,
  supers: g.supers,
})

export const members: Handler<'GET /roles/:id/members'> = async ({ params, query, q, who, platform }) => {
  const now = platform.now()
  const [role, fallback, supers] = await Promise.all([
    roles.get(q, params.id),
    defaultRole(q, platform.settings),
    liveSupers(q, now),
  ])
  if (!role) throw new Fail('not_found')
  const { page, page_size, side, org_id } = query
  const scopes = [having(role.id, side), ...(org_id === undefined ? [] : [(add: Add) => ofOrgs(org_id, add)])]
  const { items, total } = await users.list(q, {
    page,
    page_size,
    q: query.q,
    finds: ['username', 'name'],
    sort: 'name',
    scopes,
  })
  const [found, orgs] = await Promise.all([
    rolesOf(q, [fallback, role.id, ...items.map((u) => u.data.role_id ?? '')]),
    orgNames(
      q,
      items.map((u) => u.data.org_id),
    ),
  ])
  const ground: Ground = { roles: found, fallback, supers }
  const to = ground.roles.get(side === 'in' ? fallback : role.id)
  const gives = mayCall(who, 'POST /roles/:id/members')
  const shown = items.map((u): z.input<typeof Member> => {
    const refused = assignRefusal(assignment(u, to, ground, now), who)
    return {
      id: u.id,
      name: u.data.name ?? '',
      username: u.data.username ?? '',
      avatar: u.data.avatar ?? '',
      status: statusNow(u.data, now),
      role_id: u.data.role_id ?? '',
      role_name: ground.roles.get(u.data.role_id ?? '')?.name ?? '',
      role_key: ground.roles.get(u.data.role_id ?? '')?.key ?? '',
      org_name: orgs.get(u.data.org_id ?? '') ?? '',
      refused: !gives ? 'read_only_right' : side === 'in' && role.id === fallback ? 'default_role' : (refused ?? null),
    }
  })
  const { id, key, name } = ground.roles.get(fallback) ?? { id: fallback, key: '', name: '' }
  return { items: shown, total, page, page_size, fallback: { id, key, name } }
}

interface Moving {
  q: Queryable
  who: Caller
  platform: Platform
  audit: (entry: AuditEvent) => void
}

/** Gives each of the people the role. Rows are held in one order, so that two who move the same people wait instead of dying. */
async function move(c: Moving, ids: readonly string[], to: RoleFacts, only: (user: User) => boolean) {
  const { q, who, platform, audit } = c
  const now = platform.now()
  const fallback = await defaultRole(q, platform.settings)
  return each(
    q,
    [...ids].sort(),
    async (id) => {
      const user = await users.lock(q, id)
      if (!user || !only(user)) throw new Fail('not_found')
      if (user.data.role_id === to.id) return
      const found = await rolesOf(q, [user.data.role_id ?? ''])
      if (found.get(user.data.role_id ?? '')?.key === 'super') await oneAtATime(q)
      const ground = { roles: found, fallback, supers: await liveSupers(q, now) }
      const refused = assignRefusal(assignment(user, to, ground, now), who)
      if (refused) throw new Fail(refused)
      const after = await users.update(q, user, { ...user.data, role_id: to.id }, { at: now, by: who.id })
      if (!after) throw new Fail('stale_version')
      await tellOfChange(q, platform, user, after)
      audit({ entity: 'user', id, before: rowAuditState(user), after: rowAuditState(after) })
    },
    (id, { code, details }) => audit({ entity: 'user', id, code, details }),
  )
}

/** The role, kept until the transaction ends. */
async function held(q: Queryable, id: string): Promise<RoleFacts> {
  const role = await roles.lock(q, id)
  if (!role) throw new Fail('not_found')
  return roleFacts(role)
}

export const addMembers: Handler<'POST /roles/:id/members'> = async (c) =>
  move(c, c.body.ids, await held(c.q, c.params.id), () => true)

export const removeMembers: Handler<'POST /roles/:id/members/remove'> = async (c) => {
  const role = await roles.get(c.q, c.params.id)
  if (!role) throw new Fail('not_found')
  const fallback = await defaultRole(c.q, c.platform.settings)
  if (role.id === fallback) throw new Fail('default_role')
  return move(c, c.body.ids, await held(c.q, fallback), (user) => user.data.role_id === role.id)
}
