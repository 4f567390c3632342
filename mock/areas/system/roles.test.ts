import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { documents } from '#mock/crud/documents.ts'
import { testServer, type TestServer } from '#tests/contract/support/server.ts'
import { roleId, roles } from '#tests/contract/support/people.ts'
import { grantsOf } from './grants.ts'
import { orgLine } from './orgs.ts'

let s: TestServer
beforeAll(async () => {
  s = await testServer()
})
afterAll(() => s.close())

describe('roles', () => {
  it('count their users, and the one above all is nobody’s to change', async () => {
    const { items } = await s.ok('GET /roles', { query: { page_size: 200 } }, 'admin')
    expect(items.find((r) => r.key === 'super')).toMatchObject({ user_count: 2, is_admin: true, can: [] })
    expect(items.find((r) => r.key === 'referee')).toMatchObject({ user_count: 1 })
  })

  it('are picked by name by those who choose an audience', async () => {
    const { items } = await s.ok('GET /roles/options', { query: { q: 'stud' } }, 'teacher')
    expect(items).toEqual([{ id: roleId('student'), label: 'Role student', key: 'student' }])
    expect((await s.call('GET /roles', {}, 'teacher')).problem.code).toBe('no_operation_permission')
  })

  it('reach what their grants open, and a route outside their reach is refused', async () => {
    const { items } = await s.ok('GET /roles/reach', {}, 'super')
    const of = (key: string) => items.find((r) => r.role.key === key)
    expect(of('super')?.grants).toBe('all')
    expect(of('super')?.screens).toContain('resource-import')
    expect(of('teacher')?.screens).toEqual(expect.arrayContaining(['dashboard', 'tool-edit', 'login']))
    expect(of('teacher')?.screens).not.toContain('user-manage')
    expect(of('teacher')?.routes).toContain('PUT /tools/:id')
    expect(of('student')?.routes).not.toContain('PUT /tools/:id')
    expect(of('student')?.routes).toContain('GET /dorks')
  })

  it('hold from the very next call on when they change', async () => {
    expect((await s.call('GET /roles', {}, 'normal')).problem.code).toBe('no_operation_permission')
    const stored = documents('role')
    const change = (permissions: string[]) =>
      s.db.tx(async (q) => {
        const role = await stored.lock(q, roleId('normal'))
        if (!role) throw new Error('no role')
        await stored.update(q, role, { ...role.data, permissions }, { at: s.clock.now(), by: 'tests' })
      })
    await change(['personal', 'role-manage'])
    expect((await s.call('GET /roles', {}, 'normal')).status).toBe(200)
    await change(['personal'])
    expect((await s.call('GET /roles', {}, 'normal')).status).toBe(403)
  })

  it('grant everything to the super administrator and nothing when they are gone', async () => {
    expect(await grantsOf(s.db, roleId('super'))).toBe('all')
    expect(await grantsOf(s.db, roleId('referee'))).toEqual(new Set(roles.referee.permissions))
    expect(await grantsOf(s.db, 'none')).toEqual(new Set())
  })
})

describe('organisations', () => {
  it('come after the one they belong to and count everybody below them', async () => {
    const { items } = await s.ok('GET /orgs/tree', {}, 'teacher')
    expect(items.map((o) => [o.name, o.parent_id, o.users])).toEqual([
      ['Academy', null, 14],
      ['Red class', 'org-root', 1],
    ])
  })

  it('know the line above them', async () => {
    expect(await orgLine(s.db, 'org-red')).toEqual(['org-root', 'org-red'])
    expect(await orgLine(s.db, null)).toEqual([])
  })
})
