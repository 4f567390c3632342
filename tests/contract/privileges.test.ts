/**
 * Privileges as a model (check B7): people of several roles make, change, give, take and remove roles and accounts in any order. Whatever
 * they do, nobody comes to open what neither he nor the one who gave it opened before, and one super administrator stays.
 */
import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startSession } from '#mock/areas/session/sessions.ts'
import { openedBy } from '#src/contract/system/permissions.ts'
import { userMachine, type UserStatus } from '#src/contract/session/status.ts'
import { roleId, roles as shipped } from './support/people.ts'
import { testServer, type TestServer } from './support/server.ts'
import { some } from '../support/some.ts'

const numRuns = Number(process.env.RUNS ?? some(15))
let s: TestServer
beforeAll(async () => {
  s = await testServer({ cheapPasswords: true })
})
afterAll(() => s.close())

/** A desk that may handle roles and users and holds little else. */
const desk = { name: 'Desk', permissions: ['role-manage', 'user-manage', 'personal'] }
const own = { 'role-desk': desk, 'role-small': { name: 'Small', permissions: ['personal'] } }
const roleIds = [...Object.keys(shipped).map((k) => roleId(k as keyof typeof shipped)), ...Object.keys(own)]
const userIds = ['super', 'second-super', 'admin', 'second-admin', 'teacher', 'student', 'normal', 'disabled'].map(
  (n) => `user-${n}`,
)
const grantable = [
  'personal',
  'courses',
  'role-manage',
  'user-manage',
  'system-management',
  'system-config',
  'audit-log',
]

interface Row {
  id: string
  data: { role_id: string; status: UserStatus; permissions?: string[]; key?: string; is_admin?: boolean }
}
interface State {
  roles: Map<string, Row['data']>
  users: Map<string, Row['data']>
}
async function state(): Promise<State> {
  const all = async (table: string) =>
    new Map((await s.db.query<Row>(`select id, data from ${table}`)).rows.map((r) => [r.id, r.data]))
  return { roles: await all('r_role'), users: await all('r_user') }
}
const opened = (at: State, user: string): ReadonlySet<string> => {
  const role = at.roles.get(at.users.get(user)?.role_id ?? '')
  return role ? openedBy(role.key === 'super' ? 'all' : (role.permissions ?? [])) : new Set()
}
const supers = (at: State) =>
  [...at.users.values()].filter((u) => u.status === 'normal' && at.roles.get(u.role_id)?.key === 'super')

let start: { table: string; rows: string }[]
/** Puts everything back as it was at first: the desk's people are a teacher's and a student's accounts. */
async function reset(): Promise<void> {
  start ??= await Promise.all(
    ['r_role', 'r_user', 'account'].map(async (table) => ({
      table,
      rows: JSON.stringify((await s.db.query(`select to_jsonb(t) as row from ${table} t`)).rows.map((r) => r['row'])),
    })),
  )
  await s.db.tx(async (q) => {
    for (const { table } of start.toReversed()) await q.query(`delete from ${table}`)
    for (const { table, rows } of start)
      await q.query(`insert into ${table} select * from jsonb_populate_recordset(null::${table}, $1::jsonb)`, [rows])
  })
}

const person = fc.constantFrom(...userIds)
const roleAt = fc.nat(20)
const names = fc.uniqueArray(fc.constantFrom(...grantable), { maxLength: 4 })
const step = fc.oneof(
  fc.record({ by: person, act: fc.constant('make' as const), names, role: roleAt, on: person }),
  fc.record({ by: person, act: fc.constant('change' as const), names, role: roleAt, on: person }),
  fc.record({
    by: person,
    act: fc.constantFrom('give' as const, 'take' as const, 'drop' as const, 'edit' as const, 'remove' as const),
    names,
    role: roleAt,
    on: person,
  }),
  fc.record({
    by: person,
    act: fc.constantFrom(...(['disable', 'recover', 'pass', 'fail'] as const)),
    names,
    role: roleAt,
    on: person,
  }),
)
type Step = typeof step extends fc.Arbitrary<infer S> ? S : never

const meta = { request_id: 'test', address: '127.0.0.1', agent: 'test', origin: undefined }
const as = async (user: string) => ({ token: (await s.db.tx((q) => startSession(q, s.platform, user, meta))).token })

