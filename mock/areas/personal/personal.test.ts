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
})
