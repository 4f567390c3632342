/** Looking as another role: its screens and no others, nothing changed by any call of the contract, and never more than the caller's own. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { access } from '#src/contract/access.ts'
import { api } from '#src/contract/api.ts'
import { type Route, routeRuleOf, splitKey } from '#src/contract/lib/route.ts'
import { viewToken } from '#src/contract/session/view.ts'
import { screens } from '#src/contract/screens/index.ts'
import { documents } from '#mock/crud/documents.ts'
import { readRoleGrants } from '#mock/areas/system/grants.ts'
import type { RoleKey } from '#mock/seed/roles.ts'
import { roleId } from './support/people.ts'
import { type AccountName, testServer, type TestServer } from './support/server.ts'

let s: TestServer
beforeAll(async () => {
  s = await testServer({ cheapPasswords: true })
})
afterAll(() => s.close())

type Caller = Parameters<TestServer['call']>[2]
const view = (role: RoleKey, as: Caller) => s.call('POST /roles/:id/view', { params: { id: roleId(role) } }, as)
const end = (as: Caller) => s.ok('DELETE /session/view', {}, as)
/** The page in which somebody looks as a role: his session, and the role behind its token. */
const through = async (id: string, as: AccountName = 'super') => ({ token: viewToken(await s.token(as), id) })
const looking = async (role: RoleKey, as: AccountName = 'super') => {
  expect((await view(role, as)).status).toBe(200)
  return through(roleId(role), as)
}
const rights = (as: Caller) => s.ok('GET /session/permissions', {}, as)

describe('looking as a role', () => {
  it('gives its screens, its name, and its rows, until it is ended', async () => {
    const before = await rights('super')
    const page = await looking('teacher')
    const now = await rights(page)
    const theirs = await rights('teacher')
    expect(now).toMatchObject({ grants: theirs.grants, viewing: { id: roleId('teacher'), key: 'teacher' } })
    expect(now.stamp).not.toBe(before.stamp)
    expect((await s.call('GET /users', {}, page)).problem.code).toBe('no_operation_permission')
    const can = async (as: Caller) => (await s.ok('GET /tools', {}, as)).items.map((r) => [r.id, r.can])
    expect(await can(page)).toEqual(await can('teacher'))
    await end(page)
    expect(await rights('super')).toEqual(before)
    expect((await s.call('GET /users', {}, 'super')).status).toBe(200)
  })

  it('changes nothing by any call, but ends and signs out', async () => {
    const page = await looking('admin')
    const open: string[] = []
    for (const [key, route] of Object.entries(api) as [string, Route][]) {
      const [method, path] = splitKey(key)
      if (!routeRuleOf(method, route).writes || route.screens === 'public') continue
      const url = `/api/mg/api${path.replaceAll(/:\w+/g, 'x')}`
      if (['DELETE /session', 'DELETE /sessions', 'DELETE /session/view'].includes(key)) continue
      const r = await s.app.inject({
        method,
        url,
        headers: { authorization: `Bearer ${page.token}` },
        payload: {},
      })
      const { code } = r.json<{ code: string }>()
      if (r.statusCode !== 403 || code !== 'viewing_only') open.push(`${key}: ${r.statusCode} ${code}`)
    }
    expect(open).toEqual([])
    await end(page)
  })

  it('is of one page: others of the same session go on as they are', async () => {
    const page = await looking('student')
    expect((await rights(page)).viewing?.key).toBe('student')
    expect(await rights('super')).toMatchObject({ grants: 'all', viewing: null })
    expect((await s.call('POST /tools/remove', { body: { ids: ['x'] } }, 'super')).status).toBe(200)
    await end(page)
  })

  it('is nothing to who carries a role without the right to look', async () => {
    // he would see what is shown to holders of that role
    const page = await through(roleId('normal'), 'student')
    expect((await rights(page)).viewing).toBeNull()
    expect(await rights(page)).toEqual(await rights('student'))
    expect((await rights(await through(roleId('super'), 'admin'))).viewing).toBeNull()
    expect((await rights(await through('none'))).viewing).toBeNull()
  })

  it('is refused for one’s own role, one above, one that opens more, and to who keeps no roles', async () => {
    expect((await view('super', 'super')).problem.code).toBe('own_role')
    expect((await view('super', 'admin')).problem.code).toBe('no_operation_permission')
    expect((await view('student', 'teacher')).problem.code).toBe('no_operation_permission')
    expect((await s.call('POST /roles/:id/view', { params: { id: 'none' } }, 'super')).status).toBe(404)
    const page = await looking('teacher')
    expect((await view('student', page)).status).toBe(403)
    await end(page)
    const { items } = await s.ok('GET /roles', { query: { page_size: 200 } }, 'admin')
    const offered = items.filter((r) => r.can.includes('view')).map((r) => r.key)
    expect(offered).toContain('student')
    expect(offered).not.toContain('super')
    expect(offered).not.toContain('admin')
  })

  it('is over when the role comes to open more than one’s own, and when it is gone', async () => {
    const stored = documents('role')
    const made = await s.ok('POST /roles', { body: { name: 'Looked at', permissions: ['personal'] } }, 'admin')
    await s.ok('POST /roles/:id/view', { params: { id: made.id } }, 'admin')
    const page = await through(made.id, 'admin')
    expect((await rights(page)).viewing?.id).toBe(made.id)
    const change = (permissions: string[]) =>
      s.db.tx(async (q) => {
        const row = await stored.lock(q, made.id)
        if (!row) throw new Error('no role')
        await stored.update(q, row, { ...row.data, permissions }, { at: s.clock.now(), by: 'tests' })
      })
    const held = access(screens, await readRoleGrants(s.db, roleId('admin'))).granted
    const more = screens.find((x) => x.auth && !held.has(x.name))
    // an administrator who holds everything has nobody above in rights but the super administrator's role itself
    expect(more, 'a screen that administrators do not hold').toBeDefined()
    await change([more?.name ?? ''])
    expect((await rights(page)).viewing).toBeNull()
    await change(['personal'])
    expect((await rights(page)).viewing?.id).toBe(made.id)
    await s.db.query('delete from r_role where id = $1', [made.id])
    expect((await rights(page)).viewing).toBeNull()
  })

  it('ends with the session, and who looks as nobody has nothing to end', async () => {
    const { body } = await s.signIn('super')
    const page = { token: viewToken(body.token, roleId('student')) }
    expect((await rights(page)).viewing?.key).toBe('student')
    await s.ok('DELETE /session', {}, page)
    expect((await s.call('GET /session', {}, { token: body.token })).status).toBe(401)
    expect((await s.call('GET /session', {}, page)).status).toBe(401)
    expect((await s.call('DELETE /session/view', {}, 'super')).status).toBe(409)
  })

  it('is in the audit trail from begin to end', async () => {
    await end(await looking('student'))
    const { items } = await s.ok('GET /audit', { query: { page_size: 20 } }, 'super')
    const told = items.map((r) => r.action)
    expect(told).toContain('role.view')
    expect(told).toContain('role.view-end')
  })
})
