import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { testServer, type TestServer, userId } from '#tests/contract/support/server.ts'

let s: TestServer
beforeAll(async () => {
  s = await testServer()
})
afterAll(() => s.close())

describe('the profile', () => {
  it('is the caller’s own, with the sign-in before this one', async () => {
    const first = await s.signIn('referee')
    const card = (token: string) => s.ok('GET /personal/profile', {}, { token })
    const at = s.clock.now().toISOString()
    expect(await card(first.body.token)).toMatchObject({
      user: { username: 'referee', role: { key: 'referee' }, org: { name: 'Academy' } },
      status: 'normal',
      phone: '',
      expires_on: null,
      last_sign_in: at,
      last_address: '127.0.0.1',
      sessions: 1,
      default_password: false,
    })
    s.clock.advance(600)
    const second = await s.signIn('referee')
    s.clock.advance(600)
    await s.signIn('referee', 'wrong-Password-1')
    const third = await s.signIn('referee')
    expect(await card(second.body.token)).toMatchObject({ last_sign_in: at, sessions: 3 })
    expect((await card(third.body.token)).last_sign_in).toBe(new Date(Date.parse(at) + 600_000).toISOString())
    s.clock.set('2026-11-05T08:00:00Z')
  })

  it('tells who still has the password he was given', async () => {
    // such a session may only change its password, so the card is read before that is known
    const { rows } = await s.db.query<{ is_default: boolean }>('select is_default from account where user_id = $1', [
      userId('default-password'),
    ])
    expect(rows[0]?.is_default).toBe(true)
    expect((await s.call('GET /personal/profile', {}, 'default-password')).problem.code).toBe('change_password_first')
  })

  const rename = async (as: 'student' | 'admin', name: string) => {
    const { user, phone, signature, version } = await s.ok('GET /personal/profile', {}, as)
    const body = { name: name || user.rep_name, phone, signature, avatar: user.logo, version }
    return s.call('PUT /personal/profile', { body }, as)
  }
  const fields = (r: Awaited<ReturnType<typeof rename>>) => r.problem.details?.fields

  it('keeps the name that who manages people gave, whatever else its owner changes', async () => {
    expect((await s.ok('GET /personal/profile', {}, 'student')).may_rename).toBe(false)
    const refused = await rename('student', 'User admin')
    expect([refused.status, fields(refused)]).toEqual([422, [{ path: 'name', rule: 'name_managed' }]])
    expect((await rename('student', '')).status).toBe(200)
    expect((await s.ok('GET /personal/profile', {}, 'student')).user.rep_name).toBe('User student')
  })

  it('lets who manages people change his own, to none that imitates another’s', async () => {
    expect((await s.ok('GET /personal/profile', {}, 'admin')).may_rename).toBe(true)
    expect((await rename('admin', 'Grace Holloway')).status).toBe(200)
    const taken = await s.ok('GET /users/:id', { params: { id: userId('student') } }, 'super')
    const { username, org_id, expires_on, role_id, version } = taken
    const change = (name: string) =>
      s.call(
        'PUT /users/:id',
        { params: { id: taken.id }, body: { username, org_id, expires_on, role_id, version, name } },
        'super',
      )
    for (const name of ['Grace HoIloway', 'Grace Ho1loway', 'Grасе Ноllоwау'])
      expect([name, (await change(name)).status]).toEqual([name, 422])
    const apply = (name: string) =>
      s.call('POST /auth/register/', {
        body: { username: 'imitator', name, password: 'Granite-Balcony4', phone: '' },
      })
    const refused = await apply('Grace Ho1loway')
    expect([refused.status, refused.problem.details?.fields]).toEqual([
      422,
      [{ path: 'name', rule: 'name_like_anothers' }],
    ])
    // two people may have one name; account and role tell them apart
    expect((await apply('Ｇrace  Holloway')).status).toBe(200)
    const [made] = (await s.ok('GET /users', { query: { q: 'imitator' } }, 'super')).items
    expect(made?.name).toBe('Grace Holloway')
    await rename('admin', 'User admin')
  })
})
