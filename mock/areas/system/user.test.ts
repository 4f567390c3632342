import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { startSession } from '#mock/areas/session/sessions.ts'
import { documents } from '#mock/crud/documents.ts'
import { userStatuses } from '#src/contract/session/status.ts'
import {
  type AccountName,
  password,
  testServer,
  type TestServer,
  userId,
  username,
} from '#tests/contract/support/server.ts'
import { accounts, roleId } from '#tests/contract/support/people.ts'

let s: TestServer
beforeAll(async () => {
  s = await testServer()
})
afterAll(() => s.close())
const users = documents('user')
const meta = { request_id: 'test', address: '127.0.0.1', agent: 'test', origin: undefined }
/** A session of its own for every call: those of people who were disabled meanwhile have ended. */
const fresh = async (name: AccountName) => ({
  token: (await s.db.tx((q) => startSession(q, s.platform, userId(name), meta))).token,
})
const names = Object.keys(accounts) as AccountName[]

/** Puts every account back as it was made. */
beforeEach(async () => {
  await s.db.tx(async (q) => {
    for (const name of names) {
      const line = accounts[name] as {
        status?: 'normal'
        role: keyof typeof import('#tests/contract/support/people.ts').roles
        expires_on?: string
      }
      const stored = await users.get(q, userId(name))
      if (!stored) throw new Error(name)
      const data = { ...stored.data, status: line.status ?? ('normal' as const), role_id: roleId(line.role) }
      if (JSON.stringify(data) !== JSON.stringify(stored.data))
        await users.update(q, stored, data, { at: s.clock.now(), by: 'tests' })
    }
  })
})

const one = async (name: AccountName, as: AccountName = 'super') =>
  s.ok('GET /users/:id', { params: { id: userId(name) } }, await fresh(as))
type Action = 'disable' | 'recover' | 'pass' | 'fail' | 'reconsider'
async function act(action: Action, name: AccountName, as: AccountName, reason = 'Unknown here'): Promise<string> {
  const version = (await users.get(s.db, userId(name)))?.version ?? 0
  const r = await s.call(
    `POST /users/:id/${action}`,
    { params: { id: userId(name) }, body: { version, reason } },
    await fresh(as),
  )
  return r.status === 200 ? r.body.status : r.problem.code
}

/** Gives a role one more name, such as the user desk. */
async function grant(key: 'teacher' | 'referee', name: string): Promise<void> {
  const roles = documents('role')
  await s.db.tx(async (q) => {
    const role = await roles.lock(q, roleId(key))
    if (!role) throw new Error(`no role ${key}`)
    const permissions = [...new Set([...(role.data.permissions ?? []), name])]
    await roles.update(q, role, { ...role.data, permissions }, { at: s.clock.now(), by: 'tests' })
  })
}

describe('a user', () => {
  it('shows role and organisation by name', async () => {
    const row = await one('student')
    expect(row).toMatchObject({
      username: 'student',
      role_name: 'Role student',
      org_name: 'Red class',
      status: 'normal',
    })
  })

  it('is expired from the day after his last day, and found as such', async () => {
    const list = async (status: 'normal' | 'expired' | ('normal' | 'expired')[]) =>
      (await s.ok('GET /users', { query: { status, page_size: 200 } }, 'super')).items.map((u) => u.username)
    expect((await one('expired')).status).toBe('expired')
    expect(await list('expired')).toEqual(['expired'])
    expect(await list('normal')).not.toContain('expired')
    expect(await list(['normal', 'expired'])).toContain('expired')
    s.clock.set('2026-11-04T23:59:59Z')
    expect((await one('expired')).status).toBe('normal')
    expect(await list('expired')).toEqual([])
    s.clock.set('2026-11-05T08:00:00Z')
  })

  it('is found by any status, and by several at once', async () => {
    const all = (await s.ok('GET /users', { query: { page_size: 200 } }, 'super')).items
    for (const status of userStatuses) {
      const found = (await s.ok('GET /users', { query: { status, page_size: 200, sort: 'username' } }, 'super')).items
      expect(found.map((u) => u.id).sort(), status).toEqual(
        all
          .filter((u) => u.status === status)
          .map((u) => u.id)
          .sort(),
      )
    }
    expect((await s.ok('GET /users', { query: { status: userStatuses } }, 'super')).total).toBe(all.length)
  })

  it('is online for five minutes after his last call', async () => {
    await s.ok('GET /session', {}, 'teacher')
    expect((await one('teacher')).online).toBe(true)
    s.clock.advance(301)
    expect((await one('teacher')).online).toBe(false)
    expect((await one('referee')).online).toBe(false)
  })

  it('is picked by name with his user name beside it', async () => {
    const { items } = await s.ok('GET /users/options', { query: { q: 'second_super' } }, 'teacher')
    expect(items).toEqual([{ id: userId('second-super'), label: 'User second super', hint: 'second_super' }])
  })
})

