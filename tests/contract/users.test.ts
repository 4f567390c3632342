/** Managing people: accounts that are made, changed and taken away, the tree they stand in, their review, and lists of them. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { verifyAudit } from '#mock/audit/verify.ts'
import { namingTables, workOfPeople } from '#mock/areas/system/usedPeople.ts'
import { documents } from '#mock/crud/documents.ts'
import { limits } from '#src/contract/limits.ts'
import { apply, holder, planned, rowsOf, undo, upload } from './support/import.ts'
import { roleId } from './support/people.ts'
import { password, testServer, type TestServer, userId, username } from './support/server.ts'

let s: TestServer
beforeAll(async () => {
  s = await testServer({ cheapPasswords: true })
})
afterAll(() => s.close())

let n = 0
const person = (more: object = {}) => ({
  username: `person_${++n}`,
  name: `Person ${n}`,
  role_id: roleId('student'),
  org_id: 'org-red',
  expires_on: null,
  ...more,
})
const make = (more: object = {}, as: 'super' | 'admin' = 'admin') => s.ok('POST /users', { body: person(more) }, as)
const enter = (name: string, secret: string) => s.call('POST /session', { body: { username: name, password: secret } })
const sees = (id: string) => s.ok('GET /users/:id', { params: { id } }, 'admin')

describe('a new user', () => {
  it('gets a password that is told once and must be changed', async () => {
    const made = await make()
    const { body } = await enter(made.username, made.password)
    expect(body.must_change).toBe('first')
    expect(JSON.stringify(await sees(made.id))).not.toContain(made.password)
    const { rows } = await s.db.query<{ details: unknown }>('select details from audit where entity_id = $1', [made.id])
    expect(JSON.stringify(rows)).not.toContain(made.password)
  })
  it('may be given one that obeys the policy', async () => {
    const given = await make({ password: 'Gravel-Window-82' })
    expect((await enter(given.username, 'Gravel-Window-82')).body.must_change).toBe('first')
    const poor = await s.call('POST /users', { body: person({ password: 'password1' }) }, 'admin')
    expect(poor.problem.details?.fields?.[0]).toMatchObject({ path: 'password', rule: 'password_common' })
  })
  it.each([
    [{ id_number: '110105194912310021' }, 'id_number', 'id_check'],
    [{ id_number: '11010520991231002X' }, 'id_number', 'id_check'],
    [{ phone: '138 0000 0001' }, 'phone', 'no_spaces'],
    [{ work_id: 'a b c d' }, 'work_id', 'no_spaces'],
    [{ address: 'abc' }, 'address', 'length'],
    [{ signature: 'x'.repeat(51) }, 'signature', 'length'],
    [{ role_id: 'no-such-role' }, 'role_id', 'unknown_reference'],
    [{ avatar: 'https://elsewhere.example/x.png' }, 'avatar', 'format'],
  ])('is refused with %j', async (more, path, rule) => {
    const r = await s.call('POST /users', { body: person(more) }, 'admin')
    expect(r.problem.details?.fields?.[0]).toMatchObject({ path, rule })
  })
  it('was not born after today, by the clock of the server', async () => {
    const { idCheckSign } = await import('#src/contract/system/identity.ts')
    const born = (day: string) => `110105${day}002`
    const of = (day: string) => ({ id_number: born(day) + idCheckSign(born(day)) })
    expect(
      (await s.call('POST /users', { body: person(of('20261106')) }, 'admin')).problem.details?.fields?.[0],
    ).toMatchObject({ path: 'id_number', rule: 'id_birth' })
    expect((await make(of('20261105'))).id_number).toBe(of('20261105').id_number)
  })
  it('gets no role that may do more than whoever gives it', async () => {
    const desk = await holder(s, 'user-manage')
    const refused = await s.call('POST /users', { body: person({ role_id: roleId('teacher') }) }, desk)
    expect(refused.problem.details?.fields?.[0]).toMatchObject({ path: 'role_id', rule: 'role_beyond' })
    expect((await s.call('POST /users', { body: person({ role_id: roleId('super') }) }, 'admin')).status).toBe(422)
    const mine = (await s.ok('GET /users', { query: { q: 'holder_' } }, 'super')).items[0]
    expect((await s.call('POST /users', { body: person({ role_id: mine?.role_id ?? '' }) }, desk)).status).toBe(200)
  })
})

describe('an existing user', () => {
  it('signs in by his new name after it was changed, and the old one is free', async () => {
    const made = await make({ password: 'Gravel-Window-82' })
    const { id, version, can: _c, password: _p, ...row } = made
    const { username: _u, name, role_id, org_id, expires_on, phone } = row
    await s.ok(
      'PUT /users/:id',
      { params: { id }, body: { username: 'renamed_one', name, role_id, org_id, expires_on, phone, version } },
      'admin',
    )
    expect((await enter('renamed_one', 'Gravel-Window-82')).status).toBe(200)
    expect((await enter(made.username, 'Gravel-Window-82')).status).toBe(401)
    expect((await make({ username: made.username })).id).not.toBe(id)
  })
  it('changes neither his own role nor his own last day', async () => {
    const me = await sees(userId('admin'))
    const put = (more: object) => {
      const { username: u, name, role_id, org_id, expires_on, version } = me
      const body = { username: u, name, role_id, org_id, expires_on, version, ...more }
      return s.call('PUT /users/:id', { params: { id: me.id }, body }, 'admin')
    }
    expect((await put({ role_id: roleId('teacher') })).problem.code).toBe('protected_entry')
    expect((await put({ expires_on: '2030-01-01' })).problem.code).toBe('protected_entry')
    expect(me.can).toContain('update')
    expect(me.can).not.toContain('remove')
  })
  it('is gone with his sessions and codes when he is removed, and his name is free', async () => {
    const made = await make({ password: 'Gravel-Window-82' })
    const { token } = (await enter(made.username, 'Gravel-Window-82')).body
    await s.ok('POST /users/:id/reset-code', { params: { id: made.id } }, 'admin')
    await s.ok('DELETE /users/:id', { params: { id: made.id } }, 'admin')
    expect((await s.call('GET /session', {}, { token })).status).toBe(401)
    expect((await enter(made.username, 'Gravel-Window-82')).status).toBe(401)
    const { rows } = await s.db.query('select 1 from one_time_code where user_id = $1', [made.id])
    expect(rows).toEqual([])
    expect((await make({ username: made.username })).id).not.toBe(made.id)
  })
  it('is signed out everywhere by who manages him, and by nobody beside or below him', async () => {
    const made = await make({ password: 'Gravel-Window-82' })
    await s.db.query(`update account set is_default = false where user_id = $1`, [made.id])
    const [one, two] = [await enter(made.username, 'Gravel-Window-82'), await enter(made.username, 'Gravel-Window-82')]
    const out = (ids: readonly string[], as: 'admin' | 'super') =>
      s.ok('POST /users/sign-out', { body: { ids: [...ids] } }, as)
    const answer = await out([made.id, userId('admin'), userId('second-admin'), userId('super')], 'admin')
    expect(answer).toMatchObject({ done: [made.id], sessions: 2 })
    expect(answer.failed.map((f) => f.code)).toEqual([
      'protected_entry',
      'no_operation_permission',
      'no_operation_permission',
    ])
    for (const { body } of [one, two])
      expect((await s.call('GET /session', {}, { token: body.token })).status).toBe(401)
    expect((await enter(made.username, 'Gravel-Window-82')).status).toBe(200)
  })
  it('is nobody’s to change who may not open the account: by any way, one by one or several at once', async () => {
    const role = async (name: string, permissions: string[]) =>
      (await s.ok('POST /roles', { body: { name, description: '', permissions } }, 'super')).id
    const desk = await holder(s, 'user-manage', 'personal')
    const other = await role('Their like', ['user-manage', 'personal'])
    const below = await role('Fewer screens', ['personal'])
    const more = await role('More screens', ['user-manage', 'personal', 'audit-log'])
    const ways = (id: string, version: number, row: object) =>
      [
        ['reset-password', 'POST /users/reset-password', { body: { ids: [id] } }],
        ['reset-code', 'POST /users/:id/reset-code', { params: { id } }],
        ['sign-out', 'POST /users/sign-out', { body: { ids: [id] } }],
        ['extend', 'POST /users/extend', { body: { ids: [id], expires_on: null } }],
        ['move', 'POST /users/move', { body: { ids: [id], org_id: null } }],
        ['update', 'PUT /users/:id', { params: { id }, body: { ...row, version } }],
        ['disable', 'POST /users/:id/disable', { params: { id }, body: { version } }],
        ['disable', 'POST /users/disable', { body: { ids: [id] } }],
        ['recover', 'POST /users/recover', { body: { ids: [id] } }],
        ['remove', 'DELETE /users/:id', { params: { id } }],
        ['remove', 'POST /users/remove', { body: { ids: [id] } }],
      ] as const
    for (const [role_id, may] of [
      [other, false],
      [more, false],
      [below, true],
    ] as const)
      for (const at of ways('', 0, {}).keys()) {
        const body = person({ role_id, org_id: null })
        const made = await s.ok('POST /users', { body }, 'super')
        const { can, version } = await s.ok('GET /users/:id', { params: { id: made.id } }, desk)
        const [word, route, args] = ways(made.id, version, body)[at] ?? ['', '', {}]
        const { status, body: answer, problem } = await s.send(route, args, desk)
        const failed = (answer as { failed?: { code: string }[] }).failed?.[0]?.code
        const code = status === 200 ? (failed ?? 'done') : problem.code
        expect([route, code], role_id).toEqual([
          route,
          !may ? 'no_operation_permission' : word === 'recover' ? 'not_allowed_in_state' : 'done',
        ])
        if (word !== 'recover') expect(can.includes(word), word).toBe(may)
      }
  })
  it('comes back for who removed him, as he was: name, password, teams, what he was named for', async () => {
    const made = await make({ password: 'Gravel-Window-82' })
    await s.db.query(`update account set is_default = false where user_id = $1`, [made.id])
    const team = await s.ok(
      'POST /teams',
      { body: { name: 'Of who comes back', member_ids: [userId('student'), made.id] } },
      'super',
    )
    const { token } = (await enter(made.username, 'Gravel-Window-82')).body
    await s.ok('POST /users/remove', { body: { ids: [made.id] } }, 'admin')
    expect((await s.ok('GET /teams/:id', { params: { id: team.id } }, 'super')).member_ids).toEqual([userId('student')])
    const put = (as: 'admin') => s.call('POST /users/restore', { body: { ids: [made.id] } }, as)
    expect((await put('admin')).body).toEqual({ done: [made.id], failed: [] })
    expect((await put('admin')).body.failed[0]?.code).toBe('not_found')
    expect((await enter(made.username, 'Gravel-Window-82')).status).toBe(200)
    // his sessions ended for good
    expect((await s.call('GET /session', {}, { token })).status).toBe(401)
    const back = await s.ok('GET /teams/:id', { params: { id: team.id } }, 'super')
    expect(back.member_ids).toEqual([userId('student'), made.id])
  })
  it('does not come back beside somebody who took his name, nor by whom he stands above', async () => {
    const made = await make({})
    await s.ok('DELETE /users/:id', { params: { id: made.id } }, 'admin')
    const taken = await make({ username: made.username.toUpperCase() })
    const put = (id: string, as: 'admin' | 'super') => s.ok('POST /users/restore', { body: { ids: [id] } }, as)
    expect((await put(made.id, 'admin')).failed[0]?.code).toBe('name_taken')
    await s.ok('DELETE /users/:id', { params: { id: taken.id } }, 'admin')
    expect((await put(made.id, 'admin')).done).toEqual([made.id])
    const boss = await make({ role_id: roleId('super') }, 'super')
    await s.ok('DELETE /users/:id', { params: { id: boss.id } }, 'super')
    expect((await put(boss.id, 'admin')).failed[0]?.code).toBe('no_operation_permission')
    expect((await put(boss.id, 'super')).done).toEqual([boss.id])
    await s.ok('DELETE /users/:id', { params: { id: boss.id } }, 'super')
  })
  it('is said beforehand whether he can be removed, and what stands against it', async () => {
    const free = await make({})
    const ids = [free.id, userId('admin'), userId('super'), 'nobody']
    const verdict = await s.ok('GET /users/removable', { query: { ids } }, 'admin')
    expect(verdict.done).toEqual([free.id])
    expect(Object.fromEntries(verdict.failed.map((f) => [f.id, f.code]))).toEqual({
      [userId('admin')]: 'protected_entry',
      [userId('super')]: 'no_operation_permission',
      nobody: 'not_found',
    })
    // asking removes nobody
    expect((await s.ok('GET /users/:id', { params: { id: free.id } }, 'admin')).id).toBe(free.id)
  })
  it('is not removed by himself, nor is the last super administrator', async () => {
    expect((await s.call('DELETE /users/:id', { params: { id: userId('admin') } }, 'admin')).problem.code).toBe(
      'protected_entry',
    )
    const boss = await make({ role_id: roleId('super'), password: 'Gravel-Window-82' }, 'super')
    const ids = [userId('super'), userId('second-super')]
    const { token } = (await enter(boss.username, 'Gravel-Window-82')).body
    await s.db.query(`update account set is_default = false where user_id = $1`, [boss.id])
    const both = await Promise.all(ids.map((id) => s.call('DELETE /users/:id', { params: { id } }, { token })))
    expect(both.map((r) => r.status)).toEqual([200, 200])
    const last = await s.call('POST /users/disable', { body: { ids: [boss.id] } }, 'admin')
    expect(last.body.failed[0]?.code).toBe('no_operation_permission')
    await s.db.tx(async (q) => {
      for (const id of ids)
        await documents('user').insert(
          q,
          {
            id,
            data: {
              username: id.replace(/-/g, '_'),
              name: id,
              role_id: roleId('super'),
              org_id: null,
              expires_on: null,
              status: 'normal',
            },
          },
          { at: s.clock.now(), by: 'tests' },
        )
    })
    for (const id of ids)
      await s.db.query(
        `insert into account (user_id, username, username_key, hash, hash_kind, changed_at) select $1, $1, $1, hash, hash_kind, changed_at from account where user_id = $2`,
        [id, userId('admin')],
      )
    await s.ok('DELETE /users/:id', { params: { id: boss.id } }, { token: (await fresh('second-super')).token })
  })
  const fresh = async (name: 'second-super') => {
    const { startSession } = await import('#mock/areas/session/sessions.ts')
    const meta = { request_id: 'test', address: '127.0.0.1', agent: 'test', origin: undefined }
    return s.db.tx((q) => startSession(q, s.platform, userId(name), meta))
  }
  it('gets a made-up password that ends his sessions, but not from somebody who may do less', async () => {
    const made = await make({ password: 'Gravel-Window-82' })
    const { token } = (await enter(made.username, 'Gravel-Window-82')).body
    const r = await s.ok('POST /users/reset-password', { body: { ids: [made.id, userId('admin'), 'nobody'] } }, 'admin')
    expect(r.failed.map((f) => f.code)).toEqual(['protected_entry', 'not_found'])
    expect(r.passwords).toHaveLength(1)
    expect((await s.call('GET /session', {}, { token })).status).toBe(401)
    expect((await enter(made.username, r.passwords[0]?.password ?? '')).body.must_change).toBe('first')
    const desk = await holder(s, 'user-manage')
    const less = await s.ok('POST /users/reset-password', { body: { ids: [userId('teacher')] } }, desk)
    expect(less.failed[0]?.code).toBe('no_operation_permission')
  })
  it('that expired is normal again with a new last day', async () => {
    const made = await make({ expires_on: '2026-11-01' })
    expect((await sees(made.id)).status).toBe('expired')
    const r = await s.ok('POST /users/extend', { body: { ids: [made.id], expires_on: '2027-01-31' } }, 'admin')
    expect(r.done).toEqual([made.id])
    expect((await sees(made.id)).status).toBe('normal')
  })
  it('is found by name, user name, telephone and work number, and by his organisation with all below it', async () => {
    const made = await make({ phone: '13900001234', work_id: 'W-778899', org_id: 'org-red' })
    for (const q of ['13900001234', 'w-7788', made.username, made.name.toUpperCase()])
      expect(
        (await s.ok('GET /users', { query: { q } }, 'admin')).items.map((u) => u.id),
        q,
      ).toContain(made.id)
    const of = async (org_id: string) =>
      (await s.ok('GET /users', { query: { org_id, page_size: 200 } }, 'admin')).items.map((u) => u.id)
    expect(await of('org-root')).toContain(made.id)
    expect(await of('org-red')).toContain(made.id)
    expect(await of('none')).not.toContain(made.id)
    const moved = await s.ok('POST /users/move', { body: { ids: [made.id], org_id: null } }, 'admin')
    expect(moved.done).toEqual([made.id])
    expect(await of('none')).toContain(made.id)
    expect((await s.ok('GET /users', { query: { online: 'true' } }, 'admin')).items.map((u) => u.id)).toContain(
      userId('admin'),
    )
  })
})

describe('organisations', () => {
  const tree = async () => (await s.ok('GET /orgs/tree', {}, 'admin')).items
  const org = async (name: string, parent_id: string | null) =>
    s.ok('POST /orgs', { body: { name, parent_id } }, 'admin')
  const move = (o: { id: string; version: number }, parent_id: string | null, before: string | null = null) =>
    s.call('POST /orgs/:id/move', { params: { id: o.id }, body: { parent_id, before, version: o.version } }, 'admin')

  it('are named once among brothers, whatever the case', async () => {
    await org('Blue class', 'org-root')
    const again = await s.call('POST /orgs', { body: { name: 'BLUE CLASS', parent_id: 'org-root' } }, 'admin')
    expect(again.problem.code).toBe('name_taken')
    expect((await s.call('POST /orgs', { body: { name: 'Blue class', parent_id: null } }, 'admin')).status).toBe(200)
  })
  it('move with everything below them, keep their order, and never stand below themselves', async () => {
    const a = await org('Faculty A', 'org-root')
    const b = await org('Group B', a.id)
    const c = await org('Class C', b.id)
    expect((await move(a, c.id)).problem.code).toBe('org_circle')
    expect((await move(b, 'org-root', a.id)).status).toBe(200)
    const { rows } = await s.db.query<{ path: string }>('select path from org where id = $1', [c.id])
    expect(rows[0]?.path).toBe(`/org-root/${b.id}/${c.id}/`)
    const names = (await tree()).filter((o) => o.parent_id === 'org-root').map((o) => o.name)
    expect(names.indexOf('Group B')).toBe(names.indexOf('Faculty A') - 1)
    expect((await move(b, 'org-root')).problem.code).toBe('stale_version')
  })
  it('are at most ten levels', async () => {
    let at = 'org-root'
    for (let level = 2; level <= limits.orgLevels; level++) at = (await org(`Level ${level}`, at)).id
    expect((await s.call('POST /orgs', { body: { name: 'Level 11', parent_id: at } }, 'admin')).problem.code).toBe(
      'too_deep',
    )
    const pair = await org('Pair top', 'org-root')
    await org('Pair below', pair.id)
    const ninth = (await tree()).find((o) => o.name === 'Level 9')
    expect((await move(pair, ninth?.id ?? '')).problem.code).toBe('too_deep')
  })
  it('are removed only when nobody is in them and nothing below', async () => {
    const empty = await org('Empty one', 'org-root')
    const user = await make({ org_id: empty.id })
    const held = await s.call('DELETE /orgs/:id', { params: { id: empty.id } }, 'admin')
    expect([held.problem.code, held.problem.details?.['by']]).toEqual(['in_use', { user: 1 }])
    await s.ok('DELETE /users/:id', { params: { id: user.id } }, 'admin')
    await s.ok('DELETE /orgs/:id', { params: { id: empty.id } }, 'admin')
    expect((await tree()).map((o) => o.id)).not.toContain(empty.id)
  })
})

describe('a registration', () => {
  const body = { username: 'applicant_one', name: 'Applicant One', password, phone: '13800001111' }
  const register = (more: object = {}) => s.ok('POST /auth/register/', { body: { ...body, ...more } })
  const find = async () =>
    (await s.ok('GET /users', { query: { q: 'applicant_one' } }, 'admin')).items.find(
      (u) => u.username === body.username,
    )

  it('is refused with a reason for those who review, and may be made again', async () => {
    expect((await register()).status).toBe('to-audit')
    const first = await find()
    const none = await s.call('POST /users/fail', { body: { ids: [first?.id ?? ''], reason: '  ' } }, 'admin')
    expect(none.body.failed[0]?.code).toBe('validation')
    await s.ok('POST /users/fail', { body: { ids: [first?.id ?? ''], reason: 'Not on our list' } }, 'admin')
    expect((await find())?.review_reason).toBe('Not on our list')
    const outcome = await enter(body.username, password)
    expect(outcome.problem.code).toBe('wrong_credentials')
    expect(outcome.raw.body).not.toContain('Not on our list')

    expect((await register({ name: 'Applicant Two', password: 'Other-Staircase-8' })).status).toBe('to-audit')
    const second = await find()
    expect(second).toMatchObject({ id: first?.id, status: 'to-audit', name: 'Applicant Two' })
    // the reviewer reads that there was one, whoever it was that applied again
    expect(second).toMatchObject({ review_reason: 'Not on our list', reviewed_by: userId('admin') })
    expect(second?.reviewed_at).toBeTruthy()
    expect(second?.reviewed_by_name).not.toBe('')
    await s.ok('POST /users/pass', { body: { ids: [first?.id ?? ''] } }, 'admin')
    expect((await enter(body.username, password)).status).toBe(401)
    expect((await enter(body.username, 'Other-Staircase-8')).status).toBe(200)
  })
  it('waits again once its rejection is taken back, which is on record', async () => {
    await register({ username: 'applicant_two', name: 'Applicant Three' })
    const two = async () =>
      (await s.ok('GET /users', { query: { q: 'applicant_two' } }, 'admin')).items.find((u) => u.name.endsWith('Three'))
    const ids = [(await two())?.id ?? '']
    const again = async () =>
      (await s.ok('POST /users/reconsider', { body: { ids } }, 'admin')).failed.map((f) => f.code)
    expect(await again()).toEqual(['not_allowed_in_state'])
    await s.ok('POST /users/fail', { body: { ids, reason: 'Not on our list' } }, 'admin')
    expect((await two())?.can).toContain('reconsider')
    expect(await again()).toEqual([])
    expect(await two()).toMatchObject({
      status: 'to-audit',
      review_reason: 'Not on our list',
      reviewed_by: userId('admin'),
    })
    const { rows } = await s.db.query<{ code: string | null }>(
      `select code from audit where action = 'user.reconsider' and entity_id = $1 order by seq`,
      ids,
    )
    expect(rows.map((r) => r.code)).toEqual(['not_allowed_in_state', null])
    await s.ok('POST /users/pass', { body: { ids } }, 'admin')
    expect((await enter('applicant_two', password)).status).toBe(200)
  })
  it('of a name that somebody works under changes nothing', async () => {
    const before = await sees(userId('student'))
    await register({ username: username('student'), name: 'Somebody else' })
    expect((await sees(userId('student'))).version).toBe(before.version)
  })
})

describe('a list of people', () => {
  const csv = (...lines: string[]) => Buffer.from(`\ufeff${lines.join('\r\n')}\r\n`)
  const plan = async (bytes: Buffer, name = 'people.csv', as: Parameters<typeof upload>[2] = 'admin') => {
    const upload_id = await upload(s, bytes, as, name)
    const { id } = await s.ok('POST /imports', { body: { upload_id, kind: 'users' } }, as)
    return planned(s, id, as)
  }

  it('that was exported and changed is taken as it is, in both formats', async () => {
    for (const format of ['csv', 'xlsx'] as const) {
      const { raw } = await s.call('GET /users/export', { query: { format } }, 'admin')
      const bytes =
        format === 'xlsx'
          ? raw.rawPayload
          : Buffer.from(raw.body.replace(`${username('second-student')},`, 'one_more,'))
      const p = await plan(bytes, `people.${format}`)
      expect(p.files.map((f) => [f.name, f.size])).toEqual([[`people.${format}`, bytes.length]])
      expect((await rowsOf(s, p.id, 'refused')).map((r) => [r.label, r.reasons])).toEqual([])
      // what was changed is new, and no role or organisation moved
      expect((await rowsOf(s, p.id, 'changed')).map((r) => r.difference)).toEqual([])
      if (format === 'csv') expect((await rowsOf(s, p.id, 'new')).map((r) => r.label)).toEqual(['User second student'])
    }
  })

  it('may have names in two columns and numbers with spaces, and hears which columns are not read', async () => {
    const joined = async (...lines: string[]) => {
      const p = await plan(csv(...lines))
      return [
        p.files[0]?.unread ?? [],
        (await rowsOf(s, p.id)).map((r) => [r.verdict, r.label, ...r.reasons.map((x) => x.rule)]),
      ]
    }
    expect(
      await joined(
        'Username,First name,Surname,Phone,E-mail',
        'tom_lee,Tom,Lee,138 0013 8000,t@x.org',
        'bo_yu,宇,薄,,',
      ),
    ).toEqual([
      [{ heading: 'E-mail' }],
      [
        ['new', 'Tom Lee'],
        ['new', '薄宇'],
      ],
    ])
    expect(await joined('用户名,姓,名', 'ou_yang,欧阳,修')).toEqual([[], [['new', '欧阳修']]])
    expect(await joined('User name,Name,Surname', 'ada_l,Ada,Lovelace')).toEqual([[], [['new', 'Ada Lovelace']]])
    // one part beside the whole name is no part of it
    expect(await joined('User name,Full name,Surname', 'ada_m,Ada Lovelace,Lovelace')).toEqual([
      [{ heading: 'Surname' }],
      [['new', 'Ada Lovelace']],
    ])
    // what the platform asks of a number still holds
    expect((await joined('User name,Name,Phone', 'far_away,Far Away,+49 170 1234567'))[1]).toEqual([
      ['refused', 'Far Away', 'phone'],
    ])
  })

  it('says once for many rows why they are refused', async () => {
    const rows = Array.from({ length: 12 }, (_, n) => `person_${n},Person ${n},+49 170 12345${n}`)
    const p = await plan(csv('username,name,phone', ...rows, 'x@y.com,Kim,'))
    const said = p.resources[0]?.refusals?.map(({ rows: n, first }) => `${n} ${first.path} ${first.rule}`) ?? []
    expect(said[0]).toBe('12 phone phone')
    expect(said.slice(1).sort()).toEqual(['1 name length', '1 username username_characters'])
    expect(p.resources[0]?.notes).toBeUndefined()
  })

  it('is told where another file belongs, in place of what a list lacks', async () => {
    const aiken = Buffer.from('Which port does SSH use?\nA. 22\nB. 23\nANSWER: A\n')
    const p = await plan(aiken, 'quiz.txt')
    expect([p.state, p.details]).toEqual(['failed', expect.objectContaining({ code: 'holds_questions' })])
    const q = await plan(Buffer.from('nodes:\n  - name: web\n'), 'drawing.yml')
    expect([q.state, q.files[0]?.problem]).toEqual(['failed', 'holds_topology'])
  })

  it('is told of each cell that was changed in a column that is not read', async () => {
    const { raw } = await s.call('GET /users/export', { query: { format: 'csv', q: 'User teacher' } }, 'admin')
    const [head = '', ...people] = raw.body.replace('\ufeff', '').trim().split('\r\n')
    const names = head.split(',')
    const said = (more: Record<string, string>) =>
      people.map((line) => {
        const cells = line.split(',')
        for (const [name, text] of Object.entries(more)) cells[names.indexOf(name)] = text
        return cells.join(',')
      })
    const notes = async (more: Record<string, string>) => {
      const rows = await rowsOf(s, (await plan(csv(head, ...said(more)))).id)
      return rows.map((r) => [r.verdict, r.reasons.filter((n) => n.rule === 'note_not_read').map((n) => n.params)])
    }
    expect(await notes({})).toEqual([['same', []]])
    expect(await notes({ role_key: 'super', status: 'disabled', org_id: 'nowhere' })).toEqual([
      [
        'same',
        [
          { name: 'role_key', text: 'super' },
          { name: 'org_id', text: 'nowhere' },
          { name: 'status', text: 'disabled' },
        ],
      ],
    ])
  })

  it('leaves an entry with each person in the audit trail, also of many at once, and when it is undone', async () => {
    const reader = await holder(s, 'audit-log')
    const entries = async (id: string) =>
      (await s.ok('GET /audit', { query: { entity: 'user', entity_id: id, page_size: 4 } }, reader)).items.map((e) => [
        e.action,
        e.username,
        e.changed.filter((field) => field !== 'version'),
      ])
    const by = username('admin')
    for (const many of [0, 501]) {
      const one = `traced_${many}`
      const names = [one, ...Array.from({ length: many }, (_, n) => `${one}_${n}`)]
      const brought = async (role: string) => {
        const p = await plan(csv('username,name,role', ...names.map((name) => `${name},Named ${name},${role}`)))
        const { body } = await apply(s, p, 'overwrite')
        expect(body.state).toBe('applied')
        return body
      }
      const idOf = async () =>
        (await s.ok('GET /users', { query: { q: `Named ${one}` } }, 'admin')).items.at(-1)?.id ?? ''
      const made = await brought('student')
      const first = await idOf()
      expect((await undo(s, made)).body.state).toBe('undone')
      expect(await entries(first)).toEqual([
        ['user.remove', by, []],
        ['user.create', by, []],
      ])
      await brought('student')
      const id = await idOf()
      const given = await brought('teacher')
      const [entry] = (await s.ok('GET /audit', { query: { entity: 'user', entity_id: id } }, reader)).items
      expect(await s.ok('GET /audit/:id', { params: { id: entry?.id ?? '' } }, reader)).toMatchObject({
        label: expect.stringContaining('Named') as string,
        before: { role_id: roleId('student') },
        after: { role_id: roleId('teacher') },
        details: { file: 'people.csv' },
      })
      expect((await undo(s, given)).body.state).toBe('undone')
      expect(await entries(id)).toEqual([
        ['user.update', by, ['role_id']],
        ['user.update', by, ['role_id']],
        ['user.create', by, []],
      ])
    }
    expect(await verifyAudit(s.db)).toMatchObject({ faults: [] })
  })

  it('changes nobody whom the importer may not change, also where what stood as it says is another meanwhile', async () => {
    const id = userId('super')
    const phone = async () => (await sees(id)).phone
    const changes = (to: string) =>
      s.db.query(
        `update r_user set data = jsonb_set(data, '{phone}', to_jsonb($2::text)), version = version + 1 where id = $1`,
        [id, to],
      )
    await changes('13900001111')
    const stands = await sees(id)
    const p = await plan(csv('username,name,phone', `${stands.username},${stands.name},13900001111`))
    expect(p.counts).toMatchObject({ same: 1, refused: 0 })
    await changes('13900007777')
    const codes: (string | undefined)[] = []
    for (let n = 0; n < 2; n++) {
      const now = await s.ok('GET /imports/:id', { params: { id: p.id } }, 'admin')
      codes.push((await apply(s, now, 'overwrite')).problem.code)
    }
    expect(codes).toEqual(['plan_changed', 'no_operation_permission'])
    expect(await phone()).toBe('13900007777')
  })

  it('shows which screens go and come with another role', async () => {
    const p = await plan(csv('username,name,role', `${username('second-student')},Second,teacher`))
    const [row] = await rowsOf(s, p.id, 'changed')
    expect(row?.difference.map((d) => d.field)).toContain('role_id')
    expect(row?.rights).toMatchObject({
      before: expect.stringMatching(/student/i) as string,
      after: expect.stringMatching(/teacher/i) as string,
      gained: expect.arrayContaining(['theory-bank']) as string[],
      lost: [],
    })
    expect(row?.rights?.gained).not.toContain('practice-exercise')
    const none = await plan(csv('username,name,role', `${username('teacher')},Teacher,student`))
    expect((await rowsOf(s, none.id, 'changed'))[0]?.rights).toMatchObject({
      gained: [],
      lost: expect.arrayContaining(['theory-bank']) as string[],
    })
  })

  it('is told which ones have a name that is no single one’s', async () => {
    for (const parent_id of ['org-root', 'org-red'])
      await s.ok('POST /orgs', { body: { name: 'Twins', parent_id } }, 'admin')
    for (const name of ['Alike One', 'Alike Two'])
      await s.ok('POST /roles', { body: { name, permissions: [] } as never }, 'admin')
    const p = await plan(csv('username,name,role,organisation', 'list_amb,Amb Iguous,Alike,Twins'))
    const [row] = await rowsOf(s, p.id, 'refused')
    expect(row?.reasons).toEqual([
      { path: 'role_id', rule: 'several_roles', params: { name: 'Alike', names: '“Alike One”, “Alike Two”' } },
      {
        path: 'org_id',
        rule: 'several_organisations',
        params: { name: 'Twins', names: expect.stringMatching(/^“.+\/Twins”, “.+\/Red class\/Twins”$/) as string },
      },
    ])
  })

  it('refuses an account that would be over before it begins, until its last day is another', async () => {
    const p = await plan(
      csv('username,name,last day', 'list_past,Past One,2020-01-31', 'list_next,Next One,2099-01-31'),
    )
    expect(p.counts).toMatchObject({ new: 1, refused: 1 })
    const [row] = await rowsOf(s, p.id, 'refused')
    expect([row?.label, row?.reasons]).toEqual(['Past One', [{ path: 'expires_on', rule: 'day_over' }]])
    const body = { version: p.version, row: row?.n ?? 0, values: { expires_on: '2099-12-31' } }
    const mended = await s.ok('PUT /imports/:id/row', { params: { id: p.id }, body }, 'admin')
    expect(mended.counts).toMatchObject({ new: 2, refused: 0 })
  })

  it('is planned, applied, handed its codes once, and undone', async () => {
    const p = await plan(
      csv(
        '用户名,姓名,Role,组织,电话,有效期至',
        'list_one,List One,student,Academy/Red class,13800002222,2027/7/31',
        'list_two,王小明,,,,',
        `${username('second-student')},Second renamed,,,,`,
        'list_bad,Bad One,no-role,nowhere,12,',
        `${username('admin')},Myself,,,,`,
        'list_one,List Again,,,,',
        'list_top,Top One,super,,,',
      ),
    )
    expect(p.counts).toEqual({ new: 2, same: 0, changed: 1, duplicate: 1, refused: 3 })
    const reasons = (await rowsOf(s, p.id, 'refused')).map((r) => r.reasons.map((x) => `${x.path} ${x.rule}`).sort())
    expect(reasons).toEqual([
      ['org_id unknown_organisation', 'phone phone', 'role_id unknown_role'],
      [' protected_entry'],
      ['role_id role_beyond'],
    ])
    expect((await rowsOf(s, p.id, 'changed')).map((r) => r.rights)).toEqual([undefined])
    const bad = (await rowsOf(s, p.id, 'refused')).find((r) => r.label === 'Bad One')
    expect(bad?.reasons.find((r) => r.path === 'org_id')?.params).toEqual({ name: 'nowhere' })
    const { body: done } = await apply(s, p, 'overwrite')
    expect(done.state).toBe('applied')
    const [one] = (await s.ok('GET /users', { query: { q: 'list_one' } }, 'admin')).items
    expect(one).toMatchObject({
      org_id: 'org-red',
      role_id: roleId('student'),
      expires_on: '2027-07-31',
      status: 'normal',
    })
    expect((await sees(userId('second-student'))).name).toBe('Second renamed')
    expect((await enter('list_one', '')).status).toBe(422)
    expect((await enter('list_one', 'anything-At-1')).status).toBe(401)

    const codes = await s.ok(
      'POST /imports/:id/codes',
      { params: { id: p.id }, body: { version: done.version } },
      'admin',
    )
    expect(codes.items.map((c) => c.username)).toEqual(['list_one', 'list_two'])
    const again = await s.call(
      'POST /imports/:id/codes',
      { params: { id: p.id }, body: { version: done.version + 1 } },
      'admin',
    )
    expect([again.problem.code, again.problem.details]).toMatchObject([
      'codes_fetched',
      { by: `@${username('admin')}`, at: s.clock.now().toISOString() },
    ])
    const code = codes.items[0]?.code ?? ''
    await s.ok('POST /account/reset', { body: { username: 'list_one', code, next: 'Gravel-Window-82' } })
    expect((await enter('list_one', 'Gravel-Window-82')).body.must_change).toBe(null)

    // whoever uses his account keeps it
    const now = await planned(s, p.id)
    const params = { id: p.id }
    expect(await s.ok('GET /imports/:id/undo', { params }, 'admin')).toMatchObject({
      removed: 1,
      restored: 1,
      kept: { account_used: 1 },
      first: [{ label: 'List One', why: 'account_used' }],
    })
    expect((await undo(s, now)).body).toMatchObject({ state: 'undone', details: { kept: { account_used: 1 } } })
    expect((await enter('list_one', 'Gravel-Window-82')).status).toBe(200)
    const stayed = (await s.ok('GET /imports/:id/rows', { params, query: { stayed: 'yes' } }, 'admin')).items
    expect(stayed.map((r) => [r.label, r.reasons.map((x) => x.rule)])).toEqual([['List One', ['account_used']]])
    expect((await s.ok('GET /users', { query: { q: 'list_' } }, 'admin')).items.map((u) => u.username)).toEqual([
      'list_one',
    ])
    expect((await sees(userId('second-student'))).name).not.toBe('Second renamed')
    expect((await s.db.query(`select username from account where username like 'list_%'`)).rows).toEqual([
      { username: 'list_one' },
    ])
  })

  it('is undone for those alone who have no password yet, own nothing and are named nowhere', async () => {
    const names = ['code_only', 'invited', 'signed_in', 'in_team', 'in_share', 'sees_it', 'owns_it', 'sits']
    const done = (await apply(s, await plan(csv('username,name', ...names.map((u) => `${u},Person ${u}`))))).body
    const { items: people } = await s.ok('GET /users', { query: { page_size: 200, sort: '-created_at' } }, 'admin')
    const idOf = (name: string) => people.find((u) => u.username === name)?.id ?? ''
    // a code that nobody used is no use of an account
    await s.ok('POST /imports/:id/codes', { params: { id: done.id }, body: { version: done.version } }, 'admin')
    await s.db.query(`update r_user set k_last_sign_in = '2026-01-01T00:00:00.000Z' where id = $1`, [idOf('signed_in')])
    const body = { name: 'Of the list', member_ids: [idOf('in_team')], org_id: null, logo: '', description: '' }
    await s.ok('POST /teams', { body: body as never }, 'admin')
    await s.db.query(`insert into audience (resource, entity_id, kind, target) values ('exam', 'e', 'user', $1)`, [
      idOf('sees_it'),
    ])
    await s.db.query(
      `insert into share_person (resource, entity_id, user_id, level) values ('exam', 'e', $1, 'read')`,
      [idOf('in_share')],
    )
    await s.db.query(`insert into exam_invited (exam_id, user_id, starts_at, ends_at) values ('e', $1, now(), now())`, [
      idOf('invited'),
    ])
    await s.db.query(
      `insert into message (id, user_id, kind, params, link, at) values ('m-invited', $1, 'exam_set', '{}', null, now())`,
      [idOf('invited')],
    )
    await s.db.query(
      `insert into exam_extra (exam_id, user_id, minutes, reason, at, by) values ('e', $1, 5, '', now(), 'x')`,
      [idOf('sits')],
    )
    const set = await s.ok('POST /theory-sets', { body: { name: 'Owned', parent_id: null } as never }, 'admin')
    const options = ['a', 'b'].map((id) => ({ id, text: id, correct: id === 'a' }))
    const asked = { title: 'Owned', stem: 'Which?', type: 'single', set_id: set.id, options }
    const { id } = await s.ok('POST /theory-questions', { body: asked as never }, 'admin')
    await s.db.query('update r_theory_question set owner_id = $2 where id = $1', [id, idOf('owns_it')])
    const now = await planned(s, done.id)
    const { first, ...seen } = await s.ok('GET /imports/:id/undo', { params: { id: done.id } }, 'admin')
    const used = names.slice(2)
    const why = first.map((f) => [f.label, f.reason?.rule, f.reason?.params?.['names']])
    expect(why.toSorted()).toEqual(
      [
        ['Person signed_in', 'account_used', undefined],
        ['Person in_team', 'named_in', '“Of the list”'],
        // an exam that is not there has no name
        ['Person in_share', 'named_hidden', ''],
        ['Person sees_it', 'named_hidden', ''],
        ['Person owns_it', 'named_in', '“Owned”'],
        ['Person sits', 'named_hidden', ''],
      ].toSorted(),
    )
    expect(seen).toMatchObject({ removed: 2, restored: 0, kept: { account_used: 1, in_use: used.length - 1 } })
    await undo(s, now)
    for (const table of ['exam_invited', 'message'])
      expect((await s.db.query(`select 1 from ${table} where user_id = $1`, [idOf('invited')])).rows, table).toEqual([])
    const left = (await s.ok('GET /users', { query: { q: 'Person ', page_size: 200 } }, 'admin')).items
    expect(names.filter((u) => left.some((one) => one.username === u))).toEqual(used)
  })

  it('is asked about wherever a table names somebody', async () => {
    /** Columns that are no use of an account, and why. */
    const none: Record<string, string> = {
      account: 'the account itself',
      session: 'who has one has a password',
      known_device: 'who has one has signed in',
      one_time_code: 'handed out, not used',
      audit: 'the trail stays',
      idempotency: 'of calls that are remembered for a day',
      message: 'told by the platform',
      exam_invited: 'told by the platform; nobody has begun',
      exam_told: 'told by the platform; who is named for the exam is asked about',
      announcement_read: 'who reads has signed in',
      scene_ticket: 'lives for seconds',
      class_attendance_event: 'of attendance, which is asked about',
      class_code_try: 'of members, who are asked about',
      course_record: 'of members, who are asked about',
      course_try: 'of members, who are asked about',
      course_watched: 'of members, who are asked about',
      package_record: 'of members, who are asked about',
      package_launch: 'lives for minutes',
      media_ticket: 'lives for minutes',
      course_scene: 'of members, who are asked about',
      course_step: 'of members, who are asked about',
      course_report: 'of members, who are asked about',
      course_remark: 'who marks has signed in',
      course_homework: 'of members, who are asked about',
      course_hand_in: 'of members, who are asked about',
      contest_staff: 'as the contest names them, which is asked about',
    }
    const { rows } = await s.db.query<{ place: string }>(
      `select table_name as place from information_schema.columns where column_name = 'user_id' and table_schema = current_schema()`,
    )
    const asked = new Set([...workOfPeople.map(([table]) => table), ...Object.keys(namingTables)])
    expect(rows.map((r) => r.place).filter((table) => !asked.has(table) && !(table in none))).toEqual([])
  })

  it('that changed somebody gives back what it changed, and not when they signed in last', async () => {
    const here = await make()
    const done = (await apply(s, await plan(csv('username,name', `${here.username},Other Name`)), 'overwrite')).body
    await enter(here.username, here.password)
    const { last_sign_in: at } = await sees(here.id)
    expect(at).not.toBe(null)
    expect((await undo(s, done)).body.details).toMatchObject({ restored: 1 })
    expect(await sees(here.id)).toMatchObject({ name: here.name, last_sign_in: at })
  })

  it('says whose number somebody has, of those who are here and in the list, and takes them all the same', async () => {
    const here = await make({ work_id: 'W-2201', phone: '13800007777' })
    const rest = Array.from({ length: 120 }, (_, i) => `filler_${i},Filler ${String.fromCharCode(97 + (i % 26))},,`)
    const p = await plan(
      csv(
        '账号,姓名,手机号,学号',
        'same_one,Same One,13800007777,W-2201',
        `${here.username},Renamed,13800007777,`,
        'alone_one,Alone,13800009999,W-9002',
        ...rest,
        // planned after the others, and not with them
        'far_one,Far One,13800009999,W-9003',
      ),
    )
    expect(p.counts).toMatchObject({ new: 123, changed: 1, refused: 0 })
    const rows = [...(await rowsOf(s, p.id, 'new')), ...(await rowsOf(s, p.id, 'changed'))]
    const notes = (label: string) =>
      rows.find((r) => r.label === label)?.reasons.map((r) => [r.path, r.rule, r.params?.['names']])
    expect(notes('Same One')).toEqual([
      ['work_id', 'note_shared', `${here.name} @${here.username}`],
      ['phone', 'note_shared', `Renamed @${here.username}`],
    ])
    expect(notes('Renamed')).toEqual([['phone', 'note_shared', 'Same One @same_one']])
    expect(notes('Alone')).toEqual([])
    expect(notes('Far One')).toEqual([['phone', 'note_shared', 'Alone @alone_one']])
  })
  it('takes whose number an account has for that account, to be skipped, updated or asked about', async () => {
    const here = await make({ work_id: 'W-2301' })
    const list = csv('账号,姓名,学号', 'moved_one,Moved Name,w-2301', 'moved_two,Newly Come,W-2302')
    const p = await plan(list)
    expect(p.counts).toMatchObject({ new: 1, changed: 1, refused: 0 })
    const [row] = await rowsOf(s, p.id, 'changed')
    expect(row?.difference.map((d) => [d.field, d.after])).toEqual([
      ['name', 'Moved Name'],
      ['work_id', 'w-2301'],
    ])
    expect(row?.reasons.map((r) => [r.rule, r.params])).toEqual([
      ['note_number_of', { name: `${here.name} @${here.username}` }],
    ])
    expect((await apply(s, p, 'ask')).problem.code).toBe('duplicate_data')
    const skipped = await apply(s, p, 'skip')
    expect(skipped.body.details).toMatchObject({ created: 1, overwritten: 0, skipped: 1 })
    const again = await plan(list)
    expect(again.counts).toMatchObject({ new: 0, changed: 1, same: 1 })
    const { body: done } = await apply(s, again, 'overwrite')
    const one = async () => {
      const { name, username: account } = await s.ok('GET /users/:id', { params: { id: here.id } }, 'admin')
      return [name, account]
    }
    expect(await one()).toEqual(['Moved Name', here.username])
    expect((await undo(s, done)).body.state).toBe('undone')
    expect(await one()).toEqual([here.name, here.username])
    expect((await undo(s, skipped.body)).body.state).toBe('undone')
  })
  it('refuses a number of staff or students that an earlier row of the file has, until it is another', async () => {
    const rest = Array.from({ length: 120 }, (_, i) => `many_${i},Many ${String.fromCharCode(97 + (i % 26))},,`)
    const p = await plan(
      csv(
        '账号,姓名,手机号,学号',
        'number_one,Number One,,W-9001',
        'number_two,Number Two,,Ｗ-9001',
        ...rest,
        'number_far,Number Far,,w-9001',
        'number_one,Number Twice,,W-9005',
      ),
    )
    expect(p.counts).toMatchObject({ new: 121, duplicate: 1, refused: 2 })
    const [near, far] = await rowsOf(s, p.id, 'refused')
    const first = { file: 'people.csv', line: 2, index: 1, place: 'people.csv:2 #1', name: 'Number One' }
    expect([near?.reasons, far?.reasons]).toEqual(
      Array.from({ length: 2 }, () => [{ path: 'work_id', rule: 'once_in_file', params: first }]),
    )
    expect(near?.wrong).toEqual([{ path: 'work_id', field: 'work_id', text: 'Ｗ-9001' }])
    const correct = (now: typeof p, row: number | undefined, work_id: string) =>
      s.ok(
        'PUT /imports/:id/row',
        { params: { id: p.id }, body: { version: now.version, row: row ?? 0, values: { work_id } } },
        'admin',
      )
    const half = await correct(p, near?.n, 'W-9002')
    expect(half.counts).toMatchObject({ new: 122, refused: 1 })
    // what was corrected has its number now
    const still = await correct(half, far?.n, 'W-9002')
    expect((await rowsOf(s, p.id, 'refused'))[0]?.reasons[0]?.params).toMatchObject({ name: 'Number Two' })
    expect((await correct(still, far?.n, '')).counts).toMatchObject({ new: 123, refused: 0 })
  })
  it('changes no other administrator, and hands out no code of somebody who has become one since', async () => {
    const p = await plan(
      csv(
        'Username,Name,Role',
        `${username('second-admin')},Taken over,student`,
        'risen_one,Risen One,student',
        'plain_one,Plain One,student',
      ),
    )
    expect((await rowsOf(s, p.id, 'refused')).map((r) => r.reasons.map((x) => x.rule))).toEqual([
      expect.arrayContaining(['no_operation_permission']),
    ])
    const { body: done } = await apply(s, p, 'overwrite')
    expect(done.state).toBe('applied')
    await s.db.query(
      `update r_user set data = jsonb_set(data, '{role_id}', to_jsonb($1::text)), k_role_id = $1 where k_username = 'risen_one'`,
      [roleId('super')],
    )
    const codes = await s.ok(
      'POST /imports/:id/codes',
      { params: { id: p.id }, body: { version: done.version } },
      'admin',
    )
    expect(codes.items.map((c) => c.username)).toEqual(['plain_one'])
  })

  it.each(['xlsx', 'csv'] as const)('comes back from the template as %s, in either language', async (format) => {
    for (const language of ['en-US', 'zh-CN'] as const) {
      const r = await s.app.inject({
        url: `/api/mg/api/users/template?format=${format}&language=${language}`,
        headers: { authorization: `Bearer ${await s.token('admin')}` },
      })
      const p = await plan(r.rawPayload, `users.${format}`)
      // its own example is nobody
      expect([p.state, p.files[0]?.problem]).toEqual(['failed', 'only_example'])
      await s.ok('DELETE /imports/:id', { params: { id: p.id } }, 'admin')
    }
  })

  it('shows the account of each row, and its organisation and role by name', async () => {
    const org = (await s.ok('GET /orgs/tree', {}, 'admin')).items[0]?.name ?? ''
    const p = await plan(
      csv('账号,姓名,组织,角色,电话', `shown_one,Shown One,${org},student,`, 'shown_two,Shown Two,Nowhere,,1'),
    )
    const people = (await rowsOf(s, p.id)).map((r) => [r.verdict, r.person])
    expect(people).toEqual([
      ['new', { username: 'shown_one', organisation: org, role: expect.stringMatching(/student/i) as string }],
      ['refused', { username: 'shown_two', organisation: 'Nowhere' }],
    ])
    await s.ok('DELETE /imports/:id', { params: { id: p.id } }, 'admin')
  })

  it('leaves the example of the template out with a note, and takes whoever was written over it', async () => {
    const r = await s.app.inject({
      url: '/api/mg/api/users/template?format=csv&language=en-US',
      headers: { authorization: `Bearer ${await s.token('admin')}` },
    })
    const template = r.rawPayload.toString('utf8').trimEnd()
    const left = await plan(Buffer.from(`${template}\nlist_zhao,Zhao Example\n`))
    expect([left.counts.new, left.counts.refused, left.files[0]?.examples]).toEqual([1, 0, 1])
    expect((await rowsOf(s, left.id)).map((row) => [row.label, row.place.line])).toEqual([['Zhao Example', 3]])
    const filled = await plan(Buffer.from(template.replace('li_ming', 'li_ming_2')))
    expect([filled.counts.new, filled.files[0]?.examples]).toEqual([1, undefined])
    for (const { id } of [left, filled]) await s.ok('DELETE /imports/:id', { params: { id } }, 'admin')
  })

  it.each([
    ['two columns of one thing', csv('username,name,phone,mobile', 'a,b,c,d'), 'csv_header_twice', 'phone, mobile'],
    ['no column of names', csv('username,pet', 'abcd,e'), 'csv_header', 'Name'],
    ['nobody in it', csv('username,name'), 'no_records', undefined],
  ])('with %s says so, and names all of them', async (_, bytes, code, name) => {
    const p = await plan(bytes)
    expect([p.state, p.files[0]?.problem, p.files[0]?.details?.['name']]).toEqual(['failed', code, name])
  })

  it('takes a list that was brought to another place, from the same upload, and keeps it when that failure is removed', async () => {
    const id = await upload(s, csv('username,name', 'moved_one,Moved One'), 'admin', 'moved.csv')
    const begun = await s.ok('POST /imports', { body: { upload_id: id, kind: 'questions' } }, 'admin')
    const wrong = await planned(s, begun.id)
    expect([wrong.state, wrong.files[0]?.problem, wrong.upload_id]).toEqual(['failed', 'holds_users', id])
    const again = await s.ok('POST /imports', { body: { upload_id: id, kind: 'users' } }, 'admin')
    await s.ok('DELETE /imports/:id', { params: { id: wrong.id } }, 'admin')
    const right = await planned(s, again.id)
    expect([right.state, right.counts.new, right.upload_id]).toEqual(['planned', 1, undefined])
    await s.ok('DELETE /imports/:id', { params: { id: right.id } }, 'admin')
  })

  it('leaves a column nobody knows unread, says so, and takes the people', async () => {
    const p = await plan(csv('username,name,email,Phon', 'mailed_one,Mailed One,one@a.example,13800001111'))
    expect([p.state, p.counts.new]).toEqual(['planned', 1])
    expect(p.files[0]?.unread).toEqual([{ heading: 'email' }, { heading: 'Phon', meant: 'Phone' }])
    await s.ok('DELETE /imports/:id', { params: { id: p.id } }, 'admin')
  })

  it('is there for those who manage users only, and the libraries are not theirs', async () => {
    const desk = await holder(s, 'user-manage')
    const librarian = await holder(s, 'resource-import')
    const p = await plan(csv('username,name', 'desk_made,Desk Made'), 'desk.csv', desk)
    expect((await s.call('GET /imports/:id', { params: { id: p.id } }, librarian)).problem.code).toBe('not_found')
    expect((await s.call('GET /imports', { query: { kind: 'users' } }, librarian)).status).toBe(403)
    expect((await s.ok('GET /imports', {}, librarian)).items.map((i) => i.id)).not.toContain(p.id)
    expect((await s.call('GET /imports', { query: { kind: 'resources' } }, desk)).status).toBe(403)
    expect((await s.ok('GET /imports', {}, desk)).items.map((i) => i.kind)).toContain('users')
    // whoever may give no role cannot add people by a list either
    expect(p.counts).toMatchObject({ new: 0, refused: 1 })
  })
})
