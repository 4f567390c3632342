/** Who picks an audience is told of as many people as an exam for it then has candidates. */
import { afterAll, beforeAll, expect, it } from 'vitest'
import { testServer, type TestServer, userId } from '#tests/contract/support/server.ts'
import { roleId } from '#tests/contract/support/people.ts'

let s: TestServer
beforeAll(async () => {
  s = await testServer()
})
afterAll(() => s.close())

const none = { all: false, orgs: [], roles: [], teams: [], users: [] }
it('counts everybody once, and those apart whose account is not open', async () => {
  const count = (body: object) => s.ok('POST /audiences/count', { body: { ...none, ...body } }, 'admin')
  const { rows } = await s.db.query<{ open: number; closed: number }>(
    `select count(*) filter (where k_status = 'normal')::integer as open,
       count(*) filter (where k_status <> 'normal')::integer as closed from r_user`,
  )
  expect(rows[0]?.closed).toBeGreaterThan(0)
  expect(await count({ all: true })).toEqual({ ...rows[0], each: {} })
  expect(await count({})).toEqual({ open: 0, closed: 0, each: {} })
  expect(await count({ users: [userId('student'), userId('student')], roles: [] })).toEqual({
    open: 1,
    closed: 0,
    each: {},
  })
  expect(await count({ users: [userId('disabled')] })).toEqual({ open: 0, closed: 1, each: {} })
  const role = await count({ roles: [roleId('student')] })
  expect(await count({ roles: [roleId('student')], users: [userId('student')] })).toEqual(role)
})

it('counts each role and team that was named, those with nobody too', async () => {
  const team = await s.ok(
    'POST /teams',
    { body: { name: 'Two of us', member_ids: [userId('student'), userId('disabled')] } as never },
    'super',
  )
  const chosen = { ...none, roles: [roleId('student'), roleId('teacher')], teams: [team.id, 'team-of-nobody'] }
  const { open, each } = await s.ok('POST /audiences/count', { body: chosen }, 'admin')
  const { rows } = await s.db.query<{ n: number }>(
    `select count(*)::integer as n from r_user where k_status = 'normal' and k_role_id = $1`,
    [roleId('student')],
  )
  expect(each[roleId('student')]).toBe(rows[0]?.n)
  expect([each[team.id], each['team-of-nobody']]).toEqual([1, 0])
  expect(open).toBe((each[roleId('student')] ?? 0) + (each[roleId('teacher')] ?? 0))
})

it('the tree from which organisations are picked counts as many as picking them means', async () => {
  const tree = async (open?: true) => (await s.ok('GET /orgs/tree', { query: open ? { open } : {} }, 'admin')).items
  const [all, open] = [await tree(), await tree(true)]
  for (const { id, users } of open) {
    const count = await s.ok('POST /audiences/count', { body: { ...none, orgs: [id] } }, 'admin')
    expect(users).toBe(count.open)
    expect(all.find((o) => o.id === id)?.users).toBe(count.open + count.closed)
  }
  expect(open.map((o) => o.users)).not.toEqual(all.map((o) => o.users))
})