describe('operating on users', () => {
  it('moves their status as the machine says and nowhere else', async () => {
    expect(await act('recover', 'student', 'admin')).toBe('not_allowed_in_state')
    expect(await act('disable', 'student', 'admin')).toBe('disabled')
    expect(await act('disable', 'student', 'admin')).toBe('not_allowed_in_state')
    expect(await act('recover', 'student', 'admin')).toBe('normal')
    expect(await act('pass', 'to-audit', 'admin')).toBe('normal')
    expect(await act('pass', 'rejected', 'admin')).toBe('not_allowed_in_state')
  })

  it('ends a disabled user’s sessions before his next call', async () => {
    await s.ok('GET /session', {}, 'second-student')
    const token = await s.token('second-student')
    expect(await act('disable', 'second-student', 'admin')).toBe('disabled')
    expect((await s.call('GET /session', {}, { token })).status).toBe(401)
    expect((await s.signIn('second-student')).problem.code).toBe('account_not_active')
    expect(await act('recover', 'second-student', 'admin')).toBe('normal')
    expect((await s.call('GET /session', {}, { token })).status).toBe(401)
    expect((await s.signIn('second-student')).status).toBe(200)
  })

  it('leaves administrators to administrators and super administrators to their like', async () => {
    await grant('teacher', 'user-manage')
    expect(await act('disable', 'second-admin', 'teacher')).toBe('no_operation_permission')
    expect(await act('disable', 'second-super', 'admin')).toBe('no_operation_permission')
    expect(await act('disable', 'second-student', 'teacher')).toBe('disabled')
    expect(await act('disable', 'second-super', 'super')).toBe('disabled')
  })

  it('leaves one administrator alone with another: whatever he could be taken over by is the super administrator’s', async () => {
    const before = await one('second-admin')
    const { id, version } = before
    const as = await fresh('admin')
    const { username: name, name: called, org_id, expires_on, role_id } = before
    const form = { username: name, name: called, org_id, expires_on, role_id, version }
    const changes = [
      { phone: '13800000042' },
      { username: 'renamed_one' },
      { role_id: roleId('normal') },
      { expires_on: '2026-12-01' },
    ]
    for (const change of changes) {
      const r = await s.call('PUT /users/:id', { params: { id }, body: { ...form, ...change } }, as)
      expect([Object.keys(change)[0], r.problem.code]).toEqual([Object.keys(change)[0], 'no_operation_permission'])
    }
    expect(await act('disable', 'second-admin', 'admin')).toBe('no_operation_permission')
    expect(await act('recover', 'disabled', 'admin')).toBe('no_operation_permission')
    const ids = [id]
    const several = [
      await s.ok('POST /users/move', { body: { ids, org_id: 'org-red' } }, as),
      await s.ok('POST /users/extend', { body: { ids, expires_on: '2026-12-01' } }, as),
      await s.ok('POST /users/reset-password', { body: { ids } }, as),
      await s.ok('POST /users/disable', { body: { ids } }, as),
      await s.ok('POST /users/remove', { body: { ids } }, as),
    ]
    for (const r of several) expect([r.done, r.failed.map((f) => f.code)]).toEqual([[], ['no_operation_permission']])
    const role = await s.ok('GET /roles/:id', { params: { id: roleId('normal') } }, as)
    const moved = await s.send('POST /roles/:id/members', { params: { id: role.id }, body: { ids } }, as)
    expect(JSON.stringify(moved.body)).toContain('no_operation_permission')
    expect((await one('second-admin', 'admin')).can).toEqual([])
    expect(await one('second-admin')).toMatchObject({ version, username: name, role_id, status: 'normal', org_id })
    // and the super administrator may
    expect(await act('disable', 'second-admin', 'super')).toBe('disabled')
  })

  it('lets an administrator change his own row', async () => {
    const { username: name, name: called, org_id, expires_on, role_id, version, id } = await one('admin')
    const body = { username: name, name: called, org_id, expires_on, role_id, version, phone: '13800000043' }
    expect((await s.call('PUT /users/:id', { params: { id }, body }, await fresh('admin'))).status).toBe(200)
  })

  it('keeps the account of whoever may do more than the caller as it is, his role too', async () => {
    await grant('teacher', 'user-manage')
    await grant('referee', 'system-operation')
    const demote = async (name: AccountName) => {
      const { id, can, version, username, name: called, org_id, expires_on } = await one(name, 'teacher')
      const body = { username, name: called, org_id, expires_on, role_id: roleId('normal'), version }
      const r = await s.call('PUT /users/:id', { params: { id }, body }, await fresh('teacher'))
      return { can, told: r.status === 200 ? '' : r.problem.code }
    }
    expect(await demote('referee')).toEqual({ can: [], told: 'no_operation_permission' })
    const below = await demote('student')
    expect(below.told).toBe('')
    expect(below.can).toContain('assign')
  })

  it('lets nobody disable himself, and never the last super administrator', async () => {
    expect(await act('disable', 'admin', 'admin')).toBe('protected_entry')
    expect(await act('disable', 'super', 'super')).toBe('protected_entry')
    expect(await act('disable', 'super', 'second-super')).toBe('disabled')
    expect(await act('recover', 'super', 'second-super')).toBe('normal')
  })

  it('offers exactly what would succeed', async () => {
    for (const as of ['super', 'admin'] as const)
      for (const name of names) {
        const row = await one(name, as)
        for (const action of ['disable', 'recover', 'pass', 'fail', 'reconsider'] as const) {
          if (row.can.includes(action)) continue
          expect(await act(action, name, as), `${as} ${action} ${name}`).toMatch(/[a-z]+_[a-z]+/)
        }
        const offered = row.can.filter((a) => ['disable', 'recover', 'pass', 'fail', 'reconsider'].includes(a))[0] as
          | Action
          | undefined
        if (offered && as === 'admin') expect(await act(offered, name, as), `${as} ${offered} ${name}`).not.toMatch(/_/)
      }
  })

  it('answers for each of several, and the audit knows which were refused', async () => {
    await act('disable', 'second-student', 'super')
    const ids = [userId('student'), userId('super'), userId('admin'), 'nobody', userId('second-student')]
    const r = await s.ok('POST /users/disable', { body: { ids } }, await fresh('admin'))
    expect(r.done).toEqual([userId('student')])
    expect(r.failed.map((f) => [f.id, f.code])).toEqual([
      [userId('super'), 'no_operation_permission'],
      [userId('admin'), 'protected_entry'],
      ['nobody', 'not_found'],
      [userId('second-student'), 'not_allowed_in_state'],
    ])
    const { rows } = await s.db.query<{ entity_id: string; code: string | null }>(
      `select entity_id, code from audit where action = 'user.disable' and request_id = (select request_id from audit where action = 'user.disable' order by seq desc limit 1) order by seq`,
    )
    expect(rows.map((r) => r.code)).toEqual([
      null,
      'no_operation_permission',
      'protected_entry',
      'not_found',
      'not_allowed_in_state',
    ])
  })

  it('leaves one super administrator when two disable each other at once', async () => {
    const versions = { super: (await one('super')).version, 'second-super': (await one('second-super')).version }
    const hit = async (name: 'super' | 'second-super', as: AccountName) =>
      s.call(
        'POST /users/:id/disable',
        { params: { id: userId(name) }, body: { version: versions[name] } },
        await fresh(as),
      )
    await Promise.all([hit('super', 'second-super'), hit('second-super', 'super')])
    const left = await s.db.query(`select id from r_user where k_role_id = $1 and k_status = 'normal'`, [
      roleId('super'),
    ])
    expect(left.rows).toHaveLength(1)
  })
})

