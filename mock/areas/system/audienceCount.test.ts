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
  expect(await count({ all: true })).toEqual(rows[0])
  expect(await count({})).toEqual({ open: 0, closed: 0 })
  expect(await count({ users: [userId('student'), userId('student')], roles: [] })).toEqual({ open: 1, closed: 0 })
  expect(await count({ users: [userId('disabled')] })).toEqual({ open: 0, closed: 1 })
  const role = await count({ roles: [roleId('student')] })
  expect(await count({ roles: [roleId('student')], users: [userId('student')] })).toEqual(role)
})
