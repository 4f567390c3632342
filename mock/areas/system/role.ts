/** Roles: nobody makes one that opens more than his own does, nor touches one that does. */
import { api } from '#src/contract/api.ts'
import { type Route, routeRuleOf, splitKey } from '#src/contract/lib/route.ts'
import type { FieldProblem, ProblemCode } from '#src/contract/problems.ts'
import { limits } from '#src/contract/limits.ts'
import { opensOf } from '#src/contract/system/permissions.ts'
import { crud } from '#mock/crud/crud.ts'
import { documents } from '#mock/crud/documents.ts'
import { freeRowName, isTaken } from '#mock/crud/freeName.ts'
import type { Hooks } from '#mock/crud/hooks.ts'
import { crudContext, rowAuditState } from '#mock/crud/setting.ts'
import { remembered } from '#mock/db/remember.ts'
import { Fail, type Handler, type Caller } from '#mock/http/request/handler.ts'
import { defaultRole } from '../session/defaultRole.ts'
import { aboveCaller, administers, mayGive, opensMore, peers } from './authority.ts'
import { type RoleFacts, roleFacts } from './grants.ts'

const users = documents('user')

interface Facts {
  counts: ReadonlyMap<string, number>
  roles: ReadonlyMap<string, RoleFacts>
  fallback: string
}

/** What changes the rights of everybody who has the role. */
const changes = new Set(['update', 'remove'])

function refuse(
  action: string,
  row: { id: string; key: string; built_in: boolean },
  f: Facts,
  who: Caller,
): ProblemCode | undefined {
  const role = f.roles.get(row.id)
  if (aboveCaller(role, who) || (role && opensMore(role.grants, who))) return 'no_operation_permission'
  if (changes.has(action) && peers(role, who)) return 'no_operation_permission'
  if (action === 'view' && row.id === who.role_id) return 'own_role'
  if (row.key === 'super' || (action === 'remove' && row.built_in)) return 'protected_entry'
  if (action === 'remove' && row.id === f.fallback) return 'default_role'
  return undefined
}

/** Permissions that open a screen the caller's own do not. */
const notHeld = (permissions: readonly string[], who: Caller): FieldProblem[] =>
  permissions.flatMap((name, n) =>
    opensOf(name).size > 0 && opensMore(new Set([name]), who)
      ? [{ path: `permissions.${n}`, rule: 'not_held', params: { name } }]
      : [],
  )

const hooks: Hooks<'role', Facts> = {
  async facts(docs, { q, platform }) {
    const [rows, fallback] = await Promise.all([
      remembered<{ id: string; n: number }>(
        q,
        `select k_role_id as id, count(*) as n from ${users.table} where k_role_id = any($1::text[]) group by 1`,
        [docs.map((d) => d.id)],
      ),
      defaultRole(q, platform.settings),
    ])
    return {
      counts: new Map(rows.map((r) => [r.id, Number(r.n)])),
      roles: new Map(docs.map((d) => [d.id, roleFacts(d)])),
      fallback,
    }
  },
  columns: (doc, { counts }) => ({ user_count: counts.get(doc.id) ?? 0 }),
  starts: () => ({ key: '', is_admin: false, built_in: false }),
  withheld: (doc, { who }) => !mayGive(roleFacts(doc), who),
  byHand: (doc) => administers(roleFacts(doc)),
  refuse: (action, row, facts, { who }) => refuse(action, row, facts, who),
  check(data, before, { who }) {
    const fields = notHeld(data.permissions ?? [], who)
    if (before?.data.built_in && data.name !== before.data.name) fields.push({ path: 'name', rule: 'name_fixed' })
    if (fields.length) throw new Fail('validation', { fields })
  },
  along: [['audience', 'target']],
  /** Nobody puts back what opens more than his own. */
  async returns(doc, { who }) {
    const role = roleFacts(doc)
    if (aboveCaller(role, who) || opensMore(role.grants, who)) throw new Fail('no_operation_permission')
  },
  async removed(before, { q }) {
    await q.query(`delete from audience where kind = 'role' and target = $1`, [before.id])
  },
}
const own = crudContext('role', hooks)
export const role = crud('role', hooks)

/** A role of one's own that opens the same, to be changed: nobody has it, and it is no administrators'. */
export const copyRole: Handler<'POST /roles/:id/copy'> = async (c) => {
  const from = await own.see(c, c.params.id)
  const at = own.at(c)
  await own.rows.allow('copy', from, at)
  const name = await freeRowName(isTaken(own.docs, c.q), from.data.name ?? '', limits.roleName.max)
  const data = { ...from.data, name, key: '', is_admin: false, built_in: false }
  await hooks.check?.(data, undefined, at)
  const after = await own.docs.insert(c.q, { id: c.platform.newId(), data }, { at: at.now, by: c.who.id })
  c.audit({ entity: 'role', id: after.id, after: rowAuditState(after), details: { copy_of: from.id } })
  return { id: after.id }
}

/** Calls that are for holders of screens, in the order of the contract. */
export const screenCalls = (): { call: string; screens: string[]; changes: boolean }[] =>
  Object.entries(api as Record<string, Route>).flatMap(([call, route]) =>
    typeof route.screens === 'string'
      ? []
      : [{ call, screens: [...route.screens], changes: routeRuleOf(splitKey(call)[0], route).changes }],
  )