describe('a reset code', () => {
  const code = async (name: AccountName, as: AccountName) =>
    s.call('POST /users/:id/reset-code', { params: { id: userId(name) } }, await fresh(as))

  it('lets its user set a new password once', async () => {
    const { body } = await code('student', 'admin')
    const reset = () =>
      s.call('POST /account/reset', {
        body: { username: username('student'), code: body.code, next: 'Walnut-Ladder-9' },
      })
    expect((await reset()).status).toBe(200)
    expect((await reset()).problem.code).toBe('code_invalid')
    expect((await s.signIn('student', 'Walnut-Ladder-9')).status).toBe(200)
    expect((await s.signIn('student', password)).status).toBe(401)
  })

  it('is not given for an account that may do more than the caller, nor for one’s own', async () => {
    expect((await code('super', 'admin')).problem.code).toBe('no_operation_permission')
    // only somebody of higher standing: a code opens the account to whoever reads it
    expect((await code('second-super', 'super')).problem.code).toBe('no_operation_permission')
    expect((await code('admin', 'admin')).problem.code).toBe('protected_entry')
    expect((await code('second-admin', 'admin')).problem.code).toBe('no_operation_permission')
    expect((await code('second-admin', 'super')).status).toBe(200)
    expect((await code('referee', 'admin')).status).toBe(200)
    // a teacher at the user desk: not for administrators, nor for whoever's role opens what his own does not
    await grant('teacher', 'user-manage')
    await grant('referee', 'system-operation')
    expect((await code('admin', 'teacher')).problem.code).toBe('no_operation_permission')
    expect((await code('referee', 'teacher')).problem.code).toBe('no_operation_permission')
    expect((await code('normal', 'teacher')).status).toBe(200)
    // nor for whoever holds the very same
    const other = await users.get(s.db, userId('second-student'))
    if (!other) throw new Error('second-student')
    await s.db.tx((q) =>
      users.update(q, other, { ...other.data, role_id: roleId('teacher') }, { at: s.clock.now(), by: 'tests' }),
    )
    expect((await code('second-student', 'teacher')).problem.code).toBe('no_operation_permission')
  })
})
