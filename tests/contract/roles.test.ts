/** Roles and their members: who may make, change, remove and give which. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { permissionTree, walk } from '#src/contract/system/permissions.ts'
import { roleId, roles } from './support/people.ts'
import { type AccountName, testServer, type TestServer, userId } from './support/server.ts'

let s: TestServer
beforeAll(async () => {
  s = await testServer()
})
afterAll(() => s.close())

let n = 0
const make = (permissions: string[], as: AccountName = 'super') =>
  s.ok('POST /roles', { body: { name: `Made ${++n}`, permissions } }, as)
const codes = (r: { problem: { code: string; details?: { fields?: { path: string; rule: string }[] } } }) =>
  r.problem.details?.fields?.map((f) => `${f.path} ${f.rule}`) ?? [r.problem.code]
const put = async (id: string, body: { name?: string; permissions?: string[] }, as: AccountName) => {
  const role = await s.ok('GET /roles/:id', { params: { id } }, 'super')
  const { name, description, permissions, version } = { ...role, ...body }
  return s.call('PUT /roles/:id', { params: { id }, body: { name, description, permissions, version } }, as)
}
const roleOf = async (name: AccountName) =>
  (await s.ok('GET /users/:id', { params: { id: userId(name) } }, 'super')).role_id
const give = (role: string, names: readonly AccountName[], as: AccountName = 'super') =>
  s.ok('POST /roles/:id/members', { params: { id: role }, body: { ids: names.map(userId) } }, as)
const take = (role: string, names: readonly AccountName[], as: AccountName = 'super') =>
  s.call('POST /roles/:id/members/remove', { params: { id: role }, body: { ids: names.map(userId) } }, as)

describe('a role', () => {
  it('holds known permissions, each once, at most a hundred', async () => {
    const names = [...new Set([...walk(permissionTree)].flatMap((p) => p.grant ?? []))]
    const post = (permissions: string[]) =>
      s.call('POST /roles', { body: { name: `Many ${++n}`, permissions } }, 'super')
    expect((await post(names.slice(0, 100))).status).toBe(200)
    expect(codes(await post(names.slice(0, 101)))).toEqual(['permissions permissions_max'])
    expect(codes(await post(['personal', 'nonsense', 'personal', 'login']))).toEqual([
      'permissions.1 unknown_permission',
      'permissions.2 listed_twice',
      'permissions.3 unknown_permission',
    ])
  })

  it('gives nobody what its maker does not hold: opened screens count, not names', async () => {
    const post = (permissions: string[]) =>
      s.call('POST /roles', { body: { name: `Given ${++n}`, permissions } }, 'admin')
    expect((await post(['user-edit', 'courses', 'audit-log'])).status).toBe(200)
    expect(codes(await post(['user-manage', 'system-config']))).toEqual(['permissions.1 not_held'])
    expect(codes(await post(['system-management']))).toEqual(['permissions.0 not_held'])
  })

  it('cannot be made an administrator’s by its maker', async () => {
    const body = { name: `Crowned ${++n}`, permissions: ['personal'], is_admin: true, key: 'super', built_in: true }
    const r = await s.send('POST /roles', { body }, 'super')
    expect(codes(r).every((c) => c.endsWith('unknown_field'))).toBe(true)
    expect(await make(['personal'])).toMatchObject({ is_admin: false, key: '', built_in: false })
  })

  it('above the caller is not his to touch', async () => {
    const strong = await make(['system-config'])
    expect((await s.ok('GET /roles/:id', { params: { id: strong.id } }, 'admin')).can).toEqual([])
    expect((await put(strong.id, { permissions: [] }, 'admin')).problem.code).toBe('no_operation_permission')
    expect((await s.call('DELETE /roles/:id', { params: { id: strong.id } }, 'admin')).problem.code).toBe(
      'no_operation_permission',
    )
    expect((await s.call('DELETE /roles/:id', { params: { id: strong.id } }, 'super')).status).toBe(200)
  })

  it('that is one’s own never grows by one’s own hand', async () => {
    const desk = await make(['role-manage', 'personal'])
    await give(desk.id, ['teacher'])
    expect(codes(await put(desk.id, { permissions: ['role-manage', 'personal', 'system-config'] }, 'teacher'))).toEqual(
      ['permissions.2 not_held'],
    )
    expect((await put(desk.id, { permissions: ['role-manage', 'personal'] }, 'teacher')).status).toBe(200)
    await give(roleId('teacher'), ['teacher'])
  })

  it('that is all administrators’ is changed by a super administrator alone: one would take from the others what none gives', async () => {
    expect((await s.ok('GET /roles/:id', { params: { id: roleId('admin') } }, 'admin')).can).not.toContain('update')
    const fewer = { permissions: ['personal'] }
    expect((await put(roleId('admin'), fewer, 'admin')).problem.code).toBe('no_operation_permission')
    expect((await put(roleId('admin'), { permissions: [...roles.admin.permissions] }, 'super')).status).toBe(200)
  })

  it('that ships keeps its name and stays; the super administrator’s stays as it is', async () => {
    expect(codes(await put(roleId('referee'), { name: 'Umpire' }, 'super'))).toEqual(['name name_fixed'])
    expect((await put(roleId('referee'), { permissions: ['personal'] }, 'super')).status).toBe(200)
    for (const key of ['referee', 'super'] as const) {
      await take(roleId(key), ['referee'])
      const r = await s.call('POST /roles/remove', { body: { ids: [roleId(key)] } }, 'super')
      expect(r.body.failed[0]?.code, key).toMatch(/protected_entry|in_use/)
    }
    expect((await put(roleId('super'), { permissions: ['personal'] }, 'super')).problem.code).toBe('protected_entry')
    await put(roleId('referee'), { permissions: [...roles.referee.permissions] }, 'super')
    await give(roleId('referee'), ['referee'])
  })

  it('in use is not removed, and one that is gone is named nowhere', async () => {
    const { id } = await make(['personal'])
    await give(id, ['student'])
    const held = await s.call('DELETE /roles/:id', { params: { id } }, 'super')
    expect([held.problem.code, held.problem.details?.by]).toEqual(['in_use', { user: 1 }])
    await give(roleId('student'), ['student'])
    await s.db.query(`insert into audience (resource, entity_id, kind, target) values ('tool', 'x', 'role', $1)`, [id])
    expect((await s.call('DELETE /roles/:id', { params: { id } }, 'super')).status).toBe(200)
    expect((await s.db.query(`select 1 as one from audience where target = $1`, [id])).rows).toEqual([])
  })

  it('that everybody registers with is not removed', async () => {
    const { id } = await make(['personal'])
    await s.setting('registration.role', id)
    expect((await s.call('DELETE /roles/:id', { params: { id } }, 'super')).problem.code).toBe('default_role')
    await s.setting('registration.role', undefined)
    expect((await s.call('DELETE /roles/:id', { params: { id } }, 'super')).status).toBe(200)
  })

  it('says which calls its screens open', async () => {
    const { items } = await s.ok('GET /roles/calls', {}, 'admin')
    expect(items.find((c) => c.call === 'POST /roles/:id/members')?.screens).toEqual(['role-users', 'user-manage'])
    expect(items.some((c) => c.call === 'POST /session')).toBe(false)
  })
})

describe('the members of a role', () => {
  it('are told from everybody else, by organisation and by name', async () => {
    const look = (query: object) =>
      s.ok(
        'GET /roles/:id/members',
        { params: { id: roleId('student') }, query: { page_size: 200, ...query } },
        'admin',
      )
    const members = await look({})
    expect(members.items.map((p) => p.id).sort()).toEqual([userId('second-student'), userId('student')])
    expect(members.items[0]).toMatchObject({ role_name: 'Role student', refused: null })
    expect((await look({ org_id: 'org-red' })).items.map((p) => p.id)).toEqual([userId('student')])
    expect((await look({ org_id: 'org-root' })).total).toBe(2)
    expect((await look({ q: 'second' })).items.map((p) => p.id)).toEqual([userId('second-student')])
    expect((await look({ org_id: '%' })).total).toBe(0)
    const others = await look({ side: 'out' })
    expect(others.total).toBe(12)
    const refused = Object.fromEntries(others.items.map((p) => [p.id, p.refused]))
    expect(refused).toMatchObject({
      [userId('super')]: 'no_operation_permission',
      [userId('admin')]: 'protected_entry',
      [userId('teacher')]: null,
    })
  })

  it('come and go in any number, each answered for itself, and hold it from the next call on', async () => {
    const { id } = await make(['role-manage'])
    const r = await give(id, ['normal', 'admin', 'super', 'student'], 'admin')
    expect(r.done.sort()).toEqual([userId('normal'), userId('student')])
    expect(r.failed.map((f) => [f.id, f.code])).toEqual([
      [userId('admin'), 'protected_entry'],
      [userId('super'), 'no_operation_permission'],
    ])
    expect((await s.call('GET /roles', {}, 'normal')).status).toBe(200)
    const back = await take(id, ['normal', 'student', 'teacher'], 'admin')
    expect(back.body.done.sort()).toEqual([userId('normal'), userId('student')])
    expect(back.body.failed.map((f) => f.code)).toEqual(['not_found'])
    expect((await s.call('GET /roles', {}, 'normal')).status).toBe(403)
    expect(await roleOf('student')).toBe(roleId('normal'))
    await give(roleId('student'), ['student'])
  })

  it('are not taken from the role that everybody falls back to', async () => {
    expect((await take(roleId('normal'), ['normal'])).problem.code).toBe('default_role')
  })

  it('are given nothing the giver does not hold, and none of his own to himself', async () => {
    const desk = await make(['role-users', 'personal'])
    const strong = await make(['courses'])
    await give(desk.id, ['teacher'])
    const r = await give(strong.id, ['normal', 'teacher'], 'teacher')
    expect(r.failed.map((f) => f.code)).toEqual(['no_operation_permission', 'no_operation_permission'])
    // who holds more than he does is not his to move, down neither
    expect((await give(roleId('normal'), ['student', 'admin'], 'teacher')).failed.map((f) => f.code)).toEqual([
      'no_operation_permission',
      'no_operation_permission',
    ])
    await give(roleId('teacher'), ['teacher'])
  })

  it('become administrators by a super administrator alone, who takes it back: what one may give one may take', async () => {
    const offered = async (as: AccountName) =>
      (await s.ok('GET /roles/options', { query: { page_size: 100 } }, as)).items.find((r) => r.id === roleId('admin'))
        ?.withheld
    expect([await offered('admin'), await offered('super')]).toEqual([true, undefined])
    expect((await give(roleId('admin'), ['second-student'], 'admin')).failed[0]?.code).toBe('no_operation_permission')
    const refused = async () =>
      (
        await s.ok(
          'GET /roles/:id/members',
          { params: { id: roleId('admin') }, query: { side: 'out', q: 'second_student' } },
          'admin',
        )
      ).items.map((m) => m.refused)
    expect(await refused()).toEqual(['no_operation_permission'])
    expect((await give(roleId('admin'), ['second-student'], 'super')).done).toEqual([userId('second-student')])
    // who has it is another administrator from then on
    const back = await give(roleId('student'), ['second-student'], 'admin')
    expect(back.failed.map((f) => f.code)).toEqual(['no_operation_permission'])
    expect((await give(roleId('student'), ['second-student'], 'super')).done).toEqual([userId('second-student')])
    expect((await give(roleId('super'), ['second-student'], 'admin')).failed[0]?.code).toBe('no_operation_permission')
  })

  it('leave one super administrator, also when two take each other at once', async () => {
    await Promise.all([
      give(roleId('normal'), ['super'], 'second-super'),
      give(roleId('normal'), ['second-super'], 'super'),
    ])
    const left = await s.db.query<{ id: string }>(`select id from r_user where k_role_id = $1`, [roleId('super')])
    expect(left.rows).toHaveLength(1)
    await s.db.query(`update r_user set data = jsonb_set(data, '{role_id}', '"role-super"'), k_role_id = 'role-super'
      where id in ('user-super', 'user-second-super')`)
  })

  it('move under their own name in the audit trail', async () => {
    const { id } = await make(['personal'])
    await give(id, ['student'])
    const { rows } = await s.db.query(
      `select entity, entity_id, action, details from audit where action = 'role.members' order by seq desc limit 1`,
    )
    expect(rows[0]).toMatchObject({
      entity: 'user',
      entity_id: userId('student'),
      details: { changed: expect.arrayContaining(['role_id']) },
    })
    await give(roleId('student'), ['student'])
  })
})
