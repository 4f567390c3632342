/** Looking as another role: its screens and no others, nothing changed by any call of the contract, and never more than the caller's own. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { access } from '#src/contract/access.ts'
import { api } from '#src/contract/api.ts'
import { type Route, ruleOf, splitKey } from '#src/contract/lib/route.ts'
import { screens } from '#src/contract/screens/index.ts'
import { documents } from '#mock/crud/documents.ts'
import { grantsOf } from '#mock/areas/system/grants.ts'
import type { RoleKey } from '#mock/seed/roles.ts'
import { roleId } from './support/people.ts'
import { testServer, type TestServer } from './support/server.ts'

let s: TestServer
beforeAll(async () => {
  s = await testServer({ cheapPasswords: true })
})
afterAll(() => s.close())

type Caller = Parameters<TestServer['call']>[2]
const view = (role: RoleKey, as: Caller) => s.call('POST /roles/:id/view', { params: { id: roleId(role) } }, as)
const end = (as: Caller) => s.ok('DELETE /session/view', {}, as)
const rights = (as: Caller) => s.ok('GET /session/permissions', {}, as)

describe('looking as a role', () => {
  it('gives its screens, its name, and its rows, until it is ended', async () => {
    const before = await rights('super')
    expect((await view('teacher', 'super')).status).toBe(200)
    const now = await rights('super')
    const theirs = await rights('teacher')
    expect(now).toMatchObject({ grants: theirs.grants, viewing: { id: roleId('teacher'), key: 'teacher' } })
    expect(now.stamp).not.toBe(before.stamp)
    expect((await s.call('GET /users', {}, 'super')).problem.code).toBe('no_operation_permission')
    const can = async (as: Caller) => (await s.ok('GET /tools', {}, as)).items.map((r) => [r.id, r.can])
    expect(await can('super')).toEqual(await can('teacher'))
    await end('super')
    expect(await rights('super')).toEqual(before)
    expect((await s.call('GET /users', {}, 'super')).status).toBe(200)
  })

  it('changes nothing by any call, but ends and signs out', async () => {
    await view('admin', 'super')
    const open: string[] = []
    for (const [key, route] of Object.entries(api) as [string, Route][]) {
      const [method, path] = splitKey(key)
      if (!ruleOf(method, route).writes || route.screens === 'public') continue
      const url = `/api/mg/api${path.replaceAll(/:\w+/g, 'x')}`
      if (['DELETE /session', 'DELETE /sessions', 'DELETE /session/view'].includes(key)) continue
      const r = await s.app.inject({
        method,
        url,
        headers: { authorization: `Bearer ${await s.token('super')}` },
        payload: {},
      })
      const { code } = r.json<{ code: string }>()
      if (r.statusCode !== 403 || code !== 'viewing_only') open.push(`${key}: ${r.statusCode} ${code}`)
    }
    expect(open).toEqual([])
    await end('super')
  })

  it('is of one session: others of the same person go on as they are', async () => {
    const { body } = await s.signIn('super')
    await view('student', 'super')
    expect((await rights({ token: body.token })).grants).toBe('all')
    await end('super')
  })

  it('is refused for one’s own role, one above, one that opens more, and to who keeps no roles', async () => {
    expect((await view('super', 'super')).problem.code).toBe('own_role')
    expect((await view('super', 'admin')).problem.code).toBe('no_operation_permission')
    expect((await view('student', 'teacher')).problem.code).toBe('no_operation_permission')
    expect((await s.call('POST /roles/:id/view', { params: { id: 'none' } }, 'super')).status).toBe(404)
    await view('teacher', 'super')
    expect((await view('student', 'super')).status).toBe(403)
    await end('super')
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
    expect((await rights('admin')).viewing?.id).toBe(made.id)
    const change = (permissions: string[]) =>
      s.db.tx(async (q) => {
        const row = await stored.lock(q, made.id)
        if (!row) throw new Error('no role')
        await stored.update(q, row, { ...row.data, permissions }, { at: s.clock.now(), by: 'tests' })
      })
    const held = access(screens, await grantsOf(s.db, roleId('admin'))).granted
    const more = screens.find((x) => x.auth && !held.has(x.name))
    // an administrator who holds everything has nobody above in rights but the super administrator's role itself
    expect(more, 'a screen that administrators do not hold').toBeDefined()
    await change([more?.name ?? ''])
    expect((await rights('admin')).viewing).toBeNull()
    await change(['personal'])
    expect((await rights('admin')).viewing?.id).toBe(made.id)
    await s.db.query('delete from r_role where id = $1', [made.id])
    expect((await rights('admin')).viewing).toBeNull()
  })

  it('ends with the session: who signs in again is himself, and who looks as nobody has nothing to end', async () => {
    const { body } = await s.signIn('super')
    const as = { token: body.token }
    await s.ok('POST /roles/:id/view', { params: { id: roleId('student') } }, as)
    await s.ok('DELETE /session', {}, as)
    const again = await s.signIn('super')
    expect((await rights({ token: again.body.token })).viewing).toBeNull()
    expect((await s.call('DELETE /session/view', {}, { token: again.body.token })).status).toBe(409)
  })

  it('is in the audit trail from begin to end', async () => {
    await view('student', 'super')
    await end('super')
    const { items } = await s.ok('GET /audit', { query: { page_size: 20 } }, 'super')
    const told = items.map((r) => r.action)
    expect(told).toContain('role.view')
    expect(told).toContain('role.view-end')
  })
})