let n = 0
async function run({ by, act, names: permissions, role: at, on }: Step, before: State): Promise<number> {
  const ids = [...before.roles.keys()].sort()
  const id = ids[at % ids.length] ?? ''
  const who = await as(by)
  const send = async (route: string, args: object) => (await s.send(route, args, who)).status
  const version = async (table: string, row: string) =>
    (await s.db.query<{ version: number }>(`select version from ${table} where id = $1`, [row])).rows[0]?.version ?? 0
  switch (act) {
    case 'make':
      return send('POST /roles', { body: { name: `Made ${++n}`, permissions } })
    case 'change': {
      const role = before.roles.get(id) as unknown as { name: string; description: string }
      const body = {
        name: role.name,
        description: role.description ?? '',
        permissions,
        version: await version('r_role', id),
      }
      return send('PUT /roles/:id', { params: { id }, body })
    }
    case 'give':
      return send('POST /roles/:id/members', { params: { id }, body: { ids: [on] } })
    case 'take':
      return send('POST /roles/:id/members/remove', { params: { id }, body: { ids: [on] } })
    case 'drop':
      return send('DELETE /roles/:id', { params: { id } })
    case 'remove':
      return send('DELETE /users/:id', { params: { id: on } })
    case 'edit': {
      const user = before.users.get(on) as unknown as Record<string, unknown> | undefined
      const body = {
        username: user?.['username'] ?? 'nobody',
        name: user?.['name'] ?? 'Nobody',
        role_id: id,
        org_id: null,
        expires_on: null,
        version: await version('r_user', on),
      }
      return send('PUT /users/:id', { params: { id: on }, body })
    }
    default:
      return send(`POST /users/:id/${act}`, { params: { id: on }, body: { version: await version('r_user', on) } })
  }
}

test(`grow nowhere, and the last super administrator stays (${numRuns} sequences)`, async () => {
  await s.db.tx(async (q) => {
    for (const [id, { name, permissions }] of Object.entries(own))
      await q.query(
        `insert into r_role select (jsonb_populate_record(r, $1::jsonb)).* from r_role r where id = 'role-normal'`,
        [
          JSON.stringify({
            id,
            k_name: name.toLowerCase(),
            k_built_in: false,
            data: { key: '', name, description: '', permissions, is_admin: false, built_in: false },
          }),
        ],
      )
    await q.query(`update r_user set data = jsonb_set(data, '{role_id}', '"role-desk"'), k_role_id = 'role-desk'
      where id in ('user-teacher', 'user-student')`)
  })
  expect(roleIds.length).toBe(8)
  let done = 0
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 4, maxLength: 14 }), async (steps) => {
      await reset()
      for (const one of steps) {
        const before = await state()
        const status = await run(one, before)
        const after = await state()
        expect(status).toBeLessThan(500)
        if (status === 200) done++
        const given = opened(before, one.by)
        const fallback: ReadonlySet<string> = openedBy(before.roles.get('role-normal')?.permissions ?? [])
        for (const [id, user] of after.users) {
          const had = opened(before, id)
          for (const screen of opened(after, id))
            if (!had.has(screen) && !given.has(screen) && !fallback.has(screen))
              throw new Error(`${one.by} ${one.act}: ${id} came to open ${screen}`)
          const was = before.users.get(id)
          if (was && was.status !== user.status)
            expect(Object.values(userMachine[was.status] as object), `${was.status} → ${user.status}`).toContain(
              user.status,
            )
          // an administrator is made, and unmade, by super administrators only
          const [now, then] = [user.role_id, was?.role_id ?? ''].map((r) => after.roles.get(r)?.is_admin === true)
          if (was && now !== then) expect(before.roles.get(before.users.get(one.by)?.role_id ?? '')?.key).toBe('super')
        }
        // nobody gets more by his own hand
        for (const screen of opened(after, one.by))
          expect(given.has(screen), `${one.by} gave himself ${screen}`).toBe(true)
        for (const [id, role] of after.roles) {
          expect(role.permissions?.length ?? 0).toBeLessThanOrEqual(100)
          if (before.roles.has(id)) expect(role.is_admin).toBe(before.roles.get(id)?.is_admin)
          else expect([role.is_admin, role.key]).toEqual([false, ''])
        }
        expect(after.roles.get(roleId('super'))).toEqual(before.roles.get(roleId('super')))
        expect(supers(after).length).toBeGreaterThan(0)
      }
    }),
    { numRuns },
  )
  expect(done, 'calls that went through').toBeGreaterThan(numRuns)
}, 3_600_000)
