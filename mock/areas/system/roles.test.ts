import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { documents } from '#mock/crud/documents.ts'
import { testServer, type TestServer } from '#tests/contract/support/server.ts'
import { roleId, roles } from '#tests/contract/support/people.ts'
import { readRoleGrants } from './grants.ts'
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

  it('say which of them the caller may not give, for pickers that give', async () => {
    const withheld = async (as: 'super' | 'admin') =>
      (await s.ok('GET /roles/options', { query: { page_size: 200 } }, as)).items.flatMap((r) =>
        r.withheld ? r.key : [],
      )
    expect(await withheld('super')).toEqual([])
    expect(await withheld('admin')).toContain('super')
    expect(await withheld('admin')).not.toContain('student')
  })

  it('say which are never given to whoever registers: those and no others are saved for that', async () => {
    const { items } = await s.ok('GET /roles/options', { query: { page_size: 200 } }, 'super')
    const saved: string[] = []
    for (const { id } of items) {
      const { version, ...values } = await s.ok('GET /config/registration', {}, 'super')
      const { register_button, register_review, register_most, register_waiting, register_days } = values
      const kept = { register_button, register_review, register_most, register_waiting, register_days }
      const body = { ...kept, register_role: id, version }
      if ((await s.call('PUT /config/registration', { body }, 'super')).status === 200) saved.push(id)
    }
    expect(saved).toEqual(items.flatMap((r) => (r.by_hand ? [] : r.id)))
    expect(saved.length).toBeLessThan(items.length)
  })

  it('are copied by who may give all they open, and a copy is nobody’s and no administrators’', async () => {
    const copy = (id: string, as: 'super' | 'admin' | 'teacher') =>
      s.call('POST /roles/:id/copy', { params: { id: roleId(id as 'teacher') } }, as)
    const { body } = await copy('teacher', 'super')
    const [from, made] = await Promise.all(
      [roleId('teacher'), body.id].map((id) => s.ok('GET /roles/:id', { params: { id } }, 'super')),
    )
    expect(made).toMatchObject({
      name: `${from?.name} 2`,
      permissions: from?.permissions,
      key: '',
      user_count: 0,
      built_in: false,
      is_admin: false,
    })
    expect((await copy('super', 'super')).status).toBe(409)
    expect((await copy('teacher', 'teacher')).status).toBe(403)
    const admins = await copy('admin', 'super')
    expect(await s.ok('GET /roles/:id', { params: { id: admins.body.id } }, 'super')).toMatchObject({ is_admin: false })
    await s.ok('POST /roles/remove', { body: { ids: [body.id, admins.body.id] } }, 'super')
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
    expect(await readRoleGrants(s.db, roleId('super'))).toBe('all')
    expect(await readRoleGrants(s.db, roleId('referee'))).toEqual(new Set(roles.referee.permissions))
    expect(await readRoleGrants(s.db, 'none')).toEqual(new Set())
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

describe('the role of several people at once', () => {
  it('is changed by whoever keeps people, one by one by the rules of giving a role', async () => {
    const permissions = [...roles.student.permissions, 'user-manage']
    const keeper = await s.ok('POST /roles', { body: { name: 'Keeper', description: '', permissions } }, 'super')
    await s.ok('POST /roles/:id/members', { params: { id: keeper.id }, body: { ids: ['user-referee'] } }, 'super')
    const { token } = (await s.signIn('referee')).body
    const give = (ids: string[]) =>
      s.ok('POST /roles/:id/members', { params: { id: roleId('normal') }, body: { ids } }, { token })
    const r = await give(['user-student', 'user-second-student', 'user-teacher', 'user-admin', 'user-super'])
    expect(r.done.toSorted()).toEqual(['user-second-student', 'user-student'])
    expect(r.failed.map((f) => [f.id, f.code]).toSorted()).toEqual([
      ['user-admin', 'no_operation_permission'],
      ['user-super', 'no_operation_permission'],
      ['user-teacher', 'no_operation_permission'],
    ])
    expect((await give(['user-referee'])).failed[0]?.code).toBeDefined()
  })
})

it('is what it is now, also where it was put back and came to the same version with other permissions', async () => {
  const put = (permissions: string[], version: number) =>
    s.db.query(
      `update r_role set version = $1, data = jsonb_set(data, '{permissions}', $2::jsonb) where id = '${roleId('teacher')}'`,
      [version, JSON.stringify(permissions)],
    )
  const { data, version } = (
    await s.db.query<{ data: { permissions: string[] }; version: number }>(
      `select data, version from r_role where id = '${roleId('teacher')}'`,
    )
  ).rows[0] as { data: { permissions: string[] }; version: number }
  const asked = async () => (await s.call('GET /roles', {}, 'teacher')).status
  await put(['role-manage'], version + 1)
  expect(await asked()).toBe(200)
  await put(data.permissions, version)
  await put(['personal'], version + 1)
  expect(await asked()).toBe(403)
  await put(data.permissions, version)
})
